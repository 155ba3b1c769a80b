// The owners of guest work on this device: a guest id covers everything that is begun between two sign-ins, and belongs
// to the first account that signs in afterwards. The modules of token and guest are together because both decide at the
// same moment.

import { persisted } from './persisted.ts'

/** The account of each guest id; empty while no account has signed in since the guest started. */
type Guests = Record<string, string>

const stored = persisted('vitrine-guests', (value): Guests | undefined => {
  if (typeof value !== 'object' || value === null) return undefined
  return Object.fromEntries(Object.entries(value).filter(([, owner]) => typeof owner === 'string'))
})

const readGuests = (): Guests => stored.read() ?? {}

const writeGuests = (guests: Guests): void => stored.write(Object.keys(guests).length > 0 ? guests : undefined)

/** The unclaimed guest, if work was started since the last sign-in. */
export function findGuest(): string | undefined {
  return Object.entries(readGuests()).find(([, owner]) => owner === '')?.[0]
}

/** Stores that a visitor's work starts under this id. */
export function beginGuest(guestId: string): void {
  writeGuests({ ...readGuests(), [guestId]: '' })
}

/**
 * Assigns all unclaimed work on this device to this account permanently: accounts that sign in later do not get it,
 * even if it has not been moved completely. Call it whenever a session is known.
 */
export function bindGuests(userId: string): void {
  const guests = readGuests()
  if (!Object.values(guests).includes('')) return
  writeGuests(Object.fromEntries(Object.entries(guests).map(([guestId, owner]) => [guestId, owner || userId])))
}

/** Guests whose work belongs to this account. */
export function listGuestIds(userId: string): string[] {
  return Object.entries(readGuests()).flatMap(([guestId, owner]) => (owner === userId ? [guestId] : []))
}

/** Forgets a guest whose work is completely in the account. */
export function forgetGuest(guestId: string): void {
  const { [guestId]: _, ...others } = readGuests()
  writeGuests(others)
}
