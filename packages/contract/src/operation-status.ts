// The one vocabulary for background work of any kind. What there is none of yet is null.
import type { RenderStatus } from './renders.ts'

export const OPERATION_STATUSES = ['queued', 'running', 'succeeded', 'failed', 'canceled'] as const
export type OperationStatus = (typeof OPERATION_STATUSES)[number]

/** The names that the specification prescribes for renders, and what they are elsewhere. */
export const OPERATION_STATUS_OF_RENDER = {
  queued: 'queued',
  processing: 'running',
  completed: 'succeeded',
  failed: 'failed',
  cancelled: 'canceled',
} as const satisfies Record<RenderStatus, OperationStatus>

/** True while the work waits or is being done. */
export function isUnderWay(status: OperationStatus | null | undefined): boolean {
  return status === 'queued' || status === 'running'
}
