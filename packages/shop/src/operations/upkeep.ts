// Owns the record of what was done to keep the shop going: when it was last saved, and when its books were last proved.
import type { Db } from '@vitrine/database/connection'
import { desc, eq, lt, sql } from 'drizzle-orm'
import { upkeepRuns } from './tables.ts'

export type UpkeepKind = (typeof upkeepRuns.$inferSelect)['kind']

export interface Upkeep {
  readonly kind: UpkeepKind
  readonly startedAt: Date
  readonly isGood: boolean
  /** In words, for the owner; no personal data. */
  readonly summary: string
}

export interface LastUpkeep {
  readonly endedAt: Date
  readonly isGood: boolean
  readonly summary: string
}

/** Records that something was done, now. */
export async function recordUpkeep(db: Db, { kind, startedAt, isGood, summary }: Upkeep): Promise<void> {
  const outcome = isGood ? 'good' : 'bad'
  await db.insert(upkeepRuns).values({ kind, startedAt, outcome, details: { summary } })
}

/** The newest run of a kind, whatever came of it; undefined when there was none. */
export async function findLastUpkeep(db: Db, kind: UpkeepKind): Promise<LastUpkeep | undefined> {
  const [run] = await db
    .select()
    .from(upkeepRuns)
    .where(eq(upkeepRuns.kind, kind))
    .orderBy(desc(upkeepRuns.endedAt))
    .limit(1)
  if (!run) return undefined
  const { summary } = run.details as { summary?: string }
  return { endedAt: run.endedAt, isGood: run.outcome === 'good', summary: summary ?? '' }
}

/** Forgets runs that are a year old. */
export async function purgeUpkeep(db: Db): Promise<void> {
  await db.delete(upkeepRuns).where(lt(upkeepRuns.endedAt, sql`now() - interval '1 year'`))
}
