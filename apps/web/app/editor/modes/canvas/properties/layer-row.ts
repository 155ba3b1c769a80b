// Builders for rows of the layer table: which layers a row applies to, and how a write changes a layer.
import type { MessageDescriptor } from '@lingui/core'
import type { Layer } from '@vitrine/document/layer'
import type { CanvasModel } from '../model/canvas-model.ts'
import {
  type Access,
  anySection,
  type Computed,
  type LabelText,
  type NumberControl,
  type Property,
  type PropertySection,
} from './property.ts'
import { filterUnlocked, hexAt, numberAt, ofType, type PropertyEdit, type Selected } from './selected.ts'

export type Row<Item> = Property<Item, CanvasModel, PropertyEdit>
export type LayerSection = PropertySection<Selected, never, CanvasModel, PropertyEdit>

export const section: <Item>(section: PropertySection<Selected, Item, CanvasModel, PropertyEdit>) => LayerSection =
  anySection

/** The selected layers with an editable style, if all selected layers are of one type. */
export function all<Type extends Layer['type']>(type: Type) {
  return (selected: readonly Selected[]) => {
    const found = ofType(selected, type)
    return found.length === selected.length ? filterUnlocked(found, 'style') : []
  }
}
/** Every visible layer. */
export const visible = (selected: readonly Selected[]) =>
  filterUnlocked(selected, 'style').filter(({ resolved }) => resolved.type !== 'audio')
export const single = <Item>(items: readonly Item[]) => (items.length === 1 ? items : [])

type NameIn<One> = One extends unknown ? keyof One : never
type Name = NameIn<Layer> | 'ks.o'

/** Writes a property unchanged; null removes it. */
export function setProperty<Value>(property: Name, stored: (value: Value) => unknown = (value) => value) {
  return ({ entry }: Selected, value: Value): PropertyEdit => [
    { op: 'set', layer: entry.id, property, value: stored(value) },
  ]
}

/** A stored property, as a number at the current frame; `rest` where there is none. */
export function storedValue<Value>(property: Name, rest: Value): Access<Selected, CanvasModel, PropertyEdit, Value> {
  const names = property.split('.')
  return {
    read({ resolved }, canvas) {
      const value = names.reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name], resolved)
      return (typeof rest === 'number' ? numberAt(canvas, value, rest) : (value ?? rest)) as Value
    },
    write: setProperty(property),
  }
}

type PartRow<Item, Part> = { part: keyof Part } & Pick<Row<Item>, 'only'> & {
    label: Computed<Item, CanvasModel, LabelText>
  } & ({ control: 'color' } | NumberControl<Item, CanvasModel>)

/** An optional part of a layer, such as a shadow: a switch, and the rows of the part below it. */
interface Part<Item, Value> extends Pick<Row<Item>, 'only'> {
  name: readonly [label: MessageDescriptor, change: MessageDescriptor]
  read(item: Item, canvas: CanvasModel): Value | undefined
  /** Adds the part if it is missing; null removes it. */
  write(item: Item, change: Partial<Value> | null): PropertyEdit
}

export function part<Item, Value>(about: Part<Item, Value>, rows: readonly PartRow<Item, Value>[]): Row<Item>[] {
  const { only, read, write } = about
  const isOn = (item: Item, canvas: CanvasModel) => read(item, canvas) !== undefined
  const lines = rows.map(({ part: key, label, ...row }): Row<Item> => {
    const common = {
      name: [label, about.name[1]] as const,
      only: (item: Item, canvas: CanvasModel, items: readonly Item[]) =>
        isOn(item, canvas) && (row.only ?? only)?.(item, canvas, items) !== false,
      write: (item: Item, value: unknown) => write(item, { [key]: value } as Partial<Value>),
    }
    const readPart = (item: Item, canvas: CanvasModel) => read(item, canvas)?.[key]
    return row.control === 'color'
      ? { ...row, ...common, read: (item, canvas) => hexAt(canvas, readPart(item, canvas)) }
      : { ...row, ...common, read: (item, canvas) => numberAt(canvas, readPart(item, canvas), 0) }
  })
  return [
    { ...about, ...{ control: 'switch', read: isOn, write: (item, isOn) => write(item, isOn ? {} : null) } },
    ...lines,
  ]
}

/** A part that is stored as a property of the layer. */
export function storedPart<One extends Selected, Value extends object>(
  property: 'stroke' | 'shadow' | 'border',
  name: Part<One, Value>['name'],
  begin: (one: One) => Value,
  rows: readonly PartRow<One, Value>[],
): Row<One>[] {
  const stored = ({ resolved }: One) => (resolved as { [Name in typeof property]?: Value })[property]
  return part<One, Value>(
    {
      name,
      read: stored,
      write: (one, change) => setProperty(property)(one, change && { ...(stored(one) ?? begin(one)), ...change }),
    },
    rows,
  )
}
