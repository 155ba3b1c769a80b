// Limits wrong passwords per account, browser and network: enough to stop guessing, without letting strangers lock an owner out.
import type { Db } from '@vitrine/database/connection'
import { and, eq } from 'drizzle-orm'
import { hashToken } from '../token.ts'
import type { Client } from './device.ts'
import { toNetwork } from './network.ts'
import { countAttempt, deleteAttempts, type RateRuleName, uncountAttempt } from './rate-limit.ts'
import { knownDevices } from './tables.ts'

/** The counters of one attempt, the narrowest rule first. */
export type SignInAttempt = readonly (readonly [rule: RateRuleName, subject: string])[]

/**
 * Counts one try to sign in and refuses rate-limited. A browser that signed in to the account before has a separate count, which
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
