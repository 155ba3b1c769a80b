// Routes of the owner's templates: the list, one template with its versions and previews, its text and prices, publishing
// and withdrawing.
import type { TemplateDocument } from '@vitrine/composition/document'
import { adminTemplateDetail, editTemplateRequest, templateStatusRequest } from '@vitrine/contract/admin'
import { apiErrorBody } from '@vitrine/contract/api-error-body'
import {
  acceptDifferenceRequest,
  addedVersion,
  adminVersionDetail,
  fieldRevisions,
  previewRequest,
  publishingList,
  publishingQuery,
  publishRequest,
} from '@vitrine/contract/publishing'
import { transaction } from '@vitrine/database/connection'
import { describePreview, describeTemplates, describeVersion } from '@vitrine/shop/admin/publishing'
import {
  acceptDifference,
  changeFields,
  changeTemplate,
  describeTemplate,
  getFieldFiles,
  publish,
  removeTemplate,
  withdraw,
} from '@vitrine/shop/admin/template-action'
import { requestPreview } from '@vitrine/shop/catalogue/preview'
import { registerTemplateVideos } from '@vitrine/shop/catalogue/template-video'
import { getVersionOf } from '@vitrine/shop/catalogue/version'
import type { CatalogueAsset } from '@vitrine/shop/media'
import { z } from 'zod'
import type { AppDeps } from '../deps/deps.ts'
import type { ApiScope } from '../http/api-scope.ts'
import { wholeProject } from '../http/json-body.ts'
import { linksTo } from '../http/private-link.ts'
import { publishFile } from '../media/publish-file.ts'
import { actorOf, adminOf } from '../session/admin-session.ts'

const tags = ['admin']
const params = z.object({ templateId: z.string().max(200) })
const versionParams = params.extend({ versionId: z.string().max(100) })
const refused = { 400: apiErrorBody, 401: apiErrorBody, 404: apiErrorBody }
const response = { 200: adminTemplateDetail, ...refused }
const previewAnswer = adminVersionDetail.pick({ preview: true, films: true, missing: true })

export function addAdminTemplateRoutes(scope: ApiScope, deps: AppDeps): void {
  addListRoutes(scope, deps)
  addSaleRoutes(scope, deps)
  addVersionRoutes(scope, deps)
  addEditingCopyRoute(scope, deps)
}

function addListRoutes(scope: ApiScope, { db }: AppDeps): void {
  scope.get(
    '/publishing',
    {
      config: { permission: 'templates' },
      schema: {
        tags,
        summary: 'A page of all templates, drafts and withdrawn ones too',
        querystring: publishingQuery,
        response: { 200: publishingList, ...refused },
      },
    },
    (request) => describeTemplates(db, request.query),
  )

  scope.get(
    '/templates/:templateId',
    {
      config: { permission: 'templates' },
      schema: { tags, summary: 'One template with its versions, whatever its status', params, response },
    },
    (request) => describeTemplate(db, request.params.templateId),
  )

  scope.patch(
    '/templates/:templateId',
    {
      config: { permission: 'templates' },
      schema: { tags, summary: 'Changes what is sent', params, body: editTemplateRequest, response },
    },
    async (request) => {
      const { templateId } = request.params
      await transaction(db, (tx) => changeTemplate(tx, actorOf(request), templateId, request.body))
      return describeTemplate(db, templateId)
    },
  )

  scope.delete(
    '/templates/:templateId',
    {
      config: { permission: 'templates' },
      schema: {
        tags,
        summary:
          'Deletes a draft or a withdrawn template with one’s own projects; what is on sale, owned or has projects of others is refused',
        params,
        response: { 204: z.null(), ...refused, 409: apiErrorBody },
      },
    },
    async (request, reply) => {
      await transaction(db, (tx) => removeTemplate(tx, actorOf(request), request.params.templateId))
      return reply.code(204).send(null)
    },
  )
}

function addSaleRoutes(scope: ApiScope, { db }: AppDeps): void {
  scope.post(
    '/templates/:templateId/publish',
    {
      config: { permission: 'templates' },
      schema: {
        tags,
        summary: 'Puts a version of a template on sale; `missing` of the error says what it lacks',
        params,
        body: publishRequest,
        response: { ...response, 409: apiErrorBody },
      },
    },
    async (request) => {
      const { templateId } = request.params
      await transaction(db, (tx) => publish(tx, actorOf(request), templateId, request.body))
      return describeTemplate(db, templateId)
    },
  )

  scope.post(
    '/templates/:templateId/withdraw',
    {
      config: { permission: 'templates' },
      schema: {
        tags,
        summary: 'Takes a template off sale; those who own it keep it',
        params,
        body: templateStatusRequest,
        response: { ...response, 409: apiErrorBody },
      },
    },
    async (request) => {
      const { templateId } = request.params
      await transaction(db, (tx) => withdraw(tx, actorOf(request), templateId, request.body))
      return describeTemplate(db, templateId)
    },
  )
}

function addVersionRoutes(scope: ApiScope, { db, storage }: AppDeps): void {
  const signUrl = linksTo(storage)

  scope.get(
    '/templates/:templateId/versions/:versionId',
    {
      config: { permission: 'templates' },
      schema: {
        tags,
        summary: 'A version to look at: its document, its report, how it is shown and what it lacks',
        params: versionParams,
        response: { 200: adminVersionDetail, ...refused },
      },
    },
    (request) => describeVersion(db, request.params, signUrl),
  )

  scope.get(
    '/templates/:templateId/versions/:versionId/preview',
    {
      config: { permission: 'templates' },
      schema: {
        tags,
        summary: 'How far poster and preview of a version are',
        params: versionParams,
        response: { 200: previewAnswer, ...refused },
      },
    },
    (request) => describePreview(db, request.params),
  )

  scope.post(
    '/templates/:templateId/versions/:versionId/preview',
    {
      config: { permission: 'templates' },
      schema: {
        tags,
        summary: 'Orders poster and preview anew, or another frame for the poster',
        params: versionParams,
        body: previewRequest,
        response: { 200: previewAnswer, ...refused },
      },
    },
    async (request) => {
      const { templateId, versionId } = request.params
      await transaction(db, async (tx) => {
        await getVersionOf(tx, templateId, versionId)
        await requestPreview(tx, versionId, request.body)
      })
      return describePreview(db, request.params)
    },
  )

  scope.post(
    '/templates/:templateId/versions/:versionId/accept',
    {
      config: { permission: 'templates' },
      schema: {
        tags,
        summary: 'Accepts a difference that the report of a version names',
        params: versionParams,
        body: acceptDifferenceRequest,
        response: { 200: adminVersionDetail.pick({ report: true, missing: true }), ...refused },
      },
    },
    async (request) => {
      await transaction(db, (tx) => acceptDifference(tx, actorOf(request), request.params, request.body))
      const { report, missing } = await describeVersion(db, request.params, signUrl)
      return { report, missing }
    },
  )

  scope.post(
    '/templates/:templateId/versions/:versionId/fields',
    {
      config: { permission: 'templates' },
      ...wholeProject,
      schema: {
        tags,
        summary: 'Changes, adds and takes away fields, which makes another version',
        params: versionParams,
        body: fieldRevisions,
        response: { 200: addedVersion, ...refused, 410: apiErrorBody, 422: apiErrorBody },
      },
    },
    async (request) => {
      const own = await getFieldFiles(db, adminOf(request).userId, request.body)
      const files = new Map<string, CatalogueAsset>()
      for (const [id, asset] of own) files.set(id, await publishFile({ db, storage }, asset))
      return transaction(db, (tx) => changeFields(tx, actorOf(request), request.params, request.body, files))
    },
  )
}

function addEditingCopyRoute(scope: ApiScope, { db }: AppDeps): void {
  scope.post(
    '/templates/:templateId/versions/:versionId/films',
    {
      config: { permission: 'templates' },
      schema: {
        tags,
        summary: 'Retries failed editing copies of a version’s videos',
        params: versionParams,
        response: { 200: previewAnswer, ...refused },
      },
    },
    async (request) => {
      const { templateId, versionId } = request.params
      await transaction(db, async (tx) => {
        const { document } = await getVersionOf(tx, templateId, versionId)
        await registerTemplateVideos(tx, document as unknown as TemplateDocument)
      })
      return describePreview(db, request.params)
    },
  )
}
