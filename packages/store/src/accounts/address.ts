// Addresses that stand for none: of accounts that sign in by a phone number and have named no email address.
import { randomUUID } from 'node:crypto'

/** `.invalid` never is a domain (RFC 2606, section 2). */
const NO_ADDRESS = '@phone.invalid'

/** A unique address for an account without one. */
export function newPlaceholderAddress(): string {
  return `${randomUUID()}${NO_ADDRESS}`
}

/** The address as people see it; empty for an account without one. */
export function shownAddress(email: string): string {
  return email.endsWith(NO_ADDRESS) ? '' : email
}
