// Texts that the server sends, in English: they are in the catalogue under their own words.
import { i18n } from './i18n.ts'

/**
 * A text of the server in the language of the page; one that has no translation stays as it is. `pattern` is the same text before
 * its `values` were put into it.
 */
export function serverText(text: string, pattern = text, values: Readonly<Record<string, unknown>> = {}): string {
  return text && i18n._(pattern, values, { message: [text] as unknown as string })
}
