// The message catalogue: all texts, where they are shown, and their translations. Texts use ICU MessageFormat.
import { compileMessage, compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
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
function createMessageId(key: string, area: LoadedArea): string {
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

/** The parts that a translation must preserve: inserted values, and elements around words. */
interface Parts {
  readonly values: ReadonlySet<string>
  readonly elements: readonly string[]
}

/**
 * The problem of a translation, for its author; undefined when there is none. It must be valid ICU MessageFormat, insert no other
 * values than the English text, and have the same elements (`<0>…</0>`).
 */
export function findProblem(english: string, translation: string): string | undefined {
  if (translation.trim() === '') return 'Enter a text'
  const compiled = compile(translation)
  if (!compiled) return 'The braces do not fit together: write {name} as in the English text'
  const [expected, actual] = [compileParts(compile(english) ?? [english], english), compileParts(compiled, translation)]
  const unknown = [...actual.values].find((value) => !expected.values.has(value))
  if (unknown) return `There is no {${unknown}} in the English text`
  const missing = [...expected.values].find((value) => !actual.values.has(value))
  if (missing) return `{${missing}} is missing`
  if (actual.elements.join() !== expected.elements.join()) {
    return `Keep the marks of the English text: ${expected.elements.join(' ') || 'it has none'}`
  }
  return undefined
}

function compile(text: string): CompiledText | undefined {
  try {
    return compileMessageOrThrow(text)
  } catch {
    return undefined
  }
}

function compileParts(compiled: CompiledText, text: string): Parts {
  const values = new Set<string>()
  const visit = (tokens: unknown): void => {
    if (!Array.isArray(tokens)) return
    for (const token of tokens) {
      if (!Array.isArray(token)) continue
      values.add(String(token[0]))
      const choices: unknown = token[2]
      if (typeof choices === 'object' && choices !== null) Object.values(choices).forEach(visit)
    }
  }
  visit(compiled)
  return { values, elements: [...new Set(text.match(/<\/?\d+\/?>/g))].sort() }
}
