// Routes of a user's projects and their versions.

import { apiErrorBody } from '@vitrine/contract/api-error-body'
import { templateDocument } from '@vitrine/contract/catalogue'
import { may } from '@vitrine/contract/permission'
import {
  createProjectRequest,
  createVersionRequest,
  projectList,
  projectListQuery,
  project as projectSchema,
  projectVersion,
  renameRequest,
  saveProjectRequest,
  versionList,
} from '@vitrine/contract/projects'
import { transaction } from '@vitrine/database/connection'
import { countAttempt } from '@vitrine/shop/accounts/rate-limit'
import { getDocumentAssets } from '@vitrine/shop/catalogue/template-version'
import { hasEntitlement } from '@vitrine/shop/library'
import {
  createProject,
  deleteProject,
  duplicateProject,
  getProject,
  keepNamedVersion,
  listProjects,
  renameProject,
  restoreProject,
  saveProject,
} from '@vitrine/shop/projects'
import { deleteVersion, listVersions, renameVersion } from '@vitrine/shop/projects/history'
import { toProject } from '@vitrine/shop/projects/record'
import { mayUseTemplate } from '@vitrine/shop/purchases/own-template'
import { z } from 'zod'
import type { AppDeps } from '../deps/deps.ts'
import type { ApiScope } from '../http/api-scope.ts'
import { wholeProject } from '../http/json-body.ts'
import { linksTo } from '../http/private-link.ts'
import { sessionOf, signedIn } from '../session/authentication.ts'

const tags = ['projects']
const params = z.object({ projectId: z.string().min(1).max(100) })
const versionParams = params.extend({ versionId: z.string().min(1).max(100) })
const refused = { 401: apiErrorBody, 404: apiErrorBody }

export function addProjectRoutes(api: ApiScope, deps: AppDeps): void {
  addListRoutes(api, deps)
  addProjectRoute(api, deps)
  addChangeRoutes(api, deps)
  addVersionRoutes(api, deps)
}

function addListRoutes(api: ApiScope, { db, storage }: AppDeps): void {
  const signUrl = linksTo(storage)

  api.post(
    '/projects',
    {
      config: signedIn,
      schema: {
        tags,
        summary: 'Creates a project of a template, or takes one over that was begun without an account',
        body: createProjectRequest,
        response: { 201: projectSchema, ...refused, 409: apiErrorBody, 429: apiErrorBody },
      },
    },
    async (request, reply) => {
      const { userId, role } = sessionOf(request)
      await countAttempt(db, 'project-begin', userId)
      const created = await transaction(db, async (tx) => {
        const mayUse = await mayUseTemplate(tx, { userId, role }, request.body.templateId)
        return createProject(tx, { userId, mayUse, ...request.body })
      })
      return reply.code(201).send(toProject(created, signUrl))
    },
  )

  api.get(
    '/projects',
    {
      config: signedIn,
      schema: {
        tags,
        summary: 'The caller’s projects without what they hold, last edited first',
        querystring: projectListQuery,
        response: { 200: projectList, ...refused },
      },
    },
    async (request) => ({
      projects: await listProjects(db, sessionOf(request).userId, request.query.templateId),
    }),
  )
}

function addProjectRoute(api: ApiScope, { db, storage }: AppDeps): void {
  const signUrl = linksTo(storage)

  api.get(
    '/projects/:projectId',
    {
      config: signedIn,
      schema: { tags, summary: 'One project', params, response: { 200: projectSchema, ...refused } },
    },
    async (request) => toProject(await getProject(db, sessionOf(request).userId, request.params.projectId), signUrl),
  )

  api.get(
    '/projects/:projectId/document',
    {
      config: signedIn,
      schema: {
        tags,
        summary:
          'The document of a project, which may be older than the template’s current one, and its files; full-size videos for buyers',
        params,
        response: { 200: templateDocument, ...refused },
      },
    },
    async (request) => {
      const { userId, role } = sessionOf(request)
      const { row, version } = await getProject(db, userId, request.params.projectId)
      const { templateId, documentHash, document } = version
      const fonts = [...document.fonts, ...(row.difference.fonts ?? [])]
      const isPaid = may(role, 'templates') || (await hasEntitlement(db, userId, templateId))
      const assets = await getDocumentAssets(db, { ...document, fonts }, isPaid ? signUrl : undefined)
      return { templateId, documentHash, comp: document.canvas, document: { ...document }, assets }
    },
  )

  api.put(
    '/projects/:projectId',
    {
      ...wholeProject,
      config: signedIn,
      schema: {
        tags,
        summary: 'Saves values and difference; with a revision, only on top of that one',
        params,
        body: saveProjectRequest,
        response: { 200: projectSchema, ...refused, 409: apiErrorBody, 413: apiErrorBody, 422: apiErrorBody },
      },
    },
    async (request) => {
      const { userId } = sessionOf(request)
      const { projectId } = request.params
      const saved = await transaction(db, (tx) => saveProject(tx, { ...request.body, userId, projectId }, signUrl))
      return toProject(saved, signUrl)
    },
  )
}

function addChangeRoutes(api: ApiScope, { db, storage }: AppDeps): void {
  const signUrl = linksTo(storage)

  api.patch(
    '/projects/:projectId',
    {
      config: signedIn,
      schema: {
        tags,
        summary: 'Renames a project',
        params,
        body: renameRequest,
        response: { 200: projectSchema, ...refused },
      },
    },
    async (request) => {
      const place = { userId: sessionOf(request).userId, projectId: request.params.projectId }
      return toProject(await transaction(db, (tx) => renameProject(tx, { ...place, ...request.body })), signUrl)
    },
  )

  api.post(
    '/projects/:projectId/duplicate',
    {
      config: signedIn,
      schema: {
        tags,
        summary: 'Copies a project',
        params,
        response: { 201: projectSchema, ...refused, 409: apiErrorBody, 429: apiErrorBody },
      },
    },
    async (request, reply) => {
      const { userId } = sessionOf(request)
      await countAttempt(db, 'project-begin', userId)
      const copy = await transaction(db, (tx) => duplicateProject(tx, userId, request.params.projectId))
      return reply.code(201).send(toProject(copy, signUrl))
    },
  )

  api.delete(
    '/projects/:projectId',
    {
      config: signedIn,
      schema: {
        tags,
        summary: 'Deletes a project; for 30 days that can be taken back',
        params,
        response: { 200: z.object({ message: z.string() }), ...refused },
      },
    },
    async (request) => {
      const { userId } = sessionOf(request)
      await transaction(db, (tx) => deleteProject(tx, userId, request.params.projectId))
      return { message: 'Project deleted' }
    },
  )

  api.post(
    '/projects/:projectId/restore',
    {
      config: signedIn,
      schema: {
        tags,
        summary: 'Takes the deletion of a project back',
        params,
        response: { 200: projectSchema, ...refused, 409: apiErrorBody },
      },
    },
    async (request) => {
      const { userId } = sessionOf(request)
      return toProject(await transaction(db, (tx) => restoreProject(tx, userId, request.params.projectId)), signUrl)
    },
  )
}

function addVersionRoutes(api: ApiScope, { db, storage }: AppDeps): void {
  const signUrl = linksTo(storage)

  api.get(
    '/projects/:projectId/versions',
    {
      config: signedIn,
      schema: { tags, summary: 'How a project once was', params, response: { 200: versionList, ...refused } },
    },
    (request) => listVersions(db, { userId: sessionOf(request).userId, ...request.params }, signUrl),
  )

  api.post(
    '/projects/:projectId/versions',
    {
      ...wholeProject,
      config: signedIn,
      schema: {
        tags,
        summary: 'Keeps a version under a name',
        params,
        body: createVersionRequest,
        response: { 201: projectVersion, ...refused, 409: apiErrorBody, 413: apiErrorBody, 422: apiErrorBody },
      },
    },
    async (request, reply) => {
      const place = { userId: sessionOf(request).userId, ...request.params }
      const version = await transaction(db, (tx) => keepNamedVersion(tx, { ...place, ...request.body }))
      return reply.code(201).send(version)
    },
  )

  api.patch(
    '/projects/:projectId/versions/:versionId',
    {
      config: signedIn,
      schema: {
        tags,
        summary: 'Names a version, which makes it stay',
        params: versionParams,
        body: renameRequest,
        response: { 200: projectVersion, ...refused, 409: apiErrorBody },
      },
    },
    (request) => {
      const place = { userId: sessionOf(request).userId, ...request.params }
      return transaction(db, (tx) => renameVersion(tx, place, request.body.name))
    },
  )

  api.delete(
    '/projects/:projectId/versions/:versionId',
    {
      config: signedIn,
      schema: {
        tags,
        summary: 'Forgets a version',
        params: versionParams,
        response: { 200: z.object({ message: z.string() }), ...refused },
      },
    },
    async (request) => {
      const place = { userId: sessionOf(request).userId, ...request.params }
      await transaction(db, (tx) => deleteVersion(tx, place))
      return { message: 'Version deleted' }
    },
  )
}
