// Routes of the caller's purchases: the library, and every payment in credits and in money.

import { apiErrorBody } from '@vitrine/contract/api-error-body'
import { purchasePage, purchasesQuery } from '@vitrine/contract/library'
import { paymentHistory, paymentHistoryQuery } from '@vitrine/contract/payments'
import { listPaymentHistory, listPurchases } from '@vitrine/shop/purchases/purchase-history'
import type { AppDeps } from '../deps/deps.ts'
import type { ApiScope } from '../http/api-scope.ts'
import { linksTo } from '../http/private-link.ts'
import { sessionOf, signedIn } from '../session/authentication.ts'

const tags = ['purchases']

export function addPurchaseRoutes(api: ApiScope, { db, storage }: AppDeps): void {
  const links = linksTo(storage)

  api.get(
    '/purchases',
    {
      config: signedIn,
      schema: {
        tags,
        summary: 'The library: the caller’s templates, each with its newest video',
        querystring: purchasesQuery,
        response: { 200: purchasePage, 400: apiErrorBody, 401: apiErrorBody },
      },
    },
    (request) => listPurchases(db, sessionOf(request).userId, request.query, links),
  )

  api.get(
    '/payment-history',
    {
      config: signedIn,
      schema: {
        tags,
        summary: 'Templates bought with credits and packs bought with money',
        querystring: paymentHistoryQuery,
        response: { 200: paymentHistory, 400: apiErrorBody, 401: apiErrorBody },
      },
    },
    (request) => listPaymentHistory(db, sessionOf(request).userId, request.query),
  )
}
