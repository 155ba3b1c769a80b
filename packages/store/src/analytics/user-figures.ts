// Users of the dashboard with their purchases. The database filters, sorts and pages them; it aggregates a period once for
// totals, list and order, and reads details only for the users of the page.

import type { AdminTotals, AdminUser, AdminUsersQuery } from '@vitrine/contract/admin'
import type { UserRole } from '@vitrine/contract/permission'
import { toE164 } from '@vitrine/contract/phone'
import { type SQL, sql } from 'drizzle-orm'
import { searchedText, shownName } from '../accounts/tables.ts'
import { isUuid } from '../identifier.ts'
import type { Reader } from '../prepared.ts'
import { toPattern } from '../search-pattern.ts'
import { inMilliseconds, isBounded, isWithin, type Period } from './period.ts'
import { packSales, TOTALS, type TotalsRow, templateSales, toRupees, toTotals, total, tradedByBuyer } from './sale.ts'

const ALWAYS: Period = { name: 'all', from: null, to: null, timeZone: 'UTC', coversMost: true }

export type UserQuery = Pick<AdminUsersQuery, 'search' | 'sort' | 'direction' | 'page' | 'limit'>

interface PageRow extends TotalsRow, Record<string, unknown> {
  matching: number
  /** Null when the page is empty. */
  id: string | null
}

/**
 * The totals, one page of the users of a period, and the total number. A bounded period lists only users who bought a pack or
 * template in it. The search is that of `foundUsers`.
 */
export async function pageUsers(
  db: Reader,
  period: Period,
  query: UserQuery,
): Promise<AdminTotals & { users: AdminUser[]; matchingUsers: number }> {
  const way = query.direction === 'asc' ? sql`asc` : sql`desc`
  const { rows } = await db.execute<PageRow>(sql`
    ${selectListed(period, query)}, totals as (${TOTALS}),
    matching as (select count(*)::float8 as matching from listed),
    page as (
      select id, value from listed order by value ${way}, id ${way}
       limit ${query.limit} offset ${(query.page - 1) * query.limit}
    )
    select totals.*, matching, page.id from totals cross join matching left join page on true
     order by page.value ${way}, page.id ${way}`)
  const [first] = rows
  if (!first) throw new Error('totals are one row at least')
  const ids = rows.flatMap(({ id }) => id ?? [])
  return { ...toTotals(period, first), users: await describeUsers(db, period, ids), matchingUsers: first.matching }
}

/** The ids of all matching users, sorted. */
export function orderedUsers(period: Period, query: Omit<UserQuery, 'page' | 'limit'>): SQL {
  const way = query.direction === 'asc' ? sql`asc` : sql`desc`
  return sql`${selectListed(period, query)} select id from listed order by value ${way}, id ${way}`
}

/** Begins a query with the shared sums (`paid`, `bought`) and the listed users (`listed`: id, value). */
function selectListed(period: Period, { search, sort }: Pick<UserQuery, 'search' | 'sort'>): SQL {
  // All users sorted by name or age come from an index, whose order a copy would lose.
  const isIndexed = !isBounded(period) && (sort === 'name' || sort === 'createdAt')
  return sql`
    with traded as (${tradedByBuyer(period)}),
    paid as (select * from traded where paise <> 0 or returned_paise <> 0),
    bought as (select purchases as count, credits_spent as credits from traded),
    listed as ${isIndexed ? sql`not materialized` : sql`materialized`} (
      ${isBounded(period) ? activeUsers(search, sort) : allUsers(search, sort)})`
}

/** Users who bought anything. Few are deleted: excluding those is cheaper than looking up all others. */
function activeUsers(search: string, sort: UserQuery['sort']): SQL {
  const { value, from, join } = resolveOrder(sort, sql`traded.user_id`)
  return sql`
    select traded.user_id as id, ${value} as value
      from traded ${from === 'user' ? sql`join users u on u.id = traded.user_id` : sql``} ${join}
     where (paise <> 0 or returned_paise <> 0 or purchases > 0) and ${isFound(sql`traded.user_id`, search)}
       and not exists (select from users deleted where deleted.id = traded.user_id and deleted.deleted_at is not null)`
}

function allUsers(search: string, sort: UserQuery['sort']): SQL {
  const { value, from, join } = resolveOrder(sort, sql`u.id`)
  return sql`
    select u.id, ${value} as value
      from users u ${from === 'traded' ? sql`left join traded on traded.user_id = u.id` : sql``} ${join}
     where u.deleted_at is null and ${isFound(sql`u.id`, search)}`
}

const isFound = (userId: SQL, search: string) => (search === '' ? sql`true` : sql`${userId} in (${foundUsers(search)})`)

/** The sort value of a list, its source (`traded`, the user `u`), and further joins. */
interface Order {
  readonly value: SQL
  readonly from: 'traded' | 'user' | 'account'
  readonly join: SQL
}

function resolveOrder(sort: UserQuery['sort'], userId: SQL): Order {
  const traded = (column: SQL): Order => ({ value: sql`coalesce(traded.${column}, 0)`, from: 'traded', join: sql`` })
  const ofUser = (value: SQL): Order => ({ value, from: 'user', join: sql`` })
  switch (sort) {
    case 'moneySpent':
      return traded(sql`paise`)
    case 'creditsPurchased':
      return traded(sql`credits`)
    case 'templatesPurchased':
      return traded(sql`purchases`)
    case 'credits': {
      const balances = sql`select user_id, ${total(sql`balance`)} as credits from credit_accounts group by user_id`
      return {
        value: sql`coalesce(account.credits, 0)`,
        from: 'account',
        join: sql`left join (${balances}) account on account.user_id = ${userId}`,
      }
    }
    case 'createdAt':
      return ofUser(sql`u.created_at`)
    case 'name':
      return ofUser(shownName({ username: sql`u.username`, actualName: sql`u.actual_name` }))
  }
}

interface Row extends Record<string, unknown> {
  userId: string
  username: string
  actualName: string
  email: string
  isGoogleUser: boolean
  role: UserRole
  isBlocked: boolean
  createdAt: number
  credits: number
  creditsPurchased: number
  paise: number
  filteredCredits: number
  filteredPaise: number
  /** Template, credits, milliseconds, and whether it is in the period; newest first. */
  bought: [string, number, number, boolean][]
}

/** These users, in this order, with their purchases, in total and in the period. */
export async function describeUsers(db: Reader, period: Period, ids: readonly string[]): Promise<AdminUser[]> {
  if (ids.length === 0) return []
  // Lateral: reads each user's rows from an index, whatever the size of the store.
  const { rows } = await db.execute<Row>(sql`
    select u.id as "userId", u.username, u.actual_name as "actualName", u.email, u.is_google_user as "isGoogleUser", u.role,
           u.blocked_at is not null as "isBlocked", ${inMilliseconds(sql`u.created_at`)} as "createdAt",
           account.credits, pack.*, bought.bought
      from unnest(${sql.param([...ids])}::uuid[]) with ordinality as requested (id, place)
      join users u on u.id = requested.id
      cross join lateral (select ${total(sql`balance`)} as credits from credit_accounts where user_id = u.id) account
      cross join lateral (
        select ${total(sql`credits`)} as "creditsPurchased", ${total(sql`paise`)} as paise,
               coalesce(sum(credits) filter (where ${isWithin(period, sql`paid_at`)}), 0)::float8 as "filteredCredits",
               coalesce(sum(paise) filter (where ${isWithin(period, sql`paid_at`)}), 0)::float8 as "filteredPaise"
          from ${packSales(ALWAYS, sql`s.user_id = u.id`)} s) pack
      cross join lateral (
        select coalesce(jsonb_agg(jsonb_build_array(template_id, credits_charged, ${inMilliseconds(sql`created_at`)},
                 ${isWithin(period, sql`created_at`)}) order by created_at desc, template_id desc), '[]') as bought
          from ${templateSales(ALWAYS, sql`e.user_id = u.id`)} s) bought
     order by requested.place`)
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

// Finds users by part of a name or address, by a whole id or phone number, or by a payment, order or receipt number. Each way has
// an index; a union combines them, because `or` would defeat the indexes.

const PHONE_NUMBER = /^\+?\d{6,15}$/
/** The gateway's ids of payments and orders, and the store's receipt numbers. */
const MONEY_NUMBER = /^(pay_|order_|vt-)/i

/** A query of the matching user ids; the search is not empty. */
export function foundUsers(search: string): SQL {
  const shown = searchedText({ username: sql`username`, email: sql`email`, actualName: sql`actual_name` })
  const ways = [sql`select id from users where ${shown} like ${toPattern(search)}`]
  if (isUuid(search.toLowerCase())) ways.push(sql`select id from users where id = ${search}`)
  const phoneNumber = toE164(search)
  if (PHONE_NUMBER.test(phoneNumber)) {
    ways.push(sql`select id from users where phone_number <> '' and phone_number = ${phoneNumber}`)
  }
  if (MONEY_NUMBER.test(search)) {
    ways.push(
      sql`select user_id from pack_orders where gateway_order_id = ${search}`,
      sql`select user_id from pack_orders where receipt_number = ${search.toUpperCase()}`,
      sql`select user_id from entitlements where receipt_number = ${search.toUpperCase()}`,
      sql`select o.user_id from payments p join pack_orders o on o.id = p.order_id where p.payment_id = ${search}`,
    )
  }
  return sql.join(ways, sql` union all `)
}
