// Route of templates that are not on sale, for those who may still use them.

import { apiErrorBody } from '@vitrine/contract/api-error-body'
import { template } from '@vitrine/contract/catalogue'
import { getOwnTemplate } from '@vitrine/shop/purchases/own-template'
import { z } from 'zod'
import type { AppDeps } from '../deps/deps.ts'
import type { ApiScope } from '../http/api-scope.ts'
import { sessionOf, signedIn } from '../session/authentication.ts'

export function addOwnTemplateRoutes(api: ApiScope, { db }: AppDeps): void {
  api.get(
    '/own-templates/:templateId',
    {
      config: signedIn,
      schema: {
        tags: ['projects'],
        summary: 'A template on sale, or one that the caller has bought or begun a project with while it was',
        params: z.object({ templateId: z.string().min(1).max(200) }),
        response: { 200: template, 401: apiErrorBody, 404: apiErrorBody },
      },
    },
    (request) => getOwnTemplate(db, sessionOf(request), request.params.templateId),
  )
}
