// The message catalogue: all texts, where they are shown, and their translations. Texts use ICU MessageFormat.
import { compileMessage } from '@lingui/message-utils/compileMessage'
import { generateMessageId } from '@lingui/message-utils/generateMessageId'
import arabic from '../messages/ar.json' with { type: 'json' }
import english from '../messages/en.json' with { type: 'json' }
import hindi from '../messages/hi.json' with { type: 'json' }
import marathi from '../messages/mr.json' with { type: 'json' }
import tamil from '../messages/ta.json' with { type: 'json' }

/**
 * Areas where texts are shown, so that a page loads only its own: the store, the editors, the admin area. `server`: texts of the
 * server (errors), which pages of all areas may show. `mail`: mails, text messages and receipts, which no page loads.
 */
export const AREAS = ['store', 'editors', 'admin', 'server', 'mail'] as const
export type Area = (typeof AREAS)[number]
/** Areas whose texts pages load. */
export type LoadedArea = Exclude<Area, 'mail'>

/** English texts by area; a text of the store is in no other area, because every page has those. */
export type SourceTexts = Readonly<Record<Area, readonly string[]>>

/** Translations by English text. */
export type Translations = Readonly<Record<string, string>>

/** A text in the form that Lingui's runtime reads. */
export type CompiledText = ReturnType<typeof compileMessage>

/** Separates the context from the text of a message, as in gettext's files. */
const CONTEXT_END = '\u0004'

/** The English texts of the program. */
export const SOURCE_TEXTS: SourceTexts = english

const TRANSLATIONS: Readonly<Record<string, Translations>> = { ar: arabic, hi: hindi, mr: marathi, ta: tamil }

/** The bundled translations; none for a language that the owner has added. */
export const translationsInto = (tag: string): Translations => TRANSLATIONS[tag] ?? {}

/** The key of a text in a catalogue file. */
export const createTextKey = (text: string, context?: string): string =>
  context ? `${context}${CONTEXT_END}${text}` : text

/** The context and the text of a key. */
export function splitKey(key: string): { context: string | undefined; text: string } {
  const end = key.indexOf(CONTEXT_END)
  return end < 0 ? { context: undefined, text: key } : { context: key.slice(0, end), text: key.slice(end + 1) }
}

/** The id under which code looks a text up: Lingui's hash, or for a text of the server the text itself. */
export function createMessageId(key: string, area: LoadedArea): string {
  const { context, text } = splitKey(key)
  return area === 'server' ? text : generateMessageId(text, context ?? '')
}

/** The existing translations of one area of the pages, by text id. */
export function compileArea(
  area: LoadedArea,
  source: SourceTexts,
  find: (key: string) => string | undefined,
): Record<string, CompiledText> {
  const entries = source[area].flatMap((key) => {
    const text = find(key)
    return text === undefined ? [] : [[createMessageId(key, area), compileMessage(text)] as const]
  })
  return Object.fromEntries(entries)
}
