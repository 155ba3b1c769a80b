// Routes of the owner's templates: the list, one template with its versions and previews, its text and prices, publishing
// and withdrawing.

import { adminTemplatesRoutes } from '@vitrine/contract/routes/admin-templates'
import { transaction } from '@vitrine/database/connection'
import type { TemplateDocument } from '@vitrine/document/document'
import { describePreview, describeTemplates, describeVersion } from '@vitrine/store/admin/publishing'
import {
  acceptDifference,
  changeFields,
  changeTemplate,
  describeTemplate,
  getFieldFiles,
  publish,
  removeTemplate,
  withdraw,
} from '@vitrine/store/admin/template-action'
import { requestPreview } from '@vitrine/store/catalogue/preview'
import { registerTemplateVideos } from '@vitrine/store/catalogue/template-video'
import { getTemplateVersion } from '@vitrine/store/catalogue/version'
import type { CatalogueAsset } from '@vitrine/store/media'
import type { AppDeps } from '../../deps/deps.ts'
import { linksTo } from '../../http/private-link.ts'
import { wholeProject } from '../../http/request-body.ts'
import { type ApiScope, defineHandlers, serve } from '../../http/serve.ts'
import { publishFile } from '../../media/publish-file.ts'
import { getActor, getAdmin } from '../../session/admin-session.ts'

const handle = defineHandlers<typeof adminTemplatesRoutes>()

export function addAdminTemplateRoutes(scope: ApiScope, deps: AppDeps): void {
  serve(
    scope,
    adminTemplatesRoutes,
    {
      ...listHandlers(deps),
      ...saleHandlers(deps),
      ...versionHandlers(deps),
      ...editingCopyRouteHandlers(deps),
    },
    {
      'POST /api/admin/templates/:templateId/versions/:versionId/fields': { ...wholeProject },
    },
  )
}

function listHandlers({ db }: AppDeps) {
  return handle({
    'GET /api/admin/publishing': (request) => describeTemplates(db, request.query),

    'GET /api/admin/templates/:templateId': (request) => describeTemplate(db, request.params.templateId),

    'PATCH /api/admin/templates/:templateId': async (request) => {
      const { templateId } = request.params
      await transaction(db, (tx) => changeTemplate(tx, getActor(request), templateId, request.body))
      return describeTemplate(db, templateId)
    },

    'DELETE /api/admin/templates/:templateId': async (request, reply) => {
      await transaction(db, (tx) => removeTemplate(tx, getActor(request), request.params.templateId))
      return reply.code(204).send(null)
    },
  })
}

function saleHandlers({ db }: AppDeps) {
  return handle({
    'POST /api/admin/templates/:templateId/publish': async (request) => {
      const { templateId } = request.params
      await transaction(db, (tx) => publish(tx, getActor(request), templateId, request.body))
      return describeTemplate(db, templateId)
    },

    'POST /api/admin/templates/:templateId/withdraw': async (request) => {
      const { templateId } = request.params
      await transaction(db, (tx) => withdraw(tx, getActor(request), templateId, request.body))
      return describeTemplate(db, templateId)
    },
  })
}

function versionHandlers({ db, storage }: AppDeps) {
  const signUrl = linksTo(storage)

  return handle({
    'GET /api/admin/templates/:templateId/versions/:versionId': (request) =>
      describeVersion(db, request.params, signUrl),

    'GET /api/admin/templates/:templateId/versions/:versionId/preview': (request) =>
      describePreview(db, request.params),

    'POST /api/admin/templates/:templateId/versions/:versionId/preview': async (request) => {
      const { templateId, versionId } = request.params
      await transaction(db, async (tx) => {
        await getTemplateVersion(tx, templateId, versionId)
        await requestPreview(tx, versionId, request.body)
      })
      return describePreview(db, request.params)
    },

    'POST /api/admin/templates/:templateId/versions/:versionId/accept': async (request) => {
      await transaction(db, (tx) => acceptDifference(tx, getActor(request), request.params, request.body))
      const { report, missing } = await describeVersion(db, request.params, signUrl)
      return { report, missing }
    },

    'POST /api/admin/templates/:templateId/versions/:versionId/fields': async (request) => {
      const own = await getFieldFiles(db, getAdmin(request).userId, request.body)
      const files = new Map<string, CatalogueAsset>()
      for (const [id, asset] of own) files.set(id, await publishFile({ db, storage }, asset))
      return transaction(db, (tx) => changeFields(tx, getActor(request), request.params, request.body, files))
    },
  })
}

function editingCopyRouteHandlers({ db }: AppDeps) {
  return handle({
    'POST /api/admin/templates/:templateId/versions/:versionId/editing-copies': async (request) => {
      const { templateId, versionId } = request.params
      await transaction(db, async (tx) => {
        const { document } = await getTemplateVersion(tx, templateId, versionId)
        await registerTemplateVideos(tx, document as unknown as TemplateDocument)
      })
      return describePreview(db, request.params)
    },
  })
}
