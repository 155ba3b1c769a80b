// A user's projects: what they filled into templates.
import {
  createProjectRequest,
  projectList,
  projectListQuery,
  project as projectSchema,
  saveProjectRequest,
} from '@vitrine/contract/projects'
import { refusalBody } from '@vitrine/contract/refusal-body'
import { transaction } from '@vitrine/database/connection'
import { createProject, getProject, listProjects, saveProject, toProject } from '@vitrine/shop/projects'
import { z } from 'zod'
import type { ApiScope } from '../api-scope.ts'
import { sessionOf, signedIn } from '../authentication.ts'
import type { AppDeps } from '../deps.ts'
import { linksTo } from '../private-link.ts'

const tags = ['projects']
const params = z.object({ projectId: z.string().min(1).max(100) })
const refused = { 401: refusalBody, 404: refusalBody }

export function addProjectRoutes(api: ApiScope, { db, storage }: AppDeps): void {
  const signUrl = linksTo(storage)

  api.post(
    '/projects',
    {
      config: signedIn,
      schema: {
        tags,
        summary: 'Begins a project with the present version of a template',
        body: createProjectRequest,
        response: { 201: projectSchema, ...refused },
      },
    },
    async (request, reply) => {
      const { userId } = sessionOf(request)
      const created = await transaction(db, (tx) => createProject(tx, { userId, ...request.body }))
      return reply.code(201).send(toProject(created, signUrl))
    },
  )

  api.get(
    '/projects',
    {
      config: signedIn,
      schema: {
        tags,
        summary: 'The caller’s projects, last edited first',
        querystring: projectListQuery,
        response: { 200: projectList, ...refused },
      },
    },
    async (request) => {
      const found = await listProjects(db, sessionOf(request).userId, request.query.templateId)
      return { projects: found.map((project) => toProject(project, signUrl)) }
    },
  )

  api.get(
    '/projects/:projectId',
    {
      config: signedIn,
      schema: { tags, summary: 'One project', params, response: { 200: projectSchema, ...refused } },
    },
    async (request) => toProject(await getProject(db, sessionOf(request).userId, request.params.projectId), signUrl),
  )

  api.put(
    '/projects/:projectId',
    {
      config: signedIn,
      schema: {
        tags,
        summary: 'Saves values and operations; with a revision, only on top of that one',
        params,
        body: saveProjectRequest,
        response: { 200: projectSchema, ...refused, 409: refusalBody, 413: refusalBody, 422: refusalBody },
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
