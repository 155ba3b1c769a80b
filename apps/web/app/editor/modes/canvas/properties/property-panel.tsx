// The properties of the selected layers, and why some cannot be changed.
import { t } from '@lingui/core/macro'
import Lock from 'lucide-react/icons/lock'
import { Suspense } from 'react'
import { i18n } from '../../../../language/i18n.ts'
import { classNames } from '../../../../ui/class-names.ts'
import { useIsWide } from '../../../../ui/use-is-wide.ts'
import { ActionButtons } from '../../../actions/action-button.tsx'
import { NumberBox } from '../../../fields/number-control.tsx'
import { Slider } from '../../../slider/slider.tsx'
import { canvasActions } from '../actions/canvas-actions.tsx'
import { useCanvas } from '../model/canvas-context.tsx'
import { type LayerEntry, layerCountText } from '../model/layer-entry.ts'
import { lockReason, partlyLockedReason } from '../model/layer-placement.ts'
import { ColorBox, PaintBox } from './color-box.tsx'
import { Choices, Section, Select, Switch } from './control.tsx'
import { layerSections } from './layer-properties.ts'
import {
  type Access,
  type Computed,
  type Editing,
  type LabelText,
  type Property,
  type PropertySection,
  shared,
} from './property.ts'
import { type Selected, useEditing, useSelected } from './selected.ts'

/** Fills its slot and scrolls itself. `nothing` is shown without a selection. */
export function PropertyPanel({
  nothing = t`Select a layer on the canvas or in the Layers panel to edit it. Hold Shift to select several.`,
}: {
  nothing?: string
}) {
  const selected = useSelected()
  return (
    <section
      aria-label={t`Properties`}
      className="flex h-full min-h-0 flex-col overflow-y-auto overscroll-contain px-4 pb-8"
    >
      {selected.length === 0 ? (
        <p className="py-6 text-caption text-muted">{nothing}</p>
      ) : (
        <Properties selected={selected} />
      )}
    </section>
  )
}

function Properties({ selected }: { selected: readonly Selected[] }) {
  const canvas = useCanvas()
  const editing = useEditing()
  const entries = selected.map(({ entry }) => entry)
  return (
    // A key per selection, so that unfinished input does not move to other layers.
    <div key={entries.map(({ id }) => id).join()}>
      <h2 className="flex min-h-12 items-center text-body font-medium">
        {entries.length === 1 ? entries[0]?.name : layerCountText(entries.length)}
      </h2>
      <PlaceButtons />
      <LockNotes entries={entries} />
      <PropertySections sections={layerSections} selected={selected} context={canvas} editing={editing} />
    </div>
  )
}

/** On phones they are in the bar below the picture. */
function PlaceButtons() {
  const canvas = useCanvas()
  if (!useIsWide()) return null
  return (
    <div role="toolbar" aria-label={t`Align and distribute`} className="-mx-2 mb-2 flex flex-wrap">
      {['align', 'distribute'].map((group) => (
        <ActionButtons
          key={group}
          actions={canvasActions}
          of={group}
          model={canvas}
          className="size-9 max-md:size-11"
        />
      ))}
    </div>
  )
}

/** The locked properties, so that customers do not look for them. */
function LockNotes({ entries }: { entries: readonly LayerEntry[] }) {
  const notes = [...new Set(entries.flatMap(listLockNotes))]
  if (notes.length === 0) return null
  return (
    <ul className="mb-3 flex flex-col gap-1 rounded-card bg-well p-3 text-caption text-muted">
      {notes.map((note) => (
        <li key={note} className="flex gap-2">
          <Lock aria-hidden="true" size={14} className="mt-0.5 shrink-0" />
          <span>{note}</span>
        </li>
      ))}
    </ul>
  )
}

function listLockNotes(entry: LayerEntry): string[] {
  const reason = entry.isLocked ? lockReason(entry, 'change') : partlyLockedReason(entry)
  return reason === undefined ? [] : [reason]
}

type SectionsProps<Selected, Item, Context, Edit> = {
  sections: readonly PropertySection<Selected, Item, Context, Edit>[]
  selected: readonly Selected[]
  context: Context
  editing: Editing<Edit>
}

/** The sections that have rows for the selection. */
export function PropertySections<Selected, Item, Context, Edit>(props: SectionsProps<Selected, Item, Context, Edit>) {
  const { sections, selected, context, editing } = props
  return sections.map((section, n) => {
    const items = section.of(selected, context)
    const shown = shownRows(section.rows, items, context)
    if (shown.length === 0) return null
    const title = compute(section.title, items, context)
    const rows = <Rows shown={shown} context={context} editing={editing} />
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

/** The rows that apply to some of the items. */
export function PropertyRows<Item, Context, Edit>({ rows, items, ...rest }: RowsProps<Item, Context, Edit>) {
  return <Rows shown={shownRows(rows, items, rest.context)} {...rest} />
}

type ShownProps<Item, Context, Edit> = Omit<RowsProps<Item, Context, Edit>, 'rows' | 'items'> & {
  shown: readonly ShownRow<Item, Context, Edit>[]
}

function Rows<Item, Context, Edit>({ shown, ...rest }: ShownProps<Item, Context, Edit>) {
  return (
    <div className="grid grid-cols-2 gap-x-2 gap-y-3">
      {shown.map(([at, row, first, having]) => (
        <div key={at} className={classNames('grid grid-cols-1 empty:hidden', !row.isHalf && 'col-span-2')}>
          {row.control === 'custom' ? (
            <Suspense fallback={null}>
              <row.Component item={first} items={having} />
            </Suspense>
          ) : (
            <Row row={row} items={having} {...rest} />
          )}
        </div>
      ))}
    </div>
  )
}

/** A row with its index among all rows, and its items. */
type ShownRow<Item, Context, Edit> = readonly [
  at: number,
  row: Property<Item, Context, Edit>,
  first: Item,
  having: readonly Item[],
]

function shownRows<Item, Context, Edit>(
  rows: readonly Property<Item, Context, Edit>[],
  items: readonly Item[],
  context: Context,
): ShownRow<Item, Context, Edit>[] {
  return rows.flatMap((row, at) => {
    const having = items.filter((item) => row.only?.(item, context, items) ?? true)
    const [first] = having
    return first === undefined ? [] : [[at, row, first, having] as const]
  })
}

function compute<Item, Context, Value>(
  value: Computed<Item, Context, Value>,
  items: readonly Item[],
  context: Context,
) {
  type Compute = (items: readonly Item[], context: Context) => Value
  return typeof value === 'function' ? (value as Compute)(items, context) : value
}

const toText = (label: LabelText) => (typeof label === 'string' ? label : i18n._(label))

type RowProps<Item, Context, Edit> = Omit<RowsProps<Item, Context, Edit>, 'rows'> & {
  row: Exclude<Property<Item, Context, Edit>, { control: 'custom' }>
}

function Row<Item, Context, Edit>({ row, items, context, editing }: RowProps<Item, Context, Edit>) {
  const resolve = <Value,>(value: Computed<Item, Context, Value>) => compute(value, items, context)
  /** The common value of all items, and a setter for it. */
  const bind = <Value,>({ read, write }: Access<Item, Context, Edit, Value>) => ({
    label: toText(resolve(row.name[0])),
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
      const common = { ...number, step, unit: unit && toText(unit) }
      const [min, max] = [resolve(ends.min), resolve(ends.max)]
      if (row.control === 'number')
        return <NumberBox {...common} min={min} max={max} digits={digits} onValue={(value) => put(value, false)} />
      return (
        <Slider
          {...common}
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
      const Control = row.control === 'chips' ? Choices : Select
      const choices = resolve(row.choices).map((one) => ({ ...one, label: i18n._(one.label) }))
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
