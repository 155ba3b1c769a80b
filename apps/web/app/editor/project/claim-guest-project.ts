// Takes guest projects into the account: the server creates each under the id that it has on the device, once.
import { ApiResponseError } from '../../api/api.ts'
import { httpTransport } from '../../api/browser-api.ts'
import { listGuestIds } from '../../api/guest.ts'
import { findUserToken, readUserId } from '../../api/session.ts'
import { type Api, createApi } from '../../api/whole-api.ts'
import type { GuestProject, GuestProjects } from './guest-project.ts'

/** Guest projects that are this account's. Those of visitors whom another account has claimed are never among them. */
export async function listUserGuestProjects(projects: GuestProjects, userId: string): Promise<GuestProject[]> {
  const guests = new Set(listGuestIds(userId))
  return guests.size === 0 ? [] : (await projects.list()).filter(({ guestId }) => guests.has(guestId))
}

/**
 * Creates the project in the account; asking again, after a lost response or from another tab, answers the same one. Rejects with
 * `ApiResponseError`; 'project-not-found' when another account has it, or this one has deleted it.
 */
export function claimGuestProject(
  api: Pick<Api, 'createProject'>,
  { projectId, templateId, name, document }: GuestProject,
): Promise<unknown> {
  return api.createProject(templateId, { projectId, documentHash: document.documentHash, name })
}

/** The API as one account, whoever signs in meanwhile: a visitor's work must not reach another one. */
export const createUserApi = (userId: string): Api => createApi(httpTransport, () => findUserToken(userId))

/** Claims a project for who is signed in. Rejects with 'project-not-found' when it is another account's. */
export async function claimAsMember(project: GuestProject): Promise<unknown> {
  const userId = readUserId()
  if (userId === undefined) throw new ApiResponseError(401, 'sign-in-required', '')
  if (!listGuestIds(userId).includes(project.guestId)) throw new ApiResponseError(404, 'project-not-found', '')
  return claimGuestProject(createUserApi(userId), project)
}

/**
 * Claims what a customer who opens an editor has begun as a visitor: the project named, or all of the template, so that the
 * latest one is found among the account's. Rejects when that fails for the one named.
 */
export async function claimWanted(
  projects: GuestProjects,
  { templateId, projectId }: { templateId: string; projectId: string | undefined },
): Promise<void> {
  const userId = readUserId()
  if (userId === undefined) return
  const own = await listUserGuestProjects(projects, userId)
  const wanted = own.filter((project) =>
    projectId === undefined ? project.templateId === templateId : project.projectId === projectId,
  )
  for (const project of wanted) {
    await claimAsMember(project).catch((error: unknown) => {
      // It is opened as any other, which says that it is not there.
      const isGone = error instanceof ApiResponseError && error.code === 'project-not-found'
      if (projectId !== undefined && !isGone) throw error
    })
  }
}

/** Whether the account has a project of the template that something was done in. False while the server does not answer. */
export function hasOwnWork(api: Pick<Api, 'listProjects'>, templateId: string): Promise<boolean> {
  return api.listProjects(templateId).then(
    ({ projects }) => projects.some(({ revision }) => revision > 0),
    () => false,
  )
}
