// Routes of all customers' renders, and the owner's actions on one.
import { adminRendersRoutes } from '@vitrine/contract/routes/admin-renders'
import { transaction } from '@vitrine/database/connection'
import { pageRenders, restartRender, stopRender } from '@vitrine/shop/admin/render-action'
import type { AppDeps } from '../deps/deps.ts'
import type { ApiScope } from '../http/api-scope.ts'
import { serve } from '../http/serve.ts'
import { actorOf } from '../session/admin-session.ts'

export function addAdminRenderRoutes(scope: ApiScope, { db }: AppDeps): void {
  serve(scope, adminRendersRoutes, {
    'GET /api/admin/renders': (request) => pageRenders(db, request.query),

    'POST /api/admin/renders/:jobId/retry': async (request) => {
      const { reason } = request.body
      const { jobId } = request.params
      return { render: await transaction(db, (tx) => restartRender(tx, actorOf(request), jobId, reason)) }
    },

    'POST /api/admin/renders/:jobId/stop': async (request) => {
      const { reason } = request.body
      const { jobId } = request.params
      return { render: await transaction(db, (tx) => stopRender(tx, actorOf(request), jobId, reason)) }
    },
  })
}
