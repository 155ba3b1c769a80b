// Formats amounts of money outside the shop's pages (receipts, emails, the admin area).
// The browser imports this file, so it does not use zod.

/** `₹1,499.00` for 149900 paise, by integers alone; groups as they are usual in India. */
export function writeRupees(amountPaise: number): string {
  const paise = String(Math.abs(amountPaise) % 100).padStart(2, '0')
  const rupees = Math.trunc(Math.abs(amountPaise) / 100)
  return `${amountPaise < 0 ? '-' : ''}₹${group(rupees)}.${paise}`
}

/** Made when it is first needed: every page loads this file, and a browser's first number format takes it several milliseconds. */
let groups: Intl.NumberFormat | undefined

function group(count: number): string {
  groups ??= new Intl.NumberFormat('en-IN')
  return groups.format(count)
}

/** `1 credit`, `120 credits`. */
export function writeCredits(credits: number): string {
  return `${group(credits)} ${credits === 1 ? 'credit' : 'credits'}`
}
