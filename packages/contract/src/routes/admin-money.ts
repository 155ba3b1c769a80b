// Route of refunds.
import { z } from 'zod'
import { adminPayment, refundRequest, refundResponse } from '../admin.ts'
import { defineRoutes } from '../route.ts'

const params = z.object({ paymentId: z.string().max(100) })

export const adminMoneyRoutes = defineRoutes({
  'GET /api/admin/payments/:paymentId': {
    tag: 'admin',
    summary: 'One payment',
    permission: 'payments-read',
    params,
    answers: { 200: adminPayment },
    errors: [400, 401, 404],
  },

  'POST /api/admin/payments/:paymentId/refund': {
    tag: 'admin',
    summary: 'Gives money of a payment back through the gateway, and takes its share of the credits back',
    permission: 'refunds',
    params,
    body: refundRequest,
    answers: { 200: refundResponse },
    errors: [400, 401, 404, 409, 503],
  },
})
