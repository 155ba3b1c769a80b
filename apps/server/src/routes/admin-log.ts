// The log of what was done in the owner's office.
import { adminActs, adminActsQuery } from '@vitrine/contract/admin'
import { apiErrorBody } from '@vitrine/contract/api-error-body'
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
        response: { 200: adminActs, 400: apiErrorBody, 401: apiErrorBody },
      },
    },
    (request) => listActs(db, request.query),
  )
}
