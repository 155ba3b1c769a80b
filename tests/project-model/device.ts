/// <reference types="vite/client" />
// A browser of the project model: the editor's own code with stores in memory that act like IndexedDB, which are all that is left
// when its pages are killed.

import type { AssetId } from '@vitrine/document/field'
import { ApiResponseError, type Call, createCall } from '../../apps/web/app/api/api.ts'
import { bindGuests, listGuestIds } from '../../apps/web/app/api/device-work.ts'
import { createApi } from '../../apps/web/app/api/member-api.ts'
import { type SendFile, sendFileAs } from '../../apps/web/app/api/send-file.ts'
import { createEditorModel, type EditorModel } from '../../apps/web/app/editor/model/editor-model.ts'
import { type LoadedEditor, loadEditor, loadGuestEditor } from '../../apps/web/app/editor/model/load-editor.ts'
import type { Draft } from '../../apps/web/app/editor/project/autosave.ts'
import type { DraftStore, StoredFile } from '../../apps/web/app/editor/project/draft-store.ts'
import {
  claimGuestProject,
  type GuestProject,
  type GuestProjects,
  listUserGuestProjects,
} from '../../apps/web/app/editor/project/guest-project.ts'
import { moveGuestWork } from '../../apps/web/app/editor/project/move-guest-work.ts'
import type { ProjectApi } from '../../apps/web/app/editor/project/project-api.ts'
import { holdProject } from '../../apps/web/app/editor/project/project-lock.ts'
import type { History } from '../../apps/web/app/editor/project/project-store.ts'
// For a global of the pages that it declares.
import type {} from '../../apps/web/app/features/sign-in/google-library.ts'
import { type Clock, inRealm, never, outside, type Realm, turn } from './clock.ts'
import { type Exchange, uploadOptions } from './photo-upload.ts'
import type { Server } from './server.ts'

export interface Account {
  readonly userId: string
  readonly token: string
}

/** How the next request of a device ends. */
export type Fate = 'answered' | 'not-sent' | 'answer-lost'

export interface Tab {
  readonly realm: Realm
  readonly model: EditorModel
  readonly loaded: LoadedEditor
  readonly release: () => void
}

export class Device {
  readonly drafts = new Map<string, Draft>()
  readonly histories = new Map<string, History>()
  readonly files = new Map<string, StoredFile>()
  readonly guestProjects = new Map<string, GuestProject>()
  readonly tabs: (Tab | undefined)[] = []
  account: Account | undefined
  isOffline = false
  /** Of the requests to come, first the first. */
  readonly fates: Fate[] = []
  /**
   * What happens while the server works on a request, and the number of the request, 1 for the next one. `ofFiles` counts those
   * alone that send a file.
   */
  accident: { request: number; readonly ofFiles: boolean; readonly strike: () => void } | undefined
  /**
   * Photos that one tab was sending when another one was opened. That reads what the device keeps before it takes the project over;
   * where the last byte arrives just then, the server may have the photo twice (docs/decisions/0055).
   */
  readonly sentAtTakeover = new Set<string>()
  readonly #localStorage = new Map<string, string>()
  readonly #clock: Clock
  readonly #server: Server
  readonly #templateId: string

  constructor(clock: Clock, server: Server, templateId: string) {
    this.#clock = clock
    this.#server = server
    this.#templateId = templateId
  }

  /** Opens the editor in a tab. False where it shows that it could not be loaded. */
  async open(place: number, projectId?: string): Promise<boolean> {
    this.kill(place)
    for (const open of this.tabs)
      for (const { stage, fileName } of open?.model.uploads.list() ?? [])
        if (stage === 'sending') this.sentAtTakeover.add(fileName)
    const realm = this.#newRealm()
    const tab = await inRealm(realm, () => this.#load(realm, projectId))
    if (!tab) return false
    // As the lock of the project does it.
    for (const [other, open] of this.tabs.entries()) {
      if (open?.model.projectId !== tab.model.projectId) continue
      inRealm(open.realm, () => open.model.handOver())
      this.kill(other)
    }
    this.tabs[place] = tab
    return true
  }

  /** The page is closed in the middle of its work. */
  kill(place: number): void {
    const tab = this.tabs[place]
    if (!tab) return
    tab.realm.isAlive = false
    tab.release()
    this.tabs[place] = undefined
  }

  /** The page is closed as browsers do it. */
  async close(place: number): Promise<void> {
    const tab = this.tabs[place]
    if (!tab) return
    inRealm(tab.realm, () => tab.model.close())
    await this.#clock.settle()
    this.kill(place)
  }

  /** A user signs in: open editors of visitors join, editors of another user close, and visitors' work is moved. */
  async signIn(account: Account): Promise<void> {
    const isOther = this.account !== undefined && this.account.userId !== account.userId
    this.account = account
    const realm = this.#newRealm()
    inRealm(realm, () => bindGuests(account.userId))
    for (const [place, tab] of this.tabs.entries()) {
      if (!tab) continue
      const { guest } = tab.loaded
      const isOwn = inRealm(realm, () => guest !== undefined && listGuestIds(account.userId).includes(guest.guestId))
      if (guest && isOwn) inRealm(tab.realm, () => tab.model.join())
      else if (isOther || guest) await this.close(place)
    }
    // Not followed: it may wait for time to pass.
    void this.#move(realm, account)
  }

  /** The user signs out: all editors close. */
  async signOut(): Promise<void> {
    this.account = undefined
    for (const place of this.tabs.keys()) await this.close(place)
  }

  /** Moves what visitors left for the account that is signed in; until its end. */
  async move(): Promise<void> {
    if (!this.account) return
    await this.#move(this.#newRealm(), this.account)
  }

  /** One request as who is signed in. Rejects as pages see it. */
  readonly call: Call = (route, ...given) => {
    const realm = this.#newRealm()
    return inRealm(realm, () => createCall(this.#transport(realm), () => this.account?.token)(route, ...given))
  }

  #newRealm(): Realm {
    return { isAlive: true, localStorage: this.#localStorage }
  }

  async #load(realm: Realm, projectId: string | undefined): Promise<Tab | undefined> {
    const { account } = this
    const api = this.#api(realm, () => this.account?.token)
    const call = createCall(this.#transport(realm), () => this.account?.token)
    const projectApi = {
      getTemplate: (templateId, signal) =>
        call('GET /api/own-templates/:templateId', { params: { templateId }, signal }),
      getDocument: (id, signal) => call('GET /api/projects/:projectId/document', { params: { projectId: id }, signal }),
      saveVersion: (id, version) =>
        call('POST /api/projects/:projectId/versions', { params: { projectId: id }, body: version }),
    } satisfies Partial<ProjectApi>
    const drafts = this.#draftStore(realm)
    const guestProjects = this.#guestProjects(realm)
    const claimOwn = (project: GuestProject) => this.#claim(realm, project)
    const shared = { api, drafts, findLocalFiles: async () => [] }
    const wanted = { templateId: this.#templateId, projectId }
    const { signal } = new AbortController()
    const claim = async (asked: { templateId: string; projectId: string | undefined }) => {
      if (!account) return
      for (const project of await listUserGuestProjects(guestProjects, account.userId)) {
        const isWanted = asked.projectId === undefined || project.projectId === asked.projectId
        if (isWanted) await claimOwn(project).catch(passOverGone)
      }
    }
    const loading = account
      ? loadEditor({ ...shared, projectApi, claim }, { ...wanted, hasDocument: true }, signal)
      : loadGuestEditor({ ...shared, guestProjects }, wanted, signal)
    const loaded = await loading.catch(expected)
    if (!loaded || !realm.isAlive) return undefined
    const release = holdProject(loaded.project.projectId)
    const model = createEditorModel(loaded, {
      api,
      projectApi,
      drafts,
      sendFile: this.#sendFile(realm, () => this.account?.token),
      watchAsset: () => never(),
      createMedia: noMedia,
      claim: claimOwn,
    })
    model.open()
    return { realm, model, loaded, release }
  }

  async #claim(realm: Realm, project: GuestProject): Promise<unknown> {
    const { account } = this
    if (!account) throw new ApiResponseError(401, 'sign-in-required', '')
    if (!listGuestIds(account.userId).includes(project.guestId))
      throw new ApiResponseError(404, 'project-not-found', '')
    return claimGuestProject(this.#apiOf(realm, account), project)
  }

  async #move(realm: Realm, account: Account): Promise<unknown> {
    const services = {
      api: this.#apiOf(realm, account),
      drafts: this.#draftStore(realm),
      guestProjects: this.#guestProjects(realm),
      localFiles: { listProjects: async () => new Set<string>() },
      sendFile: this.#sendFile(realm, () => this.#tokenOf(account)),
      isSignedIn: (userId: string) => this.account?.userId === userId,
    }
    return inRealm(realm, () => moveGuestWork(services, account.userId))
  }

  #apiOf(realm: Realm, account: Account) {
    return this.#api(realm, () => this.#tokenOf(account))
  }

  /** While it is the one that is signed in. */
  #tokenOf(account: Account): string | undefined {
    return this.account?.userId === account.userId ? account.token : undefined
  }

  #sendFile(realm: Realm, findToken: () => string | undefined): SendFile {
    const exchange = this.#exchange(realm)
    return sendFileAs(
      findToken,
      uploadOptions(realm, exchange, (work) => this.#clock.follow(work)),
    )
  }

  #api(realm: Realm, findToken: () => string | undefined) {
    return createApi(this.#transport(realm), findToken)
  }

  #transport(realm: Realm): Parameters<typeof createCall>[0] {
    const exchange = this.#exchange(realm)
    return ({ method, path, body, token }) => {
      const wire = body === undefined ? undefined : JSON.parse(JSON.stringify(body))
      const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
      return exchange({ method, path, body: wire, headers })
    }
  }

  #exchange(realm: Realm): Exchange {
    return async (request) => {
      const isReachable = () => realm.isAlive && !this.isOffline
      const fate = this.fates.shift() ?? 'answered'
      await turn()
      if (!realm.isAlive) return never()
      if (this.isOffline || fate === 'not-sent') throw new TypeError('no network')
      const asking = this.#clock.follow(this.#server.ask(request))
      this.#meetAccident(request.path)
      const answer = await asking.catch((error) => {
        if (!realm.isAlive) return never<never>()
        throw error
      })
      if (!realm.isAlive) return never()
      if (!isReachable() || fate === 'answer-lost') throw new TypeError('the answer did not come')
      return answer
    }
  }

  #meetAccident(path: string): void {
    if (!this.accident) return
    const { ofFiles, strike } = this.accident
    if (ofFiles && !/^\/api\/(uploads|assets)/.test(path)) return
    this.accident.request -= 1
    if (this.accident.request > 0) return
    this.accident = undefined
    outside(strike)
  }

  /** Runs one turn of the event loop later, unless its page has been closed. */
  async #store<T>(realm: Realm, action: () => T): Promise<T> {
    await this.#clock.follow(turn())
    if (!realm.isAlive) return never()
    return action()
  }

  #draftStore(realm: Realm): DraftStore {
    const { drafts, histories, files } = this
    const copy = structuredClone
    return {
      open: () => undefined,
      findDraft: (projectId) => this.#store(realm, () => copy(drafts.get(projectId))),
      keepDraft: (projectId, draft) => {
        const kept = copy(draft)
        return this.#store(realm, () => {
          if (kept) drafts.set(projectId, kept)
          else drafts.delete(projectId)
          return true
        })
      },
      findHistory: (projectId) => this.#store(realm, () => copy(histories.get(projectId))),
      keepHistory: (projectId, history) => {
        const kept = copy(history)
        return this.#store(realm, () => {
          if (kept) histories.set(projectId, kept)
          else histories.delete(projectId)
          return true
        })
      },
      listFiles: (projectId) =>
        this.#store(realm, () => [...files.values()].filter((file) => file.projectId === projectId)),
      keepFile: (file) => this.#store(realm, () => Boolean(files.set(file.localId, file))),
      forgetFile: (localId: AssetId) => this.#store(realm, () => files.delete(localId) || true),
    }
  }

  #guestProjects(realm: Realm): GuestProjects {
    const { guestProjects } = this
    const newestFirst = (one: GuestProject, other: GuestProject) => other.openedAt - one.openedAt
    return {
      list: () => this.#store(realm, () => [...guestProjects.values()].sort(newestFirst)),
      find: (projectId) => this.#store(realm, () => guestProjects.get(projectId)),
      keep: (project) => this.#store(realm, () => void guestProjects.set(project.projectId, structuredClone(project))),
      forget: (projectId) => this.#store(realm, () => void guestProjects.delete(projectId)),
    }
  }
}

/** What an editor shows instead of itself; anything else is a bug. */
function expected(error: unknown): undefined {
  if (error instanceof ApiResponseError) return undefined
  throw error
}

function passOverGone(error: unknown): void {
  if (!(error instanceof ApiResponseError) || error.code !== 'project-not-found') throw error
}

/** Nothing is drawn and nothing sounds. */
function noMedia() {
  const nothing = () => undefined
  const observable = <T>(value: T) => ({ get: () => value, set: nothing, subscribe: () => nothing })
  return {
    pictures: {
      image: nothing,
      findPhoto: nothing,
      isArriving: () => false,
      expect: nothing,
      prepare: nothing,
      loadWhole: async () => undefined,
      video: nothing,
      findVideo: nothing,
      setPlaying: nothing,
      rename: nothing,
      listFailed: () => [],
      findFault: () => undefined,
      retry: nothing,
      stop: nothing,
    },
    soundtrack: { setDocument: nothing, isMuted: observable(false), hasVoices: observable(false), stop: nothing },
  }
}
