// Routes of the credit balance and statement.

import { creditsRoutes } from '@vitrine/contract/routes/credits'
import { getBalance, listStatement } from '@vitrine/store/credits'
import type { AppDeps } from '../deps/deps.ts'
import type { ApiScope } from '../http/api-scope.ts'
import { serve } from '../http/serve.ts'
import { getSession } from '../session/authentication.ts'

export function addCreditRoutes(api: ApiScope, { db }: AppDeps): void {
  serve(api, creditsRoutes, {
    'GET /api/user-credits': async (request) => ({ credits: (await getBalance(db, getSession(request).userId)).total }),

    'GET /api/credits/statement': (request) => listStatement(db, getSession(request).userId, request.query),
  })
}
