// All routes below /api/admin. Requests without an admin session, or of a role without the route's permission, are refused before
// any route runs; a route declares its permission, or itself open.

import assert from 'node:assert/strict'
import { ApiError } from '@vitrine/contract/api-error'
import { adminFiguresRoutes } from '@vitrine/contract/routes/admin-figures'
import { adminLogRoutes } from '@vitrine/contract/routes/admin-status'
import { listAuditEvents } from '@vitrine/store/admin/audit-log'
import { getFunnel, getRevenue, getTemplateFigures, getUserFigures, listPayments } from '@vitrine/store/analytics'
import type { FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import type { AppDeps } from '../../deps/deps.ts'
import { type ApiScope, serve } from '../../http/serve.ts'
import { checkAdmin, findEnroller } from '../../session/admin-session.ts'
import type { Uploads } from '../../uploads/uploads.ts'
import { addAdminOperationRoutes } from '../operations.ts'
import { addAdminBooksRoutes } from './books.ts'
import { addAdminContentRoutes } from './content.ts'
import { addAdminDocumentRoutes } from './documents.ts'
import { addAdminExportRoutes } from './export.ts'
import { addAdminFactorRoutes } from './factors.ts'
import { addAdminImportRoutes } from './imports.ts'
import { addAdminLanguageRoutes } from './languages.ts'
import { addAdminLaunchRoutes } from './launch.ts'
import { addAdminPeopleRoutes } from './people.ts'
import { addAdminSettingsRoutes } from './settings.ts'
import { addAdminSignInRoutes } from './sign-in.ts'
import { addAdminStaffRoutes } from './staff.ts'
import { addAdminStatusRoutes } from './status.ts'
import { addAdminTemplateRoutes } from './templates.ts'

export async function addAdminRoutes(api: ApiScope, deps: AppDeps, uploads: Uploads): Promise<void> {
  await api.register(
    async (plain) => {
      const scope: ApiScope = plain.withTypeProvider<ZodTypeProvider>()
      guardAdminRoutes(scope, deps)
      addAdminSignInRoutes(scope, deps)
      addAdminFactorRoutes(scope, deps)
      addAdminStaffRoutes(scope, deps)
      addAdminFigureRoutes(scope, deps)
      addAdminExportRoutes(scope, deps)
      addAdminBooksRoutes(scope, deps)
      addAdminDocumentRoutes(scope, deps)
      addAdminPeopleRoutes(scope, deps)
      addAdminTemplateRoutes(scope, deps)
      addAdminImportRoutes(scope, deps, uploads)
      addAdminOperationRoutes(scope, deps)
      serve(scope, adminLogRoutes, { 'GET /api/admin/audit': (request) => listAuditEvents(deps.db, request.query) })
      addAdminStatusRoutes(scope, deps)
      addAdminLaunchRoutes(scope, deps)
      await addAdminSettingsRoutes(scope, deps)
      await addAdminContentRoutes(scope, deps)
      addAdminLanguageRoutes(scope, deps)
    },
    { prefix: '/admin' },
  )
}

function guardAdminRoutes(scope: ApiScope, deps: AppDeps): void {
  scope.decorateRequest('admin', undefined)
  scope.decorateRequest('enroller', undefined)
  scope.addHook('onRequest', async (request, reply) => {
    reply.header('cache-control', 'no-store')
    if (!isFromOurPages(request, deps.publicUrl)) throw new ApiError('forbidden')
    const { gate, permission } = request.routeOptions.config
    if (gate === 'open') return
    if (gate === 'set-up') {
      request.enroller = await findEnroller(deps, request)
      return
    }
    request.admin = await checkAdmin(deps, request, permission ?? [])
  })
  scope.addHook('onRoute', ({ url, config }) => {
    assert((config?.gate === undefined) !== (config?.permission === undefined), `${url} declares no permission`)
  })
}

/**
 * False for a request that another site, or another host of the same site, made a browser send. The cookie's SameSite=Strict
 * stops the first, and this check both. Programs send neither header and bring the cookie on purpose. A typed URL, such as that
 * of a CSV file, has `none`.
 */
function isFromOurPages(request: FastifyRequest, publicUrl: string | undefined): boolean {
  const site = request.headers['sec-fetch-site']
  const { origin } = request.headers
  const isReading = request.method === 'GET' || request.method === 'HEAD'
  if (site !== undefined && site !== 'same-origin' && !(site === 'none' && isReading)) return false
  if (origin === undefined) return true
  return origin === publicUrl || origin === `${request.protocol}://${request.host}`
}

// Routes of the dashboard's figures.

function addAdminFigureRoutes(scope: ApiScope, { db }: AppDeps): void {
  serve(scope, adminFiguresRoutes, {
    'GET /api/admin/users': (request) => getUserFigures(db, request.query),

    'GET /api/admin/templates': (request) => getTemplateFigures(db, request.query),

    'GET /api/admin/revenue': (request) => getRevenue(db, request.query),

    'GET /api/admin/funnel': (request) => getFunnel(db, request.query),

    'GET /api/admin/payments': (request) => listPayments(db, request.query),
  })
}
