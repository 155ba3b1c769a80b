// Routes of all customers' renders, and the owner's actions on one.
import { adminRenders, adminRendersQuery, renderActionResponse, renderActRequest } from '@vitrine/contract/admin'
import { apiErrorBody } from '@vitrine/contract/api-error-body'
import { transaction } from '@vitrine/database/connection'
import { pageRenders, restartRender, stopRender } from '@vitrine/shop/admin/render-action'
import { z } from 'zod'
import type { AppDeps } from '../deps/deps.ts'
import type { ApiScope } from '../http/api-scope.ts'
import { actorOf } from '../session/admin-session.ts'

const tags = ['admin']
const refused = { 400: apiErrorBody, 401: apiErrorBody }

export function addAdminRenderRoutes(scope: ApiScope, { db }: AppDeps): void {
  scope.get(
    '/renders',
    {
      config: { permission: 'renders' },
      schema: {
        tags,
        summary: 'The renders of all customers, newest first',
        querystring: adminRendersQuery,
        response: { 200: adminRenders, ...refused },
      },
    },
    (request) => pageRenders(db, request.query),
  )

  for (const [path, act, summary] of [
    ['retry', restartRender, 'Retries a failed or cancelled render, free of charge'],
    ['stop', stopRender, 'Cancels a queued or running render'],
  ] as const) {
    scope.post(
      `/renders/:jobId/${path}`,
      {
        config: { permission: 'renders' },
        schema: {
          tags,
          summary,
          params: z.object({ jobId: z.string().max(100) }),
          body: renderActRequest,
          response: { 200: renderActionResponse, 404: apiErrorBody, 409: apiErrorBody, 429: apiErrorBody, ...refused },
        },
      },
      async (request) => {
        const { reason } = request.body
        const { jobId } = request.params
        return { render: await transaction(db, (tx) => act(tx, actorOf(request), jobId, reason)) }
      },
    )
  }
}
