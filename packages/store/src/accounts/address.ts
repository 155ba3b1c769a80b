// Placeholder addresses of accounts that sign in by phone number and have no email address.
import { randomUUID } from 'node:crypto'

/** `.invalid` is never a real domain (RFC 2606, section 2). */
const NO_ADDRESS = '@phone.invalid'

/** A unique address for an account without one. */
export function newPlaceholderAddress(): string {
  return `${randomUUID()}${NO_ADDRESS}`
}

/** The address to display; empty for an account without one. */
export function shownAddress(email: string): string {
  return email.endsWith(NO_ADDRESS) ? '' : email
}
