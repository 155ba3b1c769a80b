// One customer as the owner sees them: identity, account state and its reasons. Never photos or session tokens.
import type { AdminStatement, AdminUserDetail } from '@vitrine/contract/admin'
import { ApiError } from '@vitrine/contract/api-error'
import type { Db } from '@vitrine/database/connection'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { getUser } from '../accounts/accounts.ts'
import { listSessions } from '../accounts/session.ts'
import { users } from '../accounts/tables.ts'
import { describeUsers } from '../analytics/user-figures.ts'
import { getBalance, listStatement } from '../credits/credits.ts'
import { isUuid } from '../identifier.ts'
import type { Reader } from '../prepared.ts'
import { projects } from '../projects/tables.ts'
import { renders } from '../renders/tables.ts'

/** Refuses user-not-found for a malformed id and for a deleted account. */
export async function requirePerson(db: Reader, userId: string): Promise<void> {
  const isThere = isUuid(userId) && (await db.$count(users, and(eq(users.id, userId), isNull(users.deletedAt)))) > 0
  if (!isThere) throw new ApiError('user-not-found', {}, 'User not found')
}

/** One customer as the owner sees them. Refuses user-not-found. */
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

/** A user's statement, newest first, with the reasons of the owner's adjustments. Refuses user-not-found. */
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
