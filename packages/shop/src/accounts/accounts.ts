// Owns people and their sessions: who exists, who may sign in, who is asking. Addresses and usernames are unique by index;
// nothing here looks first and inserts afterwards.
import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import type { OtpPurpose } from '@vitrine/contract/accounts'
import { Refusal } from '@vitrine/contract/refusal'
import type { Db, Tx } from '@vitrine/database/connection'
import { and, eq, gt, lt, ne, sql } from 'drizzle-orm'
import { onEachDatabase, type Reader } from '../prepared.ts'
import { findViolatedConstraint } from '../violation.ts'
import { consumeVerifiedMark, purgeOtps } from './otp.ts'
import { isPasswordRight, type PasswordHash } from './password.ts'
import { countAttempt, forgetAttempts, purgeRateCounters } from './rate-limit.ts'
import { sessions, users } from './tables.ts'

export { findCallingCode } from './calling-code.ts'
export { type IssuedOtp, issueOtp, type OtpTarget, verifyOtp, withdrawOtp } from './otp.ts'
export { type MailText, type SmsText, writeOtpMail, writeOtpSms, writePasswordChangedMail } from './otp-message.ts'
export { hashPassword, type PasswordHash } from './password.ts'
export { countAttempt } from './rate-limit.ts'

const REMEMBERED_HOURS = 7 * 24
const PLAIN_HOURS = 24

export type Role = 'buyer' | 'owner'

export interface NewUser {
  readonly username: string
  /** Lower-case. */
  readonly email: string
  readonly passwordHash: PasswordHash
  readonly actualName: string
  /** International form, `+919876543210`. */
  readonly phoneNumber: string
  readonly employmentField: string
  readonly role?: Role
}

export interface UserRecord {
  readonly id: string
  readonly username: string
  readonly email: string
  readonly actualName: string
  readonly phoneNumber: string
  readonly employmentField: string
  readonly isGoogleUser: boolean
  readonly role: Role
}

/** A session as its owner gets it: the only place where the token exists in clear. */
export interface OpenedSession {
  readonly userId: string
  readonly token: string
  readonly expiresAt: Date
}

/** Who is asking. */
export interface Session {
  readonly tokenHash: string
  readonly userId: string
  readonly username: string
  readonly email: string
  readonly role: Role
  readonly rememberMe: boolean
  readonly expiresAt: Date
}

/**
 * Adds a user whose e-mail address was verified for registration, using that mark up. The phone counts as verified when it
 * was. Refuses: email-not-verified, email-taken, username-taken; a refusal keeps the mark for the next try.
 */
export async function createVerifiedUser(tx: Tx, user: NewUser): Promise<string> {
  if (!(await consumeVerifiedMark(tx, { channel: 'mail', address: user.email, purpose: 'register' }))) {
    throw new Refusal('email-not-verified')
  }
  const isPhoneVerified = await consumeVerifiedMark(tx, { channel: 'sms', address: user.phoneNumber, purpose: 'phone' })
  return insertUser(tx, user, isPhoneVerified)
}

/** Adds a user without any verification: for accounts the shop itself sets up. Refuses email-taken, username-taken. */
export async function insertUser(tx: Tx, user: NewUser, isPhoneVerified = false): Promise<string> {
  const inserted = await tx
    .insert(users)
    .values({ ...user, phoneVerifiedAt: isPhoneVerified ? sql`now()` : null })
    .returning({ id: users.id })
    .catch(refuseTaken)
  assert(inserted[0], 'an insert returns its row')
  return inserted[0].id
}

/** The user with this address, or undefined. */
export async function findUserIdByEmail(db: Reader, email: string): Promise<string | undefined> {
  const [row] = await db.select({ id: users.id }).from(users).where(eq(users.email, email))
  return row?.id
}

/** Whether a username is free, for everybody or for its present owner. Advice only: the unique index decides. */
export async function isUsernameAvailable(db: Reader, username: string, ownUserId?: string): Promise<boolean> {
  const [taken] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(sql`lower(${users.username}) = lower(${username})`, ownUserId ? ne(users.id, ownUserId) : undefined))
  return taken === undefined
}

/**
 * What a code for this address is for when the caller did not say: an address with an account gets a code to reset its
 * password, any other one to register. Refuses user-not-found (reset without account) and email-taken (register with one).
 */
export async function chooseOtpPurpose(db: Reader, email: string, asked: OtpPurpose | undefined): Promise<OtpPurpose> {
  const isRegistered = (await findUserIdByEmail(db, email)) !== undefined
  if (asked === 'reset' && !isRegistered) throw new Refusal('user-not-found')
  if (asked === 'register' && isRegistered) throw new Refusal('email-taken')
  return isRegistered ? 'reset' : 'register'
}

const userColumns = {
  id: users.id,
  username: users.username,
  email: users.email,
  actualName: users.actualName,
  phoneNumber: users.phoneNumber,
  employmentField: users.employmentField,
  isGoogleUser: users.isGoogleUser,
  role: users.role,
}

const userById = onEachDatabase((db) =>
  db
    .select(userColumns)
    .from(users)
    .where(eq(users.id, sql.placeholder('id')))
    .prepare('user_by_id'),
)

/** The user with this id, who must exist. */
export async function getUser(db: Db, userId: string): Promise<UserRecord> {
  const [user] = await userById(db).execute({ id: userId })
  assert(user, `user ${userId} does not exist`)
  return user
}

/** Makes other transactions that lock the same user wait. Take it before any other lock. */
export async function lockUser(tx: Tx, userId: string): Promise<void> {
  const [user] = await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update')
  assert(user, `user ${userId} does not exist`)
}

/** Opens a session of 7 days (remember me) or 24 hours. */
export async function startSession(db: Reader, userId: string, rememberMe: boolean): Promise<OpenedSession> {
  const token = randomBytes(32).toString('base64url')
  const hours = rememberMe ? REMEMBERED_HOURS : PLAIN_HOURS
  const [row] = await db
    .insert(sessions)
    .values({
      tokenHash: hashToken(token),
      userId,
      rememberMe,
      expiresAt: sql`now() + make_interval(hours => ${hours})`,
    })
    .returning({ expiresAt: sessions.expiresAt })
  assert(row, 'an insert returns its row')
  return { userId, token, expiresAt: row.expiresAt }
}

const sessionByToken = onEachDatabase((db) =>
  db
    .select({
      tokenHash: sessions.tokenHash,
      userId: users.id,
      username: users.username,
      email: users.email,
      role: users.role,
      rememberMe: sessions.rememberMe,
      expiresAt: sessions.expiresAt,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.tokenHash, sql.placeholder('tokenHash')), gt(sessions.expiresAt, sql`now()`)))
    .prepare('session_by_token'),
)

/** The living session of a token, or undefined. */
export async function findSession(db: Db, token: string): Promise<Session | undefined> {
  const [session] = await sessionByToken(db).execute({ tokenHash: hashToken(token) })
  return session
}

/** The living session of a token. Refuses sign-in-required without one, session-expired when it is unknown or over. */
export async function requireSession(db: Db, token: string | undefined): Promise<Session> {
  if (!token) throw new Refusal('sign-in-required')
  const session = await findSession(db, token)
  if (!session) throw new Refusal('session-expired')
  return session
}

/** Ends the session of a token. An unknown token ends nothing. */
export async function endSession(db: Db, token: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.tokenHash, hashToken(token)))
}

export interface Credentials {
  readonly email: string
  readonly password: string
  readonly rememberMe: boolean
}

/**
 * Signs in with address and password. Refuses invalid-credentials, in the same time whether or not the address is known,
 * and rate-limited after too many tries from one place or at one address. Takes `db`: tries count although refused.
 */
export async function signIn(db: Db, credentials: Credentials, ip: string): Promise<OpenedSession> {
  const pair = `${credentials.email} ${ip}`
  await countAttempt(db, 'sign-in-ip', ip)
  await countAttempt(db, 'sign-in-address', credentials.email)
  await countAttempt(db, 'sign-in-pair', pair)

  const [user] = await db
    .select({ id: users.id, passwordHash: users.passwordHash })
    .from(users)
    .where(eq(users.email, credentials.email))
  if (!(await isPasswordRight(credentials.password, user?.passwordHash)) || !user) {
    throw new Refusal('invalid-credentials')
  }
  await forgetAttempts(db, 'sign-in-pair', pair)
  return startSession(db, user.id, credentials.rememberMe)
}

/**
 * Sets a new password for an address whose reset code was verified, uses that mark up and ends all sessions.
 * Refuses email-not-verified and user-not-found.
 */
export async function resetPassword(tx: Tx, email: string, passwordHash: PasswordHash): Promise<void> {
  if (!(await consumeVerifiedMark(tx, { channel: 'mail', address: email, purpose: 'reset' }))) {
    throw new Refusal('email-not-verified')
  }
  const [user] = await tx.update(users).set({ passwordHash }).where(eq(users.email, email)).returning({ id: users.id })
  if (!user) throw new Refusal('user-not-found')
  await tx.delete(sessions).where(eq(sessions.userId, user.id))
}

export interface UserChanges {
  readonly username?: string | undefined
  readonly actualName?: string | undefined
  readonly phoneNumber?: string | undefined
  readonly employmentField?: string | undefined
}

/**
 * Changes what is given and leaves the rest. A changed username ends every session of the user and opens a new one that
 * keeps the remember-me choice. A changed phone number counts as verified only when it was. Refuses username-taken.
 */
export async function updateUser(tx: Tx, session: Session, changes: UserChanges): Promise<OpenedSession | undefined> {
  const [before] = await tx.select(userColumns).from(users).where(eq(users.id, session.userId)).for('no key update')
  assert(before, `user ${session.userId} does not exist`)
  const phoneNumber = changes.phoneNumber !== before.phoneNumber ? changes.phoneNumber : undefined
  const isPhoneVerified =
    phoneNumber !== undefined &&
    (await consumeVerifiedMark(tx, { channel: 'sms', address: phoneNumber, purpose: 'phone' }))
  const set = {
    ...(changes.username !== undefined && { username: changes.username }),
    ...(changes.actualName !== undefined && { actualName: changes.actualName }),
    ...(changes.employmentField !== undefined && { employmentField: changes.employmentField }),
    ...(phoneNumber !== undefined && { phoneNumber, phoneVerifiedAt: isPhoneVerified ? sql`now()` : null }),
  }
  if (Object.keys(set).length === 0) return undefined
  await tx.update(users).set(set).where(eq(users.id, session.userId)).catch(refuseTaken)
  if (changes.username === undefined || changes.username === before.username) return undefined
  await tx.delete(sessions).where(eq(sessions.userId, session.userId))
  return startSession(tx, session.userId, session.rememberMe)
}

/** Drops ended sessions, old codes and old counters. Returns how many rows. Meant to run about once an hour. */
export async function purgeExpiredAccess(db: Db): Promise<number> {
  const { rowCount } = await db.delete(sessions).where(lt(sessions.expiresAt, sql`now()`))
  return (rowCount ?? 0) + (await purgeOtps(db)) + (await purgeRateCounters(db))
}

function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}

function refuseTaken(error: unknown): never {
  const constraint = findViolatedConstraint(error)
  if (constraint === 'users_username_unique') throw new Refusal('username-taken')
  if (constraint === 'users_email_unique') throw new Refusal('email-taken')
  throw error
}
