// Texts outside of pages: mails, text messages, receipts.
import { compileMessage } from '@lingui/message-utils/compileMessage'
import { type Translations, translationsInto } from './catalogue.ts'
import { ENGLISH, type Language } from './language.ts'
import { type CompiledText, type Values, writeText } from './write-text.ts'

/** The text of the program that says this in English, with its values. */
export type Translate = (english: string, values?: Values) => string

/** The texts of one language. */
export interface Texts {
  readonly language: Language
  /** For the formats of `Intl`: English numbers are grouped as in India. */
  readonly locale: string
  readonly translate: Translate
}

/** `own`: what the owner wrote in place of some texts. A text without a translation is English. */
export function openTexts(language: Language, own: Translations = {}): Texts {
  const bundled = translationsInto(language.tag)
  const locale = language.tag === ENGLISH.tag ? 'en-IN' : language.tag
  const find = (texts: Translations, key: string) => (Object.hasOwn(texts, key) ? texts[key] : undefined)
  return {
    language,
    locale,
    translate: (english, values = {}) => {
      const text = find(own, english) ?? find(bundled, english) ?? english
      return writeText(compileMessage(text) as CompiledText, values, { locale })
    },
  }
}

/** The texts as the program has them. */
export const ENGLISH_TEXTS: Texts = openTexts(ENGLISH)

/** Marks a text that is translated where it is shown, so that it is in the catalogue. */
export const msg = <Text extends string>(english: Text): Text => english
