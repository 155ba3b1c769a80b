// Replaces the operations that projects of version 0.2 store by the difference that they come to, once. Readers convert what
// is not replaced yet; what cannot be converted keeps its operations.
import { type Db, type Tx, transaction } from '@vitrine/database/connection'
import { eq, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { getVersion } from '../catalogue/template-version.ts'
import { hashContent } from './history.ts'
import {
  convertOperations,
  findOperations,
  type Shape,
  type StoredDifference,
  shapedOf,
  toStored,
} from './stored-difference.ts'
import { projects, projectVersions } from './tables.ts'

/** Rows per query. */
const BATCH = 100
const NO_ID = '00000000-0000-0000-0000-000000000000'

/** What became of a row: `left` for one that another program has changed meanwhile, or that is not to be converted yet. */
export type Outcome = 'converted' | 'left' | { readonly fault: string }

export interface Conversion {
  converted: number
  /** What could not be converted, one line each. */
  readonly faults: string[]
}

/** Rows of a table that hold operations, after an id, in the order of their ids. */
export async function listUnconverted(db: Db, table: PgTable, after: string): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select id from ${table} where id > ${after} and jsonb_typeof(ops) = 'array' and ops <> '[]' order by id limit ${BATCH}`)
  return rows.map(({ id }) => id)
}

/** Converts the rows of a table one by one, so that a program may be stopped at any time. */
export async function convertEach(
  db: Db,
  table: PgTable,
  convert: (tx: Tx, id: string) => Promise<Outcome>,
): Promise<Conversion> {
  const result: Conversion = { converted: 0, faults: [] }
  for (let ids = await listUnconverted(db, table, NO_ID); ids.length > 0; ) {
    for (const id of ids) {
      const outcome = await transaction(db, (tx) => convert(tx, id))
      if (outcome === 'converted') result.converted++
      else if (outcome !== 'left') result.faults.push(outcome.fault)
    }
    ids = await listUnconverted(db, table, ids.at(-1) ?? NO_ID)
  }
  return result
}

/** Converts projects and their versions. Running it again, or in several programs at once, changes nothing more. */
export async function convertProjects(db: Db): Promise<Conversion[]> {
  return [await convertEach(db, projects, convertProject), await convertEach(db, projectVersions, convertVersion)]
}

async function convertProject(tx: Tx, id: string): Promise<Outcome> {
  const [row] = await tx.select().from(projects).where(eq(projects.id, id)).for('update')
  if (!row) return 'left'
  const difference = await convertStored(tx, row.versionId, row)
  if (typeof difference === 'string') return { fault: `project ${id}: ${difference}` }
  await tx.update(projects).set({ difference }).where(eq(projects.id, id))
  return 'converted'
}

async function convertVersion(tx: Tx, id: string): Promise<Outcome> {
  const [found] = await tx
    .select({ row: projectVersions, versionId: projects.versionId })
    .from(projectVersions)
    .innerJoin(projects, eq(projects.id, projectVersions.projectId))
    .where(eq(projectVersions.id, id))
    .for('update', { of: projectVersions })
  if (!found) return 'left'
  const { row, versionId } = found
  const difference = await convertStored(tx, versionId, row)
  if (typeof difference === 'string') return { fault: `version ${id} of project ${row.projectId}: ${difference}` }
  const contentHash = hashContent({ ...row, difference })
  await tx.update(projectVersions).set({ difference, contentHash }).where(eq(projectVersions.id, id))
  return 'converted'
}

/** The difference that a row is to hold, or in words why its operations cannot be converted. */
export async function convertStored(
  tx: Tx,
  versionId: string,
  row: Shape & { readonly difference: StoredDifference },
): Promise<StoredDifference | string> {
  const operations = findOperations(row.difference)
  if (!operations) return row.difference
  const { document } = await getVersion(tx, versionId)
  try {
    const converted = await convertOperations(shapedOf(document, row), operations)
    if ('difference' in converted) return toStored(converted.difference)
    const { index, code, message } = converted.problem
    return `operation ${index} of ${operations.length} cannot be applied (${code}): ${message}`
  } catch (error) {
    // One row that an assertion fails for must not keep the others from being converted.
    return String(error)
  }
}
