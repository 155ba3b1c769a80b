// Routes of the credit balance and statement.

import { apiErrorBody } from '@vitrine/contract/api-error-body'
import { statement, statementQuery, userCreditsResponse } from '@vitrine/contract/credits'
import { getBalance, listStatement } from '@vitrine/shop/credits'
import type { AppDeps } from '../deps/deps.ts'
import type { ApiScope } from '../http/api-scope.ts'
import { sessionOf, signedIn } from '../session/authentication.ts'

const tags = ['credits']

export function addCreditRoutes(api: ApiScope, { db }: AppDeps): void {
  // Clients of the specification try the other two when the first is not there.
  for (const path of ['/user-credits', '/credits', '/user/credits']) {
    api.get(
      path,
      {
        config: signedIn,
        schema: { tags, summary: 'The balance', response: { 200: userCreditsResponse, 401: apiErrorBody } },
      },
      async (request) => ({ credits: (await getBalance(db, sessionOf(request).userId)).total }),
    )
  }

  api.get(
    '/credits/statement',
    {
      config: signedIn,
      schema: {
        tags,
        summary: 'Every movement of the balance, newest first',
        querystring: statementQuery,
        response: { 200: statement, 401: apiErrorBody },
      },
    },
    (request) => listStatement(db, sessionOf(request).userId, request.query),
  )
}
