// The job that turns what version 0.2 stored of projects and renders into differences, at every start of a worker: programs of
// that version may still write while an upgrade lasts. Goes with the next release.
import { type Db, transaction } from '@vitrine/database/connection'
import { enqueue } from '@vitrine/database/jobs'
import { convertProjects } from '@vitrine/shop/projects/convert-operations'
import { convertRenders } from '@vitrine/shop/renders/convert-operations'

export const CONVERT_OPERATIONS_TASK = 'convert-operations'

/** However many workers plan, there is one: the key holds it once. */
export async function planConversion(db: Db): Promise<void> {
  const task = CONVERT_OPERATIONS_TASK
  await transaction(db, (tx) => enqueue(tx, task, {}, { jobKey: task, priority: 100 }))
}

/** Runs the job `convert-operations`. `warn` is told what keeps its operations. */
export async function runConversion({ db, warn }: { db: Db; warn: (message: string) => void }): Promise<void> {
  for (const { faults } of [...(await convertProjects(db)), await convertRenders(db)]) {
    for (const fault of faults) warn(`Not converted to a difference: ${fault}`)
  }
}
