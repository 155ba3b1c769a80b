// Routes of the caller's purchases: the library, and every payment in credits and in money.

import { purchasesRoutes } from '@vitrine/contract/routes/purchases'
import { listPaymentHistory, listPurchases } from '@vitrine/store/purchases/purchase-history'
import type { AppDeps } from '../deps/deps.ts'
import type { ApiScope } from '../http/api-scope.ts'
import { linksTo } from '../http/private-link.ts'
import { serve } from '../http/serve.ts'
import { getSession } from '../session/authentication.ts'

export function addPurchaseRoutes(api: ApiScope, { db, storage }: AppDeps): void {
  const links = linksTo(storage)

  serve(api, purchasesRoutes, {
    'GET /api/purchases': (request) => listPurchases(db, getSession(request).userId, request.query, links),

    'GET /api/payment-history': (request) => listPaymentHistory(db, getSession(request).userId, request.query),
  })
}
