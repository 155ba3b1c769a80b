// Records of maintenance runs: backups and ledger checks.
import type { Db } from '@vitrine/database/connection'
import { desc, eq, inArray, lt, sql } from 'drizzle-orm'
import { maintenanceRuns } from './tables.ts'

export type MaintenanceKind = (typeof maintenanceRuns.$inferSelect)['kind']

export interface MaintenanceRun {
  readonly kind: MaintenanceKind
  readonly startedAt: Date
  readonly isGood: boolean
  /** A sentence for the owner; no personal data. */
  readonly summary: string
}

export interface LastMaintenance {
  readonly endedAt: Date
  readonly isGood: boolean
  readonly summary: string
}

/** Records that something was done, now. */
export async function recordMaintenance(db: Db, { kind, startedAt, isGood, summary }: MaintenanceRun): Promise<void> {
  const outcome = isGood ? 'good' : 'bad'
  await db.insert(maintenanceRuns).values({ kind, startedAt, outcome, details: { summary } })
}

/** The newest run of a kind, whatever its outcome; undefined when there was none. */
export async function findLastMaintenance(db: Db, kind: MaintenanceKind): Promise<LastMaintenance | undefined> {
  const [run] = await db
    .select()
    .from(maintenanceRuns)
    .where(eq(maintenanceRuns.kind, kind))
    .orderBy(desc(maintenanceRuns.endedAt))
    .limit(1)
  return run && describeRun(run)
}

/** The newest run of each of the kinds by one statement; a kind without one is missing. */
export async function listLastMaintenance(
  db: Db,
  kinds: readonly MaintenanceKind[],
): Promise<Map<MaintenanceKind, LastMaintenance>> {
  const runs = await db
    .selectDistinctOn([maintenanceRuns.kind])
    .from(maintenanceRuns)
    .where(inArray(maintenanceRuns.kind, [...kinds]))
    .orderBy(maintenanceRuns.kind, desc(maintenanceRuns.endedAt))
  return new Map(runs.map((run) => [run.kind, describeRun(run)]))
}

function describeRun({ endedAt, outcome, details }: typeof maintenanceRuns.$inferSelect): LastMaintenance {
  const { summary } = details as { summary?: string }
  return { endedAt, isGood: outcome === 'good', summary: summary ?? '' }
}

/** Deletes runs that are a year old. */
export async function purgeMaintenanceRuns(db: Db): Promise<void> {
  await db.delete(maintenanceRuns).where(lt(maintenanceRuns.endedAt, sql`now() - interval '1 year'`))
}
