// Routes of the audit log.
import { auditLogPage, auditLogQuery } from '@vitrine/contract/admin'
import { apiErrorBody } from '@vitrine/contract/api-error-body'
import { listAuditEvents } from '@vitrine/shop/admin/audit-log'
import type { AppDeps } from '../deps/deps.ts'
import type { ApiScope } from '../http/api-scope.ts'

export function addAdminLogRoutes(scope: ApiScope, { db }: AppDeps): void {
  scope.get(
    '/audit',
    {
      config: { permission: 'audit-log' },
      schema: {
        tags: ['admin'],
        summary: 'Every act of owners and of the command line, newest first, with how things were before and after',
        querystring: auditLogQuery,
        response: { 200: auditLogPage, 400: apiErrorBody, 401: apiErrorBody },
      },
    },
    (request) => listAuditEvents(db, request.query),
  )
}
