// The one vocabulary for background work of any kind. Values that do not exist yet are null.
import type { RenderStatus } from './renders.ts'

export const OPERATION_STATUSES = ['queued', 'running', 'succeeded', 'failed', 'canceled'] as const
export type OperationStatus = (typeof OPERATION_STATUSES)[number]

/** Maps the specification's render statuses to those of operations. */
export const OPERATION_STATUS_OF_RENDER = {
  queued: 'queued',
  processing: 'running',
  completed: 'succeeded',
  failed: 'failed',
  cancelled: 'canceled',
} as const satisfies Record<RenderStatus, OperationStatus>

/** True while the work is queued or running. */
export function isUnderWay(status: OperationStatus | null | undefined): boolean {
  return status === 'queued' || status === 'running'
}
