// Limits the one-time codes that the whole store sends. Limits per address and network stop a single visitor; this one stops
// attackers with many of both (toll fraud with premium numbers from thousands of machines) before the owner's SMS balance is
// empty.

import { ApiError } from '@vitrine/contract/api-error'
import type { Db } from '@vitrine/database/connection'
import { and, gt, inArray, sql } from 'drizzle-orm'
import type { OtpChannel } from './otp.ts'
import { countInWindow, toNetwork } from './rate-limit.ts'
import { rateCounters } from './tables.ts'

/** How many codes the store sends per day, by channel. */
export type OtpCeiling = Readonly<Record<OtpChannel, number>>

interface OtpFigures {
  readonly channel: OtpChannel
  readonly perDay: number
  /** Codes sent since the current day of the ceiling began. */
  readonly sent: number
  /** Seconds until codes are sent again; 0 while they are. */
  readonly closedSeconds: number
}

const HOUR_SECONDS = 3600
const DAY_SECONDS = 24 * HOUR_SECONDS
/** Share of the daily codes that one hour may use: a short attack must not stop registrations for the whole day. */
const HOUR_SHARE = 1 / 4
const SUBJECT = 'whole-store'

const hourRule = (channel: OtpChannel) => `otp-${channel}-hour`
const dayRule = (channel: OtpChannel) => `otp-${channel}-day`
const hourLimit = (perDay: number) => Math.ceil(perDay * HOUR_SHARE)

/**
 * Counts a code that is about to be sent. Throws `otp-ceiling-reached` with `retryAfterSeconds`. Call it after the limits by
 * address and network, so that requests they reject do not use up the shared ceiling. Takes `db`, not a transaction: all servers
 * count in the same two rows, and none may wait for another's mail.
 */
export async function countAgainstCeiling(db: Db, channel: OtpChannel, perDay: number): Promise<void> {
  const windows = [
    { rule: hourRule(channel), seconds: HOUR_SECONDS, limit: hourLimit(perDay) },
    { rule: dayRule(channel), seconds: DAY_SECONDS, limit: perDay },
  ]
  for (const { rule, seconds, limit } of windows) {
    const { count, secondsLeft } = await countInWindow(db, rule, SUBJECT, seconds)
    if (count <= limit) continue
    // The hourly window may end soon while the daily one does not.
    const figures = await readOtpFigures(db, { mail: perDay, sms: perDay })
    const closedSeconds = figures.find((each) => each.channel === channel)?.closedSeconds ?? 0
    throw new ApiError('otp-ceiling-reached', { retryAfterSeconds: Math.max(secondsLeft, closedSeconds) })
  }
}

/**
 * Counts a requested code, delivered or not, because each is an order to the mail server or SMS gateway. Throws `rate-limited`
 * with `retryAfterSeconds` once a network has ordered ten times its limit of unused codes within an hour, or half of the store's
 * hourly ceiling. So no single network can stop registrations for everyone else, even by typing its codes in.
 */
export async function countOtpRequest(
  db: Db,
  channel: OtpChannel,
  { ip, perDay, unusedPerHour }: { ip: string; perDay: number; unusedPerHour: number },
): Promise<void> {
  const limit = Math.max(1, Math.min(unusedPerHour * 10, Math.floor(hourLimit(perDay) / 2)))
  const { count, secondsLeft } = await countInWindow(db, `otp-${channel}-ip`, toNetwork(ip), HOUR_SECONDS)
  if (count > limit) throw new ApiError('rate-limited', { retryAfterSeconds: secondsLeft })
}

/** How much of its ceilings the store has used. */
export async function readOtpFigures(db: Db, ceiling: OtpCeiling): Promise<OtpFigures[]> {
  const channels: readonly OtpChannel[] = ['mail', 'sms']
  const endsIn = sql<number>`extract(epoch from ${rateCounters.windowStart} - now())::float8
    + case when ${rateCounters.rule} like '%-hour' then ${HOUR_SECONDS}::int else ${DAY_SECONDS}::int end`
  const rows = await db
    .select({ rule: rateCounters.rule, count: rateCounters.count, secondsLeft: endsIn })
    .from(rateCounters)
    .where(
      and(
        inArray(
          rateCounters.rule,
          channels.flatMap((c) => [hourRule(c), dayRule(c)]),
        ),
        gt(endsIn, sql`0`),
      ),
    )
  const counted = new Map(rows.map((row) => [row.rule, row]))
  return channels.map((channel) => {
    const perDay = ceiling[channel]
    const hour = counted.get(hourRule(channel))
    const day = counted.get(dayRule(channel))
    const closed = [
      hour && hour.count >= hourLimit(perDay) ? hour : undefined,
      day && day.count >= perDay ? day : undefined,
    ]
    return {
      channel,
      perDay,
      sent: Math.min(day?.count ?? 0, perDay),
      closedSeconds: Math.max(0, ...closed.map((window) => Math.ceil(window?.secondsLeft ?? 0))),
    }
  })
}
