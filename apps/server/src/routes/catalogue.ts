// What is for sale: lists, pages, single templates, their editable documents and previews. For everybody.
import {
  cataloguePage,
  cataloguePageQuery,
  template,
  templateDocument,
  templateList,
  videoUrlResponse,
} from '@vitrine/contract/catalogue'
import { Refusal } from '@vitrine/contract/refusal'
import { refusalBody } from '@vitrine/contract/refusal-body'
import {
  getCurrentVersion,
  getDocumentAssets,
  getTemplate,
  listTemplates,
  pageTemplates,
} from '@vitrine/shop/catalogue'
import { z } from 'zod'
import type { ApiScope } from '../api-scope.ts'
import type { AppDeps } from '../deps.ts'
import { addEtags } from '../etag.ts'
import { findRegion } from '../region.ts'

const templateParams = z.object({ templateId: z.string().min(1).max(200) })
const tags = ['catalogue']

export function addCatalogueRoutes(api: ApiScope, { db, countries, inrPerUsd }: AppDeps): void {
  api.register(async (plain) => {
    const scope = plain as ApiScope
    addEtags(scope)

    scope.get(
      '/templates',
      { schema: { tags, summary: 'All video templates, most bought first', response: { 200: templateList } } },
      () => listTemplates(db, 'video'),
    )

    scope.get(
      '/template/:templateId',
      {
        schema: {
          tags,
          summary: 'One template; a `-template` at the end of the id is ignored',
          params: templateParams,
          response: { 200: template, 404: refusalBody },
        },
      },
      (request) => getTemplate(db, request.params.templateId),
    )

    scope.get(
      '/template/:templateId/document',
      {
        schema: {
          tags,
          summary: 'The editable document of a template and the public files it uses',
          params: templateParams,
          response: { 200: templateDocument, 404: refusalBody },
        },
      },
      async (request) => {
        const { templateId, documentHash, document } = await getCurrentVersion(db, request.params.templateId)
        const assets = await getDocumentAssets(db, document)
        return { templateId, documentHash, document: document as unknown as Record<string, unknown>, assets }
      },
    )

    scope.get(
      '/video-url/:templateId/:file',
      {
        schema: {
          tags,
          summary: 'The address of the preview film; `file` is the template id followed by `compiled.mp4`',
          params: templateParams.extend({ file: z.string() }),
          response: { 200: videoUrlResponse, 404: refusalBody },
        },
      },
      async (request) => {
        const { templateId, file } = request.params
        if (file !== `${templateId}compiled.mp4`) throw new Refusal('template-not-found')
        return { videoUrl: (await getTemplate(db, templateId)).templateLink }
      },
    )
  })

  // Outside the tagged scope: the order by price depends on the visitor's region, so no shared cache may keep it.
  api.get(
    '/catalogue/video',
    {
      schema: {
        tags,
        summary: 'A page of the video templates that match a search and a section',
        querystring: cataloguePageQuery,
        response: { 200: cataloguePage, 400: refusalBody },
      },
    },
    async (request, reply) => {
      reply.header('cache-control', 'private, no-cache')
      const { isIndianUser } = findRegion(countries, request.ip, inrPerUsd)
      return pageTemplates(db, { ...request.query, kind: 'video', isIndianUser })
    },
  )
}
