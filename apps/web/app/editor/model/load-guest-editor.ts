// Loads an editor for a visitor: the template from the server, everything else from this device.

import { t } from '@lingui/core/macro'
import type { Template } from '@vitrine/contract/catalogue'
import type { Project } from '@vitrine/contract/projects'
import type { TemplateDocument } from '@vitrine/document/document'
import { ApiResponseError } from '../../api/api.ts'
import type { Api } from '../../api/whole-api.ts'
import {
  beginGuestProject,
  type GuestProject,
  type GuestProjects,
  listOwnGuestProjects,
} from '../project/guest-project.ts'
import type { LoadedEditor, LoadServices } from './load-editor.ts'

export interface GuestServices extends Pick<LoadServices, 'drafts' | 'findLocalFiles'> {
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
