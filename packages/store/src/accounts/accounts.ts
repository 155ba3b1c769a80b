// User accounts: creation, sign-in, passwords and changes. Unique indexes guard email addresses and usernames, so no code checks
// before it inserts.

import assert from 'node:assert/strict'
import type { OtpPurpose } from '@vitrine/contract/accounts'
import { ApiError } from '@vitrine/contract/api-error'
import { isStaff } from '@vitrine/contract/permission'
import { findCallingCode, isPhoneNumber, toE164 } from '@vitrine/contract/phone'
import { type Db, type Tx, transaction } from '@vitrine/database/connection'
import { msg } from '@vitrine/language/texts'
import { and, eq, isNull, ne, or, sql } from 'drizzle-orm'
import { onEachDatabase, type Reader } from '../prepared.ts'
import { findViolatedConstraint } from '../violation.ts'
import { shownAddress } from './address.ts'
import {
  type Client,
  clearSignInAttempts,
  countSignIn,
  deleteDevices,
  purgeDevices,
  recognizeDevice,
} from './device.ts'
import { purgeSignInNonces } from './google.ts'
import { queueEmail } from './notification-email.ts'
import { consumeVerifiedMark, type Prover, purgeOtps, voidOtps } from './otp.ts'
import { isPasswordRight, type PasswordHash } from './password.ts'
import { countAttempt, deleteAttempts, purgeRateCounters, uncountAttempt } from './rate-limit.ts'
import { isReservedUsername } from './reserved-username.ts'
import { setRewardMark } from './reward-mark.ts'
import {
  endAllSessions,
  endOtherSessions,
  lockSession,
  type OpenedSession,
  openSession,
  purgeSessions,
  type Role,
  type Session,
  type SignedIn,
  startSession,
} from './session.ts'
import { otps, users } from './tables.ts'

export interface NewUser {
  readonly username: string
  /** Lower-case. */
  readonly email: string
  readonly passwordHash: PasswordHash
  readonly actualName: string
  /** International form, `+919876543210`, or empty. */
  readonly phoneNumber: string
  readonly employmentField: string
  readonly role?: Role
}

interface UserRecord {
  readonly id: string
  readonly username: string
  readonly email: string
  readonly actualName: string
  readonly phoneNumber: string
  readonly employmentField: string
  /** BCP 47 tag; null until the user has chosen one. */
  readonly language: string | null
  readonly isPhoneVerified: boolean
  readonly isGoogleUser: boolean
  readonly isGoogleLinked: boolean
  readonly hasPassword: boolean
  /** Storage key; null without a picture. */
  readonly profilePictureKey: string | null
  readonly role: Role
  readonly createdAt: Date
  /** Null unless the store has blocked the account. */
  readonly blockedAt: Date | null
}

/**
 * Adds a user whose email address the same prover verified for registration, and consumes that mark. The phone counts as verified
 * if it was. Throws `email-not-verified`, `email-taken` and `username-taken`; an error keeps the mark for the next try.
 */
export async function createVerifiedUser(tx: Tx, user: NewUser, prover: Prover): Promise<string> {
  if (isReservedUsername(user.username)) throw new ApiError('username-taken')
  if (!(await consumeVerifiedMark(tx, { channel: 'mail', address: user.email, purpose: 'register' }, prover))) {
    throw new ApiError('email-not-verified')
  }
  const phone = { channel: 'sms', address: user.phoneNumber, purpose: 'phone' } as const
  const isPhoneVerified = await consumeVerifiedMark(tx, phone, prover)
  return insertUser(tx, user, isPhoneVerified)
}

/** Adds a user without verification, for accounts that the store itself creates. Throws `email-taken`, `username-taken`. */
export async function insertUser(tx: Tx, user: NewUser, isPhoneVerified = false): Promise<string> {
  const inserted = await tx
    .insert(users)
    .values({ ...user, phoneVerifiedAt: isPhoneVerified ? sql`now()` : null })
    .returning({ id: users.id })
    .catch(rethrowTaken)
  assert(inserted[0], 'an insert returns its row')
  return inserted[0].id
}

/** The user with this address, or undefined. */
export async function findUserIdByEmail(db: Reader, email: string): Promise<string | undefined> {
  const [row] = await db.select({ id: users.id }).from(users).where(eq(users.email, email))
  return row?.id
}

/** Whether a username is free, or already belongs to this user. Only advice: the unique index decides. */
export async function isUsernameAvailable(db: Reader, username: string, ownUserId?: string): Promise<boolean> {
  const [taken] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(sql`lower(${users.username}) = lower(${username})`, ownUserId ? ne(users.id, ownUserId) : undefined))
  return taken === undefined && !(await isReservedForOthers(db, username, ownUserId))
}

/** A reserved name is only for the store's own account that already has it. */
async function isReservedForOthers(db: Reader, username: string, ownUserId: string | undefined): Promise<boolean> {
  if (!isReservedUsername(username)) return false
  if (ownUserId === undefined) return true
  const [own] = await db.select({ username: users.username }).from(users).where(eq(users.id, ownUserId))
  return own?.username.toLowerCase() !== username.toLowerCase()
}

/**
 * Chooses the purpose of a code when the request names none: a password reset for an address with an account, registration for
 * any other. Throws `user-not-found` (reset without account) and `email-taken` (register with one).
 */
export async function chooseOtpPurpose(
  db: Reader,
  email: string,
  requested: OtpPurpose | undefined,
): Promise<OtpPurpose> {
  const isRegistered = (await findUserIdByEmail(db, email)) !== undefined
  if (requested === 'reset' && !isRegistered) throw new ApiError('user-not-found')
  if (requested === 'register' && isRegistered) throw new ApiError('email-taken')
  return isRegistered ? 'reset' : 'register'
}

const userColumns = {
  id: users.id,
  username: users.username,
  email: users.email,
  actualName: users.actualName,
  phoneNumber: users.phoneNumber,
  employmentField: users.employmentField,
  language: users.language,
  isPhoneVerified: sql<boolean>`${users.phoneVerifiedAt} is not null`,
  isGoogleUser: users.isGoogleUser,
  isGoogleLinked: sql<boolean>`${users.googleSubject} is not null`,
  hasPassword: sql<boolean>`${users.passwordHash} is not null`,
  profilePictureKey: users.profilePictureKey,
  role: users.role,
  createdAt: users.createdAt,
  blockedAt: users.blockedAt,
}

const userById = onEachDatabase((db) =>
  db
    .select(userColumns)
    .from(users)
    .where(eq(users.id, sql.placeholder('id')))
    .prepare('user_by_id'),
)

/** The user with this id. Throws when there is none. */
export async function getUser(db: Db, userId: string): Promise<UserRecord> {
  const [user] = await userById(db).execute({ id: userId })
  assert(user, `user ${userId} does not exist`)
  return user
}

/** The same inside a transaction, so that it sees the transaction's own changes. */
export async function readUser(tx: Reader, userId: string): Promise<UserRecord> {
  const [user] = await tx.select(userColumns).from(users).where(eq(users.id, userId))
  assert(user, `user ${userId} does not exist`)
  return user
}

/** Serializes transactions that change the same user. Take this lock before any other. */
export async function lockUser(tx: Tx, userId: string): Promise<void> {
  const [user] = await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update')
  assert(user, `user ${userId} does not exist`)
}

/** The same for a change that must not follow the deletion of the account. Throws `session-expired`. */
export async function lockPresentUser(tx: Tx, userId: string): Promise<void> {
  await lockUser(tx, userId)
  if ((await tx.$count(users, and(eq(users.id, userId), isNull(users.deletedAt)))) === 0)
    throw new ApiError('session-expired')
}

interface Credentials {
  readonly email: string
  readonly password: string
  readonly rememberMe: boolean
}

/**
 * Signs in with address and password. Throws `invalid-credentials` (in the same time whether or not the address is known),
 * `account-blocked` when the password is correct, and `rate-limited`. Takes `db`, so that a refused attempt is still counted.
 */
export async function signIn(db: Db, credentials: Credentials, client: Client): Promise<SignedIn> {
  const { email, rememberMe } = credentials
  const [user] = await db
    .select({ id: users.id, passwordHash: users.passwordHash })
    .from(users)
    .where(eq(users.email, email))
  const attempt = await countSignIn(db, { email, userId: user?.id }, client)
  if (!(await isPasswordRight(credentials.password, user?.passwordHash)) || !user) {
    throw new ApiError('invalid-credentials')
  }
  await clearSignInAttempts(db, attempt)
  return transaction(db, (tx) => openSession(tx, user.id, { rememberMe, client }))
}

/**
 * Sets a new password for an address whose reset code the same caller verified. Consumes that mark and every other reset code,
 * ends all sessions and notifies the owner by email. Throws `email-not-verified` and `user-not-found`. Returns the token of a
 * known device, so that the owner can sign in while others guess at the password.
 */
export async function resetPassword(
  tx: Tx,
  email: string,
  passwordHash: PasswordHash,
  client: Client,
): Promise<{ deviceToken: string }> {
  if (!(await consumeVerifiedMark(tx, { channel: 'mail', address: email, purpose: 'reset' }, client))) {
    throw new ApiError('email-not-verified')
  }
  const [user] = await tx.update(users).set({ passwordHash }).where(eq(users.email, email)).returning({ id: users.id })
  if (!user) throw new ApiError('user-not-found')
  await voidOtps(tx, { channel: 'mail', address: email, purpose: 'reset' })
  await voidOtps(tx, { channel: 'mail', address: email, purpose: 'sign-in' })
  await endAllSessions(tx, user.id)
  await queueEmail(tx, { kind: 'password-changed', userId: user.id, how: 'reset' })
  return recognizeDevice(tx, user.id, client.deviceToken)
}

/** A checked password. A change that depends on it is written only while the password is still current. */
export interface CheckedPassword {
  readonly passwordHash: string
}

/**
 * Checks the password of a signed-in user before an action for which a stolen session must not be enough. Throws
 * `password-not-set`, `password-incorrect` and `rate-limited`. Takes `db`, so that a refused try is still counted.
 */
export async function checkPassword(
  db: Db,
  { id: sessionId, userId }: Pick<Session, 'id' | 'userId'>,
  password: string,
): Promise<CheckedPassword> {
  await countAttempt(db, 'password-check', sessionId)
  await countAttempt(db, 'password-check-user', userId)
  const [user] = await db.select({ passwordHash: users.passwordHash }).from(users).where(eq(users.id, userId))
  if (user && user.passwordHash === null) throw new ApiError('password-not-set')
  if (!(await isPasswordRight(password, user?.passwordHash)) || !user?.passwordHash) {
    throw new ApiError('password-incorrect')
  }
  await deleteAttempts(db, 'password-check', sessionId)
  await uncountAttempt(db, 'password-check-user', userId)
  return { passwordHash: user.passwordHash }
}

/**
 * Replaces a checked password, ends all other sessions, voids pending reset codes, and notifies the owner by email. Returns how
 * many sessions ended. Throws `session-expired`, and `password-incorrect` when the password has changed since the check.
 */
export async function changePassword(
  tx: Tx,
  session: Session,
  { present, passwordHash }: { present: CheckedPassword; passwordHash: PasswordHash },
): Promise<number> {
  await lockUser(tx, session.userId)
  await lockSession(tx, session)
  const { rowCount } = await tx
    .update(users)
    .set({ passwordHash })
    .where(and(eq(users.id, session.userId), eq(users.passwordHash, present.passwordHash)))
  if (rowCount !== 1) throw new ApiError('password-incorrect')
  await voidOtps(tx, { channel: 'mail', address: session.email, purpose: 'reset' })
  await voidOtps(tx, { channel: 'mail', address: session.email, purpose: 'sign-in' })
  await queueEmail(tx, { kind: 'password-changed', userId: session.userId, how: 'change' })
  return endOtherSessions(tx, session)
}

export interface UserChanges {
  readonly username?: string | undefined
  readonly actualName?: string | undefined
  /** International, or national digits together with `countryCode`. */
  readonly phoneNumber?: string | undefined
  /** With its plus sign. Sent alone, it moves the current number to another country. */
  readonly countryCode?: string | undefined
  readonly employmentField?: string | undefined
  /** Language tag for messages to the account. */
  readonly language?: string | undefined
  /** Must equal the current address, which forms send along. A phone account may set its first one after verifying it. */
  readonly email?: string | undefined
}

/**
 * Changes only the properties in `changes`. A changed username ends every session of the user and opens a new one with the same
 * remember-me choice and expiry. A phone number counts as verified only after a code; the current one may be sent again once it
 * is verified. A phone account accepts a verified email address. Throws `username-taken`; `email-taken` and `email-not-verified`
 * for that address; `session-expired` when another tab replaced this session; `invalid-input` for any other address, for a
 * malformed phone number, and for an unverified one of an account that has no other way to sign in.
 */
export async function updateUser(
  tx: Tx,
  session: Session,
  changes: UserChanges,
  prover: Prover,
): Promise<OpenedSession | undefined> {
  const [before] = await tx.select(userColumns).from(users).where(eq(users.id, session.userId)).for('no key update')
  assert(before, `user ${session.userId} does not exist`)
  const { device } = await lockSession(tx, session)
  const email = changes.email === before.email ? undefined : changes.email
  if (email !== undefined) await proveFirstEmail(tx, before.email, email, prover)
  const newNumber = completePhoneNumber(changes, before.phoneNumber)
  const isProven =
    newNumber !== undefined &&
    (newNumber !== before.phoneNumber || !before.isPhoneVerified) &&
    (await consumeVerifiedMark(tx, { channel: 'sms', address: newNumber, purpose: 'phone' }, prover))
  const phoneNumber = newNumber !== before.phoneNumber || isProven ? newNumber : undefined
  const hasOtherWay = shownAddress(before.email) !== '' || before.hasPassword || before.isGoogleLinked
  if (phoneNumber !== undefined && !isProven && !hasOtherWay) {
    throw invalid('phoneNumber', 'Please verify this number first: it is what you sign in with')
  }
  const isRenamed = changes.username !== undefined && changes.username.toLowerCase() !== before.username.toLowerCase()
  if (isRenamed && isReservedUsername(changes.username)) throw new ApiError('username-taken')
  const set = {
    ...(changes.username !== undefined && { username: changes.username }),
    ...(changes.actualName !== undefined && { actualName: changes.actualName }),
    ...(changes.employmentField !== undefined && { employmentField: changes.employmentField }),
    ...(changes.language !== undefined && { language: changes.language }),
    ...(email !== undefined && { email }),
    ...(phoneNumber !== undefined && { phoneNumber, phoneVerifiedAt: isProven ? sql`now()` : null }),
  }
  if (Object.keys(set).length === 0) return undefined
  await tx.update(users).set(set).where(eq(users.id, session.userId)).catch(rethrowTaken)
  if (changes.username === undefined || changes.username === before.username) return undefined
  await endAllSessions(tx, session.userId)
  return startSession(tx, session.userId, session.rememberMe, { device, until: session.expiresAt })
}

/** Verifies the first address of an account. Throws `invalid-input` when it already has one, and `email-not-verified`. */
async function proveFirstEmail(tx: Tx, before: string, email: string, prover: Prover): Promise<void> {
  if (shownAddress(before) !== '') throw invalid('email', 'The email address of an account cannot be changed')
  const isProven = await consumeVerifiedMark(tx, { channel: 'mail', address: email, purpose: 'register' }, prover)
  if (!isProven) throw new ApiError('email-not-verified')
}

/** Sets or removes the profile picture. Returns the storage key of the previous one, which can be deleted. */
export async function setProfilePicture(tx: Tx, userId: string, key: string | null): Promise<string | null> {
  const [before] = await tx
    .select({ key: users.profilePictureKey })
    .from(users)
    .where(eq(users.id, userId))
    .for('no key update')
  assert(before, `user ${userId} does not exist`)
  await tx.update(users).set({ profilePictureKey: key }).where(eq(users.id, userId))
  return before.key
}

const ON_THE_STAFF = msg(
  'An account on the staff of the store cannot be deleted. An owner can take it off the staff first, under Staff in the admin area.',
)

/**
 * Removes all personal data from an account and ends its sessions. The empty row stays, because the ledger refers to it; username
 * and address become free again. Returns the storage key of the picture. Throws `forbidden` for staff, and `password-incorrect`
 * when the password has changed since the check.
 */
export async function eraseUser(tx: Tx, userId: string, checked: CheckedPassword | undefined): Promise<string | null> {
  const [before] = await tx
    .select({ ...userColumns, passwordHash: users.passwordHash, language: users.language })
    .from(users)
    .where(eq(users.id, userId))
    .for('update')
  assert(before, `user ${userId} does not exist`)
  if (before.role === 'owner') throw new ApiError('forbidden', {}, 'The account of the store’s owner cannot be deleted')
  if (isStaff(before.role)) throw new ApiError('forbidden', {}, ON_THE_STAFF)
  if (before.passwordHash !== (checked?.passwordHash ?? null)) throw new ApiError('password-incorrect')
  await queueEmail(tx, { kind: 'account-deleted', email: before.email, language: before.language })
  await setRewardMark(tx, 'deleted-email', before.email)
  await endAllSessions(tx, userId)
  await deleteDevices(tx, userId)
  const ownMail = and(eq(otps.channel, 'mail'), eq(otps.address, before.email))
  const ownPhone = and(eq(otps.channel, 'sms'), eq(otps.address, before.phoneNumber))
  await tx.delete(otps).where(or(ownMail, ownPhone))
  await tx
    .update(users)
    .set({
      // Usernames cannot contain a tilde, and `.invalid` is never a real domain.
      username: sql`'~' || replace(${users.id}::text, '-', '')`,
      email: sql`${users.id}::text || '@deleted.invalid'`,
      passwordHash: null,
      googleSubject: null,
      actualName: '',
      phoneNumber: '',
      phoneVerifiedAt: null,
      employmentField: '',
      profilePictureKey: null,
      language: null,
      deletedAt: sql`now()`,
    })
    .where(eq(users.id, userId))
  return before.profilePictureKey
}

/** Deletes expired sessions, codes, nonces, devices and counters. Returns how many rows. Runs about once an hour. */
export async function purgeExpiredAccess(db: Db): Promise<number> {
  const dropped = await Promise.all(
    [purgeSessions, purgeOtps, purgeSignInNonces, purgeDevices, purgeRateCounters].map((purge) => purge(db)),
  )
  return dropped.reduce((sum, rows) => sum + rows, 0)
}

/** The international form of a phone number that may arrive in two parts. Undefined without either part. */
function completePhoneNumber({ phoneNumber, countryCode }: UserChanges, present: string): string | undefined {
  if (phoneNumber === undefined && countryCode === undefined) return undefined
  const typed = phoneNumber ?? present.slice(findCallingCode(present).length)
  const complete = toE164(typed, countryCode)
  if (phoneNumber === undefined && typed === '') return undefined
  if (!isPhoneNumber(complete)) {
    throw invalid('phoneNumber', 'Please enter a valid phone number with its country code')
  }
  return complete
}

function invalid(path: string, message: string): ApiError {
  return new ApiError('invalid-input', { issues: [{ path, message }] }, message)
}

function rethrowTaken(error: unknown): never {
  const constraint = findViolatedConstraint(error)
  if (constraint === 'users_username_unique') throw new ApiError('username-taken')
  if (constraint === 'users_email_unique') throw new ApiError('email-taken')
  throw error
}
