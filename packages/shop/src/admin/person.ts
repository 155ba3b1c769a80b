// Owns what the owner sees of one customer: who it is, how the account stands, which films were asked for. Never a film, a
// photo or a session's token.
import type { AdminRenders, AdminUserDetail } from '@vitrine/contract/admin'
import { Refusal } from '@vitrine/contract/refusal'
import type { Db } from '@vitrine/database/connection'
import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import { getUser, listSessions } from '../accounts/accounts.ts'
import { users } from '../accounts/tables.ts'
import { describeUsers } from '../analytics/analytics.ts'
import { templates } from '../catalogue/tables.ts'
import { getBalance } from '../credits/credits.ts'
import { isUuid } from '../identifier.ts'
import type { Reader } from '../prepared.ts'
import { projects } from '../projects/tables.ts'
import { renders } from '../renders/tables.ts'

const MOST_RENDERS = 200

/** Refuses user-not-found for an id that is none, and for an account that was deleted. */
export async function requirePerson(db: Reader, userId: string): Promise<void> {
  const isThere = isUuid(userId) && (await db.$count(users, and(eq(users.id, userId), isNull(users.deletedAt)))) > 0
  if (!isThere) throw new Refusal('user-not-found', {}, 'User not found')
}

/** One customer as the owner sees them. Refuses user-not-found. */
export async function getPerson(db: Db, userId: string): Promise<AdminUserDetail> {
  await requirePerson(db, userId)
  const [user, balance, sessions, [figures], projectCount, renderCount] = await Promise.all([
    getUser(db, userId),
    getBalance(db, userId),
    listSessions(db, userId),
    describeUsers(db, { name: 'all', from: null, to: null, timeZone: 'UTC' }, [userId]),
    db.$count(projects, and(eq(projects.userId, userId), isNull(projects.deletedAt))),
    db.$count(renders, eq(renders.userId, userId)),
  ])
  if (!figures) throw new Refusal('user-not-found', {}, 'User not found')
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

/** The films a user asked for, newest first, at most 200. Refuses user-not-found. */
export async function listPersonRenders(db: Db, userId: string): Promise<AdminRenders> {
  await requirePerson(db, userId)
  const { id, templateId, kind, status, percent, attempts, errorCode, errorMessage } = renders
  const rows = await db
    .select({
      jobId: id,
      templateId,
      templateName: templates.name,
      kind,
      status,
      percent,
      attempts,
      errorCode,
      errorMessage,
      createdAt: renders.createdAt,
      completedAt: renders.completedAt,
    })
    .from(renders)
    .innerJoin(templates, sql`${templates.id} = ${renders.templateId}`)
    .where(eq(renders.userId, userId))
    .orderBy(desc(renders.id))
    .limit(MOST_RENDERS)
  return {
    items: rows.map(({ createdAt, completedAt, ...row }) => ({
      ...row,
      createdAt: createdAt.toISOString(),
      completedAt: completedAt?.toISOString() ?? null,
    })),
  }
}
