// Challenges for setting up or verifying a second factor, stored on the server for one session.
import { ApiError } from '@vitrine/contract/api-error'
import type { Db } from '@vitrine/database/connection'
import { and, eq, gt, lt, sql } from 'drizzle-orm'
import type { Reader } from '../prepared.ts'
import { factorChallenges } from './tables.ts'

type Purpose = (typeof factorChallenges.$inferSelect)['purpose']

/** Replaces the challenge of a session, and deletes all expired ones. */
export async function storeChallenge(
  db: Db,
  { sessionId, purpose, value, seconds }: { sessionId: string; purpose: Purpose; value: string; seconds: number },
): Promise<void> {
  await db.delete(factorChallenges).where(lt(factorChallenges.expiresAt, sql`now()`))
  const set = { value, expiresAt: sql`now() + make_interval(secs => ${seconds})` }
  await db
    .insert(factorChallenges)
    .values({ sessionId, purpose, ...set })
    .onConflictDoUpdate({ target: [factorChallenges.sessionId, factorChallenges.purpose], set })
}

/** Consumes the challenge of a session. Refuses second-factor-setup-over. */
export async function consumeChallenge(db: Reader, sessionId: string, purpose: Purpose): Promise<string> {
  const [taken] = await db.delete(factorChallenges).where(living(sessionId, purpose)).returning()
  if (!taken) throw new ApiError('second-factor-setup-over')
  return taken.value
}

/** Reads the challenge without consuming it. */
export async function readChallenge(db: Reader, sessionId: string, purpose: Purpose): Promise<string> {
  const [row] = await db.select().from(factorChallenges).where(living(sessionId, purpose))
  if (!row) throw new ApiError('second-factor-setup-over')
  return row.value
}

function living(sessionId: string, purpose: Purpose) {
  return and(
    eq(factorChallenges.sessionId, sessionId),
    eq(factorChallenges.purpose, purpose),
    gt(factorChallenges.expiresAt, sql`now()`),
  )
}
