// The job that computes the shapes of templates from before they were kept, and those of an earlier layout, at every start of a
// worker.
import { type Db, transaction } from '@vitrine/database/connection'
import { enqueue } from '@vitrine/database/jobs'
import { computeMissingShapes } from '@vitrine/shop/catalogue/shape'

export const COMPUTE_SHAPES_TASK = 'compute-shapes'

/** However many workers plan, there is one: the key holds it once. */
export async function planShapes(db: Db): Promise<void> {
  const task = COMPUTE_SHAPES_TASK
  await transaction(db, (tx) => enqueue(tx, task, {}, { jobKey: task, priority: 100 }))
}

/** Runs the job `compute-shapes`. */
export async function runShapes(db: Db): Promise<void> {
  await computeMissingShapes(db)
}
