// Route of refunds.
import { adminPayment, refundRequest, refundResponse } from '@vitrine/contract/admin'
import { apiErrorBody } from '@vitrine/contract/api-error-body'
import { refundPayment } from '@vitrine/shop/admin/customer-action'
import { getPayment } from '@vitrine/shop/analytics/payment-list'
import { z } from 'zod'
import type { AppDeps } from '../deps/deps.ts'
import type { ApiScope } from '../http/api-scope.ts'
import { actorOf } from '../session/admin-session.ts'

const tags = ['admin']
const params = z.object({ paymentId: z.string().max(100) })
const refused = { 400: apiErrorBody, 401: apiErrorBody, 404: apiErrorBody }

export function addAdminMoneyRoutes(scope: ApiScope, { db, providers }: AppDeps): void {
  scope.get(
    '/payments/:paymentId',
    {
      config: { permission: 'payments-read' },
      schema: { tags, summary: 'One payment', params, response: { 200: adminPayment, ...refused } },
    },
    (request) => getPayment(db, request.params.paymentId),
  )

  scope.post(
    '/payments/:paymentId/refund',
    {
      config: { permission: 'refunds' },
      schema: {
        tags,
        summary: 'Gives money of a payment back through the gateway, and takes its share of the credits back',
        params,
        body: refundRequest,
        response: { 200: refundResponse, 409: apiErrorBody, 503: apiErrorBody, ...refused },
      },
    },
    async (request) => {
      const { paymentId } = request.params
      const { amountPaise, reason, idempotencyKey: requestKey } = request.body
      const wanted = { paymentId, amountPaise, reason, requestKey }
      const refund = await refundPayment(db, providers.get().payments, actorOf(request), wanted)
      const { refundId, status } = refund
      return { refundId, status, amountPaise: refund.amountPaise, payment: await getPayment(db, paymentId) }
    },
  )
}
