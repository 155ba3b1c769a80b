// The staff: listing, roles and removal. The store always keeps an owner, so changes of owners run one after the other.
import { ApiError } from '@vitrine/contract/api-error'
import { isStaff, type StaffRole } from '@vitrine/contract/permission'
import type { StaffInvitation, StaffList } from '@vitrine/contract/staff'
import type { Db, Tx } from '@vitrine/database/connection'
import { ENGLISH_TEXTS, type Texts } from '@vitrine/language/texts'
import { and, asc, desc, eq, isNull, ne, sql } from 'drizzle-orm'
import { lockUser, readUser } from '../accounts/accounts.ts'
import { frameMail, type MailBrand, type MailText } from '../accounts/mail-frame.ts'
import type { Session } from '../accounts/session.ts'
import { users } from '../accounts/tables.ts'
import { isUuid } from '../identifier.ts'
import type { Reader } from '../prepared.ts'
import { createToken, hashToken } from '../token.ts'
import { findViolatedConstraint } from '../violation.ts'
import { hasSecondFactor, readSharedPassword } from './admin-password.ts'
import { type Actor, COMMAND_LINE, recordAuditEvent } from './audit-log.ts'
import { eraseFactors, resetFactors } from './second-factor.ts'
import { adminSessions, staffInvitations } from './tables.ts'

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

/** Changes the role of a staff member, effective immediately. Throws `user-not-found` and `last-owner`. */
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
 * Removes a staff member: the account becomes a customer's, its second factors are deleted, and its admin sessions end. Throws
 * `user-not-found` and `last-owner`.
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

/** Removes the second factors of a staff member who lost them. Throws `user-not-found`. Returns whether there were any. */
export async function resetStaffFactors(tx: Tx, actor: Actor, userId: string): Promise<boolean> {
  await lockStaff(tx, userId)
  return resetFactors(tx, actor, userId)
}

/** The same from the command line, for an owner who cannot get in. Throws `user-not-found`. */
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

// Invitations to the staff: a link with its own token, for one address, one week and one use. Only the token's hash is stored.

const LIFE_DAYS = 7

/** What the invitation mail needs. Only this object holds the token in clear. */
export interface IssuedInvitation {
  readonly email: string
  readonly role: StaffRole
  readonly token: string
}

/** The pending invitations, newest first. */
async function listInvitations(db: Reader): Promise<StaffInvitation[]> {
  const rows = await db
    .select({ ...invitationColumns, isExpired: sql<boolean>`${staffInvitations.expiresAt} <= now()` })
    .from(staffInvitations)
    .orderBy(desc(staffInvitations.sentAt))
  return rows.map(({ sentAt, expiresAt, ...row }) => ({
    ...row,
    sentAt: sentAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
  }))
}

const invitationColumns = {
  id: staffInvitations.id,
  email: staffInvitations.email,
  role: staffInvitations.role,
  sentAt: staffInvitations.sentAt,
  expiresAt: staffInvitations.expiresAt,
}

/** Invites an address. Throws `already-staff`, and `invalid-input` for an address that has an invitation. */
export async function inviteToStaff(
  tx: Tx,
  actor: Actor & { readonly userId: string },
  { email, role }: { email: string; role: StaffRole },
): Promise<IssuedInvitation> {
  const [present] = await tx.select({ role: users.role }).from(users).where(eq(users.email, email))
  if (present && isStaff(present.role)) throw new ApiError('already-staff', { issues: [{ path: 'email' }] })
  const token = createToken()
  const [invitation] = await tx
    .insert(staffInvitations)
    .values({ email, role, invitedBy: actor.userId, tokenHash: hashToken(token), expiresAt: inAWeek })
    .returning({ id: staffInvitations.id })
    .catch((error: unknown) => {
      if (findViolatedConstraint(error) !== 'staff_invitations_email') throw error
      const message = 'This address has an invitation already. You can send it again or cancel it in the list.'
      throw new ApiError('invalid-input', { issues: [{ path: 'email', message }] }, message)
    })
  await recordAuditEvent(tx, actor, { action: 'staff-invited', ...about(invitation?.id ?? ''), after: { role } })
  return { email, role, token }
}

/** Sends an invitation again, for another week; the earlier link no longer works. Throws `invitation-invalid`. */
export async function renewInvitation(tx: Tx, actor: Actor, id: string): Promise<IssuedInvitation> {
  const token = createToken()
  const [invitation] = isUuid(id)
    ? await tx
        .update(staffInvitations)
        .set({ tokenHash: hashToken(token), sentAt: sql`now()`, expiresAt: inAWeek })
        .where(eq(staffInvitations.id, id))
        .returning(invitationColumns)
    : []
  if (!invitation) throw new ApiError('invitation-invalid')
  await recordAuditEvent(tx, actor, { action: 'invitation-sent-again', ...about(id) })
  return { email: invitation.email, role: invitation.role, token }
}

/** Cancels an invitation. Throws `invitation-invalid` for one that was accepted or cancelled. */
export async function cancelInvitation(tx: Tx, actor: Actor, id: string): Promise<void> {
  const { rowCount } = isUuid(id)
    ? await tx.delete(staffInvitations).where(eq(staffInvitations.id, id))
    : { rowCount: 0 }
  if (rowCount !== 1) throw new ApiError('invitation-invalid')
  await recordAuditEvent(tx, actor, { action: 'invitation-cancelled', ...about(id) })
}

/** Cancels the invitations of a user who may no longer invite. */
async function cancelSentInvitations(tx: Tx, actor: Actor, userId: string): Promise<void> {
  const cancelled = await tx
    .delete(staffInvitations)
    .where(eq(staffInvitations.invitedBy, userId))
    .returning({ id: staffInvitations.id })
  for (const { id } of cancelled) await recordAuditEvent(tx, actor, { action: 'invitation-cancelled', ...about(id) })
}

interface FoundInvitation {
  readonly email: string
  readonly role: StaffRole
  readonly invitedBy: string
  readonly expiresAt: Date
}

/** The content of an invitation for the holder of its link. Throws `invitation-invalid` and `invitation-expired`. */
export async function findInvitation(db: Db, token: string): Promise<FoundInvitation> {
  const [found] = await db
    .select({
      email: staffInvitations.email,
      role: staffInvitations.role,
      invitedBy: sql<string>`coalesce(nullif(${users.actualName}, ''), ${users.username})`,
      expiresAt: staffInvitations.expiresAt,
      isExpired: sql<boolean>`${staffInvitations.expiresAt} <= now()`,
    })
    .from(staffInvitations)
    .innerJoin(users, eq(users.id, staffInvitations.invitedBy))
    .where(eq(staffInvitations.tokenHash, hashToken(token)))
  if (!found) throw new ApiError('invitation-invalid')
  const { isExpired, ...invitation } = found
  if (isExpired) throw new ApiError('invitation-expired')
  return invitation
}

/**
 * Adds the signed-in account to the staff and consumes the invitation. No code is needed, because the address of an account is
 * always verified. Throws `invitation-invalid`, `invitation-expired`, `invitation-other-account` and `already-staff`.
 */
export async function acceptInvitation(
  tx: Tx,
  { userId, username, email }: Session,
  { token, ip }: { token: string; ip: string },
): Promise<StaffRole> {
  await lockUser(tx, userId)
  const [invitation] = await tx
    .select({ ...invitationColumns, isExpired: sql<boolean>`${staffInvitations.expiresAt} <= now()` })
    .from(staffInvitations)
    .where(eq(staffInvitations.tokenHash, hashToken(token)))
    .for('update')
  if (!invitation) throw new ApiError('invitation-invalid')
  if (invitation.isExpired) throw new ApiError('invitation-expired')
  if (invitation.email !== email) throw new ApiError('invitation-other-account')
  const { role } = await readUser(tx, userId)
  if (isStaff(role)) throw new ApiError('already-staff')
  await tx.delete(staffInvitations).where(eq(staffInvitations.id, invitation.id))
  const isThere = and(eq(users.id, userId), isNull(users.deletedAt), isNull(users.blockedAt))
  const { rowCount } = await tx.update(users).set({ role: invitation.role }).where(isThere)
  if (rowCount !== 1) throw new ApiError('account-blocked')
  const actor = { userId, name: username, ip }
  const states = { before: { role }, after: { role: invitation.role, invitation: invitation.id } }
  await recordAuditEvent(tx, actor, { action: 'staff-joined', subjectKind: 'user', subjectId: userId, ...states })
  return invitation.role
}

/** The language of the account with this address; null without an account or a chosen language. */
export async function findInvitedLanguage(db: Reader, email: string): Promise<string | null> {
  const [account] = await db.select({ language: users.language }).from(users).where(eq(users.email, email))
  return account?.language ?? null
}

/** What an invitation mail is written from. `url` is the address of the page that accepts the token. */
interface InvitationMailSource {
  readonly url: string
  readonly inviter: string
  readonly brand: MailBrand
  readonly texts?: Texts
}

/** The email with the link. */
export function writeInvitationMail(
  { email, role }: Pick<IssuedInvitation, 'email' | 'role'>,
  { url, inviter, brand, texts = ENGLISH_TEXTS }: InvitationMailSource,
): MailText {
  const { translate } = texts
  const store = brand.name
  const content = {
    to: email,
    subject: translate('Join the staff of {store}', { store }),
    paragraphs: [
      translate(
        '{inviter} invites you to the staff of {store}, with the role “{role, select, owner {owner} manager {manager} designer {designer} support {support} accountant {accountant} other {}}”.',
        { inviter, store, role },
      ),
      translate(
        'Sign in or create an account with the address {email}, then accept the invitation. You will be asked to set up an authenticator app or a passkey.',
        { email },
      ),
      translate('The link works once, for {days, plural, one {# day} other {# days}}.', { days: LIFE_DAYS }),
    ],
    link: { label: translate('Open the invitation'), url },
    reason: translate(
      'You’re receiving this email because an owner of {store} entered this address. If you don’t know them, you can ignore it.',
      { store },
    ),
  }
  return frameMail(content, brand, texts.language)
}

const inAWeek = sql`now() + make_interval(days => ${sql.raw(String(LIFE_DAYS))})`
const about = (subjectId: string) => ({ subjectKind: 'invitation', subjectId }) as const
