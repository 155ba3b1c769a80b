// Routes of the dashboard's figures.
import { adminFiguresRoutes } from '@vitrine/contract/routes/admin-figures'
import { getFunnel, getRevenue, getTemplateFigures, getUserFigures, listPayments } from '@vitrine/store/analytics'
import type { AppDeps } from '../../deps/deps.ts'
import type { ApiScope } from '../../http/api-scope.ts'
import { serve } from '../../http/serve.ts'

export function addAdminFigureRoutes(scope: ApiScope, { db }: AppDeps): void {
  serve(scope, adminFiguresRoutes, {
    'GET /api/admin/users': (request) => getUserFigures(db, request.query),

    'GET /api/admin/templates': (request) => getTemplateFigures(db, request.query),

    'GET /api/admin/revenue': (request) => getRevenue(db, request.query),

    'GET /api/admin/funnel': (request) => getFunnel(db, request.query),

    'GET /api/admin/payments': (request) => listPayments(db, request.query),
  })
}
