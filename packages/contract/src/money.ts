// Formats amounts of money outside the shop's pages: in receipts and emails.

/** `₹1,499.00` for 149900 paise, by integers alone, as a language writes it; in English with the groups that are usual in India. */
export function writeRupees(amountPaise: number, locale = 'en-IN'): string {
  const paise = String(Math.abs(amountPaise) % 100).padStart(2, '0')
  const rupees = Math.trunc(Math.abs(amountPaise) / 100)
  const amount = `${amountPaise < 0 ? '-' : ''}${rupees}.${paise}` as const
  const format: Intl.NumberFormatOptions = { style: 'currency', currency: 'INR', numberingSystem: 'latn' }
  return new Intl.NumberFormat(locale, format).format(amount as `${number}`)
}
