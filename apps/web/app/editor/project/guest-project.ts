// Projects that visitors begin without an account. Each already has the id that it will have in the account, and its
// drafts and files are stored under this id. This store holds the server's part: the template, its document, and the
// name.
import type { TemplateDocument as DocumentAnswer } from '@vitrine/contract/catalogue'
import { beginGuest, findGuest } from '../../api/guest.ts'
import { createRandomId } from '../../api/random-id.ts'
import { createDeviceDatabase } from './device-database.ts'

export interface GuestProject {
  readonly projectId: string
  /** One guest covers the time between two sign-ins on this device; see `store/guest.ts`. */
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

export function createGuestProjects(): GuestProjects {
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
