// Moving a visitor's work into the account, with every response lost once, on two devices, and beside other accounts.

import type { Asset } from '@vitrine/contract/media'
import type { Project } from '@vitrine/contract/projects'
import type { AssetId } from '@vitrine/document/field'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { documentWith, textLayer } from '../../../testing/document.ts'
import { ApiResponseError } from '../../api/api.ts'
import { beginGuest, bindGuests, findGuest, listGuestIds } from '../../api/device-work.ts'
import type { Draft } from './autosave.ts'
import type { StoredFile } from './draft-store.ts'
import type { GuestProject, GuestProjects } from './guest-project.ts'
import { type MoveServices, moveGuestWork } from './move-guest-work.ts'
import { createProjectStore, type History, type ProjectContent } from './project-store.ts'

const document = documentWith([textLayer('title')], {
  fields: [
    { id: 'title', type: 'text', label: 'Title', default: '' },
    { id: 'hero', type: 'media', label: 'Photo', accept: ['image'] },
  ],
})
const photo = 'u_local-photo' as AssetId

interface Row {
  owner: string
  content: Partial<ProjectContent>
  revision: number
  attemptId: string | undefined
  isDeleted: boolean
}

/** The server's part: projects by the id that the device gave them, uploads, and one asset for each upload. */
function createServer() {
  const server = {
    rows: new Map<string, Row>(),
    uploads: new Map<string, string>(),
    assets: new Map<string, string>(),
    calls: 0,
    /** The call whose response is lost after the server did it, or that never reaches it. */
    lost: { call: -1, isDone: true },
    refuses: new Set<string>(),
  }
  const answer = async <T>(action: () => T): Promise<T> => {
    server.calls += 1
    const isLost = server.calls === server.lost.call
    const done = isLost && !server.lost.isDone ? undefined : action()
    if (isLost) throw new ApiResponseError(0, 'network', 'no answer')
    return done as T
  }
  const own = (owner: string, projectId: string) => {
    const row = server.rows.get(projectId)
    if (!row || row.owner !== owner || row.isDeleted) throw new ApiResponseError(404, 'project-not-found', 'no')
    return row
  }
  const wire = (projectId: string, row: Row) =>
    ({
      projectId,
      values: {},
      difference: {},
      aspect: null,
      timeline: null,
      ...row.content,
      revision: row.revision,
    }) as Project
  const as = (owner: string): Pick<MoveServices, 'api' | 'sendFile'> => ({
    api: {
      createProject: (_templateId, begun) =>
        answer(() => {
          const projectId = begun?.projectId ?? ''
          if (!server.rows.has(projectId))
            server.rows.set(projectId, { owner, content: {}, revision: 0, attemptId: undefined, isDeleted: false })
          return wire(projectId, own(owner, projectId))
        }),
      getProject: (projectId) => answer(() => wire(projectId, own(owner, projectId))),
      saveProject: (projectId, changes) =>
        answer(() => {
          const row = own(owner, projectId)
          const { values, difference, aspect = null, revision, attemptId, unanswered = [] } = changes
          const isOwn = row.attemptId !== undefined && unanswered.includes(row.attemptId)
          if (revision !== row.revision && !isOwn)
            throw new ApiResponseError(409, 'project-changed', 'changed', { project: wire(projectId, row) })
          row.content = { values, difference, aspect } as ProjectContent
          row.revision += 1
          row.attemptId = attemptId
          return wire(projectId, row)
        }),
      createAsset: (uploadId) =>
        answer(() => {
          const fileName = server.uploads.get(uploadId)
          if (fileName === undefined) throw new ApiResponseError(404, 'upload-not-found', 'no')
          if (server.refuses.has(fileName)) throw new ApiResponseError(422, 'media-damaged', 'damaged')
          const assetId = server.assets.get(uploadId) ?? `u_${server.assets.size + 1}`
          server.assets.set(uploadId, assetId)
          return { assetId } as Asset
        }),
    },
    sendFile: (file) =>
      answer(() => {
        const uploadId = `upload-${server.uploads.size + 1}`
        server.uploads.set(uploadId, file.name)
        return uploadId
      }),
  })
  return { server, as }
}

/** One browser: what it keeps, and who is signed in. */
function createDevice() {
  const drafts = new Map<string, Draft>()
  const histories = new Map<string, History>()
  const files = new Map<string, StoredFile>()
  const projects = new Map<string, GuestProject>()
  const guestProjects: GuestProjects = {
    list: async () => [...projects.values()],
    find: async (projectId) => projects.get(projectId),
    keep: async (project) => void projects.set(project.projectId, project),
    forget: async (projectId) => void projects.delete(projectId),
  }
  const device = {
    drafts,
    histories,
    files,
    projects,
    signedIn: undefined as string | undefined,
    /** A visitor fills a template in. */
    async edit(projectId: string, title: string, file?: File) {
      if (findGuest() === undefined) beginGuest(`guest-${projectId}`)
      const guestId = findGuest() ?? ''
      const answer = {
        templateId: 't',
        documentHash: 'h',
        comp: { width: 1, height: 1 },
        document: { ...document },
        assets: {},
      }
      const project = { projectId, guestId, templateId: 't', name: 'Mine', openedAt: 0, document: answer }
      await guestProjects.keep(project)
      if (file) files.set(photo, { localId: photo, projectId, file })
      const values = { title, ...(file && { hero: { asset: photo } }) }
      drafts.set(projectId, { content: { values, difference: {}, aspect: null }, revision: 0 })
    },
    signIn(userId: string) {
      device.signedIn = userId
      bindGuests(userId)
    },
    services: (calls: Pick<MoveServices, 'api' | 'sendFile'>): MoveServices => ({
      ...calls,
      guestProjects,
      localFiles: { listProjects: async () => new Set() },
      isSignedIn: (userId) => device.signedIn === userId,
      drafts: {
        open: () => undefined,
        findDraft: async (projectId) => drafts.get(projectId),
        keepDraft: async (projectId, draft) => {
          if (draft) drafts.set(projectId, draft)
          else drafts.delete(projectId)
          return true
        },
        findHistory: async (projectId) => histories.get(projectId),
        keepHistory: async (projectId, history) => history !== undefined && Boolean(histories.set(projectId, history)),
        listFiles: async (projectId) => [...files.values()].filter((file) => file.projectId === projectId),
        keepFile: async (file) => files.set(file.localId, file) !== undefined,
        forgetFile: async (localId) => files.delete(localId),
      },
    }),
  }
  return device
}

const picture = (name = 'photo.jpg') => new File(['picture'], name, { type: 'image/jpeg' })

let entries: Map<string, string>
beforeEach(() => {
  entries = new Map()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => entries.get(key) ?? null,
    removeItem: (key: string) => void entries.delete(key),
    setItem: (key: string, value: string) => void entries.set(key, value),
  })
})
afterEach(() => vi.unstubAllGlobals())

describe('a visitor’s work', () => {
  it('is in the account with its photo, and then no longer on the device', async () => {
    const [{ server, as }, device] = [createServer(), createDevice()]
    await device.edit('p1', 'Asha', picture())
    device.signIn('asha')
    expect(await moveGuestWork(device.services(as('asha')), 'asha')).toEqual({ moved: 1, isUnfinished: false })
    expect(server.rows.get('p1')).toMatchObject({
      owner: 'asha',
      content: { values: { title: 'Asha', hero: { asset: 'u_1' } } },
    })
    expect([device.drafts.size, device.files.size, device.projects.size, entries.size]).toEqual([0, 0, 0, 0])
  })

  it('can still be undone in the account, with the photo under its own id', async () => {
    const [{ server, as }, device] = [createServer(), createDevice()]
    await device.edit('p1', 'Asha', picture())
    const draft = device.drafts.get('p1')?.content as ProjectContent
    const store = createProjectStore({ ...draft, values: {} })
    store.change({ fieldId: 'hero', value: { asset: photo } })
    store.change({ fieldId: 'title', value: 'Asha' })
    device.histories.set('p1', store.getHistory())
    device.signIn('asha')
    await moveGuestWork(device.services(as('asha')), 'asha')
    const moved = createProjectStore(server.rows.get('p1')?.content as ProjectContent, device.histories.get('p1'))
    moved.undo()
    expect(moved.getContent().values).toEqual({ hero: { asset: 'u_1' } })
  })

  it('is moved once, whichever response is lost and whichever request never arrives', async () => {
    const whole = createServer()
    const first = createDevice()
    await first.edit('p1', 'Asha', picture())
    first.signIn('asha')
    await moveGuestWork(first.services(whole.as('asha')), 'asha')
    const calls = whole.server.calls
    expect(calls).toBe(5)
    for (let call = 1; call <= calls; call++) {
      for (const isDone of [true, false]) {
        entries.clear()
        const [{ server, as }, device] = [createServer(), createDevice()]
        await device.edit('p1', 'Asha', picture())
        device.signIn('asha')
        server.lost = { call, isDone }
        const broken = await moveGuestWork(device.services(as('asha')), 'asha')
        expect(broken).toEqual({ moved: 0, isUnfinished: true })
        expect(device.projects.size).toBe(1)
        expect(await moveGuestWork(device.services(as('asha')), 'asha')).toEqual({ moved: 1, isUnfinished: false })
        expect([...server.rows.keys()]).toEqual(['p1'])
        expect(server.assets.size).toBe(1)
        const [assetId] = server.assets.values()
        expect(server.rows.get('p1')?.content.values).toEqual({ title: 'Asha', hero: { asset: assetId } })
        expect([device.drafts.size, device.files.size]).toEqual([0, 0])
      }
    }
  })

  it('of two devices is kept from both', async () => {
    const { server, as } = createServer()
    for (const projectId of ['laptop', 'phone']) {
      entries.clear()
      const device = createDevice()
      await device.edit(projectId, projectId, picture())
      device.signIn('asha')
      await moveGuestWork(device.services(as('asha')), 'asha')
    }
    expect([...server.rows].map(([id, { owner, content }]) => [id, owner, content.values?.title])).toEqual([
      ['laptop', 'asha', 'laptop'],
      ['phone', 'asha', 'phone'],
    ])
  })

  it('waits for its own account: another one that signs in after a sign-out gets nothing', async () => {
    const [{ server, as }, device] = [createServer(), createDevice()]
    await device.edit('p1', 'Asha', picture())
    device.signIn('asha')
    server.lost = { call: 1, isDone: false }
    await moveGuestWork(device.services(as('asha')), 'asha')
    device.signIn('ravi')
    expect(await moveGuestWork(device.services(as('ravi')), 'ravi')).toEqual({ moved: 0, isUnfinished: false })
    expect(server.rows.size).toBe(0)
    expect([device.drafts.size, device.files.size, device.projects.size]).toEqual([1, 1, 1])
    device.signIn('asha')
    expect(await moveGuestWork(device.services(as('asha')), 'asha')).toEqual({ moved: 1, isUnfinished: false })
    expect([...server.rows.values()].map(({ owner }) => owner)).toEqual(['asha'])
  })

  it('stops in the middle when somebody else signs in', async () => {
    const [{ server, as }, device] = [createServer(), createDevice()]
    await device.edit('p1', 'Asha', picture())
    device.signIn('asha')
    const calls = as('asha')
    const sendFile: MoveServices['sendFile'] = async (...order) => {
      const uploadId = await calls.sendFile(...order)
      device.signIn('ravi')
      return uploadId
    }
    expect(await moveGuestWork({ ...device.services(calls), sendFile }, 'asha')).toEqual({
      moved: 0,
      isUnfinished: true,
    })
    expect(server.rows.get('p1')).toMatchObject({ owner: 'asha', content: {} })
    expect([server.assets.size, device.drafts.size, device.files.size]).toEqual([0, 1, 1])
    expect(listGuestIds('ravi')).toEqual([])
  })

  it('stays on the device as far as the server refuses a file', async () => {
    const [{ server, as }, device] = [createServer(), createDevice()]
    await device.edit('p1', 'Asha', picture('broken.jpg'))
    server.refuses.add('broken.jpg')
    device.signIn('asha')
    await moveGuestWork(device.services(as('asha')), 'asha')
    expect(server.rows.get('p1')?.content.values).toEqual({ title: 'Asha' })
    // The editor opens it with the photo, and says what is wrong with it.
    expect(device.drafts.get('p1')).toMatchObject({ revision: 1, content: { values: { hero: { asset: photo } } } })
    expect([...device.files.keys()]).toEqual([photo])
  })

  it('does not overwrite what the account has made of it elsewhere meanwhile', async () => {
    const [{ server, as }, device] = [createServer(), createDevice()]
    await device.edit('p1', 'Asha')
    device.signIn('asha')
    const elsewhere = { values: { title: 'On the phone' } }
    server.rows.set('p1', { owner: 'asha', content: elsewhere, revision: 4, attemptId: 'phone', isDeleted: false })
    await moveGuestWork(device.services(as('asha')), 'asha')
    expect(server.rows.get('p1')?.content).toEqual(elsewhere)
    // The editor asks which of the two to keep.
    expect(device.drafts.get('p1')).toMatchObject({ revision: 0, content: { values: { title: 'Asha' } } })
  })

  it('that was only looked at makes no project', async () => {
    const [{ server, as }, device] = [createServer(), createDevice()]
    await device.edit('p1', 'Asha')
    device.drafts.clear()
    device.signIn('asha')
    expect(await moveGuestWork(device.services(as('asha')), 'asha')).toEqual({ moved: 0, isUnfinished: false })
    expect([server.rows.size, device.projects.size]).toEqual([0, 0])
  })
})
