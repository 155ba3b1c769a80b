// Wire schemas of operations: slow work of any kind that is not finished.
import { z } from 'zod'
import { OPERATION_STATUSES } from './operation-status.ts'

export const operationStatus = z.enum(OPERATION_STATUSES)

export const operation = z.object({
  operationId: z
    .string()
    .describe('Of a render its jobId, of a preview its versionId, of an upload the part of assetId after u_'),
  kind: z.enum(['import', 'preview', 'upload', 'render']),
  status: operationStatus.extract(['queued', 'running']),
  stage: z.string().nullable().describe('A step of the kind; null for those that have none, and while it waits'),
  percent: z.int().min(0).max(100),
  secondsLeft: z.int().nullable(),
})
export type Operation = z.infer<typeof operation>

/** One event: all unfinished operations that the watcher may see. One that is not in the list has ended. */
export const operationEvent = z.object({ operations: z.array(operation) })
export type OperationEvent = z.infer<typeof operationEvent>
