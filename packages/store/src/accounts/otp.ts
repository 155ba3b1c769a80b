// One-time codes: six digits bound to an address and a purpose, and the "verified" mark that a correct code leaves on the server.
// Two codes are valid: the newest for an address and purpose, and the newest that the same prover requested. So a stranger who
// requests or guesses codes cannot invalidate the owner's (docs/decisions/0063-codes-of-others.md).

import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { ApiError } from '@vitrine/contract/api-error'
import type { Db, Tx } from '@vitrine/database/connection'
import { and, desc, eq, gt, isNull, lt, or, sql } from 'drizzle-orm'
import { isUuid } from '../identifier.ts'
import { hashToken } from '../token.ts'
import { countInWindow, toNetwork } from './rate-limit.ts'
import { otps } from './tables.ts'

export type OtpChannel = 'mail' | 'sms'
/** What a correct code permits: `register` and `reset` are sent by email, `phone` by SMS, `sign-in` by either. */
export type OtpTarget =
  | { channel: 'mail'; address: string; purpose: 'register' | 'reset' }
  | { channel: 'sms'; address: string; purpose: 'phone' }
  | { channel: OtpChannel; address: string; purpose: 'sign-in' }

const LIFE_MINUTES = 10
/** Tries per code, counted separately for the requesting browser, for its network, and for all others together. */
const MAX_TRIES = 5
const SECONDS_BETWEEN_SENDS = 60
const SENDS_PER_HOUR_AND_ADDRESS = 5
/**
 * Default limit of unused codes per network and hour. A code that was typed in no longer counts: customers of a mobile carrier
 * share an address and type their codes, while an attacker who has codes sent to strangers never learns them. The store-wide
 * ceiling bounds the cost of used codes.
 */
export const UNUSED_CODES_PER_HOUR = 30

/**
 * How long the mark of a correct code lasts. Completing a registration takes longer than choosing a password, and a reset mark is
 * worth more to a thief.
 */
const MARK_LIFE_MINUTES = { register: 60, phone: 60, reset: 10, 'sign-in': 10 } as const

/**
 * Identifies who typed a code, so that nobody else can use the resulting mark. The same network is enough, for clients without
 * cookies; so is the same browser, for phones that change networks.
 */
export interface Prover {
  readonly ip: string
  /** The browser's token from requesting a code, or from an earlier correct one. */
  readonly proof?: string | undefined
  /** The browser's token from an earlier sign-in. */
  readonly deviceToken?: string | undefined
}

/** A new code to deliver. Only this object holds it in clear. */
export interface IssuedOtp {
  readonly id: string
  readonly target: OtpTarget
  readonly code: string
  readonly lifeMinutes: number
  readonly retryAfterSeconds: number
  /** Verifies the code by the link of an email. */
  readonly linkToken: string
  /** Token for the requesting browser to store. */
  readonly proof: string
}

/** Limits on requesting codes. */
interface SendLimits {
  readonly unusedPerHour?: number | undefined
  /**
   * Whether the browser has signed in to the account of the address. Its codes are counted separately, so that strangers cannot
   * use up its limit.
   */
  readonly isKnownDevice?: boolean | undefined
}

/**
 * Creates a code for the address and records that it is sent. Earlier codes of the same caller stop working. Throws
 * `otp-too-soon` within 60 s of the last one, and `rate-limited` after 5 per hour and address, or when `unusedPerHour` codes sent
 * for the caller's network were never typed in. Both carry `retryAfterSeconds`.
 */
export async function issueOtp(
  tx: Tx,
  target: OtpTarget,
  caller: Prover,
  { unusedPerHour = UNUSED_CODES_PER_HOUR, isKnownDevice = false }: SendLimits = {},
): Promise<IssuedOtp> {
  const ip = toNetwork(caller.ip)
  const knownToken = isKnownDevice ? caller.deviceToken : undefined
  const proof = caller.proof ?? randomBytes(24).toString('base64url')
  const proofHash = hashToken(knownToken ?? proof)
  // Counting and inserting must not interleave with another request for the same address or from the same IP. Sorting the two
  // locks by key prevents deadlocks.
  for (const subject of [`otp-address:${target.channel}:${target.address}`, `otp-ip:${ip}`].sort()) {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${subject}, 0))`)
  }
  await limitSends(tx, target, { ip, unusedPerHour, knownHash: knownToken === undefined ? null : proofHash })

  const code = randomInt(0, 1_000_000).toString().padStart(6, '0')
  const salt = randomBytes(16).toString('base64url')
  const [row] = await tx
    .insert(otps)
    .values({
      ...target,
      salt,
      codeHash: hashCode(target, salt, code),
      ip,
      proofHash,
      // The wall clock: in a long transaction now() is the time it began.
      createdAt: sql`clock_timestamp()`,
      expiresAt: sql`clock_timestamp() + make_interval(mins => ${LIFE_MINUTES})`,
    })
    .returning({ id: otps.id })
  if (!row) throw new Error('an insert returns its row')
  const linkToken = `${row.id}.${hashCode(target, salt, 'link')}`
  return {
    ...{ id: row.id, target, code, linkToken, proof },
    lifeMinutes: LIFE_MINUTES,
    retryAfterSeconds: SECONDS_BETWEEN_SENDS,
  }
}

/** Withdraws a code that could not be delivered, so that its owner can request another immediately. */
export async function withdrawOtp(db: Db, otp: IssuedOtp): Promise<void> {
  await db.delete(otps).where(eq(otps.id, otp.id))
}

/**
 * Checks a typed code. A correct one marks the address verified for this purpose and prover, and the proof for the browser is
 * returned. Throws `otp-expired` (none sent, too old or used up), `otp-too-many-tries` (after five wrong ones), `otp-invalid`
 * (with `triesLeft`). Takes `db`, not a transaction, so that a refused try is still counted.
 */
export async function verifyOtp(db: Db, target: OtpTarget, code: string, prover: Prover): Promise<string> {
  const { own, newest } = await findValidCodes(db, target, prover)
  if (!newest && !own) throw new ApiError('otp-expired')
  // Counts before comparing, so that parallel guesses cannot share a try.
  const tries = own ? await countOwnTry(db, own) : await countOthersTry(db, newest?.id ?? '')
  if (tries > MAX_TRIES) throw new ApiError('otp-too-many-tries')
  const right = [own, newest].find((each) => each && isEqual(hashCode(target, each.salt, code), each.codeHash))
  if (right) return markVerified(db, right.id, prover)
  const triesLeft = MAX_TRIES - tries
  throw triesLeft > 0 ? new ApiError('otp-invalid', { triesLeft }) : new ApiError('otp-too-many-tries')
}

/**
 * Verifies the token of an emailed link. The browser that opens the link becomes the prover, wherever the code was requested.
 * Throws `otp-expired`.
 */
export async function verifyOtpLink(
  db: Db,
  token: string,
  prover: Prover,
): Promise<{ readonly target: OtpTarget; readonly proof: string }> {
  const [id = '', hash = ''] = token.split('.', 2)
  const [row] = isUuid(id)
    ? await db
        .select()
        .from(otps)
        .where(and(eq(otps.id, id), gt(otps.expiresAt, sql`now()`), isNull(otps.verifiedAt)))
    : []
  const target = row && ({ channel: row.channel, address: row.address, purpose: row.purpose } as OtpTarget)
  if (!target || !isEqual(hash, hashCode(target, row.salt, 'link'))) throw new ApiError('otp-expired')
  return { target, proof: await markVerified(db, row.id, prover) }
}

/** The newest code of a target and the newest that this prover requested, if still valid. */
async function findValidCodes(db: Db, target: OtpTarget, prover: Prover) {
  const { id, salt, codeHash, ip, proofHash } = otps
  const isUsable = sql<boolean>`${otps.verifiedAt} is null and ${otps.expiresAt} > now()`
  const rows = await db
    .select({ id, salt, codeHash, ip, proofHash, isUsable })
    .from(otps)
    .where(and(isTarget(target), gt(otps.createdAt, sql`now() - interval '1 hour'`)))
    .orderBy(desc(otps.id))
  const tokens = [prover.proof, prover.deviceToken].filter((token) => token !== undefined).map(hashToken)
  const network = toNetwork(prover.ip)
  const ofBrowser = rows.find((row) => row.proofHash !== null && tokens.includes(row.proofHash))
  const own = ofBrowser ?? rows.find((row) => row.ip === network)
  const [newest] = rows
  return {
    own: own?.isUsable ? { ...own, isOfBrowser: own === ofBrowser } : undefined,
    newest: newest?.isUsable ? newest : undefined,
  }
}

/** Other devices in the same network, such as a carrier's, have a separate count. */
async function countOwnTry(db: Db, { id, isOfBrowser }: { id: string; isOfBrowser: boolean }): Promise<number> {
  const subject = `${id} ${isOfBrowser ? 'browser' : 'network'}`
  return (await countInWindow(db, 'otp-try', subject, LIFE_MINUTES * 60)).count
}

async function countOthersTry(db: Db, id: string): Promise<number> {
  const [counted] = await db
    .update(otps)
    .set({ tries: sql`${otps.tries} + 1` })
    .where(and(eq(otps.id, id), lt(otps.tries, MAX_TRIES)))
    .returning({ tries: otps.tries })
  return counted?.tries ?? MAX_TRIES + 1
}

/** Returns the proof for the browser. Throws `otp-expired` for a code that was used, or has just been voided. */
async function markVerified(db: Db, id: string, prover: Prover): Promise<string> {
  // A browser keeps one proof for everything it verifies: a registration needs an address and a number.
  const proof = prover.proof ?? randomBytes(24).toString('base64url')
  const { rowCount } = await db
    .update(otps)
    .set({ verifiedAt: sql`now()`, verifiedFrom: toNetwork(prover.ip), proofHash: hashToken(proof) })
    .where(and(eq(otps.id, id), gt(otps.expiresAt, sql`now()`), isNull(otps.verifiedAt)))
  if (rowCount !== 1) throw new ApiError('otp-expired')
  return proof
}

function isEqual(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one, 'base64url'), Buffer.from(other, 'base64url')]
  return a.length === b.length && timingSafeEqual(a, b)
}

/** Invalidates all codes and marks of an address. The rows stay, because rate limits count them. */
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
 * Consumes the verified mark of an address. Returns false when the mark is missing, too old, used, or belongs to another prover;
 * of two simultaneous calls exactly one gets true.
 */
export async function consumeVerifiedMark(tx: Tx, target: OtpTarget, { ip, proof }: Prover): Promise<boolean> {
  const isFromNetwork = eq(otps.verifiedFrom, toNetwork(ip))
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

/** Deletes codes older than a day; no rule looks back further than an hour. Returns how many. */
export async function purgeOtps(db: Db): Promise<number> {
  const { rowCount } = await db.delete(otps).where(lt(otps.createdAt, sql`now() - interval '1 day'`))
  return rowCount ?? 0
}

interface CountedSender {
  readonly ip: string
  readonly unusedPerHour: number
  /** Hash of a known device's token; null for other browsers. */
  readonly knownHash: string | null
}

async function limitSends(tx: Tx, target: OtpTarget, { ip, unusedPerHour, knownHash }: CountedSender): Promise<void> {
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
         and (${knownHash}::text is null or proof_hash = ${knownHash})
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

function isTarget(target: OtpTarget) {
  return and(eq(otps.channel, target.channel), eq(otps.address, target.address), eq(otps.purpose, target.purpose))
}

/** The hash covers address and purpose, so a row moved to another address matches no code. */
function hashCode(target: OtpTarget, salt: string, code: string): string {
  return createHash('sha256')
    .update(JSON.stringify([salt, target.channel, target.address, target.purpose, code]))
    .digest('base64url')
}
