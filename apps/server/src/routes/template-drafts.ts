// Route that turns an owner's project into a draft of a new template.

import { ApiError } from '@vitrine/contract/api-error'
import { may } from '@vitrine/contract/permission'
import { templateDraftsRoutes } from '@vitrine/contract/routes/template-drafts'
import { transaction } from '@vitrine/database/connection'
import { hasSecondFactor } from '@vitrine/store/admin/admin-password'
import { recordAuditEvent } from '@vitrine/store/admin/audit-log'
import { withCatalogueFiles } from '@vitrine/store/catalogue/document-asset'
import { createDraft } from '@vitrine/store/catalogue/draft'
import { type CatalogueAsset, registerCatalogueAsset } from '@vitrine/store/media'
import { getEditedTemplate } from '@vitrine/store/projects/template-draft'
import type { AppDeps } from '../deps/deps.ts'
import type { ApiScope } from '../http/api-scope.ts'
import { serve } from '../http/serve.ts'
import { publishFile } from '../media/publish-file.ts'
import { getSession } from '../session/authentication.ts'

export function addTemplateDraftRoutes(api: ApiScope, { db, storage }: AppDeps): void {
  serve(api, templateDraftsRoutes, {
    'POST /api/projects/:projectId/template-draft': async (request, reply) => {
      const { userId, username, role } = getSession(request)
      const { name } = request.body
      if (!may(role, 'templates')) throw new ApiError('forbidden', {}, 'Only the owner of the store can make templates')
      if (role !== 'owner' && !(await hasSecondFactor(db, userId))) throw new ApiError('second-factor-required')
      const { document, files, project } = await getEditedTemplate(db, userId, request.params.projectId)
      const published = new Map<string, CatalogueAsset>()
      for (const [id, asset] of files) published.set(id, await publishFile({ db, storage }, asset))
      const draft = await transaction(db, async (tx) => {
        for (const asset of published.values()) await registerCatalogueAsset(tx, asset)
        const created = await createDraft(tx, { name, document: { ...withCatalogueFiles(document, published), name } })
        await recordAuditEvent(
          tx,
          { userId, name: username, ip: request.ip },
          {
            action: 'template-imported',
            subjectKind: 'template',
            subjectId: created.templateId,
            after: { name, madeFrom: project.row.templateId },
          },
        )
        return created
      })
      return reply.code(201).send(draft)
    },
  })
}
