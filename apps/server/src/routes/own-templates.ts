// Route of templates that are not on sale, for users who may still use them.

import { ownTemplatesRoutes } from '@vitrine/contract/routes/own-templates'
import { getOwnTemplate } from '@vitrine/store/purchases/own-template'
import type { AppDeps } from '../deps/deps.ts'
import type { ApiScope } from '../http/api-scope.ts'
import { serve } from '../http/serve.ts'
import { getSession } from '../session/authentication.ts'

export function addOwnTemplateRoutes(api: ApiScope, { db }: AppDeps): void {
  serve(api, ownTemplatesRoutes, {
    'GET /api/own-templates/:templateId': (request) =>
      getOwnTemplate(db, getSession(request), request.params.templateId),
  })
}
