// Routes of the caller's purchases: the library, and every payment in credits and in money.
import { purchasePage, purchasesQuery } from '../library.ts'
import { paymentHistory, paymentHistoryQuery } from '../payments.ts'
import { defineRoutes } from '../route.ts'

export const purchasesRoutes = defineRoutes({
  'GET /api/purchases': {
    tag: 'purchases',
    summary: 'The library: the caller’s templates, each with its newest video',
    auth: 'required',
    query: purchasesQuery,
    answers: { 200: purchasePage },
    errors: [400, 401],
  },

  'GET /api/payment-history': {
    tag: 'purchases',
    summary: 'Templates bought with credits and packs bought with money',
    auth: 'required',
    query: paymentHistoryQuery,
    answers: { 200: paymentHistory },
    errors: [400, 401],
  },
})
