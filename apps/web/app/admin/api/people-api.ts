// API calls and page paths for people, payments and renders.
import type { AdminRender } from '@vitrine/contract/admin'
import { segment } from '../../api/api.ts'
import { adminPath } from '../../api/return-path.ts'
import { adminCall } from './admin-api.ts'

export const peoplePath = `${adminPath}/people`
export const paymentsPath = `${adminPath}/payments`
export const documentsPath = `${adminPath}/documents`
export const logPath = `${adminPath}/log`

export function personPath(userId: string): string {
  return `${peoplePath}/${segment(userId)}`
}

type Reasoned = { reason: string }
type Keyed = Reasoned & { idempotencyKey: string }

export const peopleApi = {
  /** Positive adds, negative removes. Returns the new balance. */
  adjustCredits: (userId: string, request: Keyed & { credits: number }) =>
    adminCall('POST /api/admin/users/:userId/credits', { params: { userId }, body: request }),
  setBlocked: (userId: string, isBlocked: boolean, request: Reasoned) =>
    adminCall(`POST /api/admin/users/:userId/${isBlocked ? 'block' : 'unblock'}`, {
      params: { userId },
      body: request,
    }),
  /** Without an amount, refunds the rest of the payment. */
  refund: (paymentId: string, request: Keyed & { amountPaise?: number }) =>
    adminCall('POST /api/admin/payments/:paymentId/refund', { params: { paymentId }, body: request }),
  retryRender: ({ jobId }: AdminRender, request: Partial<Reasoned>) =>
    adminCall('POST /api/admin/renders/:jobId/retry', { params: { jobId }, body: request }),
  stopRender: ({ jobId }: AdminRender, request: Partial<Reasoned>) =>
    adminCall('POST /api/admin/renders/:jobId/stop', { params: { jobId }, body: request }),
}
