// Records of maintenance runs: backups and ledger checks.
import { createSentence, fillSentence, type Sentence } from '@vitrine/contract/sentence'
import type { Db } from '@vitrine/database/connection'
import { msg } from '@vitrine/language/texts'
import { desc, eq, inArray, lt, sql } from 'drizzle-orm'
import { maintenanceRuns } from './tables.ts'

type MaintenanceKind = (typeof maintenanceRuns.$inferSelect)['kind']

interface MaintenanceRun {
  readonly kind: MaintenanceKind
  readonly startedAt: Date
  readonly isGood: boolean
  /** For the owner; no personal data. Output of another program is an English text without values. */
  readonly summary: string | Sentence
}

export interface LastMaintenance {
  readonly endedAt: Date
  readonly isGood: boolean
  /** In English. */
  readonly summary: string
  /** The same for translation; a text that is not in the catalogue is shown as it is. */
  readonly sentence: Sentence
}

/** The contents of a backup. */
export function describeBackupSize({
  rows,
  tables,
  jobs,
  files,
}: {
  rows: number
  tables: number
  jobs: number
  files?: { count: number; bytes: number }
}): Sentence {
  if (!files)
    return createSentence(msg('{rows} rows in {tables} tables, {jobs} jobs, no files'), { rows, tables, jobs })
  const size = (files.bytes / 2 ** 20).toFixed(1)
  const text = msg('{rows} rows in {tables} tables, {jobs} jobs, {files} files of {size} MB')
  return createSentence(text, { rows, tables, jobs, files: files.count, size })
}

/** The result of a ledger check: how many transfers and entries, and how many faults. */
export function describeLedgerCheck(transfers: number, entries: number, faults: number): Sentence {
  return faults === 0
    ? createSentence(msg('{transfers} transfers and {entries} entries: in order'), { transfers, entries })
    : createSentence(
        msg('{transfers} transfers and {entries} entries: {faults} faults; npm run ledger:check lists them'),
        {
          transfers,
          entries,
          faults,
        },
      )
}

/** Records a maintenance run that ends now. */
export async function recordMaintenance(db: Db, { kind, startedAt, isGood, summary }: MaintenanceRun): Promise<void> {
  const outcome = isGood ? 'good' : 'bad'
  const details = typeof summary === 'string' ? { summary } : { summary: fillSentence(summary), ...summary }
  await db.insert(maintenanceRuns).values({ kind, startedAt, outcome, details })
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

/** The newest run of each kind, in one statement; kinds without a run are omitted. */
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
  const { summary = '', text = summary, values = {} } = details as Partial<Sentence> & { summary?: string }
  return { endedAt, isGood: outcome === 'good', summary, sentence: { text, values } }
}

/** Deletes runs that are a year old. */
export async function purgeMaintenanceRuns(db: Db): Promise<void> {
  await db.delete(maintenanceRuns).where(lt(maintenanceRuns.endedAt, sql`now() - interval '1 year'`))
}
