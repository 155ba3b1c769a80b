// The staff: listing, roles and removal. The store always keeps an owner, so changes of owners run one after the other.
import { ApiError } from '@vitrine/contract/api-error'
import { isStaff, type StaffRole } from '@vitrine/contract/permission'
import type { StaffList } from '@vitrine/contract/staff'
import type { Db, Tx } from '@vitrine/database/connection'
import { and, asc, eq, isNull, ne, sql } from 'drizzle-orm'
import { lockUser, readUser } from '../accounts/accounts.ts'
import { users } from '../accounts/tables.ts'
import { isUuid } from '../identifier.ts'
import { hasSecondFactor, readSharedPassword } from './admin-password.ts'
import { type Actor, COMMAND_LINE, recordAuditEvent } from './audit-log.ts'
import { eraseFactors, resetFactors } from './second-factor.ts'
import { cancelSentInvitations, listInvitations } from './staff-invitation.ts'
import { adminSessions } from './tables.ts'

/** All staff members, owners first, and the pending invitations. */
export async function listStaff(db: Db, callerId: string, configuredHash: string | undefined): Promise<StaffList> {
  const count = (kind: 'totp' | 'passkey') =>
    sql<number>`(select count(*)::int from second_factors f where f.user_id = users.id and f.kind = ${kind})`
  const people = await db
    .select({
      userId: users.id,
      username: users.username,
      actualName: users.actualName,
      email: users.email,
      role: users.role,
      apps: count('totp'),
      passkeys: count('passkey'),
      lastEnteredMs: sql<number | null>`(select extract(epoch from max(e.happened_at))::float8 * 1000 from admin_acts e
        where e.actor_id = users.id and e.action = 'gate-opened')`,
    })
    .from(users)
    .where(and(ne(users.role, 'buyer'), isNull(users.deletedAt)))
    .orderBy(sql`${users.role} <> 'owner'`, asc(sql`lower(${users.username})`))
  const { hash, isOff } = await readSharedPassword(db, configuredHash)
  return {
    people: people.flatMap(({ apps, role, lastEnteredMs, ...person }) => {
      const lastEnteredAt = lastEnteredMs === null ? null : new Date(lastEnteredMs).toISOString()
      return isStaff(role) ? [{ ...person, role, hasAuthenticatorApp: apps > 0, lastEnteredAt }] : []
    }),
    invitations: await listInvitations(db),
    sharedPassword: { isSet: hash !== undefined, isOn: !isOff, canSwitchOff: await hasSecondFactor(db, callerId) },
  }
}

/** Changes the role of a staff member, effective immediately. Refuses user-not-found and last-owner. */
export async function changeRole(tx: Tx, actor: Actor, userId: string, role: StaffRole): Promise<void> {
  const before = await lockStaff(tx, userId)
  if (before === role) return
  if (before === 'owner') await requireRemainingOwner(tx, userId)
  await tx.update(users).set({ role }).where(eq(users.id, userId))
  if (before === 'owner') await cancelSentInvitations(tx, actor, userId)
  const states = { before: { role: before }, after: { role } }
  await recordAuditEvent(tx, actor, { action: 'staff-role-changed', subjectKind: 'user', subjectId: userId, ...states })
}

/**
 * Removes a staff member: the account becomes a customer's, its second factors are deleted, and its admin sessions end. Refuses
 * user-not-found and last-owner.
 */
export async function removeFromStaff(tx: Tx, actor: Actor, userId: string): Promise<void> {
  const before = await lockStaff(tx, userId)
  if (before === 'owner') await requireRemainingOwner(tx, userId)
  await tx.update(users).set({ role: 'buyer' }).where(eq(users.id, userId))
  await eraseFactors(tx, userId)
  await tx
    .delete(adminSessions)
    .where(sql`${adminSessions.sessionId} in (select id from sessions where user_id = ${userId})`)
  await cancelSentInvitations(tx, actor, userId)
  const states = { before: { role: before }, after: { role: 'buyer' } }
  await recordAuditEvent(tx, actor, { action: 'staff-removed', subjectKind: 'user', subjectId: userId, ...states })
}

/** Removes the second factors of a staff member who lost them. Refuses user-not-found. Returns whether there were any. */
export async function resetStaffFactors(tx: Tx, actor: Actor, userId: string): Promise<boolean> {
  await lockStaff(tx, userId)
  return resetFactors(tx, actor, userId)
}

/** The same from the command line, for an owner who cannot get in. Refuses user-not-found. */
export async function resetFactorsByEmail(tx: Tx, email: string): Promise<boolean> {
  const [user] = await tx.select({ id: users.id }).from(users).where(eq(users.email, email))
  if (!user) throw new ApiError('user-not-found', { values: { email } }, 'No account has the address {email}')
  return resetFactors(tx, COMMAND_LINE, user.id)
}

/** Locks all owners in one order, then the account; returns its role. */
async function lockStaff(tx: Tx, userId: string): Promise<StaffRole> {
  const missing = () => new ApiError('user-not-found', {}, 'This account is not on the staff')
  if (!isUuid(userId)) throw missing()
  const isOwner = and(eq(users.role, 'owner'), isNull(users.deletedAt))
  await tx.select({ id: users.id }).from(users).where(isOwner).orderBy(users.id).for('no key update')
  const [present] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deletedAt)))
  if (!present) throw missing()
  await lockUser(tx, userId)
  const { role } = await readUser(tx, userId)
  if (!isStaff(role)) throw missing()
  return role
}

/** Call with all owners locked. An owner who cannot sign in does not count. */
async function requireRemainingOwner(tx: Tx, leavingId: string): Promise<void> {
  const others = and(eq(users.role, 'owner'), isNull(users.deletedAt), isNull(users.blockedAt), ne(users.id, leavingId))
  if ((await tx.$count(users, others)) === 0) throw new ApiError('last-owner')
}
