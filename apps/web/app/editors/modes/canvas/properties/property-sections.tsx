// Draws the rows of a table of properties for what is selected.
import { Suspense } from 'react'
import { i18n } from '../../../../language/i18n.ts'
import { classNames } from '../../../../ui/class-names.ts'
import { NumberBox } from '../../../core/fields/number-box.tsx'
import { Slider } from '../../../core/slider/slider.tsx'
import { ColorBox } from './color-box.tsx'
import { Choices, Pick, Section, Switch } from './control.tsx'
import { PaintBox } from './paint-box.tsx'
import {
  type Access,
  type Editing,
  type Given,
  type Property,
  type PropertySection,
  shared,
  type Words,
} from './property.ts'

type SectionsProps<Selected, Item, Context, Edit> = {
  sections: readonly PropertySection<Selected, Item, Context, Edit>[]
  selected: readonly Selected[]
  context: Context
  editing: Editing<Edit>
}

/** The sections that have rows for what is selected. */
export function PropertySections<Selected, Item, Context, Edit>(props: SectionsProps<Selected, Item, Context, Edit>) {
  const { sections, selected, context, editing } = props
  return sections.map((section, n) => {
    const items = section.of(selected, context)
    if (shownRows(section.rows, items, context).length === 0) return null
    const title = given(section.title, items, context)
    const rows = <PropertyRows rows={section.rows} items={items} context={context} editing={editing} />
    if (!title)
      return (
        <div key={n} className="pb-4">
          {rows}
        </div>
      )
    return (
      <Section key={n} title={i18n._(title)} isOpen={section.isOpen?.(items) ?? true}>
        {rows}
      </Section>
    )
  })
}

type RowsProps<Item, Context, Edit> = {
  rows: readonly Property<Item, Context, Edit>[]
  items: readonly Item[]
  context: Context
  editing: Editing<Edit>
}

/** The rows that some of the items have. */
export function PropertyRows<Item, Context, Edit>({ rows, items, ...rest }: RowsProps<Item, Context, Edit>) {
  return (
    <div className="grid grid-cols-2 gap-x-2 gap-y-3">
      {shownRows(rows, items, rest.context).map(([at, row, first, having]) => (
        <div key={at} className={classNames('grid grid-cols-1 empty:hidden', !row.isHalf && 'col-span-2')}>
          {row.control === 'own' ? (
            <Suspense fallback={null}>
              <row.Own item={first} items={having} />
            </Suspense>
          ) : (
            <Row row={row} items={having} {...rest} />
          )}
        </div>
      ))}
    </div>
  )
}

/** Each with its place among all rows and the items that have it. */
function shownRows<Item, Context, Edit>(
  rows: readonly Property<Item, Context, Edit>[],
  items: readonly Item[],
  context: Context,
) {
  return rows.flatMap((row, at) => {
    const having = items.filter((item) => row.only?.(item, context, items) ?? true)
    const [first] = having
    return first === undefined ? [] : [[at, row, first, having] as const]
  })
}

function given<Item, Context, Value>(value: Given<Item, Context, Value>, items: readonly Item[], context: Context) {
  type Give = (items: readonly Item[], context: Context) => Value
  return typeof value === 'function' ? (value as Give)(items, context) : value
}

const wordsOf = (words: Words) => (typeof words === 'string' ? words : i18n._(words))

type RowProps<Item, Context, Edit> = Omit<RowsProps<Item, Context, Edit>, 'rows'> & {
  row: Exclude<Property<Item, Context, Edit>, { control: 'own' }>
}

function Row<Item, Context, Edit>({ row, items, context, editing }: RowProps<Item, Context, Edit>) {
  const give = <Value,>(value: Given<Item, Context, Value>) => given(value, items, context)
  /** The value that all items have, and what gives them another one. */
  const bind = <Value,>({ read, write }: Access<Item, Context, Edit, Value>) => ({
    label: wordsOf(give(row.name[0])),
    value: shared(items, (item) => read(item, context, items)),
    put: (value: Value, isDragging: boolean) => {
      const [, change] = row.name
      editing.put(
        i18n._(typeof change === 'function' ? change(value as never) : change),
        items.map((item) => write(item, value, context, items)),
        isDragging ? editing.drag() : undefined,
      )
    },
  })
  switch (row.control) {
    case 'slider':
    case 'number': {
      const { put, ...number } = bind(row)
      const { step, digits, unit, rest, text, ...ends } = row.range ?? {}
      const shared = { ...number, step, unit: unit && wordsOf(unit) }
      const [min, max] = [give(ends.min), give(ends.max)]
      if (row.control === 'number')
        return <NumberBox {...shared} min={min} max={max} digits={digits} onValue={(value) => put(value, false)} />
      return (
        <Slider
          {...shared}
          min={min ?? 0}
          max={max ?? 100}
          rest={rest}
          text={number.value === undefined ? undefined : text?.(number.value, context)}
          onValue={(value) => put(value, true)}
          onEnd={editing.endDrag}
        />
      )
    }
    case 'chips':
    case 'list': {
      const { put, ...choice } = bind(row)
      const Control = row.control === 'chips' ? Choices : Pick
      const choices = give(row.choices).map((one) => ({ ...one, label: i18n._(one.label) }))
      return <Control {...choice} choices={choices} onValue={(value) => put(value, false)} />
    }
    case 'switch': {
      const { label, value, put } = bind(row)
      return <Switch label={label} isOn={value} onChange={(isOn) => put(isOn, false)} />
    }
    case 'color': {
      const { label, value, put } = bind(row)
      return <ColorBox label={label} color={value} onColor={put} onEnd={editing.endDrag} />
    }
    case 'paint': {
      const { label, value, put } = bind(row)
      return <PaintBox label={label} paint={value} onPaint={put} onEnd={editing.endDrag} />
    }
  }
}
