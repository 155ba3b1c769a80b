// Routes of a user's projects and their versions.

import { ApiError } from '@vitrine/contract/api-error'
import { may } from '@vitrine/contract/permission'
import { projectsRoutes, templateDraftsRoutes } from '@vitrine/contract/routes/projects'
import { transaction } from '@vitrine/database/connection'
import { countAttempt } from '@vitrine/store/accounts/rate-limit'
import { hasSecondFactor } from '@vitrine/store/admin/admin-password'
import { recordAuditEvent } from '@vitrine/store/admin/audit-log'
import { createDraft } from '@vitrine/store/catalogue/draft'
import { getDocumentAssets } from '@vitrine/store/catalogue/template-version'
import { withCatalogueFiles } from '@vitrine/store/catalogue/version'
import { hasEntitlement } from '@vitrine/store/library'
import { type CatalogueAsset, registerCatalogueAsset } from '@vitrine/store/media'
import {
  createProject,
  deleteProject,
  duplicateProject,
  getProject,
  listProjects,
  renameProject,
  restoreProject,
  saveNamedVersion,
  saveProject,
} from '@vitrine/store/projects'
import { deleteVersion, listVersions, renameVersion } from '@vitrine/store/projects/history'
import { toProject } from '@vitrine/store/projects/record'
import { getEditedTemplate } from '@vitrine/store/projects/template-draft'
import { mayUseTemplate } from '@vitrine/store/purchases/own-template'
import type { AppDeps } from '../deps/deps.ts'
import { linksTo } from '../http/private-link.ts'
import { wholeProject } from '../http/request-body.ts'
import { type ApiScope, defineHandlers, serve } from '../http/serve.ts'
import { publishFile } from '../media/publish-file.ts'
import { getSession } from '../session/authentication.ts'

const handle = defineHandlers<typeof projectsRoutes>()

export function addProjectRoutes(api: ApiScope, deps: AppDeps): void {
  addTemplateDraftRoutes(api, deps)
  serve(
    api,
    projectsRoutes,
    {
      ...listHandlers(deps),
      ...projectRouteHandlers(deps),
      ...changeHandlers(deps),
      ...versionHandlers(deps),
    },
    {
      'PUT /api/projects/:projectId': { ...wholeProject },
      'POST /api/projects/:projectId/versions': { ...wholeProject },
    },
  )
}

function listHandlers({ db, storage }: AppDeps) {
  const signUrl = linksTo(storage)

  return handle({
    'POST /api/projects': async (request, reply) => {
      const { userId, role } = getSession(request)
      await countAttempt(db, 'project-begin', userId)
      const created = await transaction(db, async (tx) => {
        const mayUse = await mayUseTemplate(tx, { userId, role }, request.body.templateId)
        return createProject(tx, { userId, mayUse, ...request.body })
      })
      return reply.code(201).send(toProject(created, signUrl))
    },

    'GET /api/projects': async (request) => ({
      projects: await listProjects(db, getSession(request).userId, request.query.templateId),
    }),
  })
}

function projectRouteHandlers({ db, storage }: AppDeps) {
  const signUrl = linksTo(storage)

  return handle({
    'GET /api/projects/:projectId': async (request) =>
      toProject(await getProject(db, getSession(request).userId, request.params.projectId), signUrl),

    'GET /api/projects/:projectId/document': async (request) => {
      const { userId, role } = getSession(request)
      const { row, version } = await getProject(db, userId, request.params.projectId)
      const { templateId, documentHash, document } = version
      const fonts = [...document.fonts, ...(row.difference.fonts ?? [])]
      const isPaid = may(role, 'templates') || (await hasEntitlement(db, userId, templateId))
      const assets = await getDocumentAssets(db, { ...document, fonts }, isPaid ? signUrl : undefined)
      return { templateId, documentHash, comp: document.canvas, document: { ...document }, assets }
    },

    'PUT /api/projects/:projectId': async (request) => {
      const { userId } = getSession(request)
      const { projectId } = request.params
      const saved = await transaction(db, (tx) => saveProject(tx, { ...request.body, userId, projectId }, signUrl))
      return toProject(saved, signUrl)
    },
  })
}

function changeHandlers({ db, storage }: AppDeps) {
  const signUrl = linksTo(storage)

  return handle({
    'PATCH /api/projects/:projectId': async (request) => {
      const place = { userId: getSession(request).userId, projectId: request.params.projectId }
      return toProject(await transaction(db, (tx) => renameProject(tx, { ...place, ...request.body })), signUrl)
    },

    'POST /api/projects/:projectId/duplicate': async (request, reply) => {
      const { userId } = getSession(request)
      await countAttempt(db, 'project-begin', userId)
      const copy = await transaction(db, (tx) => duplicateProject(tx, userId, request.params.projectId))
      return reply.code(201).send(toProject(copy, signUrl))
    },

    'DELETE /api/projects/:projectId': async (request) => {
      const { userId } = getSession(request)
      await transaction(db, (tx) => deleteProject(tx, userId, request.params.projectId))
      return { message: 'Project deleted' }
    },

    'POST /api/projects/:projectId/restore': async (request) => {
      const { userId } = getSession(request)
      return toProject(await transaction(db, (tx) => restoreProject(tx, userId, request.params.projectId)), signUrl)
    },
  })
}

function versionHandlers({ db, storage }: AppDeps) {
  const signUrl = linksTo(storage)

  return handle({
    'GET /api/projects/:projectId/versions': (request) =>
      listVersions(db, { userId: getSession(request).userId, ...request.params }, signUrl),

    'POST /api/projects/:projectId/versions': async (request, reply) => {
      const place = { userId: getSession(request).userId, ...request.params }
      const version = await transaction(db, (tx) => saveNamedVersion(tx, { ...place, ...request.body }))
      return reply.code(201).send(version)
    },

    'PATCH /api/projects/:projectId/versions/:versionId': (request) => {
      const place = { userId: getSession(request).userId, ...request.params }
      return transaction(db, (tx) => renameVersion(tx, place, request.body.name))
    },

    'DELETE /api/projects/:projectId/versions/:versionId': async (request) => {
      const place = { userId: getSession(request).userId, ...request.params }
      await transaction(db, (tx) => deleteVersion(tx, place))
      return { message: 'Version deleted' }
    },
  })
}

/** Turns an owner's project into a draft of a new template. */
function addTemplateDraftRoutes(api: ApiScope, { db, storage }: AppDeps): void {
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
