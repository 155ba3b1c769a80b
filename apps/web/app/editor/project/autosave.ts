// Saves the project to the server soon after each change, one request at a time, and retries without a network. A draft
// stays on this device until the server has it. Conflicts are left to the customer.
import { t } from '@lingui/core/macro'
import { maxUnanswered } from '@vitrine/contract/limit'
import type { Project, ProjectDifference } from '@vitrine/contract/projects'
import type { Timeline } from '@vitrine/document/clip'
import { isSameJson } from '@vitrine/document/same-json'
import { ApiResponseError } from '../../api/api.ts'
import { createRandomId } from '../../api/random-id.ts'
import { type History, type ProjectContent, type ProjectStore, type Step, withTimeline } from './project-store.ts'
import { isPassing, retryDelayMs } from './retry.ts'

export type SaveState =
  | { status: 'saved' }
  /** A visitor's work, which is never sent. `hasDeviceCopy`: this device has a copy. */
  | { status: 'on-device'; hasDeviceCopy: boolean }
  /** There are new changes, and the request has not started. */
  | { status: 'unsaved' }
  | { status: 'saving' }
  /** The server did not respond, or failed. Retried automatically. `hasDeviceCopy`: this device has a copy. */
  | { status: 'offline'; hasDeviceCopy: boolean }
  /** Another device or tab saved in the meantime; waits for `resolveConflict`. */
  | { status: 'conflict'; theirs: Project }
  /** The server rejected the content, or this page failed to send it. Retried with the next change. */
  | { status: 'refused'; message: string }

/** The part of a project that is stored on the device until the server has it. */
export interface Draft {
  content: ProjectContent
  /** The server's revision that the content is based on. */
  revision: number
  /** Save attempts without a response, oldest first. */
  unanswered?: readonly string[]
}

/** Options of a save request. With `keepsReplaced` the server stores the replaced content as a version. */
export interface SaveTerms {
  revision: number
  attemptId: string
  unanswered: string[]
  keepsReplaced: boolean
}

interface AutosaveSettings {
  /** The server's content, and its revision. */
  saved: ProjectContent
  revision: number
  /** The revision that the draft of an earlier visit is based on. */
  draftRevision?: number | undefined
  /** Save attempts of an earlier visit without a response. */
  unanswered?: readonly string[] | undefined
  /** Sends nothing until `release`: the project exists on this device only. */
  isHeld?: boolean
  /** Sends content. Rejects with `ApiResponseError`. */
  save: (content: ProjectContent, terms: SaveTerms) => Promise<Project>
  /** Stores a draft on this device, or deletes it (undefined). Resolves with whether that succeeded; never rejects. */
  keep: (draft: Draft | undefined) => Promise<boolean>
  /** The content without what only this browser knows, such as files that are still uploading. */
  storable: (content: ProjectContent, saved: ProjectContent) => ProjectContent
  /** Called with every new state, and with the project of every response. */
  onState: (state: SaveState) => void
  onSaved?: (project: Project) => void
}

export interface Autosave {
  getState(): SaveState
  /** Call it with the new content after every change. */
  changed(content: ProjectContent): void
  /** Saves pending changes at once. Resolves with the result; 'offline' means that it will be retried. */
  flush(): Promise<SaveState>
  /** Call it once there is an account: sends the project, even if it is unchanged. */
  release(): void
  /** The next save stores the replaced content as a version; for content that is loaded as a whole. */
  keepReplaced(): void
  /** Resolves a conflict: `mine` overwrites the newer content, `theirs` accepts it (the caller then loads it). */
  resolveConflict(choice: 'mine' | 'theirs'): void
  /** Cancels scheduled saves and sends pending changes a last time; the draft stays until the server has it. */
  stop(): void
  /** Another tab of this browser continues from the draft: this one no longer sends anything or changes the draft. */
  handOver(): void
}

/** The delay from the last keystroke to the request, and the longest delay from the first unsaved one. */
const quietMs = 800
const MAX_WAIT_MS = 3000
/** If storing a draft takes longer, the request does not wait for it. */
const longestKeepMs = 1000

/** Starts saving a project. Timers are the global ones, so that tests can replace them. */
export function createAutosave(settings: AutosaveSettings): Autosave {
  let { saved, revision: savedRevision } = settings
  /** The revision that the current content is based on. */
  let revision = settings.draftRevision ?? savedRevision
  let present = saved
  let isHeld = settings.isHeld ?? false
  /** The server does not have the project yet. */
  let isNew = isHeld
  let state: SaveState = isHeld ? { status: 'on-device', hasDeviceCopy: true } : { status: 'saved' }
  let timer: ReturnType<typeof setTimeout> | undefined
  let unsavedSince: number | undefined
  let failures = 0
  let isSending = false
  let isStopped = false
  let isHandedOver = false
  let keepsReplaced = false
  let hasDeviceCopy = true
  /** The server may have stored any of these attempts; the next save names them as possible bases. */
  let unanswered: readonly string[] = settings.unanswered ?? []
  /** The last attempt without a response; equal content repeats the same attempt. */
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
    if (next === hasDeviceCopy) return
    hasDeviceCopy = next
    if (state.status === 'offline' || state.status === 'on-device') setState({ status: state.status, hasDeviceCopy })
  }
  const settle = () => {
    unsavedSince = undefined
    clearTimeout(timer)
    // The server's content equals the older draft, so there is no conflict.
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
  /**
   * Registers the attempt. The draft must name it before it is sent, because the page may be closed before the
   * response.
   */
  const createSaveTerms = (content: ProjectContent): SaveTerms => {
    const isRepeated = lost !== undefined && isSameJson(lost.content, content)
    const attempt = isRepeated && lost ? lost : { id: createRandomId(), content }
    const earlier = unanswered.filter((id) => id !== attempt.id)
    lost = attempt
    unanswered = [...earlier, attempt.id].slice(-maxUnanswered)
    return { revision, attemptId: attempt.id, unanswered: [...earlier].slice(-maxUnanswered), keepsReplaced }
  }
  /** Not a conflict: another device made the same change. */
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
    // A caller waits for the save, so it is not delayed.
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
    setState({ status: 'offline', hasDeviceCopy })
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
  // The server validated all of it against the document, so it has the engine's types.
  const content = { values, difference, aspect } as ProjectContent
  return withTimeline(content, (project.timeline as Timeline | null) ?? undefined)
}

/** The same in the form of the API. */
export function toSavedContent({ values, difference: ours, aspect, timeline }: ProjectContent) {
  const difference = ours as unknown as ProjectDifference
  const shared = { values, difference, aspect }
  if (!timeline) return { ...shared, timeline: null }
  const { clips, sounds, unsent } = timeline
  const parts = { clips: [...clips], sounds: [...sounds], ...(unsent && { unsent: [...unsent] }) }
  return { ...shared, timeline: parts }
}

/** The newer project, if a save was rejected because of it. */
function conflicting(error: unknown): Project | undefined {
  const isConflict = error instanceof ApiResponseError && error.code === 'project-changed'
  return isConflict ? (error.details.project as Project | undefined) : undefined
}

function isSameContent(project: Project, content: ProjectContent): boolean {
  return isSameJson(readContent(project), content)
}

// Stores the undo history of an open project on this device, so that it survives a reload.

/** The limits of a stored history: the steps nearest to the current state, in roughly this many characters. */
export const maxStoredSteps = 50
export const maxStoredLength = 1_000_000

export interface HistoryKeeping {
  /** Stores pending changes at once. */
  flush(): void
  stop(): void
}

/** Stores the history whenever edits pause: it is larger than the draft, which is stored after every keystroke. */
export function createHistoryStorage(
  store: Pick<ProjectStore, 'getHistory' | 'subscribe'>,
  keep: (history: History) => unknown,
): HistoryKeeping {
  let timer: ReturnType<typeof setTimeout> | undefined
  const flush = () => {
    if (timer === undefined) return
    clearTimeout(timer)
    timer = undefined
    keep(nearestSteps(store.getHistory()))
  }
  // Also runs for changes of steps alone, such as a new file id in an earlier step.
  const end = store.subscribe(() => {
    clearTimeout(timer)
    timer = setTimeout(flush, quietMs)
  })
  return {
    flush,
    stop() {
      end()
      clearTimeout(timer)
      timer = undefined
    },
  }
}

/** The history with as many steps as fit. A running gesture ends with its page. */
function nearestSteps({ present, past, future }: History): History {
  const counted = new Set<object>()
  let left = maxStoredLength - measureLength(present, counted)
  const takeWhileFitting = (nearestFirst: readonly Step[]) => {
    const end = nearestFirst.findIndex((step) => {
      left -= measureLength(step, counted)
      return left < 0
    })
    return end < 0 ? nearestFirst : nearestFirst.slice(0, end)
  }
  const fitting = takeWhileFitting(past.slice(-maxStoredSteps).reverse()).toReversed()
  return { present, past: fitting, future: takeWhileFitting(future.slice(0, maxStoredSteps)), group: undefined }
}

/** The approximate number of characters a stored value takes. Objects shared by steps are stored and counted once. */
function measureLength(value: unknown, counted: Set<object>): number {
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null) return 8
  if (counted.has(value)) return 0
  counted.add(value)
  return Object.entries(value).reduce((sum, [key, one]) => sum + key.length + measureLength(one, counted), 0)
}
