// API calls for projects and their versions.
import type { Template, TemplateDocument } from '@vitrine/contract/catalogue'
import type { FontList } from '@vitrine/contract/fonts'
import type {
  CreateVersionRequest,
  Project,
  ProjectList,
  ProjectVersion,
  TemplateDraft,
  TemplateDraftRequest,
  VersionList,
} from '@vitrine/contract/projects'
import { segment } from '../../../api/api.ts'
import { call } from '../../../store/browser-api.ts'
import { createObservable } from '../../../ui/observable.ts'

const at = (projectId: string, more = '') => `/api/projects/${segment(projectId)}${more}`
const versionAt = (projectId: string, versionId: string) => at(projectId, `/versions/${segment(versionId)}`)

/** Grows with every change of which projects there are: pages have clients of their own, and a toast outlives its page. */
export const projectChanges = createObservable(0)

async function changing<T>(answer: Promise<T>): Promise<T> {
  const result = await answer
  projectChanges.set(projectChanges.get() + 1)
  return result
}

export const projectApi = {
  /** A template on sale, or one that the customer has bought or begun a project with while it was. */
  getTemplate: (templateId: string, signal?: AbortSignal) =>
    call<Template>('GET', `/api/own-templates/${segment(templateId)}`, { signal }),
  /** A draft of a new template, for owners of the store. */
  saveAsDraft: (projectId: string, name: string) =>
    call<TemplateDraft>('POST', at(projectId, '/template-draft'), { body: { name } satisfies TemplateDraftRequest }),
  /** The available faces besides those of a template. */
  listFonts: (signal?: AbortSignal) => call<FontList>('GET', '/api/fonts', { signal }),
  /** Projects of every template, last edited first. */
  listAll: (signal?: AbortSignal) => call<ProjectList>('GET', '/api/projects', { signal }),
  /** The document that the project fills, which may be older than the template's present one. */
  getDocument: (projectId: string, signal?: AbortSignal) =>
    call<TemplateDocument>('GET', at(projectId, '/document'), { signal }),
  rename: (projectId: string, name: string) => changing(call<Project>('PATCH', at(projectId), { body: { name } })),
  duplicate: (projectId: string) => changing(call<Project>('POST', at(projectId, '/duplicate'))),
  /** `restore` takes it back. */
  delete: (projectId: string) => changing(call<unknown>('DELETE', at(projectId))),
  restore: (projectId: string) => changing(call<Project>('POST', at(projectId, '/restore'))),
  listVersions: (projectId: string, signal?: AbortSignal) =>
    call<VersionList>('GET', at(projectId, '/versions'), { signal }),
  /** Of what the server has, or of `content`. */
  keepVersion: (projectId: string, version: CreateVersionRequest) =>
    call<ProjectVersion>('POST', at(projectId, '/versions'), { body: version }),
  nameVersion: (projectId: string, versionId: string, name: string) =>
    call<ProjectVersion>('PATCH', versionAt(projectId, versionId), { body: { name } }),
  deleteVersion: (projectId: string, versionId: string) => call<unknown>('DELETE', versionAt(projectId, versionId)),
}

export type ProjectApi = typeof projectApi
