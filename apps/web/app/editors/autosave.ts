// Owns the way of a project to the server: soon after each change, one request at a time, again and again while the
// network is gone, with a copy on this device until the server has it. It never decides between two versions by itself.
import type { Timeline } from '@vitrine/composition/timeline'
import type { Project } from '@vitrine/contract/projects'
import { ApiError } from '../api.ts'
import { isSameValue, type ProjectContent, withTimeline } from './project-store.ts'

export type SaveState =
  | { status: 'saved' }
  /** Changed a moment ago; the request has not begun. */
  | { status: 'unsaved' }
  | { status: 'saving' }
  /** No answer, or an answer that the server is in trouble. Kept on this device, tried again by itself. */
  | { status: 'offline' }
  /** Somebody else saved in the meantime; waits for `resolveConflict`. */
  | { status: 'conflict'; theirs: Project }
  /** The server says no to the content; tried again with the next change. */
  | { status: 'refused'; message: string }

/** What a device keeps of a project that the server does not have yet. */
export interface Draft {
  content: ProjectContent
  /** The revision on the server that the content started from. */
  revision: number
}

export interface AutosaveSettings {
  /** What the server has. */
  saved: ProjectContent
  revision: number
  /** Sends content. `keepsReplaced` asks the server to keep what it had as a version. Rejects with `ApiError`. */
  save: (content: ProjectContent, revision: number, keepsReplaced: boolean) => Promise<Project>
  /** Keeps a draft on this device, or forgets it (undefined). Never rejects. */
  keep: (draft: Draft | undefined) => void
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
  /** What the next save replaces on the server is kept there as a version: for content that is loaded as a whole. */
  keepReplaced(): void
  /** Ends a conflict: `mine` overwrites the newer one, `theirs` takes it over (the caller then loads it). */
  resolveConflict(choice: 'mine' | 'theirs'): void
  /** Nothing is scheduled any more; what is unsaved is sent a last time, and the draft stays until it has arrived. */
  stop(): void
}

/** From the last letter to the request, and from the first unsaved one at most. */
const quietMs = 800
const longestWaitMs = 3000
const firstRetryMs = 1000
const longestRetryMs = 30_000

/** Starts saving a project. Timers are the global ones, so that tests can put their own. */
export function createAutosave(settings: AutosaveSettings): Autosave {
  let { saved, revision } = settings
  let present = saved
  let state: SaveState = { status: 'saved' }
  let timer: ReturnType<typeof setTimeout> | undefined
  let unsavedSince: number | undefined
  let failures = 0
  let isSending = false
  let isStopped = false
  let keepsReplaced = false
  const waiting: ((state: SaveState) => void)[] = []

  const setState = (next: SaveState) => {
    state = next
    settings.onState(next)
    if (next.status === 'unsaved' || next.status === 'saving') return
    for (const resolve of waiting.splice(0)) resolve(next)
  }
  const isUnsaved = () => !isSameValue(settings.storable(present, saved), saved)
  const keepDraft = () => {
    settings.keep(isSameValue(present, saved) ? undefined : { content: present, revision })
  }
  const settle = () => {
    unsavedSince = undefined
    clearTimeout(timer)
    keepDraft()
    setState({ status: 'saved' })
  }
  const schedule = (delayMs: number) => {
    clearTimeout(timer)
    if (!isStopped) timer = setTimeout(() => void send(), delayMs)
  }

  const send = async (): Promise<void> => {
    if (isSending || state.status === 'conflict') return
    clearTimeout(timer)
    const sending = settings.storable(present, saved)
    isSending = true
    setState({ status: 'saving' })
    try {
      const project = await settings.save(sending, revision, keepsReplaced)
      arrived(sending, project)
    } catch (error) {
      failed(sending, error)
    } finally {
      isSending = false
    }
    if (state.status === 'saving') goOn()
  }
  const arrived = (sent: ProjectContent, project: Project) => {
    failures = 0
    keepsReplaced = false
    saved = sent
    revision = project.revision
    unsavedSince = undefined
    settings.onSaved?.(project)
  }
  const goOn = () => {
    if (!isUnsaved()) return settle()
    keepDraft()
    setState({ status: 'unsaved' })
    // Somebody waits for the last letter to be saved: no reason to let more letters gather.
    schedule(waiting.length > 0 || isStopped ? 0 : quietMs)
    if (isStopped) void send()
  }
  const failed = (sending: ProjectContent, error: unknown) => {
    if (!(error instanceof ApiError)) throw error
    const theirs = error.code === 'project-changed' ? (error.details.project as Project | undefined) : undefined
    if (theirs && isSameContent(theirs, sending)) return arrived(sending, theirs) // Ours: only the answer had got lost.
    if (theirs) return setState({ status: 'conflict', theirs })
    const isPassing = error.status === 0 || error.status === 401 || error.status === 429 || error.status >= 500
    if (!isPassing) return setState({ status: 'refused', message: error.message })
    setState({ status: 'offline' })
    schedule(Math.min(longestRetryMs, firstRetryMs * 2 ** failures))
    failures += 1
  }

  return {
    getState: () => state,
    changed(content) {
      if (content === present) return
      present = content
      keepDraft()
      if (isSending || state.status === 'conflict') return
      if (!isUnsaved()) return settle()
      unsavedSince ??= Date.now()
      const waitedMs = Date.now() - unsavedSince
      if (state.status !== 'offline') {
        setState({ status: 'unsaved' })
        schedule(Math.max(0, Math.min(quietMs, longestWaitMs - waitedMs)))
      }
    },
    flush() {
      if (state.status === 'saved' || state.status === 'conflict') return Promise.resolve(state)
      const settled = new Promise<SaveState>((resolve) => waiting.push(resolve))
      void send()
      return settled
    },
    keepReplaced() {
      keepsReplaced = true
    },
    resolveConflict(choice) {
      if (state.status !== 'conflict') return
      keepsReplaced = choice === 'mine'
      const { theirs } = state
      revision = theirs.revision
      saved = contentOf(theirs)
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
  }
}

/** The part of a project that the customer can change. */
export function contentOf(project: Pick<Project, 'values' | 'ops' | 'aspect' | 'timeline'>): ProjectContent {
  // The server checked values and timeline against the document, which is what the engine's types say.
  const content = { values: project.values as ProjectContent['values'], ops: project.ops, aspect: project.aspect }
  return withTimeline(content, (project.timeline as Timeline | null) ?? undefined)
}

/** The same as the API takes it. */
export function wireOf({ values, ops, aspect, timeline }: ProjectContent) {
  if (!timeline) return { values, ops: [...ops], aspect, timeline: null }
  const { clips, sounds, unsent } = timeline
  const parts = { clips: [...clips], sounds: [...sounds], ...(unsent && { unsent: [...unsent] }) }
  return { values, ops: [...ops], aspect, timeline: parts }
}

function isSameContent(project: Project, content: ProjectContent): boolean {
  return isSameValue(contentOf(project), content)
}
