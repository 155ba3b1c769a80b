// Names one after another, for the few pages that list any.
import { i18n } from './i18n.ts'

/** Names in a row: 'a, b, c'. Where the page runs from right to left so does the row, and each name keeps its own direction. */
export function rowText(names: readonly string[]): string {
  if (i18n.direction !== 'rtl') return names.join(', ')
  // The mark in front says the direction: names between isolates do not.
  return `\u200f${names.map((name) => `\u2068${name}\u2069`).join('، ')}`
}
