// Owns the users of the dashboard with what they bought: found, put in order and cut into pages by the database, which
// sums up only what the order asks for before it knows whose details are wanted.
import type { AdminUser, AdminUsersQuery } from '@vitrine/contract/admin'
import { type SQL, sql } from 'drizzle-orm'
import type { Reader } from '../prepared.ts'
import { inMilliseconds, isBounded, isWithin, type Period } from './period.ts'
import { packSales, templateSales, toRupees, total } from './sale.ts'

const ALWAYS: Period = { name: 'all', from: null, to: null, timeZone: 'UTC' }

export type UserQuery = Pick<AdminUsersQuery, 'search' | 'sort' | 'direction' | 'page' | 'limit'>

/**
 * One page of the users of a period, and how many there are on all pages. With a bounded period: those who bought a pack or
 * a template in it. The search looks for a part of name, username or address, or for a whole id or phone number.
 */
export async function pageUsers(
  db: Reader,
  period: Period,
  query: UserQuery,
): Promise<{ users: AdminUser[]; matchingUsers: number }> {
  const { rows } = await db.execute<{ id: string; matching: number }>(sql`
    select id, matching from (${orderedUsers(period, query)}) ordered
     order by place limit ${query.limit} offset ${(query.page - 1) * query.limit}`)
  const [first] = rows
  const matchingUsers = first ? first.matching : query.page === 1 ? 0 : await countUsers(db, period, query)
  return {
    users: await describeUsers(
      db,
      period,
      rows.map(({ id }) => id),
    ),
    matchingUsers,
  }
}

/** All matching users in their order: id, place (from 1 on) and how many there are. */
export function orderedUsers(period: Period, { search, sort, direction }: Omit<UserQuery, 'page' | 'limit'>): SQL {
  const { join, value } = orderOf(sort, period)
  const way = direction === 'asc' ? sql`asc` : sql`desc`
  return sql`
    select u.id, row_number() over (order by ${value} ${way}, u.id ${way}) as place, (count(*) over ())::float8 as matching
      from users u ${join} where ${isListed(period, search)}`
}

async function countUsers(db: Reader, period: Period, { search }: UserQuery): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::float8 as count from users u where ${isListed(period, search)}`,
  )
  return rows[0]?.count ?? 0
}

function isListed(period: Period, search: string): SQL {
  const isActive = isBounded(period)
    ? sql`u.id in (select user_id from ${packSales(period)} s union select user_id from ${templateSales(period)} t)`
    : sql`true`
  return sql`u.deleted_at is null and ${isActive} and ${isFound(search)}`
}

function isFound(search: string): SQL {
  if (search === '') return sql`true`
  const pattern = `%${search.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
  return sql`(lower(u.username) like ${pattern} or u.email like ${pattern} or lower(u.actual_name) like ${pattern}
              or u.id::text = ${search.toLowerCase()} or (u.phone_number <> '' and u.phone_number = ${search.replace(/[\s().-]/g, '')}))`
}

/** What an order goes by, and the sums it needs. */
function orderOf(sort: UserQuery['sort'], period: Period): { join: SQL; value: SQL } {
  const summed = (source: SQL, value: SQL) => ({
    join: sql`left join (select user_id, ${value} as value from ${source} s group by user_id) figure on figure.user_id = u.id`,
    value: sql`coalesce(figure.value, 0)`,
  })
  switch (sort) {
    case 'moneySpent':
      return summed(packSales(period), sql`sum(paise)`)
    case 'creditsPurchased':
      return summed(packSales(period), sql`sum(credits)`)
    case 'templatesPurchased':
      return summed(templateSales(period), sql`count(*)`)
    case 'credits':
      return summed(sql`(select user_id, balance from credit_accounts where user_id is not null)`, sql`sum(balance)`)
    case 'createdAt':
      return { join: sql``, value: sql`u.created_at` }
    case 'name':
      return { join: sql``, value: sql`lower(coalesce(nullif(u.actual_name, ''), u.username))` }
  }
}

interface Row extends Record<string, unknown> {
  userId: string
  username: string
  actualName: string
  email: string
  isGoogleUser: boolean
  role: 'buyer' | 'owner'
  isBlocked: boolean
  createdAt: number
  credits: number
  creditsPurchased: number
  paise: number
  filteredCredits: number
  filteredPaise: number
  /** Template, credits, milliseconds, and whether it lies in the period; newest first. */
  bought: [string, number, number, boolean][]
}

/** These users, in this order, with what they bought ever and in the period. */
export async function describeUsers(db: Reader, period: Period, ids: readonly string[]): Promise<AdminUser[]> {
  if (ids.length === 0) return []
  // Lateral: each user's own rows come from an index, whatever the size of the shop.
  const { rows } = await db.execute<Row>(sql`
    select u.id as "userId", u.username, u.actual_name as "actualName", u.email, u.is_google_user as "isGoogleUser", u.role,
           u.blocked_at is not null as "isBlocked", ${inMilliseconds(sql`u.created_at`)} as "createdAt",
           account.credits, pack.*, bought.bought
      from unnest(${sql.param([...ids])}::uuid[]) with ordinality as wanted (id, place)
      join users u on u.id = wanted.id
      cross join lateral (select ${total(sql`balance`)} as credits from credit_accounts where user_id = u.id) account
      cross join lateral (
        select ${total(sql`credits`)} as "creditsPurchased", ${total(sql`paise`)} as paise,
               coalesce(sum(credits) filter (where ${isWithin(period, sql`paid_at`)}), 0)::float8 as "filteredCredits",
               coalesce(sum(paise) filter (where ${isWithin(period, sql`paid_at`)}), 0)::float8 as "filteredPaise"
          from ${packSales(ALWAYS, sql`o.user_id = u.id`)} s) pack
      cross join lateral (
        select coalesce(jsonb_agg(jsonb_build_array(template_id, credits_charged, ${inMilliseconds(sql`created_at`)},
                 ${isWithin(period, sql`created_at`)}) order by created_at desc, template_id desc), '[]') as bought
          from ${templateSales(ALWAYS, sql`e.user_id = u.id`)} s) bought
     order by wanted.place`)
  return rows.map(toAdminUser)
}

function toAdminUser(row: Row): AdminUser {
  const purchases = row.bought.map(([templateId, creditsCost, milliseconds, isInPeriod]) => ({
    purchase: { templateId, creditsCost, purchaseDate: new Date(milliseconds).toISOString() },
    isInPeriod,
  }))
  const { userId, username, actualName, email, isGoogleUser, role, isBlocked, credits, creditsPurchased } = row
  return {
    userId,
    username,
    actualName,
    email,
    isGoogleUser,
    role,
    isBlocked,
    createdAt: new Date(row.createdAt).toISOString(),
    credits,
    creditsPurchased,
    moneySpent: toRupees(row.paise),
    templatesPurchased: purchases.map(({ purchase }) => purchase),
    filteredCreditsPurchased: row.filteredCredits,
    filteredMoneySpent: toRupees(row.filteredPaise),
    filteredTemplatesPurchased: purchases.filter(({ isInPeriod }) => isInPeriod).map(({ purchase }) => purchase),
  }
}
