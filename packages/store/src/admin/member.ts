// Account actions of the command line: creating owners, resetting passwords, and exporting or erasing a user's data on
// request (GDPR).
import { ApiError } from '@vitrine/contract/api-error'
import type { Db, Tx } from '@vitrine/database/connection'
import { eq, sql } from 'drizzle-orm'
import { deleteMember, seedUser } from '../account-lifecycle/account-lifecycle.ts'
import { findUserIdByEmail } from '../accounts/accounts.ts'
import { voidOtps } from '../accounts/otp.ts'
import type { PasswordHash } from '../accounts/password.ts'
import { listSessions } from '../accounts/session.ts'
import { sessions, users } from '../accounts/tables.ts'
import { renderStatus } from '../renders/state.ts'
import { type Actor, COMMAND_LINE, recordAuditEvent } from './audit-log.ts'
import { getPerson } from './customer.ts'

/** Creates an owner, or promotes the account that has this address. Throws `username-taken`. */
export async function createOwner(
  tx: Tx,
  owner: { readonly email: string; readonly username: string; readonly passwordHash: PasswordHash },
  actor: Actor = COMMAND_LINE,
): Promise<{ userId: string; isNew: boolean }> {
  const present = await findUserIdByEmail(tx, owner.email)
  const userId =
    present ?? (await seedUser(tx, { ...owner, actualName: owner.username, phoneNumber: '', employmentField: '' }))
  await tx.update(users).set({ role: 'owner', blockedAt: null }).where(eq(users.id, userId))
  await recordAuditEvent(tx, actor, { action: 'owner-created', subjectKind: 'user', subjectId: userId })
  return { userId, isNew: present === undefined }
}

/**
 * Sets the password of an owner, ends all sessions and voids reset codes. Throws `user-not-found`, and `forbidden` for other
 * accounts.
 */
export async function resetOwnerPassword(tx: Tx, email: string, passwordHash: PasswordHash): Promise<void> {
  const userId = await requireByEmail(tx, email)
  const { rowCount } = await tx
    .update(users)
    .set({ passwordHash })
    .where(sql`${users.id} = ${userId} and ${users.role} = 'owner'`)
  if (rowCount !== 1) throw new ApiError('forbidden', {}, 'This account is not an owner’s')
  await tx.delete(sessions).where(eq(sessions.userId, userId))
  await voidOtps(tx, { channel: 'mail', address: email, purpose: 'reset' })
  await recordAuditEvent(tx, COMMAND_LINE, { action: 'owner-password-reset', subjectKind: 'user', subjectId: userId })
}

/** Deletes an account with everything its owner could delete. Throws `user-not-found`, and `forbidden` for owners. */
export async function eraseMember(tx: Tx, email: string): Promise<void> {
  const userId = await requireByEmail(tx, email)
  const [user] = await tx.select({ passwordHash: users.passwordHash }).from(users).where(eq(users.id, userId))
  const checked = user?.passwordHash ? { passwordHash: user.passwordHash } : undefined
  await deleteMember(tx, userId, checked)
  await recordAuditEvent(tx, COMMAND_LINE, { action: 'user-erased', subjectKind: 'user', subjectId: userId })
}

/**
 * All data about a user: account, devices, credits, purchases, payments, likes, cart, projects with their inputs, renders, files
 * (names and keys, not contents) and second factors. Contains no secrets.
 */
export async function exportMember(db: Db, email: string): Promise<Record<string, unknown>> {
  const userId = await requireByEmail(db, email)
  const account = await getPerson(db, userId)
  const devices = await listSessions(db, userId)
  const { rows } = await db.execute<{ data: Record<string, unknown> }>(sql`
    select jsonb_build_object(
      'statement', (select coalesce(jsonb_agg(jsonb_build_object('at', t.created_at, 'reason', t.reason,
          'description', t.description, 'credits', e.credits) order by e.id), '[]')
        from credit_entries e join credit_transfers t on t.id = e.transfer_id
        join credit_accounts a on a.id = e.account_id where a.user_id = ${userId}),
      'purchases', (select coalesce(jsonb_agg(jsonb_build_object('templateId', template_id, 'name', template_name,
          'licences', licences, 'credits', credits_charged, 'receipt', receipt_number, 'license', license_name,
          'at', created_at) order by created_at), '[]') from entitlements where user_id = ${userId}),
      'payments', (select coalesce(jsonb_agg(jsonb_build_object('orderId', o.gateway_order_id, 'credits', o.credits,
          'amountPaise', o.amount_paise, 'currency', o.currency, 'status', o.status, 'receipt', o.receipt_number,
          'transactions', (select coalesce(jsonb_agg(jsonb_build_object('id', payment_id, 'status', status,
             'method', method, 'returnedPaise', returned_paise)), '[]') from payments where order_id = o.id),
          'at', o.created_at, 'paidAt', o.paid_at) order by o.created_at), '[]') from pack_orders o where user_id = ${userId}),
      'likes', (select coalesce(jsonb_agg(jsonb_build_object('templateId', template_id, 'at', created_at)), '[]')
        from likes where user_id = ${userId}),
      'cart', (select coalesce(jsonb_agg(jsonb_build_object('templateId', template_id, 'licences', quantity)), '[]')
        from cart_items where user_id = ${userId}),
      'projects', (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'name', name, 'templateId', template_id,
          'values', "values", 'changes', difference, 'at', created_at, 'changedAt', updated_at) order by created_at), '[]')
        from projects where user_id = ${userId}),
      'videos', (select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'templateId', template_id, 'kind', r.kind,
          'status', ${renderStatus(sql`o.status`)}, 'file', file_key, 'at', r.created_at) order by r.created_at), '[]')
        from renders r join operations o on o.id = r.id where user_id = ${userId}),
      'staff', (select coalesce(jsonb_agg(jsonb_build_object('kind', kind, 'name', name, 'at', created_at,
          'usedAt', last_used_at) order by created_at), '[]') from second_factors where user_id = ${userId}),
      'files', (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'name', file_name, 'kind', kind,
          'sizeBytes', size_bytes, 'file', storage_key, 'at', created_at) order by created_at), '[]')
        from assets where owner_user_id = ${userId})
    ) as data`)
  await recordAuditEvent(db, COMMAND_LINE, { action: 'user-exported', subjectKind: 'user', subjectId: userId })
  return { account, devices, ...rows[0]?.data }
}

async function requireByEmail(db: Db | Tx, email: string): Promise<string> {
  const userId = await findUserIdByEmail(db, email)
  if (userId === undefined)
    throw new ApiError('user-not-found', { values: { email } }, 'No account has the address {email}')
  return userId
}
