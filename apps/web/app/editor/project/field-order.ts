// The order in which fields are shown and filled: the designer's, group by group.
import type { Field } from '@vitrine/document/field'

export interface FieldGroup {
  /** Undefined for fields without a heading. */
  title: string | undefined
  fields: Field[]
}

/**
 * Fields by ascending order (those without one keep their place), under their headings in order of first appearance.
 */
export function groupFields(fields: readonly Field[]): FieldGroup[] {
  const placed = fields.map((field, place) => ({ field, place, order: field.order ?? place }))
  const sorted = placed.toSorted((a, b) => a.order - b.order || a.place - b.place)
  const groups = new Map<string | undefined, Field[]>()
  for (const { field } of sorted) groups.set(field.group, [...(groups.get(field.group) ?? []), field])
  return [...groups].map(([title, members]) => ({ title, fields: members }))
}

/** All fields in the order of the form. */
export function inFormOrder(fields: readonly Field[]): Field[] {
  return groupFields(fields).flatMap((group) => group.fields)
}
