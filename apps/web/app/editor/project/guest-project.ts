// Projects that visitors begin without an account. Each already has the id that it will have in the account, and its
// drafts and files are stored under this id. This store holds the server's part: the template, its document, and the
// name.

import type { TemplateDocument as DocumentAnswer } from '@vitrine/contract/catalogue'
import { ApiResponseError, httpTransport } from '../../api/api.ts'
import { beginGuest, findGuest, listGuestIds } from '../../api/device-work.ts'
import { type Api, createApi } from '../../api/member-api.ts'
import { createRandomId } from '../../api/random-id.ts'
import { findUserToken, readUserId } from '../../api/session.ts'
import { createDeviceDatabase } from './device-database.ts'

export interface GuestProject {
  readonly projectId: string
  /** One guest covers the time between two sign-ins on this device; see `api/device-work.ts`. */
  readonly guestId: string
  readonly templateId: string
  readonly name: string
  /** The document at the start: the template may have a newer one when its visitor returns. */
  readonly document: DocumentAnswer
  /** Milliseconds since 1970. */
  readonly openedAt: number
}

/** Guest projects of this device. It never rejects: without storage, the work lasts as long as its page. */
export interface GuestProjects {
  /** The projects of all guests, last opened first. */
  list(): Promise<GuestProject[]>
  find(projectId: string): Promise<GuestProject | undefined>
  keep(project: GuestProject): Promise<void>
  forget(projectId: string): Promise<void>
}

function createGuestProjects(): GuestProjects {
  const use = createDeviceDatabase<'projects'>('vitrine-guest', (database) => {
    database.createObjectStore('projects', { keyPath: 'projectId' })
  })
  return {
    async list() {
      const found = await use<GuestProject[]>('projects', 'readonly', (store) => store.getAll())
      return found.isDone ? found.value.sort((a, b) => b.openedAt - a.openedAt) : []
    },
    async find(projectId) {
      const found = await use<GuestProject | undefined>('projects', 'readonly', (store) => store.get(projectId))
      return found.isDone ? found.value : undefined
    },
    async keep(project) {
      await use('projects', 'readwrite', (store) => store.put(project))
    },
    async forget(projectId) {
      await use('projects', 'readwrite', (store) => store.delete(projectId))
    },
  }
}

/** The visitors' projects in this browser. */
export const guestProjects = createGuestProjects()

/** The projects of the current guest. */
export async function listOwnGuestProjects(projects: GuestProjects): Promise<GuestProject[]> {
  const guest = findGuest()
  return guest === undefined ? [] : (await projects.list()).filter(({ guestId }) => guestId === guest)
}

/** Starts a project on this device. */
export async function beginGuestProject(
  projects: GuestProjects,
  { templateId, name, document }: Pick<GuestProject, 'templateId' | 'name' | 'document'>,
): Promise<GuestProject> {
  let guestId = findGuest()
  if (guestId === undefined) {
    guestId = createRandomId()
    beginGuest(guestId)
  }
  const project = { projectId: createRandomId(), guestId, templateId, name, document, openedAt: Date.now() }
  await projects.keep(project)
  return project
}

// Moves guest projects into the account: the server creates each one once, under the id that it has on the device.

/** Guest projects that belong to this account, without those of visitors who signed in to another account. */
export async function listUserGuestProjects(projects: GuestProjects, userId: string): Promise<GuestProject[]> {
  const guests = new Set(listGuestIds(userId))
  return guests.size === 0 ? [] : (await projects.list()).filter(({ guestId }) => guests.has(guestId))
}

/**
 * Creates the project in the account. It is idempotent: a retry, after a lost response or from another tab, returns the
 * same project. Rejects with `ApiResponseError`; the code is 'project-not-found' when another account has the project,
 * or this one has deleted it.
 */
export function claimGuestProject(
  api: Pick<Api, 'createProject'>,
  { projectId, templateId, name, document }: GuestProject,
): Promise<unknown> {
  return api.createProject(templateId, { projectId, documentHash: document.documentHash, name })
}

/**
 * The API with the token of one account, even if another one signs in meanwhile: a visitor's work must not reach that
 * account.
 */
export const createUserApi = (userId: string): Api => createApi(httpTransport, () => findUserToken(userId))

/** Claims a project for the signed-in user. Rejects with 'project-not-found' when it is another account's. */
export async function claimAsMember(project: GuestProject): Promise<unknown> {
  const userId = readUserId()
  if (userId === undefined) throw new ApiResponseError(401, 'sign-in-required', '')
  if (!listGuestIds(userId).includes(project.guestId)) throw new ApiResponseError(404, 'project-not-found', '')
  return claimGuestProject(createUserApi(userId), project)
}

/**
 * Claims a visitor's work when its customer opens an editor: the requested project, or all projects of the template, so
 * that the latest is found among the account's. Rejects when that fails for the requested project.
 */
export async function claimRequested(
  projects: GuestProjects,
  { templateId, projectId }: { templateId: string; projectId: string | undefined },
): Promise<void> {
  const userId = readUserId()
  if (userId === undefined) return
  const own = await listUserGuestProjects(projects, userId)
  const claimed = own.filter((project) =>
    projectId === undefined ? project.templateId === templateId : project.projectId === projectId,
  )
  for (const project of claimed) {
    await claimAsMember(project).catch((error: unknown) => {
      // Opening it then reports that it does not exist.
      const isMissing = error instanceof ApiResponseError && error.code === 'project-not-found'
      if (projectId !== undefined && !isMissing) throw error
    })
  }
}

/** Whether the account has an edited project of the template. False while the server does not respond. */
export function hasOwnWork(api: Pick<Api, 'listProjects'>, templateId: string): Promise<boolean> {
  return api.listProjects(templateId).then(
    ({ projects }) => projects.some(({ revision }) => revision > 0),
    () => false,
  )
}
