// Searches stickers and shapes in the language of the page and in English.
import type { MessageDescriptor } from '@lingui/core'
import { createI18n, i18n } from '../../../../language/i18n.ts'

const english = createI18n('en', {})

/** Whether each word of a search occurs in a message, or in words that are the same in every language. */
export function hasWords(messages: readonly (MessageDescriptor | string)[], search: string): boolean {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  const toSearchText = (message: MessageDescriptor | string) =>
    typeof message === 'string' ? message : `${i18n._(message)} ${english._(message)}`
  const all = messages.map(toSearchText).join(' ').toLowerCase()
  return words.every((word) => all.includes(word))
}
