// Lists of names, a separate module for the few pages that use it.
import { i18n } from './i18n.ts'

/** A list of names: 'a, b, c'. It follows the page's direction, and each name keeps its own. */
export function rowText(names: readonly string[]): string {
  if (i18n.direction !== 'rtl') return names.join(', ')
  // The leading mark sets the direction, because isolated names do not.
  return `\u200f${names.map((name) => `\u2068${name}\u2069`).join('، ')}`
}
