import type { CreateVersionRequest } from '@vitrine/contract/projects'
import { call } from '../../api/api.ts'
import { createObservable } from '../../api/observable.ts'

/**
 * Increases whenever projects are added or removed. It is global because each page has its own query client, and a
 * toast outlives its page.
 */
export const projectChanges = createObservable(0)

async function changing<T>(answer: Promise<T>): Promise<T> {
  const result = await answer
  projectChanges.set(projectChanges.get() + 1)
  return result
}

export const projectApi = {
  /** A template on sale, or one that the customer has bought or started a project with while it was. */
  getTemplate: (templateId: string, signal?: AbortSignal) =>
    call('GET /api/own-templates/:templateId', { params: { templateId }, signal }),
  /** Saves a new template as a draft, for owners of the store. */
  saveAsDraft: (projectId: string, name: string) =>
    call('POST /api/projects/:projectId/template-draft', { params: { projectId }, body: { name } }),
  /** The available fonts besides those of a template. */
  listFonts: (signal?: AbortSignal) => call('GET /api/fonts', { signal }),
  /** Projects of every template, last edited first. */
  listAll: (signal?: AbortSignal) => call('GET /api/projects', { signal }),
  /** The document of the project, which may be older than the template's current one. */
  getDocument: (projectId: string, signal?: AbortSignal) =>
    call('GET /api/projects/:projectId/document', { params: { projectId }, signal }),
  rename: (projectId: string, name: string) =>
    changing(call('PATCH /api/projects/:projectId', { params: { projectId }, body: { name } })),
  duplicate: (projectId: string) =>
    changing(call('POST /api/projects/:projectId/duplicate', { params: { projectId } })),
  /** `restore` undoes it. */
  delete: (projectId: string) => changing(call('DELETE /api/projects/:projectId', { params: { projectId } })),
  restore: (projectId: string) => changing(call('POST /api/projects/:projectId/restore', { params: { projectId } })),
  listVersions: (projectId: string, signal?: AbortSignal) =>
    call('GET /api/projects/:projectId/versions', { params: { projectId }, signal }),
  /** Stores a version of the server's content, or of `content`. */
  saveVersion: (projectId: string, version: CreateVersionRequest) =>
    call('POST /api/projects/:projectId/versions', { params: { projectId }, body: version }),
  nameVersion: (projectId: string, versionId: string, name: string) =>
    call('PATCH /api/projects/:projectId/versions/:versionId', { params: { projectId, versionId }, body: { name } }),
  deleteVersion: (projectId: string, versionId: string) =>
    call('DELETE /api/projects/:projectId/versions/:versionId', { params: { projectId, versionId } }),
}

export type ProjectApi = typeof projectApi
