// Remembers rewards beyond the life of an account. Marks are hashes and identify nobody.
import { createHash } from 'node:crypto'
import type { Tx } from '@vitrine/database/connection'
import { and, eq } from 'drizzle-orm'
import { rewardMarks } from './tables.ts'

/**
 * `deleted-email`: an account with this address was deleted. `profile-email`: the profile of that account was rewarded.
 * `profile-phone`: this number completed a profile. `signup-phone`: this number brought an account its welcome credits.
 */
type RewardMark = 'deleted-email' | 'profile-email' | 'profile-phone' | 'signup-phone'

/** Sets a mark. Returns false when it was set before; of two simultaneous calls exactly one gets true. */
export async function setRewardMark(tx: Tx, kind: RewardMark, subject: string): Promise<boolean> {
  const { rowCount } = await tx
    .insert(rewardMarks)
    .values({ kind, subjectHash: hash(kind, subject) })
    .onConflictDoNothing()
  return rowCount === 1
}

/** Whether a mark is set. */
export async function hasRewardMark(tx: Tx, kind: RewardMark, subject: string): Promise<boolean> {
  const own = and(eq(rewardMarks.kind, kind), eq(rewardMarks.subjectHash, hash(kind, subject)))
  return (await tx.$count(rewardMarks, own)) > 0
}

function hash(kind: RewardMark, subject: string): string {
  return createHash('sha256').update(`${kind} ${subject}`).digest('base64url')
}
