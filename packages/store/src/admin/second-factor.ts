// The second factors of a staff member: setting up an authenticator app, adding and removing passkeys, recovery codes. Every
// change locks the account, so that two changes cannot bypass each other's checks.

import { ApiError } from '@vitrine/contract/api-error'
import type { AddPasskeyRequest, OwnFactors, TotpSetup } from '@vitrine/contract/staff'
import { type Db, type Tx, transaction } from '@vitrine/database/connection'
import { ENGLISH_TEXTS, msg } from '@vitrine/language/texts'
import type { TextCipher } from '@vitrine/providers/secret'
import { and, eq, sql } from 'drizzle-orm'
import { lockUser, readUser } from '../accounts/accounts.ts'
import { queueEmail } from '../accounts/notification-email.ts'
import { countAttempt, deleteAttempts } from '../accounts/rate-limit.ts'
import { isUuid } from '../identifier.ts'
import type { Reader } from '../prepared.ts'
import { findViolatedConstraint } from '../violation.ts'
import { readSharedPassword } from './admin-password.ts'
import { describeEntry } from './admin-sign-in.ts'
import { type Actor, recordAuditEvent } from './audit-log.ts'
import {
  createRecoveryCodes,
  createTotpSecret,
  decryptTotpSecret,
  encryptTotpSecret,
  endFactorSessions,
  findTotpStep,
  totpUrl,
} from './factor-code.ts'
import { consumeChallenge, type PasskeySite, readChallenge, storeChallenge, verifyNewPasskey } from './passkey.ts'
import { factorChallenges, secondFactors } from './tables.ts'

const SETUP_SECONDS = 900
const MAX_PASSKEYS = 10

/** A user who changes their own second factors, and their admin session. */
export interface Enroller {
  readonly userId: string
  readonly username: string
  readonly sessionId: string
  readonly ip: string
  /** Undefined while the user sets up a first factor before entering the admin area. */
  readonly tokenHash: string | undefined
}

interface Added {
  readonly factorId: string
  /** Set with the first factor; null later. */
  readonly recoveryCodes: string[] | null
}

/** The user's ways into the admin area. */
export async function describeFactors(
  db: Reader,
  userId: string,
  configuredHash: string | undefined,
): Promise<OwnFactors> {
  const rows = await db.select().from(secondFactors).where(eq(secondFactors.userId, userId)).orderBy(secondFactors.id)
  const toWire = ({ createdAt, lastUsedAt }: (typeof rows)[number]) => ({
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  })
  const totp = rows.find(({ kind }) => kind === 'totp')
  const { hash, isOff } = await readSharedPassword(db, configuredHash)
  const { role } = await readUser(db, userId)
  return {
    totp: totp ? toWire(totp) : null,
    passkeys: rows
      .filter(({ kind }) => kind === 'passkey')
      .map((row) => ({ id: row.id, name: row.name, ...toWire(row) })),
    recoveryCodesLeft: rows.find(({ kind }) => kind === 'recovery-codes')?.codeHashes.length ?? 0,
    sharedPassword: role === 'owner' && hash !== undefined && !isOff,
  }
}

/** Begins to set up an authenticator app, or to replace the current one. It takes effect after its first code. */
export async function beginTotp(
  db: Db,
  { userId, username, sessionId }: Enroller,
  { cipher, store }: { cipher: TextCipher; store: string },
): Promise<TotpSetup> {
  await countAttempt(db, 'factor-setup', userId)
  const secret = createTotpSecret()
  const value = encryptTotpSecret(cipher, userId, secret)
  await storeChallenge(db, { sessionId, purpose: 'totp', value, seconds: SETUP_SECONDS })
  return { secret, url: totpUrl(secret, { issuer: store, label: username }) }
}

/**
 * Activates the authenticator app that shows this code, which cannot be used for signing in as well. Replacing an app ends the
 * admin sessions that it opened. Throws `rate-limited`, `second-factor-setup-over` and `invalid-input`.
 */
export async function confirmTotp(
  db: Db,
  enroller: Enroller,
  { code, cipher, configuredHash }: { code: string; cipher: TextCipher; configuredHash: string | undefined },
): Promise<Added> {
  const { userId, sessionId, tokenHash } = enroller
  await countAttempt(db, 'factor-setup', userId)
  const secret = decryptTotpSecret(cipher, userId, await readChallenge(db, sessionId, 'totp'))
  const lastStep = findTotpStep(secret, code)
  if (lastStep === undefined) {
    const message = 'That code isn’t correct. Enter the newest one that the app shows.'
    throw new ApiError('invalid-input', { issues: [{ path: 'code', message }] }, message)
  }
  const added = await transaction(db, async (tx) => {
    await lockForChange(tx, enroller, configuredHash)
    await consumeChallenge(tx, sessionId, 'totp')
    const values = { secretEncrypted: encryptTotpSecret(cipher, userId, secret), lastStep }
    const [factor] = await tx
      .insert(secondFactors)
      .values({ userId, kind: 'totp', ...values })
      .onConflictDoUpdate({
        target: [secondFactors.userId, secondFactors.kind],
        targetWhere: sql`${secondFactors.kind} <> 'passkey'`,
        set: { ...values, createdAt: sql`now()`, lastUsedAt: null },
      })
      .returning({ id: secondFactors.id })
    const factorId = factor?.id ?? ''
    await endFactorSessions(tx, factorId, tokenHash)
    return {
      factorId,
      recoveryCodes: await finishAdding(tx, enroller, { what: msg('an authenticator app was added') }),
    }
  })
  await deleteAttempts(db, 'factor-setup', userId)
  return added
}

/**
 * Adds the passkey that answered the newest challenge. Throws what `verifyNewPasskey` throws, and `invalid-input` for too many.
 */
export async function addPasskey(
  db: Db,
  enroller: Enroller,
  {
    name,
    response,
    site,
    configuredHash,
  }: AddPasskeyRequest & { site: PasskeySite; configuredHash: string | undefined },
): Promise<Added> {
  const { userId, sessionId } = enroller
  await countAttempt(db, 'factor-setup', userId)
  const passkey = await verifyNewPasskey(db, sessionId, response, site)
  return transaction(db, async (tx) => {
    await lockForChange(tx, enroller, configuredHash)
    const own = and(eq(secondFactors.userId, userId), eq(secondFactors.kind, 'passkey'))
    if ((await tx.$count(secondFactors, own)) >= MAX_PASSKEYS) {
      const values = { count: MAX_PASSKEYS }
      throw new ApiError('invalid-input', { values }, 'You have {count} passkeys already. Remove one first.')
    }
    const [factor] = await tx
      .insert(secondFactors)
      .values({ userId, kind: 'passkey', name, ...passkey })
      .returning({ id: secondFactors.id })
      .catch((error: unknown) => {
        if (findViolatedConstraint(error) !== 'second_factors_credential') throw error
        throw new ApiError('admin-passkey-refused', {}, 'This passkey was added before.')
      })
    const change = { what: msg('the passkey “{passkey}” was added'), passkey: name }
    return { factorId: factor?.id ?? '', recoveryCodes: await finishAdding(tx, enroller, change) }
  })
}

/**
 * Removes an authenticator app or a passkey, and ends the admin sessions that it opened. The recovery codes go with the last one.
 * Throws `second-factor-not-found`, and `second-factor-needed` for a user's only way in.
 */
export async function removeFactor(
  tx: Tx,
  { userId, username, ip }: Enroller,
  { factorId, configuredHash }: { factorId: string | 'totp'; configuredHash: string | undefined },
): Promise<void> {
  await lockUser(tx, userId)
  const present = await describeFactors(tx, userId, configuredHash)
  const isOnlyOne = (present.totp ? 1 : 0) + present.passkeys.length === 1
  const which = factorId === 'totp' ? eq(secondFactors.kind, 'totp') : eq(secondFactors.id, factorId)
  if (factorId !== 'totp' && !isUuid(factorId)) throw new ApiError('second-factor-not-found')
  const [removed] = await tx
    .delete(secondFactors)
    .where(and(eq(secondFactors.userId, userId), which, sql`${secondFactors.kind} <> 'recovery-codes'`))
    .returning({ kind: secondFactors.kind, name: secondFactors.name })
  if (!removed) throw new ApiError('second-factor-not-found')
  if (isOnlyOne && !present.sharedPassword) throw new ApiError('second-factor-needed')
  if (isOnlyOne) await tx.delete(secondFactors).where(eq(secondFactors.userId, userId))
  const change =
    removed.kind === 'totp'
      ? { what: msg('an authenticator app was removed') }
      : { what: msg('the passkey “{passkey}” was removed'), passkey: removed.name }
  await report(tx, { userId, name: username, ip }, { action: 'factor-removed', userId, ...change })
}

/** Replaces the recovery codes. Throws `second-factor-required` for a user without a factor. */
export async function renewRecoveryCodes(tx: Tx, { userId, username, ip, tokenHash }: Enroller): Promise<string[]> {
  await lockUser(tx, userId)
  const { totp, passkeys } = await describeFactors(tx, userId, undefined)
  if (!totp && passkeys.length === 0) throw new ApiError('second-factor-required')
  const codes = await createRecoveryCodes(tx, userId, tokenHash)
  const what = msg('the recovery codes were replaced')
  await report(tx, { userId, name: username, ip }, { action: 'recovery-codes-made', userId, what })
  return codes
}

/** Removes all second factors of a user who lost theirs, and ends their admin sessions. Returns whether there were any. */
export async function resetFactors(tx: Tx, actor: Actor, userId: string): Promise<boolean> {
  await lockUser(tx, userId)
  if ((await eraseFactors(tx, userId)) === 0) return false
  const what = msg('every authenticator app and passkey was removed')
  await report(tx, actor, { action: 'factors-reset', userId, what })
  return true
}

/** Removes all second factors of a user and any unfinished setup. Returns how many. */
export async function eraseFactors(tx: Tx, userId: string): Promise<number> {
  const own = sql`${factorChallenges.sessionId} in (select id from sessions where user_id = ${userId})`
  await tx.delete(factorChallenges).where(own)
  const { rowCount } = await tx.delete(secondFactors).where(eq(secondFactors.userId, userId))
  return rowCount ?? 0
}

/** A user outside the admin area may add the first factor only, even with two simultaneous requests. */
async function lockForChange(
  tx: Tx,
  { userId, tokenHash }: Enroller,
  configuredHash: string | undefined,
): Promise<void> {
  await lockUser(tx, userId)
  if (tokenHash !== undefined) return
  const { role } = await readUser(tx, userId)
  if (!(await describeEntry(tx, { userId, role }, configuredHash)).mustSetUp) throw new ApiError('admin-required')
}

/** Creates and returns recovery codes with the first factor. */
async function finishAdding(
  tx: Tx,
  { userId, username, ip }: Enroller,
  change: Pick<FactorEvent, 'what' | 'passkey'>,
): Promise<string[] | null> {
  const codes = and(eq(secondFactors.userId, userId), eq(secondFactors.kind, 'recovery-codes'))
  const recoveryCodes = (await tx.$count(secondFactors, codes)) === 0 ? await createRecoveryCodes(tx, userId) : null
  await report(tx, { userId, name: username, ip }, { action: 'factor-added', userId, ...change })
  return recoveryCodes
}

interface FactorEvent {
  readonly action: 'factor-added' | 'factor-removed' | 'recovery-codes-made' | 'factors-reset'
  readonly userId: string
  /** A sentence fragment such as `an authenticator app was added`. */
  readonly what: string
  /** The name of the passkey in the fragment. */
  readonly passkey?: string
}

/** Writes the audit event and notifies the user by email, in case somebody else made the change. */
async function report(tx: Tx, actor: Actor, { action, userId, ...event }: FactorEvent): Promise<void> {
  const change = ENGLISH_TEXTS.translate(event.what, event)
  await recordAuditEvent(tx, actor, { action, subjectKind: 'user', subjectId: userId, after: { change } })
  await queueEmail(tx, { kind: 'admin-sign-in-changed', userId, ...event })
}
