// Amounts of money in mails and receipts.
import type { Texts } from './texts.ts'

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
