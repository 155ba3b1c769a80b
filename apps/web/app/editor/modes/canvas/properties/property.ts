// The types of a row in a property table: its control, its items, how it is read, and how it is written.
import type { MessageDescriptor } from '@lingui/core'
import type { Paint } from '@vitrine/document/property'
import { isSameJson } from '@vitrine/document/same-json'
import { type ComponentType, useRef } from 'react'
import { gesturePrefix, type ProjectStore } from '../../../project/project-store.ts'

/** A message, or a text that is the same in every language. */
export type LabelText = MessageDescriptor | string

/** A constant, or a function of the selection. */
export type Computed<Item, Context, Value> = Value | ((items: readonly Item[], context: Context) => Value)

/** Reads the value of one item, and creates the edit that changes it. `items` are all items of the row. */
export interface Access<Item, Context, Edit, Value> {
  /** Undefined when the control cannot show the value. */
  read(item: Item, context: Context, items: readonly Item[]): Value | undefined
  write(item: Item, value: Value, context: Context, items: readonly Item[]): Edit
}

export interface Choice {
  value: string
  label: MessageDescriptor
  icon?: ComponentType<{ size?: number; 'aria-hidden'?: 'true' }>
}

export interface NumberRange<Item, Context> {
  min?: Computed<Item, Context, number>
  max?: Computed<Item, Context, number>
  step?: number
  /** Digits after the decimal point of a typed number. */
  digits?: number
  unit?: LabelText
  /** The slider's position while the items differ; 0 by default. */
  rest?: number
  /** The slider's text; by default its number and unit. */
  text?(value: number, context: Context): string
}

/** A slider from 0 to 100 by default. */
export interface NumberControl<Item, Context> {
  control: 'slider' | 'number'
  range?: NumberRange<Item, Context>
}

interface ChoiceControl<Item, Context> {
  control: 'chips' | 'list'
  choices: Computed<Item, Context, readonly Choice[]>
}

type ValueRow<Item, Context, Edit> = {
  /** The name in the panel, and that of its change in the history. */
  name: readonly [Computed<Item, Context, LabelText>, MessageDescriptor | ((value: never) => MessageDescriptor)]
} & (
  | (NumberControl<Item, Context> & Access<Item, Context, Edit, number>)
  | (ChoiceControl<Item, Context> & Access<Item, Context, Edit, string>)
  | ({ control: 'switch' } & Access<Item, Context, Edit, boolean>)
  /** `#rrggbb` */
  | ({ control: 'color' } & Access<Item, Context, Edit, string>)
  | ({ control: 'paint' } & Access<Item, Context, Edit, Paint>)
)

/** `item` is the first one. */
interface CustomProps<Item> {
  item: Item
  items: readonly Item[]
}

/** A row of the table. A row that is no single value has its own component. */
export type Property<Item, Context, Edit> = {
  /** The items that the row applies to, by default all; without any, the row is hidden. */
  only?(item: Item, context: Context, items: readonly Item[]): boolean
  /** Two such rows share a line. */
  isHalf?: boolean
} & (ValueRow<Item, Context, Edit> | { control: 'custom'; Component: ComponentType<CustomProps<Item>> })

/** Rows under a heading, for the items that `of` finds in the selection. */
export interface PropertySection<Selected, Item, Context, Edit> {
  /** Without a title the rows have no heading. */
  title?: Computed<Item, Context, MessageDescriptor | undefined>
  of(selected: readonly Selected[], context: Context): readonly Item[]
  /** Whether it starts unfolded, which is the default. */
  isOpen?(items: readonly Item[]): boolean
  rows: readonly Property<Item, Context, Edit>[]
}

/** Hides the item type of a section, so that sections with different items fit into one list. */
export function anySection<Selected, Item, Context, Edit>(
  section: PropertySection<Selected, Item, Context, Edit>,
): PropertySection<Selected, never, Context, Edit> {
  return section as unknown as PropertySection<Selected, never, Context, Edit>
}

/** Applies edits as an undo step; one drag is one step, however long it pauses. */
export interface Editing<Edit> {
  put(label: string, edits: readonly Edit[], group?: string): void
  /** The id of the current drag, a new one after `endDrag`. */
  drag(): string
  endDrag(): void
}

/** The common value of all; undefined when they differ or there are none. */
export function shared<One, Value>(list: readonly One[], read: (one: One) => Value): Value | undefined {
  const [first, ...others] = list.map(read)
  return others.every((other) => isSameJson(other, first)) ? first : undefined
}

let drags = 0

/** Names the drags of a control, and closes their undo steps. */
export function useDrag({ endGroup }: ProjectStore): Pick<Editing<never>, 'drag' | 'endDrag'> {
  const present = useRef<string>(undefined)
  return {
    drag() {
      present.current ??= `${gesturePrefix}${++drags}`
      return present.current
    },
    endDrag() {
      if (present.current === undefined) return
      present.current = undefined
      endGroup()
    },
  }
}
