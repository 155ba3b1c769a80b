// Amounts of money outside the store's pages: in mails and receipts.
import type { Texts } from './texts.ts'

/**
 * `₹1,499.00` for 149900 paise, by integers alone, as the language writes it; in English with the groups that are usual in
 * India. Pages use the same message.
 */
export function writeRupees(amountPaise: number, { translate, locale }: Texts): string {
  const paise = String(Math.abs(amountPaise) % 100).padStart(2, '0')
  const rupees = Math.trunc(Math.abs(amountPaise) / 100)
  const format = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, numberingSystem: 'latn' })
  const amount = format.format(`${rupees}.${paise}` as `${number}`)
  return translate('{symbol}{amount}', { symbol: amountPaise < 0 ? '-₹' : '₹', amount })
}
