// Routes of a user's projects and their versions.
import { z } from 'zod'
import { templateDocument } from '../catalogue.ts'
import {
  createProjectRequest,
  createVersionRequest,
  project,
  projectList,
  projectListQuery,
  projectVersion,
  renameRequest,
  saveProjectRequest,
  templateDraft,
  templateDraftRequest,
  versionList,
} from '../projects.ts'
import { defineRoutes } from '../route.ts'

const byProject = z.object({ projectId: z.string().min(1).max(100) })
const versionParams = byProject.extend({ versionId: z.string().min(1).max(100) })

export const projectsRoutes = defineRoutes({
  'POST /api/projects': {
    tag: 'projects',
    summary: 'Creates a project of a template, or takes one over that was begun without an account',
    auth: 'required',
    body: createProjectRequest,
    responses: { 201: project },
    errors: [401, 404, 409, 429],
  },

  'GET /api/projects': {
    tag: 'projects',
    summary: 'The caller’s projects without what they hold, last edited first',
    auth: 'required',
    query: projectListQuery,
    responses: { 200: projectList },
    errors: [401, 404],
  },

  'GET /api/projects/:projectId': {
    tag: 'projects',
    summary: 'One project',
    auth: 'required',
    params: byProject,
    responses: { 200: project },
    errors: [401, 404],
  },

  'GET /api/projects/:projectId/document': {
    tag: 'projects',
    summary:
      'The document of a project, which may be older than the template’s current one, and its files; full-size videos for buyers',
    auth: 'required',
    params: byProject,
    responses: { 200: templateDocument },
    errors: [401, 404],
  },

  'PUT /api/projects/:projectId': {
    tag: 'projects',
    summary: 'Saves values and difference; with a revision, only on top of that one',
    auth: 'required',
    params: byProject,
    body: saveProjectRequest,
    responses: { 200: project },
    errors: [401, 404, 409, 413, 422],
  },

  'PATCH /api/projects/:projectId': {
    tag: 'projects',
    summary: 'Renames a project',
    auth: 'required',
    params: byProject,
    body: renameRequest,
    responses: { 200: project },
    errors: [401, 404],
  },

  'POST /api/projects/:projectId/duplicate': {
    tag: 'projects',
    summary: 'Copies a project',
    auth: 'required',
    params: byProject,
    responses: { 201: project },
    errors: [401, 404, 409, 429],
  },

  'DELETE /api/projects/:projectId': {
    tag: 'projects',
    summary: 'Deletes a project; for 30 days that can be taken back',
    auth: 'required',
    params: byProject,
    responses: { 200: z.object({ message: z.string() }) },
    errors: [401, 404],
  },

  'POST /api/projects/:projectId/restore': {
    tag: 'projects',
    summary: 'Takes the deletion of a project back',
    auth: 'required',
    params: byProject,
    responses: { 200: project },
    errors: [401, 404, 409],
  },

  'GET /api/projects/:projectId/versions': {
    tag: 'projects',
    summary: 'How a project once was',
    auth: 'required',
    params: byProject,
    responses: { 200: versionList },
    errors: [401, 404],
  },

  'POST /api/projects/:projectId/versions': {
    tag: 'projects',
    summary: 'Keeps a version under a name',
    auth: 'required',
    params: byProject,
    body: createVersionRequest,
    responses: { 201: projectVersion },
    errors: [401, 404, 409, 413, 422],
  },

  'PATCH /api/projects/:projectId/versions/:versionId': {
    tag: 'projects',
    summary: 'Names a version, which makes it stay',
    auth: 'required',
    params: versionParams,
    body: renameRequest,
    responses: { 200: projectVersion },
    errors: [401, 404, 409],
  },

  'DELETE /api/projects/:projectId/versions/:versionId': {
    tag: 'projects',
    summary: 'Forgets a version',
    auth: 'required',
    params: versionParams,
    responses: { 200: z.object({ message: z.string() }) },
    errors: [401, 404],
  },
})

/** Turns an owner's project into a draft of a new template. */
export const templateDraftsRoutes = defineRoutes({
  'POST /api/projects/:projectId/template-draft': {
    tag: 'projects',
    summary: 'Makes a draft of a new template of a project; for owners of the store',
    auth: 'required',
    params: z.object({ projectId: z.string().min(1).max(100) }),
    body: templateDraftRequest,
    responses: { 201: templateDraft },
    errors: [401, 403, 404, 409, 422],
  },
})
