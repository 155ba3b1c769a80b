// The log of what was done in the owner's office.
import { adminActs, adminActsQuery } from '@vitrine/contract/admin'
import { refusalBody } from '@vitrine/contract/refusal-body'
import { listActs } from '@vitrine/shop/admin'
import type { ApiScope } from '../api-scope.ts'
import type { AppDeps } from '../deps.ts'

export function addAdminLogRoutes(scope: ApiScope, { db }: AppDeps): void {
  scope.get(
    '/audit',
    {
      schema: {
        tags: ['admin'],
        summary: 'Every act of owners and of the command line, newest first, with how things were before and after',
        querystring: adminActsQuery,
        response: { 200: adminActs, 400: refusalBody, 401: refusalBody },
      },
    },
    (request) => listActs(db, request.query),
  )
}
