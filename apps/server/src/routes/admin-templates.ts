// Templates as the owner keeps them: everything about one, its versions, its words and prices, on sale or not.
import { adminTemplateDetail, editTemplateRequest, templateStatusRequest } from '@vitrine/contract/admin'
import { refusalBody } from '@vitrine/contract/refusal-body'
import { transaction } from '@vitrine/database/connection'
import { changeTemplate, describeTemplate, publish, withdraw } from '@vitrine/shop/admin'
import { z } from 'zod'
import type { ApiScope } from '../api-scope.ts'
import type { AppDeps } from '../deps.ts'
import { actorOf } from '../office.ts'

const tags = ['admin']
const params = z.object({ templateId: z.string().max(200) })
const response = { 200: adminTemplateDetail, 400: refusalBody, 401: refusalBody, 404: refusalBody }

export function addAdminTemplateRoutes(scope: ApiScope, { db }: AppDeps): void {
  scope.get(
    '/templates/:templateId',
    { schema: { tags, summary: 'One template with its versions, whatever its status', params, response } },
    (request) => describeTemplate(db, request.params.templateId),
  )

  scope.patch(
    '/templates/:templateId',
    { schema: { tags, summary: 'Changes what is sent', params, body: editTemplateRequest, response } },
    async (request) => {
      const { templateId } = request.params
      await transaction(db, (tx) => changeTemplate(tx, actorOf(request), templateId, request.body))
      return describeTemplate(db, templateId)
    },
  )

  for (const [path, act, summary] of [
    ['publish', publish, 'Puts a template on sale'],
    ['withdraw', withdraw, 'Takes a template off sale; those who own it keep it'],
  ] as const) {
    scope.post(
      `/templates/:templateId/${path}`,
      {
        schema: {
          tags,
          summary,
          params,
          body: templateStatusRequest,
          response: { ...response, 409: refusalBody },
        },
      },
      async (request) => {
        const { templateId } = request.params
        await transaction(db, (tx) => act(tx, actorOf(request), templateId, request.body))
        return describeTemplate(db, templateId)
      },
    )
  }
}
