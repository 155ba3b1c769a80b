// Sign-in with a one-time code: receiving the code at an address or number proves its ownership. The first code creates the
// account; the profile may follow later.
import { randomInt } from 'node:crypto'
import { ApiError } from '@vitrine/contract/api-error'
import { isStaff } from '@vitrine/contract/permission'
import type { Tx } from '@vitrine/database/connection'
import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Reader } from '../prepared.ts'
import { newPlaceholderAddress } from './address.ts'
import { suggestUsername } from './google.ts'
import type { OtpChannel } from './otp.ts'
import { isReservedUsername } from './reserved-username.ts'
import { users } from './tables.ts'

const USERNAME_TRIES = 20

/** Where a code was received. */
export interface CodeAddress {
  readonly channel: OtpChannel
  /** An email address in lower case, or a phone number in E.164. */
  readonly address: string
}

/**
 * The account that a code sent to this address signs in to, or undefined. Throws `phone-not-unique` when several accounts have
 * verified the number, or when a staff member has: they sign in with their email address.
 */
export async function findCodeAccount(db: Reader, { channel, address }: CodeAddress): Promise<string | undefined> {
  if (channel === 'mail') {
    const [user] = await db.select({ id: users.id }).from(users).where(eq(users.email, address))
    return user?.id
  }
  const owners = await db
    .select({ id: users.id, role: users.role })
    .from(users)
    .where(and(eq(users.phoneNumber, address), isNotNull(users.phoneVerifiedAt), isNull(users.deletedAt)))
    .limit(2)
  const [owner] = owners
  if (owner && (owners.length > 1 || isStaff(owner.role))) throw new ApiError('phone-not-unique')
  return owner?.id
}

/** The account of a verified address, created on first use. Throws `phone-not-unique`. */
export async function findOrCreateCodeAccount(
  tx: Tx,
  verified: CodeAddress,
): Promise<{ userId: string; isNewUser: boolean }> {
  // Phone numbers have no unique index, so this lock keeps two codes for one number from creating two accounts.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`account-of:${verified.address}`}, 0))`)
  for (let attempt = 0; attempt < USERNAME_TRIES; attempt++) {
    const known = await findCodeAccount(tx, verified)
    if (known) return { userId: known, isNewUser: false }
    const created = await insertCodeAccount(tx, verified, attempt)
    if (created) return { userId: created, isNewUser: true }
  }
  throw new Error(`no free username was found in ${USERNAME_TRIES} tries`)
}

/** Undefined when the username is taken, or another request has just taken the address. */
async function insertCodeAccount(tx: Tx, verified: CodeAddress, attempt: number): Promise<string | undefined> {
  const isMail = verified.channel === 'mail'
  const username = isMail ? suggestUsername(verified.address, attempt) : `user${randomInt(0, 1e9)}`
  if (isReservedUsername(username)) return undefined
  const contact = isMail
    ? { email: verified.address }
    : { email: newPlaceholderAddress(), phoneNumber: verified.address, phoneVerifiedAt: sql`now()` }
  const [created] = await tx
    .insert(users)
    .values({ username, actualName: username, ...contact })
    .onConflictDoNothing()
    .returning({ id: users.id })
  return created?.id
}
