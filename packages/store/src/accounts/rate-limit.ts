// Rate limits: how often a subject may do something within a time window. Counters are in the database, so that several servers
// share them and a restart keeps them.
import assert from 'node:assert/strict'
import { isIPv4, isIPv6 } from 'node:net'
import { ApiError } from '@vitrine/contract/api-error'
import type { Db } from '@vitrine/database/connection'
import { and, eq, gt, lt, sql } from 'drizzle-orm'
import { rateCounters } from './tables.ts'

interface RateRule {
  readonly limit: number
  readonly windowSeconds: number
}

/** A counted attempt: its number within the window, and the length of the window. */
interface Counted {
  readonly count: number
  readonly secondsLeft: number
}

/**
 * Sign-in is counted four ways (see `countSignIn`). The pair of address and IP stops guessing at one account from one place
 * without locking its owner out elsewhere; the address alone stops guessing from many places; the IP alone stops trying one
 * password on many accounts; a known browser has its own counter, so that none of these locks it out.
 */
const rateRules = {
  'sign-in-device': { limit: 10, windowSeconds: 900 },
  'sign-in-pair': { limit: 10, windowSeconds: 900 },
  'sign-in-address': { limit: 50, windowSeconds: 900 },
  'sign-in-ip': { limit: 100, windowSeconds: 900 },
  'user-lookup-ip': { limit: 60, windowSeconds: 900 },
  'username-lookup-ip': { limit: 120, windowSeconds: 900 },
  'google-sign-in-ip': { limit: 60, windowSeconds: 900 },
  'google-nonce-ip': { limit: 300, windowSeconds: 900 },
  'register-ip': { limit: 40, windowSeconds: 900 },
  'reset-ip': { limit: 40, windowSeconds: 900 },
  'otp-verify-ip': { limit: 100, windowSeconds: 900 },
  // A stolen session must not guess the password, nor use up the attempts of other sessions. The per-user rule also covers a
  // session that is renewed again and again; it counts only attempts that the session's own rule allowed.
  'password-check': { limit: 10, windowSeconds: 900 },
  'password-check-user': { limit: 50, windowSeconds: 900 },
  // Shared by all devices that have not opened the admin area before; the others are counted one by one, with pauses.
  'admin-gate-others': { limit: 30, windowSeconds: 900 },
  // Sessions of customers never reach the password check; each error is a line in the log.
  'admin-gate-stranger': { limit: 20, windowSeconds: 900 },
  'staff-invitation': { limit: 20, windowSeconds: 3600 },
  'invitation-link-ip': { limit: 60, windowSeconds: 900 },
  'factor-setup': { limit: 30, windowSeconds: 900 },
  // More than any customer creates by hand; deleted ones count, too.
  'project-begin': { limit: 200, windowSeconds: 3600 },
  // Each request may occupy an idle worker for some seconds.
  'render-prepare': { limit: 60, windowSeconds: 3600 },
  'payment-order': { limit: 30, windowSeconds: 3600 },
} as const satisfies Record<string, RateRule>
export type RateRuleName = keyof typeof rateRules
/** Rules with growing pauses instead of a limit. */
type PausedRuleName = 'admin-gate'

/**
 * Counts one attempt and throws `rate-limited` (with `retryAfterSeconds`) above the limit of the current window. Rules of an IP
 * take the address and count its network. Takes `db`, not a transaction: an attempt counts even when a later step fails and rolls
 * back.
 */
export async function countAttempt(db: Db, rule: RateRuleName, attemptedBy: string): Promise<void> {
  const { limit, windowSeconds } = rateRules[rule]
  const { count, secondsLeft } = await countInWindow(db, rule, toRateSubject(rule, attemptedBy), windowSeconds)
  if (count > limit) throw new ApiError('rate-limited', { retryAfterSeconds: secondsLeft })
}

/** The subject of a counter: the network of an address, or the subject unchanged. */
function toRateSubject(rule: RateRuleName, attemptedBy: string): string {
  return rule.endsWith('-ip') ? toNetwork(attemptedBy) : attemptedBy
}

/** Counts without refusing, for rules whose limit the owner sets. The first attempt after a window starts another. */
export async function countInWindow(db: Db, rule: string, subject: string, windowSeconds: number): Promise<Counted> {
  const isOver = sql`${rateCounters.windowStart} <= now() - make_interval(secs => ${windowSeconds})`
  const [row] = await db
    .insert(rateCounters)
    .values({ rule, subject, windowStart: sql`now()`, count: 1 })
    .onConflictDoUpdate({
      target: [rateCounters.rule, rateCounters.subject],
      set: {
        count: sql`case when ${isOver} then 1 else ${rateCounters.count} + 1 end`,
        windowStart: sql`case when ${isOver} then now() else ${rateCounters.windowStart} end`,
      },
    })
    .returning({
      count: rateCounters.count,
      secondsLeft: sql<number>`ceil(extract(epoch from ${rateCounters.windowStart} - now()) + ${windowSeconds}::int)::int`,
    })
  assert(row, 'an upsert returns its row')
  return { count: row.count, secondsLeft: Math.max(1, row.secondsLeft) }
}

/** Attempts without a pause, and the pauses after each further one: 15 s, 30 s, a minute, up to a quarter of an hour. */
const FREE_ATTEMPTS = 5
const FIRST_PAUSE_SECONDS = 15
const MAX_PAUSE_SECONDS = 900
const PAUSES_FORGOTTEN_SECONDS = 86_400

/**
 * Counts one attempt, and makes each failure lengthen the wait before the next. Throws `rate-limited` (with `retryAfterSeconds`)
 * during a pause, without counting. Takes `db`, not a transaction, like `countAttempt`.
 */
export async function countWithPauses(db: Db, rule: PausedRuleName, subject: string): Promise<void> {
  const { count, windowStart } = rateCounters
  const pause = sql`least(${MAX_PAUSE_SECONDS}::float8, ${FIRST_PAUSE_SECONDS} * power(2::float8, least(${count}, 30) - ${FREE_ATTEMPTS}))`
  const pauseEnd = sql`${windowStart} + make_interval(secs => ${pause})`
  const isForgotten = sql`${windowStart} < now() - make_interval(secs => ${PAUSES_FORGOTTEN_SECONDS})`
  const counted = await db
    .insert(rateCounters)
    .values({ rule, subject, windowStart: sql`clock_timestamp()`, count: 1 })
    .onConflictDoUpdate({
      target: [rateCounters.rule, rateCounters.subject],
      set: { count: sql`case when ${isForgotten} then 1 else ${count} + 1 end`, windowStart: sql`clock_timestamp()` },
      setWhere: sql`${count} < ${FREE_ATTEMPTS} or ${pauseEnd} <= clock_timestamp()`,
    })
    .returning({ count })
  if (counted.length > 0) return
  const [waiting] = await db
    .select({ seconds: sql<number>`ceil(extract(epoch from ${pauseEnd} - clock_timestamp()))::int` })
    .from(rateCounters)
    .where(and(eq(rateCounters.rule, rule), eq(rateCounters.subject, subject)))
  throw new ApiError('rate-limited', { retryAfterSeconds: Math.max(1, waiting?.seconds ?? 1) })
}

/** Deletes the attempts of a subject after a successful one. */
export async function deleteAttempts(db: Db, rule: RateRuleName | PausedRuleName, subject: string): Promise<void> {
  await db.delete(rateCounters).where(and(eq(rateCounters.rule, rule), eq(rateCounters.subject, subject)))
}

/** Uncounts one successful attempt among possible failures. The last one stays counted. */
export async function uncountAttempt(db: Db, rule: RateRuleName, attemptedBy: string): Promise<void> {
  await db
    .update(rateCounters)
    .set({ count: sql`${rateCounters.count} - 1` })
    .where(
      and(
        eq(rateCounters.rule, rule),
        eq(rateCounters.subject, toRateSubject(rule, attemptedBy)),
        gt(rateCounters.count, 1),
      ),
    )
}

/** Drops counters whose window has long passed. Returns how many. */
export async function purgeRateCounters(db: Db): Promise<number> {
  const { rowCount } = await db.delete(rateCounters).where(lt(rateCounters.windowStart, sql`now() - interval '1 day'`))
  return rowCount ?? 0
}

/**
 * The network that rate limits count as one caller: an IPv4 address as it is, and the first 64 bits of an IPv6 address, because one subscriber has that
 * whole network (`2001:db8:1:2::/64`). IPv4-mapped IPv6 counts as IPv4, and the loopback address is the same in both. Any other
 * text stays as it is.
 */
export function toNetwork(ip: string): string {
  const [address = ''] = ip.split('%', 1)
  if (isIPv4(address) || !isIPv6(address)) return ip
  const groups = expand(address)
  if (groups.join('') === '00000001') return '127.0.0.1'
  const isIPv4Inside = groups.slice(0, 5).every((group) => group === '0') && groups[5] === 'ffff'
  if (isIPv4Inside) return groups.slice(6).flatMap(parseGroup).join('.')
  return `${groups.slice(0, 4).join(':')}::/64`
}

/** The eight groups of an IPv6 address, in lower case and without leading zeros. The URL parser writes them in hexadecimal. */
function expand(address: string): string[] {
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::', 2)
  const before = head === '' ? [] : head.split(':')
  const after = tail ? tail.split(':') : []
  return [...before, ...Array<string>(8 - before.length - after.length).fill('0'), ...after]
}

function parseGroup(group: string): number[] {
  const value = Number.parseInt(group, 16)
  return [value >> 8, value & 255]
}
