// What a row of a table of properties says: the control that shows it, whose it is, how it is read, and what writing it does.
import type { MessageDescriptor } from '@lingui/core'
import type { Paint } from '@vitrine/document/property'
import { isSameJson } from '@vitrine/document/same-json'
import type { ComponentType } from 'react'

/** A text, or what is the same in every language. */
export type LabelText = MessageDescriptor | string

/** The same for all, or depending on what is selected. */
export type Computed<Item, Context, Value> = Value | ((items: readonly Item[], context: Context) => Value)

/** A value as one item has it, and the edit that gives it another. `items` are all that the row is about. */
export interface Access<Item, Context, Edit, Value> {
  /** Undefined where it is none of those that the control can show. */
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
  /** Digits after the point, of a number that is typed. */
  digits?: number
  unit?: LabelText
  /** Where a slider stands while the items differ; 0 unless given. */
  rest?: number
  /** What a slider says; its number and unit unless given. */
  text?(value: number, context: Context): string
}

/** A slider goes from 0 to 100 unless it says otherwise. */
export interface NumberControl<Item, Context> {
  control: 'slider' | 'number'
  range?: NumberRange<Item, Context>
}

interface ChoiceControl<Item, Context> {
  control: 'chips' | 'list'
  choices: Computed<Item, Context, readonly Choice[]>
}

type ValueRow<Item, Context, Edit> = {
  /** In the panel, and of its change in the history. */
  name: readonly [Computed<Item, Context, LabelText>, MessageDescriptor | ((value: never) => MessageDescriptor)]
} & (
  | (NumberControl<Item, Context> & Access<Item, Context, Edit, number>)
  | (ChoiceControl<Item, Context> & Access<Item, Context, Edit, string>)
  | ({ control: 'switch' } & Access<Item, Context, Edit, boolean>)
  /** `#rrggbb` */
  | ({ control: 'color' } & Access<Item, Context, Edit, string>)
  | ({ control: 'paint' } & Access<Item, Context, Edit, Paint>)
)

/** `item` is the first of them. */
interface CustomProps<Item> {
  item: Item
  items: readonly Item[]
}

/** A row of the table. What is no single value has a component of its own. */
export type Property<Item, Context, Edit> = {
  /** The items that have it, all unless given; there is no row without any. */
  only?(item: Item, context: Context, items: readonly Item[]): boolean
  /** Two of them stand beside each other. */
  isHalf?: boolean
} & (ValueRow<Item, Context, Edit> | { control: 'custom'; Component: ComponentType<CustomProps<Item>> })

/** Rows under a heading, for the items that `of` finds in what is selected. */
export interface PropertySection<Selected, Item, Context, Edit> {
  /** Without one the rows stand for themselves. */
  title?: Computed<Item, Context, MessageDescriptor | undefined>
  of(selected: readonly Selected[], context: Context): readonly Item[]
  /** Whether it begins unfolded; it does unless given. */
  isOpen?(items: readonly Item[]): boolean
  rows: readonly Property<Item, Context, Edit>[]
}

/** A section among others in a list: each has items of its own, which it alone finds and reads. */
export function anySection<Selected, Item, Context, Edit>(
  section: PropertySection<Selected, Item, Context, Edit>,
): PropertySection<Selected, never, Context, Edit> {
  return section as unknown as PropertySection<Selected, never, Context, Edit>
}

/** Makes the edits of one change a step of the history; one drag is one step, however long it pauses. */
export interface Editing<Edit> {
  put(label: string, edits: readonly Edit[], group?: string): void
  /** The name of the drag that is going on, a new one after `endDrag`. */
  drag(): string
  endDrag(): void
}

/** The value that all have; undefined when they differ or there are none. */
export function shared<One, Value>(list: readonly One[], read: (one: One) => Value): Value | undefined {
  const [first, ...others] = list.map(read)
  return others.every((other) => isSameJson(other, first)) ? first : undefined
}
