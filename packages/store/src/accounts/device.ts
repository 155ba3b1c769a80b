// Recognizes the browsers of an account, so that a sign-in from an unknown one is reported to its owner, and wrong passwords of
// strangers do not lock the owner out. A random cookie identifies a browser: IP addresses change often, and half of all browsers
// send the same user agent.
import { randomBytes } from 'node:crypto'
import type { Db, Tx } from '@vitrine/database/connection'
import { and, eq, lt, ne, sql } from 'drizzle-orm'
import type { Reader } from '../prepared.ts'
import { hashToken } from '../token.ts'
import type { OtpTarget, Prover } from './otp.ts'
import { countAttempt, deleteAttempts, type RateRuleName, toNetwork, uncountAttempt } from './rate-limit.ts'
import { knownDevices, users } from './tables.ts'

/** Where a request comes from. */
export interface Client extends Prover {
  readonly userAgent: string
  /** Language tag of the page that sent the request; undefined when unknown. */
  readonly language?: string | undefined
}

/**
 * Remembers the browser for this account. `isUnexpected`: the account already has known browsers, and this one is new. Returns
 * the browser's token, or a new one to store.
 */
export async function recognizeDevice(
  tx: Tx,
  userId: string,
  broughtToken: string | undefined,
): Promise<{ deviceToken: string; isUnexpected: boolean }> {
  const deviceToken = broughtToken ?? randomBytes(24).toString('base64url')
  const deviceHash = hashToken(deviceToken)
  const [remembered] = await tx
    .insert(knownDevices)
    .values({ userId, deviceHash })
    .onConflictDoUpdate({
      target: [knownDevices.userId, knownDevices.deviceHash],
      set: { lastSeenAt: sql`now()` },
    })
    // `xmax` is 0 only for a row that this statement inserted.
    .returning({ isNew: sql<boolean>`xmax = 0` })
  const others = and(eq(knownDevices.userId, userId), ne(knownDevices.deviceHash, deviceHash))
  const isUnexpected = remembered?.isNew === true && (await tx.$count(knownDevices, others)) > 0
  return { deviceToken, isUnexpected }
}

/** Whether this browser has signed in before to the account of this address. */
export async function isKnownDevice(
  db: Reader,
  { channel, address }: Pick<OtpTarget, 'channel' | 'address'>,
  deviceToken: string | undefined,
): Promise<boolean> {
  if (deviceToken === undefined) return false
  const isOwner = channel === 'mail' ? eq(users.email, address) : eq(users.phoneNumber, address)
  const [known] = await db
    .select({ userId: knownDevices.userId })
    .from(knownDevices)
    .innerJoin(users, eq(users.id, knownDevices.userId))
    .where(and(eq(knownDevices.deviceHash, hashToken(deviceToken)), isOwner))
  return known !== undefined
}

/**
 * Whether this browser has opened the admin area before. A known device is not enough: anyone with the password can create many.
 */
export async function findAdminDevice(
  db: Reader,
  userId: string,
  deviceToken: string | undefined,
): Promise<string | undefined> {
  if (deviceToken === undefined) return undefined
  const deviceHash = hashToken(deviceToken)
  const own = and(eq(knownDevices.userId, userId), eq(knownDevices.deviceHash, deviceHash))
  const [device] = await db.select({ enteredAdminAt: knownDevices.enteredAdminAt }).from(knownDevices).where(own)
  return device?.enteredAdminAt ? deviceHash : undefined
}

/** Marks a known browser of the account as one that has opened the admin area. */
export async function rememberAdminDevice(tx: Tx, userId: string, deviceToken: string | undefined): Promise<void> {
  if (deviceToken === undefined) return
  const own = and(eq(knownDevices.userId, userId), eq(knownDevices.deviceHash, hashToken(deviceToken)))
  await tx.update(knownDevices).set({ enteredAdminAt: sql`now()` }).where(own)
}

/** Deletes the known browsers of an account. */
export async function deleteDevices(tx: Tx, userId: string): Promise<void> {
  await tx.delete(knownDevices).where(eq(knownDevices.userId, userId))
}

/** Deletes browsers not seen for a year. Returns how many. */
export async function purgeDevices(db: Db): Promise<number> {
  const { rowCount } = await db.delete(knownDevices).where(lt(knownDevices.lastSeenAt, sql`now() - interval '1 year'`))
  return rowCount ?? 0
}

/** The order matters, because most browsers also name the ones they descend from. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?\/|\bEdgiOS\//, 'Edge'],
  [/\bOPR\/|\bOPiOS\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bChrome\/|\bCriOS\/|\bHeadlessChrome\//, 'Chrome'],
  [/\bVersion\/[\d.]+.*\bSafari\//, 'Safari'],
]
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'Mac'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

/** The browser's display name, such as `Chrome on Windows`; empty when the user agent is unknown. */
export function describeDevice(userAgent: string): string {
  const name = (list: typeof BROWSERS) => list.find(([pattern]) => pattern.test(userAgent))?.[1]
  const browser = name(BROWSERS)
  const system = name(SYSTEMS)
  if (browser && system) return `${browser} on ${system}`
  return browser ?? system ?? ''
}

// Wrong passwords are limited per account, browser and network: enough to stop guessing.

/** The counters of one attempt, the narrowest rule first. */
type SignInAttempt = readonly (readonly [rule: RateRuleName, subject: string])[]

/**
 * Counts one try to sign in and throws `rate-limited`. A browser that signed in to the account before has a separate count, which
 * nobody else can use up. Every other try counts first for its network at this account, and a try refused there counts nowhere
 * else: so one network cannot use up the tries that all others share.
 */
export async function countSignIn(
  db: Db,
  { email, userId }: { email: string; userId: string | undefined },
  client: Pick<Client, 'ip' | 'deviceToken'>,
): Promise<SignInAttempt> {
  const device = await findKnownDevice(db, userId, client.deviceToken)
  const attempt: SignInAttempt =
    device === undefined
      ? [
          ['sign-in-pair', `${email} ${toNetwork(client.ip)}`],
          ['sign-in-ip', client.ip],
          ['sign-in-address', email],
        ]
      : [['sign-in-device', device]]
  for (const [rule, subject] of attempt) await countAttempt(db, rule, subject)
  return attempt
}

/** After a correct password, removes the earlier tries of this caller and uncounts this one. */
export async function clearSignInAttempts(db: Db, [own, ...shared]: SignInAttempt): Promise<void> {
  if (own) await deleteAttempts(db, ...own)
  for (const [rule, subject] of shared) await uncountAttempt(db, rule, subject)
}

/** The counter subject of a browser that this account knows, or undefined. */
async function findKnownDevice(
  db: Db,
  userId: string | undefined,
  deviceToken: string | undefined,
): Promise<string | undefined> {
  if (userId === undefined || deviceToken === undefined) return undefined
  const deviceHash = hashToken(deviceToken)
  const own = and(eq(knownDevices.userId, userId), eq(knownDevices.deviceHash, deviceHash))
  return (await db.$count(knownDevices, own)) > 0 ? `${userId} ${deviceHash}` : undefined
}
