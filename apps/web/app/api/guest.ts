// Whose the work is that visitors left on this device: a guest id for everything that is begun between two sign-ins, and the
// account that signed in first after it. Kept with the token, because both decide in the same moment.

import { persisted } from './persisted.ts'

/** The account of each guest by id; empty while nobody has signed in since the guest began. */
type Guests = Record<string, string>

const stored = persisted('vitrine-guests', (value): Guests | undefined => {
  if (typeof value !== 'object' || value === null) return undefined
  return Object.fromEntries(Object.entries(value).filter(([, owner]) => typeof owner === 'string'))
})

const readGuests = (): Guests => stored.read() ?? {}

const writeGuests = (guests: Guests): void => stored.write(Object.keys(guests).length > 0 ? guests : undefined)

/** The guest whom nobody has claimed yet, if something was begun since the last sign-in. */
export function findGuest(): string | undefined {
  return Object.entries(readGuests()).find(([, owner]) => owner === '')?.[0]
}

/** Remembers that a visitor's work begins under this id. */
export function beginGuest(guestId: string): void {
  writeGuests({ ...readGuests(), [guestId]: '' })
}

/**
 * Everything that visitors have begun on this device becomes this account's, for good: who signs in later does not get it,
 * however far it has come until then. To be called whenever a session is known.
 */
export function bindGuests(userId: string): void {
  const guests = readGuests()
  if (!Object.values(guests).includes('')) return
  writeGuests(Object.fromEntries(Object.entries(guests).map(([guestId, owner]) => [guestId, owner || userId])))
}

/** Guests whose work is this account's. */
export function listGuestIds(userId: string): string[] {
  return Object.entries(readGuests()).flatMap(([guestId, owner]) => (owner === userId ? [guestId] : []))
}

/** Forgets a guest whose work has all arrived in the account. */
export function forgetGuest(guestId: string): void {
  const { [guestId]: _, ...others } = readGuests()
  writeGuests(others)
}
