// Customers as the owner sees them, and the owner's actions on them and their payments. An action and its audit event are one
// transaction; a refund calls the gateway in between and therefore has two events: requested and done.
import { createHash } from 'node:crypto'
import type { AdminStatement, AdminUserDetail } from '@vitrine/contract/admin'
import { ApiError } from '@vitrine/contract/api-error'
import { isStaff } from '@vitrine/contract/permission'
import { type Db, type Tx, transaction } from '@vitrine/database/connection'
import { msg } from '@vitrine/language/texts'
import type { GatewayRefund, PaymentGateway } from '@vitrine/providers/payment'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { getUser, lockUser, readUser } from '../accounts/accounts.ts'
import { blockUser, listSessions, unblockUser } from '../accounts/session.ts'
import { users } from '../accounts/tables.ts'
import { getPayment } from '../analytics/payment-list.ts'
import { describeUsers } from '../analytics/user-figures.ts'
import { type Balance, getBalance, grantCredits, listStatement, readBalance, spendCredits } from '../credits/credits.ts'
import { isUuid } from '../identifier.ts'
import { callGateway, isGatewayRejection } from '../payments/gateway-outage.ts'
import { recordRefund } from '../payments/reversal.ts'
import type { Reader } from '../prepared.ts'
import { projects } from '../projects/tables.ts'
import { renders } from '../renders/tables.ts'
import { type Actor, isAuditEventRecorded, recordAuditEvent } from './audit-log.ts'

/** Throws `user-not-found` for a malformed id and for a deleted account. */
export async function requirePerson(db: Reader, userId: string): Promise<void> {
  const isThere = isUuid(userId) && (await db.$count(users, and(eq(users.id, userId), isNull(users.deletedAt)))) > 0
  if (!isThere) throw new ApiError('user-not-found', {}, 'User not found')
}

/** Identity and state of an account; never photos or session tokens. Throws `user-not-found`. */
export async function getPerson(db: Db, userId: string): Promise<AdminUserDetail> {
  await requirePerson(db, userId)
  const [user, balance, sessions, [figures], projectCount, renderCount] = await Promise.all([
    getUser(db, userId),
    getBalance(db, userId),
    listSessions(db, userId),
    describeUsers(db, { name: 'all', from: null, to: null, timeZone: 'UTC', coversMost: true }, [userId]),
    db.$count(projects, and(eq(projects.userId, userId), isNull(projects.deletedAt))),
    db.$count(renders, eq(renders.userId, userId)),
  ])
  if (!figures) throw new ApiError('user-not-found', {}, 'User not found')
  return {
    userId,
    username: user.username,
    actualName: user.actualName,
    email: user.email,
    isGoogleUser: user.isGoogleUser,
    role: user.role,
    isBlocked: user.blockedAt !== null,
    createdAt: user.createdAt.toISOString(),
    credits: balance.total,
    creditsPurchased: figures.creditsPurchased,
    moneySpent: figures.moneySpent,
    phoneNumber: user.phoneNumber,
    isPhoneVerified: user.isPhoneVerified,
    EmpFeild: user.employmentField,
    promotionalCredits: balance.promotional,
    paidCredits: balance.paid,
    blockedAt: user.blockedAt?.toISOString() ?? null,
    lastSeenAt: sessions[0]?.lastSeenAt.toISOString() ?? null,
    sessions: sessions.length,
    projects: projectCount,
    renders: renderCount,
    purchases: figures.templatesPurchased.length,
  }
}

/** A user's statement, newest first, with the reasons of the owner's adjustments. Throws `user-not-found`. */
export async function listPersonStatement(
  db: Db,
  userId: string,
  page: { cursor?: string | undefined; limit: number },
): Promise<AdminStatement> {
  await requirePerson(db, userId)
  const { items, nextCursor } = await listStatement(db, userId, page)
  const adjustments = items.filter(({ reason }) => reason === 'adjustment').map(({ id }) => id)
  const { rows } = await db.execute<{ id: string; note: string }>(sql`
    select e.id::text as id, a.reason as note
      from credit_entries e
      join credit_transfers t on t.id = e.transfer_id
      join admin_acts a on a.request_key = t.details ->> 'act'
     where e.id = any(${sql.param(adjustments)}::bigint[])`)
  const notes = new Map(rows.map(({ id, note }) => [id, note]))
  return { items: items.map((line) => ({ ...line, note: notes.get(line.id) ?? '' })), nextCursor }
}

export interface Adjustment {
  readonly userId: string
  /** Positive adds, negative removes. */
  readonly credits: number
  readonly reason: string
  /** Requests with the same key take effect once. */
  readonly requestKey: string
}

/** The text on the customer's statement. The reason is in the audit log only. */
const STATEMENT_LINE = msg('Adjusted by the store')

/**
 * Adds credits to a user, or removes some (promotional ones first). Returns the new balance. Idempotent. Throws `user-not-found`
 * and `not-enough-credits`.
 */
export async function adjustCredits(tx: Tx, actor: Actor, adjustment: Adjustment): Promise<Balance> {
  const { userId, credits, reason, requestKey } = adjustment
  await requirePerson(tx, userId)
  await lockUser(tx, userId)
  const key = `credits:${userId}:${credits}:${requestKey}`
  if (await isAuditEventRecorded(tx, key)) return readBalance(tx, userId)
  const before = await readBalance(tx, userId)
  const booking = {
    credits: Math.abs(credits),
    reason: 'adjustment',
    description: STATEMENT_LINE,
    // The audit event has the reason.
    details: { by: actor.userId ?? actor.name, act: key },
    key: `adjustment:${key}`,
  } as const
  const { balance } =
    credits > 0
      ? await grantCredits(tx, userId, { ...booking, account: 'promotional' })
      : await spendCredits(tx, userId, [booking])
  await recordAuditEvent(tx, actor, {
    action: 'credits-adjusted',
    subjectKind: 'user',
    subjectId: userId,
    reason,
    before: { credits: before.total },
    after: { credits: balance.total },
    requestKey: key,
  })
  return balance
}

const ON_THE_STAFF = 'An account on the staff cannot be blocked. An owner can take it off the staff first, under Staff.'

/**
 * Blocks an account and ends all its sessions. Credits, purchases and videos stay. Throws `user-not-found`, and `forbidden` for
 * staff.
 */
export async function blockAccount(tx: Tx, actor: Actor, userId: string, reason: string): Promise<void> {
  await requirePerson(tx, userId)
  await lockUser(tx, userId)
  const { role } = await readUser(tx, userId)
  if (role === 'owner') throw new ApiError('forbidden', {}, 'The account of an owner cannot be blocked')
  if (isStaff(role)) throw new ApiError('forbidden', {}, ON_THE_STAFF)
  if (!(await blockUser(tx, userId))) return
  const states = { before: { isBlocked: false }, after: { isBlocked: true } }
  await recordAuditEvent(tx, actor, {
    action: 'user-blocked',
    subjectKind: 'user',
    subjectId: userId,
    reason,
    ...states,
  })
}

/** Unblocks an account. Throws `user-not-found`. */
export async function unblockAccount(tx: Tx, actor: Actor, userId: string, reason: string): Promise<void> {
  await requirePerson(tx, userId)
  if (!(await unblockUser(tx, userId))) return
  const states = { before: { isBlocked: true }, after: { isBlocked: false } }
  await recordAuditEvent(tx, actor, {
    action: 'user-unblocked',
    subjectKind: 'user',
    subjectId: userId,
    reason,
    ...states,
  })
}

interface RefundInput {
  readonly paymentId: string
  /** Undefined refunds everything that is left of the payment. */
  readonly amountPaise: number | undefined
  readonly reason: string
  /** Requests with the same key are one refund, in the store and at the gateway. */
  readonly requestKey: string
}

/**
 * Refunds a payment through the gateway and removes its share of the credits. Records the request before calling the gateway and
 * the result afterwards; if the process dies in between, the gateway's event reports the result, and a repeated request returns
 * the same refund. Throws `payment-not-found`, `payment-not-refundable` (not captured, or less remains), `refund-refused` with
 * the gateway's message, `payment-unavailable`.
 */
export async function refundPayment(
  db: Db,
  gateway: Pick<PaymentGateway, 'refund'>,
  actor: Actor,
  { paymentId, amountPaise, reason, requestKey }: RefundInput,
): Promise<GatewayRefund> {
  const key = `refund:${paymentId}:${amountPaise ?? 'all'}:${requestKey}`
  const act = { subjectKind: 'payment', subjectId: paymentId, reason } as const
  await transaction(db, async (tx) => {
    const payment = await getPayment(tx, paymentId)
    const before = pickReturnState(payment)
    if (await isAuditEventRecorded(tx, `${key}:asked`)) return
    const left = payment.amountPaise - payment.returnedPaise
    if (payment.outcome === 'none' || left === 0 || (amountPaise ?? left) > left) {
      throw new ApiError('payment-not-refundable', { leftPaise: payment.outcome === 'none' ? 0 : left })
    }
    const after = { asked: amountPaise ?? left }
    await recordAuditEvent(tx, actor, { ...act, action: 'refund-requested', before, after, requestKey: `${key}:asked` })
  })
  const refund = await askForRefund(gateway, {
    paymentId,
    ...(amountPaise !== undefined && { amountPaise }),
    idempotencyKey: `admin-${createHash('sha256').update(key).digest('base64url')}`,
    // Without half an emoji at its end.
    notes: { reason: reason.slice(0, 200).replace(/\p{Cs}$/u, '') },
  })
  await transaction(db, async (tx) => {
    const before = pickReturnState(await getPayment(tx, paymentId))
    await recordRefund(tx, refund, reason)
    const after = {
      ...pickReturnState(await getPayment(tx, paymentId)),
      refundId: refund.refundId,
      status: refund.status,
    }
    await recordAuditEvent(tx, actor, { ...act, action: 'payment-refunded', before, after, requestKey: `${key}:done` })
  })
  return refund
}

async function askForRefund(
  gateway: Pick<PaymentGateway, 'refund'>,
  request: Parameters<PaymentGateway['refund']>[0],
): Promise<GatewayRefund> {
  try {
    const result = await callGateway(() => gateway.refund(request))
    if (result.isUnavailable)
      throw new ApiError('payment-unavailable', {}, 'The payment gateway cannot be reached right now')
    return result.answer
  } catch (error) {
    if (isGatewayRejection(error)) throw new ApiError('refund-refused', {}, error.message)
    throw error
  }
}

function pickReturnState({ returnedPaise, creditsClawedBack, creditsShort }: Awaited<ReturnType<typeof getPayment>>) {
  return { returnedPaise, creditsClawedBack, creditsShort }
}
