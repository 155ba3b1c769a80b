// API calls and page paths for people, payments and renders.

import type {
  AdjustCreditsResponse,
  AdminRender,
  BlockResponse,
  RefundResponse,
  RenderActionResponse,
} from '@vitrine/contract/admin'
import { segment } from '../../api/api.ts'
import { createRandomId } from '../../api/random-id.ts'
import { adminApiPath, adminCall } from '../admin-api.ts'
import { adminPath } from '../sections.ts'

export const peoplePath = `${adminPath}/people`
export const paymentsPath = `${adminPath}/payments`
export const logPath = `${adminPath}/log`

export function personPath(userId: string): string {
  return `${peoplePath}/${segment(userId)}`
}

/** An idempotency key: the server runs the action once per key. */
export function newRequestKey(): string {
  return createRandomId()
}

type Reasoned = { reason: string }
type Keyed = Reasoned & { idempotencyKey: string }

const post = <Answer>(path: string, body: object) => adminCall<Answer>('POST', adminApiPath(path), { body })

export const peopleApi = {
  /** Positive adds, negative removes. Answers the balance afterwards. */
  adjustCredits: (userId: string, request: Keyed & { credits: number }) =>
    post<AdjustCreditsResponse>(`/users/${segment(userId)}/credits`, request),
  setBlocked: (userId: string, isBlocked: boolean, request: Reasoned) =>
    post<BlockResponse>(`/users/${segment(userId)}/${isBlocked ? 'block' : 'unblock'}`, request),
  /** Without an amount: all that is left of the payment. */
  refund: (paymentId: string, request: Keyed & { amountPaise?: number }) =>
    post<RefundResponse>(`/payments/${segment(paymentId)}/refund`, request),
  retryRender: ({ jobId }: AdminRender, request: Partial<Reasoned>) =>
    post<RenderActionResponse>(`/renders/${segment(jobId)}/retry`, request),
  stopRender: ({ jobId }: AdminRender, request: Partial<Reasoned>) =>
    post<RenderActionResponse>(`/renders/${segment(jobId)}/stop`, request),
}
