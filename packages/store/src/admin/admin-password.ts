// The shared admin password: setting it, retiring the published one, and switching it off once an owner has a second factor.
import { ApiError } from '@vitrine/contract/api-error'
import { type Db, type Tx, transaction } from '@vitrine/database/connection'
import { and, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import { isPasswordRight, type PasswordHash } from '../accounts/password.ts'
import type { Reader } from '../prepared.ts'
import { type Actor, COMMAND_LINE, recordAuditEvent } from './audit-log.ts'
import { adminPassword, adminSessions, secondFactors } from './tables.ts'

/** The password that the start of a trial store prints. */
export const DEMO_ADMIN_PASSWORD = 'owner-vitrine-admin'

export interface SharedPassword {
  /** PHC string of the password in effect; undefined when none is set. */
  readonly hash: string | undefined
  readonly isOff: boolean
}

/** The shared password. `configuredHash` replaces the stored one, but a disabled password stays disabled. */
export async function readSharedPassword(db: Reader, configuredHash: string | undefined): Promise<SharedPassword> {
  const [row] = await db.select().from(adminPassword)
  return { hash: configuredHash ?? row?.passwordHash ?? undefined, isOff: Boolean(row?.switchedOffAt) }
}

/** Sets and enables the admin password, and ends the admin sessions that another one opened. */
export async function setAdminPassword(tx: Tx, passwordHash: PasswordHash, actor: Actor = COMMAND_LINE): Promise<void> {
  await tx
    .insert(adminPassword)
    .values({ passwordHash })
    .onConflictDoUpdate({
      target: adminPassword.isOnly,
      set: { passwordHash, setAt: sql`now()`, switchedOffAt: null },
    })
  await endPasswordSessions(tx)
  await recordAuditEvent(tx, actor, { action: 'gate-password-set', subjectKind: 'gate', subjectId: 'password' })
}

/**
 * Disables or enables the shared password. Disabling ends the admin sessions that it opened. Throws `second-factor-required` when
 * an owner without a second factor disables it.
 */
export async function switchSharedPassword(tx: Tx, actor: Actor, isOn: boolean): Promise<void> {
  if (!isOn && !(await hasSecondFactor(tx, actor.userId))) throw new ApiError('second-factor-required')
  const changed = isOn ? await switchOn(tx) : await switchOff(tx)
  if (!changed) return
  if (!isOn) await endPasswordSessions(tx)
  const states = { before: { isOn: !isOn }, after: { isOn } }
  const about = { action: 'gate-password-switched', subjectKind: 'gate', subjectId: 'password' } as const
  await recordAuditEvent(tx, actor, { ...about, ...states })
}

async function switchOn(tx: Tx): Promise<boolean> {
  const isOff = isNotNull(adminPassword.switchedOffAt)
  const { rowCount: removed } = await tx.delete(adminPassword).where(and(isOff, isNull(adminPassword.passwordHash)))
  const { rowCount: changed } = await tx.update(adminPassword).set({ switchedOffAt: null }).where(isOff)
  return Number(removed) + Number(changed) > 0
}

async function switchOff(tx: Tx): Promise<boolean> {
  const { rowCount } = await tx
    .insert(adminPassword)
    .values({ passwordHash: null, switchedOffAt: sql`now()` })
    .onConflictDoUpdate({
      target: adminPassword.isOnly,
      set: { switchedOffAt: sql`now()` },
      setWhere: isNull(adminPassword.switchedOffAt),
    })
  return rowCount === 1
}

/** Whether a user has an authenticator app or a passkey. */
export async function hasSecondFactor(db: Reader, userId: string | null): Promise<boolean> {
  if (userId === null) return false
  const own = and(eq(secondFactors.userId, userId), inArray(secondFactors.kind, ['totp', 'passkey']))
  return (await db.$count(secondFactors, own)) > 0
}

/** Whether the password in effect is the published one. A disabled password opens nothing. */
export async function isDemoPasswordOn(db: Reader, configuredHash: string | undefined): Promise<boolean> {
  const { hash, isOff } = await readSharedPassword(db, configuredHash)
  return !isOff && hash !== undefined && (await isPasswordRight(DEMO_ADMIN_PASSWORD, hash))
}

/** Removes the admin password if it is the published one. Returns whether it was. A disabled password stays disabled. */
export async function removePublishedAdminPassword(db: Db, published: string): Promise<boolean> {
  const { hash, isOff } = await readSharedPassword(db, undefined)
  if (hash === undefined || !(await isPasswordRight(published, hash))) return false
  return transaction(db, async (tx) => {
    const isThis = eq(adminPassword.passwordHash, hash)
    const { rowCount } = isOff
      ? await tx.update(adminPassword).set({ passwordHash: null }).where(isThis)
      : await tx.delete(adminPassword).where(isThis)
    return rowCount === 1
  })
}

/** Whether an admin password was ever set or disabled, in which case a start sets none. */
export async function hasAdminPassword(db: Reader): Promise<boolean> {
  return (await db.$count(adminPassword)) > 0
}

async function endPasswordSessions(tx: Tx): Promise<void> {
  await tx.delete(adminSessions).where(isNotNull(adminSessions.passwordMark))
}
