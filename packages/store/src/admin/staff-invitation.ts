// Invitations to the staff: a link with its own token, for one address, one week and one use. Only the token's hash is stored.
import { ApiError } from '@vitrine/contract/api-error'
import { isStaff, type StaffRole } from '@vitrine/contract/permission'
import type { StaffInvitation } from '@vitrine/contract/staff'
import type { Db, Tx } from '@vitrine/database/connection'
import { ENGLISH_TEXTS, type Texts } from '@vitrine/language/texts'
import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import { lockUser, readUser } from '../accounts/accounts.ts'
import { frameMail, type MailBrand, type MailText } from '../accounts/mail-frame.ts'
import type { Session } from '../accounts/session.ts'
import { users } from '../accounts/tables.ts'
import { isUuid } from '../identifier.ts'
import type { Reader } from '../prepared.ts'
import { createToken, hashToken } from '../token.ts'
import { findViolatedConstraint } from '../violation.ts'
import { type Actor, recordAuditEvent } from './audit-log.ts'
import { staffInvitations } from './tables.ts'

const LIFE_DAYS = 7

/** What the invitation mail needs. Only this object holds the token in clear. */
export interface IssuedInvitation {
  readonly email: string
  readonly role: StaffRole
  readonly token: string
}

/** The pending invitations, newest first. */
export async function listInvitations(db: Reader): Promise<StaffInvitation[]> {
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

/** Invites an address. Refuses already-staff, and invalid-input for an address that has an invitation. */
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

/** Sends an invitation again, for another week; the earlier link no longer works. Refuses invitation-invalid. */
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

/** Cancels an invitation. Refuses invitation-invalid for one that was accepted or cancelled. */
export async function cancelInvitation(tx: Tx, actor: Actor, id: string): Promise<void> {
  const { rowCount } = isUuid(id)
    ? await tx.delete(staffInvitations).where(eq(staffInvitations.id, id))
    : { rowCount: 0 }
  if (rowCount !== 1) throw new ApiError('invitation-invalid')
  await recordAuditEvent(tx, actor, { action: 'invitation-cancelled', ...about(id) })
}

/** Cancels the invitations of a user who may no longer invite. */
export async function cancelSentInvitations(tx: Tx, actor: Actor, userId: string): Promise<void> {
  const cancelled = await tx
    .delete(staffInvitations)
    .where(eq(staffInvitations.invitedBy, userId))
    .returning({ id: staffInvitations.id })
  for (const { id } of cancelled) await recordAuditEvent(tx, actor, { action: 'invitation-cancelled', ...about(id) })
}

export interface FoundInvitation {
  readonly email: string
  readonly role: StaffRole
  readonly invitedBy: string
  readonly expiresAt: Date
}

/** The content of an invitation for the holder of its link. Refuses invitation-invalid and invitation-expired. */
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
 * always verified. Refuses invitation-invalid, invitation-expired, invitation-other-account and already-staff.
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
