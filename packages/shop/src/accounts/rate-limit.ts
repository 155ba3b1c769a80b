// Rate limits: how often a subject may do something within a window of time. Counters are in the database, so that several
// servers share them and a restart keeps them.
import assert from 'node:assert/strict'
import { ApiError } from '@vitrine/contract/api-error'
import type { Db } from '@vitrine/database/connection'
import { and, eq, gt, lt, sql } from 'drizzle-orm'
import { networkOf } from './network.ts'
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
 * Sign-in is counted four ways (see sign-in-limit.ts). The pair of address and IP stops guessing at one account from
 * one place without locking its owner out elsewhere; the address alone stops guessing from many places; the IP alone
 * stops trying one password on many accounts; a known browser has its own counter, so that none of these locks it out.
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
  // A stolen session must not be used to guess the password, nor to use up the attempts of the other sessions. The rule
  // per user covers a session that is renewed again and again; it counts only what the session's own rule let pass.
  'password-check': { limit: 10, windowSeconds: 900 },
  'password-check-user': { limit: 50, windowSeconds: 900 },
  'admin-gate': { limit: 5, windowSeconds: 900 },
  'admin-gate-user': { limit: 30, windowSeconds: 900 },
  // Sessions that are no owner's never reach the password; each error is a line in the log.
  'admin-gate-stranger': { limit: 20, windowSeconds: 900 },
  'staff-invitation': { limit: 20, windowSeconds: 3600 },
  'invitation-link-ip': { limit: 60, windowSeconds: 900 },
  'factor-setup': { limit: 30, windowSeconds: 900 },
  // More than anybody creates by hand; deleted ones count, too.
  'project-begin': { limit: 200, windowSeconds: 3600 },
  // Each may keep an idle worker busy for some seconds.
  'render-prepare': { limit: 60, windowSeconds: 3600 },
  'payment-order': { limit: 30, windowSeconds: 3600 },
} as const satisfies Record<string, RateRule>
export type RateRuleName = keyof typeof rateRules

/**
 * Counts one attempt and refuses with rate-limited (and `retryAfterSeconds`) when the limit of the present
 * window is passed. Rules of an IP are given the address and count its network. Takes `db`, not a transaction: an attempt
 * counts even when what follows is refused and rolled back.
 */
export async function countAttempt(db: Db, rule: RateRuleName, attemptedBy: string): Promise<void> {
  const { limit, windowSeconds } = rateRules[rule]
  const { count, secondsLeft } = await countInWindow(db, rule, subjectOf(rule, attemptedBy), windowSeconds)
  if (count > limit) throw new ApiError('rate-limited', { retryAfterSeconds: secondsLeft })
}

/** The subject of a counter: the network of an address, or the given subject as it is. */
function subjectOf(rule: RateRuleName, attemptedBy: string): string {
  return rule.endsWith('-ip') ? networkOf(attemptedBy) : attemptedBy
}

/** Counts without judging, for rules whose limit is the owner's to set. The first attempt after a window begins another. */
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

/** Deletes the attempts of a subject after a successful one. */
export async function forgetAttempts(db: Db, rule: RateRuleName, subject: string): Promise<void> {
  await db.delete(rateCounters).where(and(eq(rateCounters.rule, rule), eq(rateCounters.subject, subject)))
}

/** Uncounts one successful attempt where others may have failed. The last one stays counted. */
export async function uncountAttempt(db: Db, rule: RateRuleName, attemptedBy: string): Promise<void> {
  await db
    .update(rateCounters)
    .set({ count: sql`${rateCounters.count} - 1` })
    .where(
      and(
        eq(rateCounters.rule, rule),
        eq(rateCounters.subject, subjectOf(rule, attemptedBy)),
        gt(rateCounters.count, 1),
      ),
    )
}

/** Drops counters whose window has long passed. Returns how many. */
export async function purgeRateCounters(db: Db): Promise<number> {
  const { rowCount } = await db.delete(rateCounters).where(lt(rateCounters.windowStart, sql`now() - interval '1 day'`))
  return rowCount ?? 0
}
