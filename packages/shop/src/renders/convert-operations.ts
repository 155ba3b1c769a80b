// Replaces the operations that renders of version 0.2 store by the difference that they come to, with the key that a new
// request for the same has, so that the finished render is found again.
import type { Difference } from '@vitrine/composition/difference'
import type { Db, Tx } from '@vitrine/database/connection'
import { and, eq, getTableColumns, notInArray } from 'drizzle-orm'
import { getVersion } from '../catalogue/template-version.ts'
import { UNFINISHED } from '../operations/operations.ts'
import { operations } from '../operations/tables.ts'
import { type Conversion, convertEach, convertStored, type Outcome } from '../projects/convert-operations.ts'
import { readDifference } from '../projects/stored-difference.ts'
import { computeRenderKey } from './key.ts'
import { renders } from './tables.ts'

/** Converts renders that have ended; the others are converted as they are read, and stored at the next start. */
export function convertRenders(db: Db): Promise<Conversion> {
  return convertEach(db, renders, convertRender)
}

async function convertRender(tx: Tx, id: string): Promise<Outcome> {
  const hasEnded = and(eq(renders.id, id), notInArray(operations.status, [...UNFINISHED]))
  const [row] = await tx
    .select(getTableColumns(renders))
    .from(renders)
    .innerJoin(operations, eq(operations.id, renders.id))
    .where(hasEnded)
    .for('update', { of: operations })
  if (!row) return 'left'
  const difference = await convertStored(tx, row.versionId, row)
  if (typeof difference === 'string') return { fault: `render ${id}: ${difference}` }
  const version = await getVersion(tx, row.versionId)
  // The list itself was hashed. Another key is of an earlier painter, whose video is not what is made now.
  const earlierKey = await computeRenderKey({ ...row, difference: row.difference as Difference }, version)
  const read = await readDifference(difference, row, () => version.document)
  const renderKey =
    earlierKey === row.renderKey ? await computeRenderKey({ ...row, difference: read }, version) : row.renderKey
  await tx.update(renders).set({ difference, renderKey }).where(eq(renders.id, id))
  // By which a retry is found as the same render.
  await tx.update(operations).set({ subject: renderKey }).where(eq(operations.id, id))
  return 'converted'
}
