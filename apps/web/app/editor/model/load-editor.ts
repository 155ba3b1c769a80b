// Loads what an editor needs to open: the template, its document, the project, and the draft on this device.

import { t } from '@lingui/core/macro'
import type { DocumentAsset, Template } from '@vitrine/contract/catalogue'
import type { Asset } from '@vitrine/contract/media'
import type { Project } from '@vitrine/contract/projects'
import type { Render } from '@vitrine/contract/renders'
import type { UnsentFile } from '@vitrine/document/clip'
import type { TemplateDocument } from '@vitrine/document/document'
import { ApiResponseError } from '../../api/api.ts'
import type { Api } from '../../api/whole-api.ts'
import type { KnownAsset } from '../project/asset-library.ts'
import { type Draft, readContent } from '../project/autosave.ts'
import type { DraftStore, StoredFile } from '../project/draft-store.ts'
import type { GuestProject } from '../project/guest-project.ts'
import type { ProjectApi } from '../project/project-api.ts'
import type { History } from '../project/project-store.ts'

export interface LoadedEditor {
  template: Template
  document: TemplateDocument
  addresses: Readonly<Record<string, DocumentAsset>>
  project: Project
  /** What the server does not have yet, from an earlier visit that ended early. */
  draft: Draft | undefined
  /** The last edits on this device. They are this project's only if nothing has changed it since. */
  history: History | undefined
  storedFiles: readonly StoredFile[]
  /** Files of clips that stay on this device until they are needed elsewhere. */
  localFiles: readonly KnownAsset[]
  /** The customer's files that the project uses. Others are loaded when the library is opened. */
  uploads: readonly Asset[]
  /** The project's renders, newest first. */
  renders: readonly Render[]
  /** Of a visitor: the project exists on this device only. */
  guest?: GuestProject
}

export interface LoadServices {
  api: Api
  projectApi: Pick<ProjectApi, 'getDocument' | 'getTemplate'>
  drafts: DraftStore
  /**
   * Brings what the customer began here as a visitor into the account, as far as this editor needs it. Rejects when that fails
   * for the project named.
   */
  claim?: (wanted: { templateId: string; projectId: string | undefined }) => Promise<void>
  /** Files of clips that stay on this device. Never rejects. */
  findLocalFiles: (projectId: string, unsent: readonly UnsentFile[]) => Promise<readonly KnownAsset[]>
}

export interface WantedEditor {
  templateId: string
  projectId: string | undefined
  /** Whether everybody may read the template's present document, which a project that was begun with it needs no copy of. */
  hasDocument: boolean
}

/**
 * Loads everything: the project named, else the one edited last, else a new one. Rejects with `ApiResponseError`.
 */
export async function loadEditor(
  { api, projectApi, drafts, findLocalFiles, claim }: LoadServices,
  { templateId, projectId, hasDocument }: WantedEditor,
  signal: AbortSignal,
): Promise<LoadedEditor> {
  await claim?.({ templateId, projectId })
  const [template, present, { project, ...loaded }] = await Promise.all([
    projectApi.getTemplate(templateId, signal),
    // The page has asked for it already.
    hasDocument ? api.getTemplateDocument(templateId, signal).catch(() => undefined) : undefined,
    loadProject({ api, drafts }, { templateId, projectId }, signal),
  ])
  const isPresent = present?.documentHash === project.documentHash
  const answer = isPresent ? present : await projectApi.getDocument(project.projectId, signal)
  // A project of another template has come under a wrong address.
  if (project.templateId !== template.templateId)
    throw new ApiResponseError(404, 'project-not-found', t`Project not found`)
  const localFiles = await findLocalFiles(project.projectId, readContent(project).timeline?.unsent ?? [])
  // The engine validated the document when the template was published.
  const document = answer.document as unknown as TemplateDocument
  return {
    ...loaded,
    template,
    document,
    addresses: answer.assets,
    project,
    localFiles,
    uploads: Object.values(project.assets),
  }
}

type LoadedProject = Pick<LoadedEditor, 'project' | 'draft' | 'history' | 'storedFiles' | 'renders'>

/** The project named, else the one edited last, else a new one, of which there is nothing more to know. */
async function loadProject(
  { api, drafts }: Pick<LoadServices, 'api' | 'drafts'>,
  { templateId, projectId }: { templateId: string; projectId: string | undefined },
  signal: AbortSignal,
): Promise<LoadedProject> {
  const wantedId = projectId ?? (await findLatest(api, templateId, signal))
  if (wantedId === undefined) {
    const project = await api.createProject(templateId)
    return { project, draft: undefined, history: undefined, storedFiles: [], renders: [] }
  }
  const [content, history, storedFiles, { videos }] = await Promise.all([
    loadContent({ api, drafts }, wantedId, signal),
    drafts.findHistory(wantedId),
    drafts.listFiles(wantedId),
    // Earlier videos are a comfort: without them the editor still opens.
    api.listGeneratedVideos(signal, wantedId).catch(() => ({ videos: [] })),
  ])
  return { ...content, history, storedFiles, renders: videos }
}

/**
 * The draft before the project: another editor of this device may be sending its last change just now. When its draft is
 * gone, the project that is loaded afterwards has the change.
 */
async function loadContent(
  { api, drafts }: Pick<LoadServices, 'api' | 'drafts'>,
  projectId: string,
  signal: AbortSignal,
) {
  const draft = await drafts.findDraft(projectId)
  return { draft, project: await api.getProject(projectId, signal) }
}

async function findLatest(api: Api, templateId: string, signal: AbortSignal): Promise<string | undefined> {
  const { projects } = await api.listProjects(templateId, signal)
  return projects.toSorted((a, b) => b.updatedAt.localeCompare(a.updatedAt))[0]?.projectId
}
