// Replaces the operations that renders of version 0.2 store by the difference that they come to, with the key that a new
// request for the same has, so that the finished render is found again.
import type { Difference } from '@vitrine/composition/difference'
import type { Db, Tx } from '@vitrine/database/connection'
import { and, eq, notInArray } from 'drizzle-orm'
import { getVersion } from '../catalogue/template-version.ts'
import { type Conversion, convertEach, convertStored, type Outcome } from '../projects/convert-operations.ts'
import { readDifference } from '../projects/stored-difference.ts'
import { computeRenderKey } from './key.ts'
import { ACTIVE } from './state.ts'
import { renders } from './tables.ts'

/** Converts renders that have ended; the others are converted as they are read, and stored at the next start. */
export function convertRenders(db: Db): Promise<Conversion> {
  return convertEach(db, renders, convertRender)
}

async function convertRender(tx: Tx, id: string): Promise<Outcome> {
  const hasEnded = and(eq(renders.id, id), notInArray(renders.status, [...ACTIVE]))
  const [row] = await tx.select().from(renders).where(hasEnded).for('update')
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
  return 'converted'
}
