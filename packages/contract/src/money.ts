// Formats amounts of money outside the shop's pages: in receipts and emails.

/** `₹1,499.00` for 149900 paise, by integers alone, as a language writes it; in English with the groups that are usual in India. */
export function writeRupees(amountPaise: number, locale = 'en-IN'): string {
  const paise = String(Math.abs(amountPaise) % 100).padStart(2, '0')
  const rupees = Math.trunc(Math.abs(amountPaise) / 100)
  const amount = `${amountPaise < 0 ? '-' : ''}${rupees}.${paise}` as const
  return new Intl.NumberFormat(locale, { style: 'currency', currency: 'INR' }).format(amount as `${number}`)
}
