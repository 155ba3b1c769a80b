// Route of refunds.
import { adminMoneyRoutes } from '@vitrine/contract/routes/admin-money'
import { refundPayment } from '@vitrine/shop/admin/customer-action'
import { getPayment } from '@vitrine/shop/analytics/payment-list'
import type { AppDeps } from '../deps/deps.ts'
import type { ApiScope } from '../http/api-scope.ts'
import { serve } from '../http/serve.ts'
import { actorOf } from '../session/admin-session.ts'

export function addAdminMoneyRoutes(scope: ApiScope, { db, providers }: AppDeps): void {
  serve(scope, adminMoneyRoutes, {
    'GET /api/admin/payments/:paymentId': (request) => getPayment(db, request.params.paymentId),

    'POST /api/admin/payments/:paymentId/refund': async (request) => {
      const { paymentId } = request.params
      const { amountPaise, reason, idempotencyKey: requestKey } = request.body
      const wanted = { paymentId, amountPaise, reason, requestKey }
      const refund = await refundPayment(db, providers.get().payments, actorOf(request), wanted)
      const { refundId, status } = refund
      return { refundId, status, amountPaise: refund.amountPaise, payment: await getPayment(db, paymentId) }
    },
  })
}
