// One-time codes: six digits bound to an address and a purpose, and the "verified" mark that a correct code leaves on the
// server. Only the newest code of an address and purpose is valid; older rows record what was sent.
import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { ApiError } from '@vitrine/contract/api-error'
import type { Db, Tx } from '@vitrine/database/connection'
import { and, desc, eq, gt, isNull, lt, or, sql } from 'drizzle-orm'
import { hashToken } from '../token.ts'
import { networkOf } from './network.ts'
import { otps } from './tables.ts'

export type OtpChannel = 'mail' | 'sms'
/** What a correct code allows: `register` and `reset` are sent by email, `phone` by SMS, `sign-in` by either. */
export type OtpTarget =
  | { channel: 'mail'; address: string; purpose: 'register' | 'reset' }
  | { channel: 'sms'; address: string; purpose: 'phone' }
  | { channel: OtpChannel; address: string; purpose: 'sign-in' }

const LIFE_MINUTES = 10
const MAX_TRIES = 5
const SECONDS_BETWEEN_SENDS = 60
const SENDS_PER_HOUR_AND_ADDRESS = 5
/**
 * Default limit of unused codes per network and hour. A code that is typed in no longer counts: customers of a mobile
 * carrier share an address and type their codes, while an attacker who has codes sent to strangers never learns them.
 * The shop-wide ceiling bounds the cost of used codes.
 */
export const UNUSED_CODES_PER_HOUR = 30

/**
 * How long a right code stays good for what it allows. Filling in the rest of a registration takes people longer than
 * choosing a new password, and a reset mark is worth more to a thief.
 */
const MARK_LIFE_MINUTES = { register: 60, phone: 60, reset: 10, 'sign-in': 10 } as const

/**
 * Who typed a code, and who later makes use of it: somebody else must not be quicker with what was proven. The same network
 * is enough, for clients without cookies; so is the same browser, for phones that change their network in between.
 */
export interface Prover {
  readonly ip: string
  /** The browser's token from an earlier correct code. */
  readonly proof?: string | undefined
}

/** A new code to deliver. It exists in clear only here. */
export interface IssuedOtp {
  readonly id: string
  readonly target: OtpTarget
  readonly code: string
  readonly lifeMinutes: number
  readonly retryAfterSeconds: number
}

/**
 * Makes a code for the address and records that it is sent. Codes sent earlier for the same purpose stop working.
 * Refuses: otp-too-soon within 60 s of the last one; rate-limited after 5 per hour and address, or when nobody has typed in
 * `unusedPerHour` codes that the caller's network had sent within an hour. Both carry `retryAfterSeconds`.
 */
export async function issueOtp(
  tx: Tx,
  target: OtpTarget,
  callerIp: string,
  unusedPerHour: number = UNUSED_CODES_PER_HOUR,
): Promise<IssuedOtp> {
  const ip = networkOf(callerIp)
  // Counting and inserting must not interleave with another request for the same address or from the same IP. Two locks,
  // taken in the order of their keys, so that no two requests wait for each other.
  for (const subject of [`otp-address:${target.channel}:${target.address}`, `otp-ip:${ip}`].sort()) {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${subject}, 0))`)
  }
  await refuseTooManySends(tx, target, { ip, unusedPerHour })

  const code = randomInt(0, 1_000_000).toString().padStart(6, '0')
  const salt = randomBytes(16).toString('base64url')
  const [row] = await tx
    .insert(otps)
    .values({
      ...target,
      salt,
      codeHash: hashCode(target, salt, code),
      ip,
      // Both by the wall clock: in a long transaction now() would be the time it began.
      createdAt: sql`clock_timestamp()`,
      expiresAt: sql`clock_timestamp() + make_interval(mins => ${LIFE_MINUTES})`,
    })
    .returning({ id: otps.id })
  if (!row) throw new Error('an insert returns its row')
  return { id: row.id, target, code, lifeMinutes: LIFE_MINUTES, retryAfterSeconds: SECONDS_BETWEEN_SENDS }
}

/** Withdraws a code that could not be delivered, so that its owner can request another immediately. */
export async function withdrawOtp(db: Db, otp: IssuedOtp): Promise<void> {
  await db.delete(otps).where(eq(otps.id, otp.id))
}

/**
 * Checks a typed code and, when it is right, marks the address verified for this purpose and this prover. Returns the proof
 * for their browser to keep. Refuses: otp-expired (none sent, too old or used up), otp-too-many-tries (after five wrong
 * ones), otp-invalid (with `triesLeft`). Takes `db`, not a transaction: a wrong try must count although it is refused.
 */
export async function verifyOtp(db: Db, target: OtpTarget, code: string, prover: Prover): Promise<string> {
  const newest = db.select({ id: otps.id }).from(otps).where(isTarget(target)).orderBy(desc(otps.id)).limit(1)
  // One statement takes a try, so that parallel guesses cannot share one.
  const [attempt] = await db
    .update(otps)
    .set({ tries: sql`${otps.tries} + 1` })
    .where(
      and(
        eq(otps.id, sql`(${newest})`),
        lt(otps.tries, MAX_TRIES),
        gt(otps.expiresAt, sql`now()`),
        isNull(otps.verifiedAt),
      ),
    )
    .returning({ id: otps.id, tries: otps.tries, salt: otps.salt, codeHash: otps.codeHash })
  if (!attempt) throw await explainUnusable(db, target)

  const isRight = timingSafeEqual(
    Buffer.from(hashCode(target, attempt.salt, code), 'base64url'),
    Buffer.from(attempt.codeHash, 'base64url'),
  )
  if (!isRight) {
    const triesLeft = MAX_TRIES - attempt.tries
    throw triesLeft > 0 ? new ApiError('otp-invalid', { triesLeft }) : new ApiError('otp-too-many-tries')
  }
  // One proof for all that a browser proves: a registration needs an address and a number.
  const proof = prover.proof ?? randomBytes(24).toString('base64url')
  const { rowCount } = await db
    .update(otps)
    .set({ verifiedAt: sql`now()`, verifiedFrom: networkOf(prover.ip), proofHash: hashToken(proof) })
    .where(and(eq(otps.id, attempt.id), gt(otps.expiresAt, sql`now()`)))
  // Voided at this moment, because the password was changed.
  if (rowCount !== 1) throw new ApiError('otp-expired')
  return proof
}

/**
 * Makes all codes and marks of an address good for nothing more. The rows stay: how often codes were sent is counted by
 * them.
 */
export async function voidOtps(tx: Tx, target: OtpTarget): Promise<void> {
  await tx
    .update(otps)
    .set({
      expiresAt: sql`least(${otps.expiresAt}, now())`,
      consumedAt: sql`case when ${otps.verifiedAt} is not null then coalesce(${otps.consumedAt}, now()) end`,
    })
    .where(isTarget(target))
}

/**
 * Uses up the verified mark of an address. Returns false when there is none, it is too old, was used before, or was made by
 * somebody else; of two simultaneous calls exactly one gets true.
 */
export async function consumeVerifiedMark(tx: Tx, target: OtpTarget, { ip, proof }: Prover): Promise<boolean> {
  const isFromNetwork = eq(otps.verifiedFrom, networkOf(ip))
  const { rowCount } = await tx
    .update(otps)
    .set({ consumedAt: sql`now()` })
    .where(
      and(
        isTarget(target),
        isNull(otps.consumedAt),
        proof === undefined ? isFromNetwork : or(isFromNetwork, eq(otps.proofHash, hashToken(proof))),
        gt(otps.verifiedAt, sql`now() - make_interval(mins => ${MARK_LIFE_MINUTES[target.purpose]})`),
      ),
    )
  return (rowCount ?? 0) > 0
}

/** Drops codes a day old: no rule looks back further than an hour. Returns how many. */
export async function purgeOtps(db: Db): Promise<number> {
  const { rowCount } = await db.delete(otps).where(lt(otps.createdAt, sql`now() - interval '1 day'`))
  return rowCount ?? 0
}

async function refuseTooManySends(
  tx: Tx,
  target: OtpTarget,
  { ip, unusedPerHour }: { ip: string; unusedPerHour: number },
): Promise<void> {
  const { rows } = await tx.execute<
    Record<'since_last' | 'by_address' | 'by_ip' | 'address_wait' | 'ip_wait', number | null>
  >(sql`
    with recent as (
      select created_at, ip = ${ip} and verified_at is null as unused_by_ip,
             channel = ${target.channel} and address = ${target.address} as same_address,
             channel = ${target.channel} and address = ${target.address} and purpose = ${target.purpose} as same_target
        from otps
       where created_at > clock_timestamp() - interval '1 hour'
         and (ip = ${ip} or (channel = ${target.channel} and address = ${target.address}))
    )
    select extract(epoch from clock_timestamp() - max(created_at) filter (where same_target))::float8 as since_last,
           count(*) filter (where same_address)::int as by_address,
           count(*) filter (where unused_by_ip)::int as by_ip,
           extract(epoch from min(created_at) filter (where same_address) + interval '1 hour' - clock_timestamp())::float8
             as address_wait,
           extract(epoch from min(created_at) filter (where unused_by_ip) + interval '1 hour' - clock_timestamp())::float8
             as ip_wait
      from recent`)
  const recent = rows[0]
  if (!recent) return
  const wait = (seconds: number | null) => ({ retryAfterSeconds: Math.max(1, Math.ceil(seconds ?? 0)) })
  if (recent.since_last !== null && recent.since_last < SECONDS_BETWEEN_SENDS) {
    throw new ApiError('otp-too-soon', wait(SECONDS_BETWEEN_SENDS - recent.since_last))
  }
  if ((recent.by_address ?? 0) >= SENDS_PER_HOUR_AND_ADDRESS)
    throw new ApiError('rate-limited', wait(recent.address_wait))
  if ((recent.by_ip ?? 0) >= unusedPerHour) throw new ApiError('rate-limited', wait(recent.ip_wait))
}

async function explainUnusable(db: Db, target: OtpTarget): Promise<ApiError> {
  const [newest] = await db
    .select({ tries: otps.tries, verifiedAt: otps.verifiedAt, isOver: sql<boolean>`${otps.expiresAt} <= now()` })
    .from(otps)
    .where(isTarget(target))
    .orderBy(desc(otps.id))
    .limit(1)
  const isTriedOut = newest && !newest.isOver && !newest.verifiedAt && newest.tries >= MAX_TRIES
  return new ApiError(isTriedOut ? 'otp-too-many-tries' : 'otp-expired')
}

function isTarget(target: OtpTarget) {
  return and(eq(otps.channel, target.channel), eq(otps.address, target.address), eq(otps.purpose, target.purpose))
}

/** Address and purpose are part of the hash: a row moved to another address matches no code. */
function hashCode(target: OtpTarget, salt: string, code: string): string {
  return createHash('sha256')
    .update(JSON.stringify([salt, target.channel, target.address, target.purpose, code]))
    .digest('base64url')
}
