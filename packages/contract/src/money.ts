// Owns how an amount of money is written where words are made on the server: receipts and mails.

/** `₹1,499.00` for 149900 paise, by integers alone; groups as they are usual in India. */
export function writeRupees(amountPaise: number): string {
  const paise = String(Math.abs(amountPaise) % 100).padStart(2, '0')
  const rupees = Math.trunc(Math.abs(amountPaise) / 100)
  return `${amountPaise < 0 ? '-' : ''}₹${groups.format(rupees)}.${paise}`
}

const groups = new Intl.NumberFormat('en-IN')

/** `1 credit`, `120 credits`. */
export function writeCredits(credits: number): string {
  return `${groups.format(credits)} ${credits === 1 ? 'credit' : 'credits'}`
}
