// Google accounts: sign-in nonces, finding or creating the user, and linking Google to an account that has a password.
// Google's subject id identifies an account; an email address alone never opens one.

import assert from 'node:assert/strict'
import { randomBytes, randomInt } from 'node:crypto'
import { ApiError } from '@vitrine/contract/api-error'
import { toPlainLine } from '@vitrine/contract/input'
import type { Db, Tx } from '@vitrine/database/connection'
import type { SocialIdentity } from '@vitrine/providers/sign-in'
import { and, eq, gt, lt, or, sql } from 'drizzle-orm'
import type { Reader } from '../prepared.ts'
import { hashToken } from '../token.ts'
import { type Client, clearSignInAttempts, countSignIn } from './device.ts'
import { queueEmail } from './notification-email.ts'
import { isPasswordRight } from './password.ts'
import { isReservedUsername } from './reserved-username.ts'
import { signInNonces, users } from './tables.ts'

const NONCE_LIFE_MINUTES = 10
const USERNAME_TRIES = 20

/** Creates a nonce for one sign-in within the next 10 minutes. */
export async function issueSignInNonce(db: Db): Promise<string> {
  const nonce = randomBytes(24).toString('base64url')
  await db.insert(signInNonces).values({
    nonceHash: hashToken(nonce),
    expiresAt: sql`now() + make_interval(mins => ${NONCE_LIFE_MINUTES})`,
  })
  return nonce
}

/**
 * Consumes the nonce of a verified ID token. Throws `google-token-invalid` when the nonce is unknown, expired or used. If the
 * transaction fails, the nonce stays valid, so that the user can still agree to link the accounts.
 */
export async function useSignInNonce(tx: Tx, nonce: string): Promise<void> {
  const { rowCount } = await tx
    .delete(signInNonces)
    .where(and(eq(signInNonces.nonceHash, hashToken(nonce)), gt(signInNonces.expiresAt, sql`now()`)))
  if (rowCount !== 1) throw new ApiError('google-token-invalid')
}

/** Deletes expired nonces. Returns how many. */
export async function purgeSignInNonces(db: Db): Promise<number> {
  const { rowCount } = await db.delete(signInNonces).where(lt(signInNonces.expiresAt, sql`now()`))
  return rowCount ?? 0
}

/**
 * The account of a Google identity, created on first use. Throws `link-consent-required` (with `email`) when the address belongs
 * to an account that is not linked: its owner must agree first, by the password, or by signing in with a code if there is none
 * (`hasPassword`).
 */
export async function findOrCreateGoogleUser(
  tx: Tx,
  identity: SocialIdentity,
): Promise<{ userId: string; isNewUser: boolean }> {
  for (let attempt = 0; attempt < USERNAME_TRIES; attempt++) {
    // One query: between two, another tab could create this account, whose address would then seem to belong to another user.
    const holders = await tx
      .select({ id: users.id, subject: users.googleSubject, passwordHash: users.passwordHash })
      .from(users)
      .where(or(eq(users.googleSubject, identity.subject), eq(users.email, identity.email)))
    const known = holders.find(({ subject }) => subject === identity.subject)
    if (known) return { userId: known.id, isNewUser: false }
    const [holder] = holders
    if (holder) {
      const hasPassword = holder.passwordHash !== null
      throw new ApiError('link-consent-required', { email: identity.email, hasPassword })
    }

    const username = suggestUsername(identity.email, attempt)
    if (isReservedUsername(username)) continue
    // The unique indexes decide. A conflict with a concurrent request (same name, address or identity) is resolved in the next
    // round.
    const [created] = await tx
      .insert(users)
      .values({
        username,
        email: identity.email,
        googleSubject: identity.subject,
        isGoogleUser: true,
        actualName: toPlainLine(identity.name.slice(0, 100)) || username,
      })
      .onConflictDoNothing()
      .returning({ id: users.id })
    if (created) return { userId: created.id, isNewUser: true }
  }
  throw new Error(`no free username was found in ${USERNAME_TRIES} tries for the address of a Google account`)
}

/** The account linked to a Google account, or undefined. */
export async function findByGoogleSubject(db: Reader, subject: string): Promise<string | undefined> {
  const [user] = await db.select({ id: users.id }).from(users).where(eq(users.googleSubject, subject))
  return user?.id
}

/**
 * Proves by password that the Google user also owns the account with the same address. Returns that account's id. Throws
 * `invalid-credentials` (in the same time whether or not there is such an account) and `rate-limited`, counted together with
 * sign-ins. Takes `db`, so that a refused attempt is still counted.
 */
export async function proveLinkConsent(
  db: Db,
  identity: SocialIdentity,
  { password, client }: { password: string; client: Pick<Client, 'ip' | 'deviceToken'> },
): Promise<{ userId: string; passwordHash: string }> {
  const { email } = identity
  const [user] = await db
    .select({ id: users.id, passwordHash: users.passwordHash })
    .from(users)
    .where(eq(users.email, email))
  const attempt = await countSignIn(db, { email, userId: user?.id }, client)
  if (!(await isPasswordRight(password, user?.passwordHash)) || !user?.passwordHash) {
    throw new ApiError('invalid-credentials')
  }
  await clearSignInAttempts(db, attempt)
  return { userId: user.id, passwordHash: user.passwordHash }
}

/**
 * Links a Google identity to the account whose owner agreed. Idempotent. Throws `invalid-credentials` when the password has
 * changed since.
 */
export async function linkGoogle(
  tx: Tx,
  identity: SocialIdentity,
  consent: { userId: string; passwordHash: string },
): Promise<void> {
  const [before] = await tx
    .select({ passwordHash: users.passwordHash, googleSubject: users.googleSubject })
    .from(users)
    .where(eq(users.id, consent.userId))
    .for('update')
  if (before?.passwordHash !== consent.passwordHash) throw new ApiError('invalid-credentials')
  if (before.googleSubject === identity.subject) return
  const owner = await findByGoogleSubject(tx, identity.subject)
  // An identity that opened an account of its own before its address moved here cannot open two.
  if (owner) throw new ApiError('google-token-invalid', { reason: 'linked-elsewhere' })
  await tx.update(users).set({ googleSubject: identity.subject }).where(eq(users.id, consent.userId))
  await queueEmail(tx, { kind: 'google-linked', userId: consent.userId })
}

/**
 * A username from the local part of an address, reduced to 3 to 30 allowed characters. From the second attempt on, random digits
 * follow.
 */
export function suggestUsername(email: string, attempt: number): string {
  const local = email.split('@', 1)[0]?.split('+', 1)[0] ?? ''
  const plain = local
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9._-]/g, '')
    .slice(0, 24)
  const base = plain.length >= 3 ? plain : `user${plain}`
  if (attempt === 0) return base
  const suffix = String(randomInt(0, 100_000)).padStart(5, '0')
  assert(base.length + suffix.length <= 30, `${base}${suffix} is longer than a username may be`)
  return `${base}${suffix}`
}
