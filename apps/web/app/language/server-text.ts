// Translates English texts of the server, which the catalogue has under the same words.
import { i18n } from './i18n.ts'

/**
 * A server's text in the language of the page; untranslated ones stay. `pattern` is the text before its `values` were
 * inserted.
 */
export function serverText(text: string, pattern = text, values: Readonly<Record<string, unknown>> = {}): string {
  return text && i18n._(pattern, values, { message: [text] as unknown as string })
}
