// Texts outside of pages: mails, text messages, receipts.
import { compileMessage } from '@lingui/message-utils/compileMessage'
import { type Translations, translationsInto } from './catalogue.ts'
import { ENGLISH, type Language } from './language.ts'
import { type CompiledText, type Values, writeText } from './write-text.ts'

/** Translates an English text of the program and inserts its values. */
type Translate = (english: string, values?: Values) => string

/** The texts of one language. */
export interface Texts {
  readonly language: Language
  /** For the formats of `Intl`: English numbers are grouped as in India. */
  readonly locale: string
  readonly translate: Translate
}

/** `own` has the owner's replacements of texts. A text without a translation is English. */
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

/** The bundled English texts. */
export const ENGLISH_TEXTS: Texts = openTexts(ENGLISH)

/** Marks a text for the message catalogue, so that it can be translated where it is shown. */
export const msg = <Text extends string>(english: Text): Text => english

// Amounts of money in mails and receipts.

/**
 * Formats `₹1,499.00` for 149900 paise, with integer arithmetic, in the form of the language; in English with Indian grouping.
 * Pages use the same message.
 */
export function writeRupees(amountPaise: number, { translate, locale }: Texts): string {
  const paise = String(Math.abs(amountPaise) % 100).padStart(2, '0')
  const rupees = Math.trunc(Math.abs(amountPaise) / 100)
  const format = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, numberingSystem: 'latn' })
  const amount = format.format(`${rupees}.${paise}` as `${number}`)
  return translate('{symbol}{amount}', { symbol: amountPaise < 0 ? '-₹' : '₹', amount })
}
