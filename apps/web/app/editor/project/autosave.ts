// Saves the project to the server: soon after each change, one request at a time, retried while the network is gone, with a
// draft on this device until the server has it. Conflicts are left to the customer.

import { t } from '@lingui/core/macro'
import type { Project, ProjectDifference } from '@vitrine/contract/projects'
import { maxUnanswered } from '@vitrine/contract/save-limit'
import type { Timeline } from '@vitrine/document/clip'
import { isSameJson } from '@vitrine/document/same-json'
import { ApiResponseError } from '../../api/api.ts'
import { createRandomId } from '../../api/random-id.ts'
import { type ProjectContent, withTimeline } from './project-store.ts'
import { isPassing, retryDelayMs } from './retry.ts'

export type SaveState =
  | { status: 'saved' }
  /** A visitor's work, which nothing of is sent. `isKept`: this device has a copy. */
  | { status: 'on-device'; isKept: boolean }
  /** Changed a moment ago; the request has not begun. */
  | { status: 'unsaved' }
  | { status: 'saving' }
  /** No answer, or an answer that the server is in trouble. Tried again by itself. `isKept`: this device has a copy. */
  | { status: 'offline'; isKept: boolean }
  /** Somebody else saved in the meantime; waits for `resolveConflict`. */
  | { status: 'conflict'; theirs: Project }
  /** The server says no to the content, or this page failed to send it; tried again with the next change. */
  | { status: 'refused'; message: string }

/** What a device keeps of a project that the server does not have yet. */
export interface Draft {
  content: ProjectContent
  /** The revision on the server that the content started from. */
  revision: number
  /** Attempts to save it whose response has not come, oldest first. */
  unanswered?: readonly string[]
}

/** How content is sent, besides the content itself. `keepsReplaced` asks the server to keep what it had as a version. */
export interface SaveTerms {
  revision: number
  attemptId: string
  unanswered: string[]
  keepsReplaced: boolean
}

export interface AutosaveSettings {
  /** What the server has, and its revision. */
  saved: ProjectContent
  revision: number
  /** The revision that the draft of an earlier visit began at. */
  draftRevision?: number | undefined
  /** Attempts of an earlier visit whose response has not come. */
  unanswered?: readonly string[] | undefined
  /** Sends nothing until `release`: the project exists on this device only. */
  isHeld?: boolean
  /** Sends content. Rejects with `ApiResponseError`. */
  save: (content: ProjectContent, terms: SaveTerms) => Promise<Project>
  /** Keeps a draft on this device, or forgets it (undefined). Resolves with whether it did; never rejects. */
  keep: (draft: Draft | undefined) => Promise<boolean>
  /** The content without what only this browser knows, such as files that are still on their way. */
  storable: (content: ProjectContent, saved: ProjectContent) => ProjectContent
  /** Called with every new state, and with the project of every answer. */
  onState: (state: SaveState) => void
  onSaved?: (project: Project) => void
}

export interface Autosave {
  getState(): SaveState
  /** To be called with the new content after every change. */
  changed(content: ProjectContent): void
  /** Saves at once what is unsaved. Resolves with how it ended; 'offline' means that it will be tried again. */
  flush(): Promise<SaveState>
  /** There is an account now: what was held back is sent, also where the project is as it began. */
  release(): void
  /** The next save stores the replaced content as a version: for content that is loaded as a whole. */
  keepReplaced(): void
  /** Ends a conflict: `mine` overwrites the newer one, `theirs` takes it over (the caller then loads it). */
  resolveConflict(choice: 'mine' | 'theirs'): void
  /** Nothing is scheduled any more; what is unsaved is sent a last time, and the draft stays until it has arrived. */
  stop(): void
  /** Another tab of this browser goes on, from the draft: from now on nothing is sent and the draft is left alone. */
  handOver(): void
}

/** From the last letter to the request, and from the first unsaved one at most. */
export const quietMs = 800
const MAX_WAIT_MS = 3000
/** A device that takes longer to store a draft does not hold up the request. */
const longestKeepMs = 1000

/** Starts saving a project. Timers are the global ones, so that tests can put their own. */
export function createAutosave(settings: AutosaveSettings): Autosave {
  let { saved, revision: savedRevision } = settings
  /** The revision that the present content goes on from. */
  let revision = settings.draftRevision ?? savedRevision
  let present = saved
  let isHeld = settings.isHeld ?? false
  /** The server does not know of the project yet. */
  let isNew = isHeld
  let state: SaveState = isHeld ? { status: 'on-device', isKept: true } : { status: 'saved' }
  let timer: ReturnType<typeof setTimeout> | undefined
  let unsavedSince: number | undefined
  let failures = 0
  let isSending = false
  let isStopped = false
  let isHandedOver = false
  let keepsReplaced = false
  let isKept = true
  /** Any of these may be what the server has: the next save starts from whichever it is. */
  let unanswered: readonly string[] = settings.unanswered ?? []
  /** The last attempt without a response; the same content again is the same attempt. */
  let lost: { id: string; content: ProjectContent } | undefined
  const waiting: ((state: SaveState) => void)[] = []

  const setState = (next: SaveState) => {
    state = next
    settings.onState(next)
    if (next.status === 'unsaved' || next.status === 'saving') return
    for (const resolve of waiting.splice(0)) resolve(next)
  }
  const isUnsaved = () => isNew || !isSameJson(settings.storable(present, saved), saved)
  const keepDraft = async () => {
    if (isHandedOver) return
    const draft = isSameJson(present, saved) ? undefined : { content: present, revision, unanswered }
    const next = await settings.keep(draft)
    if (next === isKept) return
    isKept = next
    if (state.status === 'offline' || state.status === 'on-device') setState({ status: state.status, isKept })
  }
  const settle = () => {
    unsavedSince = undefined
    clearTimeout(timer)
    // A draft of an older revision that has become what the server has: nothing is left to ask about.
    if (isSameJson(present, saved)) revision = savedRevision
    void keepDraft()
    setState({ status: 'saved' })
  }
  const schedule = (delayMs: number) => {
    clearTimeout(timer)
    if (!isStopped) timer = setTimeout(() => void send(), delayMs)
  }

  const send = async (): Promise<void> => {
    if (isHeld || isSending || isHandedOver || state.status === 'conflict') return
    clearTimeout(timer)
    isSending = true
    setState({ status: 'saving' })
    try {
      const content = settings.storable(present, saved)
      const terms = createSaveTerms(content)
      await Promise.race([keepDraft(), wait(longestKeepMs)])
      if (isHandedOver) return
      const project = await settings.save(content, terms).catch((error: unknown) => acceptOwnProject(content, error))
      // The other tab knows the attempt from the draft.
      if (isHandedOver) return
      arrived(content, project)
    } catch (error) {
      if (!isHandedOver) failed(error)
    } finally {
      isSending = false
    }
    if (state.status === 'saving' && !isHandedOver) goOn()
  }
  /** Notes the attempt, which the draft must name before it is sent: the page may be closed before the response. */
  const createSaveTerms = (content: ProjectContent): SaveTerms => {
    const isRepeated = lost !== undefined && isSameJson(lost.content, content)
    const attempt = isRepeated && lost ? lost : { id: createRandomId(), content }
    const earlier = unanswered.filter((id) => id !== attempt.id)
    lost = attempt
    unanswered = [...earlier, attempt.id].slice(-maxUnanswered)
    return { revision, attemptId: attempt.id, unanswered: [...earlier].slice(-maxUnanswered), keepsReplaced }
  }
  /** What the server has is what was sent: another device made the same of it. */
  const acceptOwnProject = (content: ProjectContent, error: unknown): Project => {
    const theirs = conflicting(error)
    if (theirs && isSameContent(theirs, content)) return theirs
    throw error
  }
  const arrived = (sent: ProjectContent, project: Project) => {
    failures = 0
    unanswered = []
    lost = undefined
    keepsReplaced = false
    isNew = false
    saved = sent
    savedRevision = revision = project.revision
    unsavedSince = undefined
    settings.onSaved?.(project)
  }
  const goOn = () => {
    if (!isUnsaved()) return settle()
    void keepDraft()
    setState({ status: 'unsaved' })
    // Somebody waits for the last letter to be saved: no reason to let more letters gather.
    schedule(waiting.length > 0 || isStopped ? 0 : quietMs)
    if (isStopped) void send()
  }
  const failed = (error: unknown) => {
    if (!(error instanceof ApiResponseError)) {
      // A bug in this page: waiting for the save must not hang.
      console.error(error)
      return setState({ status: 'refused', message: t`Something went wrong on this page. Please reload it.` })
    }
    const theirs = conflicting(error)
    if (theirs) return setState({ status: 'conflict', theirs })
    if (!isPassing(error)) return setState({ status: 'refused', message: error.message })
    setState({ status: 'offline', isKept })
    schedule(retryDelayMs(failures))
    failures += 1
  }

  return {
    getState: () => state,
    changed(content) {
      if (content === present) return
      present = content
      if (isHeld) return void keepDraft()
      const isBusy = isSending || state.status === 'conflict'
      if (!isBusy && !isUnsaved()) return settle()
      void keepDraft()
      if (isBusy) return
      unsavedSince ??= Date.now()
      const waitedMs = Date.now() - unsavedSince
      if (state.status !== 'offline') {
        setState({ status: 'unsaved' })
        schedule(Math.max(0, Math.min(quietMs, MAX_WAIT_MS - waitedMs)))
      }
    },
    flush() {
      if (isHeld) return keepDraft().then(() => state)
      if (state.status === 'saved' || state.status === 'conflict') return Promise.resolve(state)
      const settled = new Promise<SaveState>((resolve) => waiting.push(resolve))
      void send()
      return settled
    },
    release() {
      if (!isHeld) return
      isHeld = false
      setState({ status: 'unsaved' })
      void send()
    },
    keepReplaced() {
      keepsReplaced = true
    },
    resolveConflict(choice) {
      if (state.status !== 'conflict') return
      keepsReplaced = choice === 'mine'
      const { theirs } = state
      savedRevision = revision = theirs.revision
      unanswered = []
      lost = undefined
      saved = readContent(theirs)
      if (choice === 'theirs') present = saved
      setState({ status: 'unsaved' })
      if (isUnsaved()) void send()
      else settle()
    },
    stop() {
      if (isUnsaved() && !isStopped) void send()
      isStopped = true
      clearTimeout(timer)
    },
    handOver() {
      isHandedOver = isStopped = true
      clearTimeout(timer)
    },
  }
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

/** The part of a project that the customer can change. */
export function readContent(project: Pick<Project, 'values' | 'difference' | 'aspect' | 'timeline'>): ProjectContent {
  const { values, difference, aspect } = project
  // The server checked all of it against the document, which is what the engine's types say.
  const content = { values, difference, aspect } as ProjectContent
  return withTimeline(content, (project.timeline as Timeline | null) ?? undefined)
}

/** The same as the API takes it. */
export function toSavedContent({ values, difference: ours, aspect, timeline }: ProjectContent) {
  const difference = ours as unknown as ProjectDifference
  const shared = { values, difference, aspect }
  if (!timeline) return { ...shared, timeline: null }
  const { clips, sounds, unsent } = timeline
  const parts = { clips: [...clips], sounds: [...sounds], ...(unsent && { unsent: [...unsent] }) }
  return { ...shared, timeline: parts }
}

/** The project after a newer save elsewhere, when that is why a save was rejected. */
function conflicting(error: unknown): Project | undefined {
  const isConflict = error instanceof ApiResponseError && error.code === 'project-changed'
  return isConflict ? (error.details.project as Project | undefined) : undefined
}

function isSameContent(project: Project, content: ProjectContent): boolean {
  return isSameJson(readContent(project), content)
}
