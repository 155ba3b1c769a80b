// Loads what an editor needs to open: the template, its document, the project, and the draft on this device.
import { t } from '@lingui/core/macro'
import type { DocumentAsset, Template } from '@vitrine/contract/catalogue'
import type { Asset } from '@vitrine/contract/media'
import type { Project } from '@vitrine/contract/projects'
import type { Render } from '@vitrine/contract/renders'
import type { UnsentFile } from '@vitrine/document/clip'
import type { TemplateDocument } from '@vitrine/document/document'
import { ApiResponseError } from '../../api/api.ts'
import type { Api } from '../../api/member-api.ts'
import type { KnownAsset } from '../project/asset-library.ts'
import { type Draft, readContent } from '../project/autosave.ts'
import type { DraftStore, StoredFile } from '../project/draft-store.ts'
import {
  beginGuestProject,
  type GuestProject,
  type GuestProjects,
  listOwnGuestProjects,
} from '../project/guest-project.ts'
import type { ProjectApi } from '../project/project-api.ts'
import type { History } from '../project/project-store.ts'

export interface LoadedEditor {
  template: Template
  document: TemplateDocument
  addresses: Readonly<Record<string, DocumentAsset>>
  project: Project
  /** Changes of an earlier visit that the server does not have yet. */
  draft: Draft | undefined
  /** The undo history on this device. It is valid only if nothing has changed the project since. */
  history: History | undefined
  storedFiles: readonly StoredFile[]
  /** Files of clips that stay on this device until they are needed elsewhere. */
  localFiles: readonly KnownAsset[]
  /** The customer's files that the project uses. Others load with the library. */
  uploads: readonly Asset[]
  /** The project's renders, newest first. */
  renders: readonly Render[]
  /** Set for a visitor: the project exists only on this device. */
  guest?: GuestProject
}

interface LoadServices {
  api: Api
  projectApi: Pick<ProjectApi, 'getDocument' | 'getTemplate'>
  drafts: DraftStore
  /**
   * Moves a visitor's work on this device into the account, as far as this editor needs it. Rejects when that fails for
   * the requested project.
   */
  claim?: (request: { templateId: string; projectId: string | undefined }) => Promise<void>
  /** Files of clips that stay on this device. Never rejects. */
  findLocalFiles: (projectId: string, unsent: readonly UnsentFile[]) => Promise<readonly KnownAsset[]>
}

interface RequestedEditor {
  templateId: string
  projectId: string | undefined
  /** Whether the template's current document is public; then a project that was begun with it needs no copy. */
  hasDocument: boolean
}

/** Loads the requested project, else the last edited one, else a new one. Rejects with `ApiResponseError`. */
export async function loadEditor(
  { api, projectApi, drafts, findLocalFiles, claim }: LoadServices,
  { templateId, projectId, hasDocument }: RequestedEditor,
  signal: AbortSignal,
): Promise<LoadedEditor> {
  await claim?.({ templateId, projectId })
  const [template, present, { project, ...loaded }] = await Promise.all([
    projectApi.getTemplate(templateId, signal),
    // The page has already requested it.
    hasDocument ? api.getTemplateDocument(templateId, signal).catch(() => undefined) : undefined,
    loadProject({ api, drafts }, { templateId, projectId }, signal),
  ])
  const isPresent = present?.documentHash === project.documentHash
  const answer = isPresent ? present : await projectApi.getDocument(project.projectId, signal)
  // The address names a project of another template.
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

/** The requested project, else the last edited one, else a new one, which has nothing else to load. */
async function loadProject(
  { api, drafts }: Pick<LoadServices, 'api' | 'drafts'>,
  { templateId, projectId }: { templateId: string; projectId: string | undefined },
  signal: AbortSignal,
): Promise<LoadedProject> {
  const requestedId = projectId ?? (await findLatest(api, templateId, signal))
  if (requestedId === undefined) {
    const project = await api.createProject(templateId)
    return { project, draft: undefined, history: undefined, storedFiles: [], renders: [] }
  }
  const [content, history, storedFiles, { videos }] = await Promise.all([
    loadContent({ api, drafts }, requestedId, signal),
    drafts.findHistory(requestedId),
    drafts.listFiles(requestedId),
    // The editor opens even without the earlier videos.
    api.listGeneratedVideos(signal, requestedId).catch(() => ({ videos: [] })),
  ])
  return { ...content, history, storedFiles, renders: videos }
}

/**
 * Reads the draft before the project, because another editor on this device may be saving its last change. If the draft
 * is deleted by then, the project that is loaded next includes the change.
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

// Loads an editor for a visitor: the template from the server, everything else from this device.

interface GuestServices extends Pick<LoadServices, 'drafts' | 'findLocalFiles'> {
  api: Pick<Api, 'getTemplate' | 'getTemplateDocument'>
  guestProjects: GuestProjects
}

/**
 * Loads the requested project, else the visitor's last one of the template, else a new one. Rejects with
 * `ApiResponseError`; its code is 'sign-in-required' if the project is not a visitor's work on this device.
 */
export async function loadGuestEditor(
  services: GuestServices,
  { templateId, projectId }: { templateId: string; projectId: string | undefined },
  signal: AbortSignal,
): Promise<LoadedEditor> {
  const { api, guestProjects } = services
  const answers = Promise.all([api.getTemplate(templateId, signal), api.getTemplateDocument(templateId, signal)])
  // These requests are not awaited if the visitor may not open the project.
  answers.catch(() => undefined)
  const own = await listOwnGuestProjects(guestProjects)
  const named = own.find((project) => project.projectId === projectId)
  if (projectId !== undefined && !named) throw new ApiResponseError(401, 'sign-in-required', t`Please sign in first`)
  // Reads the stored project while the requests are running.
  const expected = named ?? own.find((project) => project.templateId === templateId)
  const storedParts = readStoredParts(services, expected)
  const [template, present] = await answers
  if (named && named.templateId !== template.templateId)
    throw new ApiResponseError(404, 'project-not-found', t`Project not found`)
  const begun = named ?? own.find((project) => project.templateId === template.templateId)
  const { draft, history, storedFiles, localFiles } = await (begun === expected
    ? storedParts
    : readStoredParts(services, begun))
  // Content belongs to the document it was begun with. An empty project takes a newer document.
  const isOlder = begun !== undefined && draft !== undefined && begun.document.documentHash !== present.documentHash
  const answer = isOlder ? begun.document : present
  const guest: GuestProject = begun
    ? { ...begun, document: answer, openedAt: Date.now() }
    : await beginGuestProject(guestProjects, {
        templateId: template.templateId,
        name: template.templateName,
        document: answer,
      })
  // Never rejects, and nothing waits for it.
  if (begun) void guestProjects.keep(guest)
  const document = answer.document as unknown as TemplateDocument
  return {
    template,
    document,
    addresses: answer.assets,
    project: asProject(guest, template),
    draft,
    // The undo history belongs to the original document, too.
    history: begun?.document.documentHash === answer.documentHash ? history : undefined,
    storedFiles,
    localFiles,
    uploads: [],
    renders: [],
    guest,
  }
}

/** The stored parts of a project other than its document. */
async function readStoredParts({ drafts, findLocalFiles }: GuestServices, project: GuestProject | undefined) {
  if (!project) return { draft: undefined, history: undefined, storedFiles: [], localFiles: [] }
  const { projectId } = project
  const [draft, history, storedFiles] = await Promise.all([
    drafts.findDraft(projectId),
    drafts.findHistory(projectId),
    drafts.listFiles(projectId),
  ])
  return {
    draft,
    history,
    storedFiles,
    localFiles: await findLocalFiles(projectId, draft?.content.timeline?.unsent ?? []),
  }
}

/** The project in the form that the server will store when the visitor signs in. */
function asProject({ projectId, name, document, openedAt }: GuestProject, template: Template): Project {
  const at = new Date(openedAt).toISOString()
  return {
    projectId,
    templateId: template.templateId,
    templateName: template.templateName,
    name,
    documentHash: document.documentHash,
    values: {},
    difference: {},
    aspect: null,
    timeline: null,
    thumbnail: template.thumbnail,
    revision: 0,
    warnings: [],
    createdAt: at,
    updatedAt: at,
    assets: {},
  }
}
