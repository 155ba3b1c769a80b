// One export or preview from the click to the finished file. It lives as long as the editor, so that its dialog can be
// closed and reopened, and it charges once per click.
import { t } from '@lingui/core/macro'
import type { PictureOutput, Render, RenderKind } from '@vitrine/contract/renders'
import { ApiResponseError } from '../../api/api.ts'
import type { Api } from '../../api/member-api.ts'
import { isFinished } from '../../api/operation.ts'
import { createRandomId } from '../../api/random-id.ts'
import type { SaveState } from '../project/autosave.ts'

export type ExportState =
  | { phase: 'idle' }
  | { phase: 'starting'; kind: RenderKind }
  /** Nothing was started, or progress is no longer available; `message` gives the reason. */
  | { phase: 'rejected'; kind: RenderKind; message: string }
  /** The price differs from the one shown: the customer confirms the new one. */
  | { phase: 'price-changed'; credits: number }
  | { phase: 'running'; render: Render; isLost: boolean; isCancelling: boolean }
  | { phase: 'finished'; render: Render }

interface ExportSettings {
  api: Pick<Api, 'prepareRender' | 'createRender' | 'getRender' | 'cancelRender' | 'retryRender'>
  projectId: string
  /** Saves all changes first, because the server renders what it has stored. */
  flush: () => Promise<SaveState>
  /** Follows a job; see `watchRender`. */
  watch: (settings: {
    jobId: string
    onRender: (render: Render) => void
    onLost: (isLost: boolean) => void
    signal: AbortSignal
  }) => Promise<unknown>
  /** The balance after a start, and whether it bought the template. */
  onCharged: (remainingCredits: number) => void
  onShortage: (error: unknown) => void
  onState: (state: ExportState) => void
  /** The file settings of a picture; without them the server decides. */
  output?: () => PictureOutput
  createKey?: () => string
}

export interface ExportJob {
  /**
   * Called when the customer opens the offer, so that the server can start the likely render early. Nothing waits for
   * it, and it may fail.
   */
  prepare(): Promise<void>
  /** `expectedCredits` is the price that the customer saw and accepted. */
  start(kind: RenderKind, expectedCredits: number): Promise<void>
  /** Follows a render that was begun earlier. */
  follow(render: Render): void
  cancel(): Promise<void>
  /** Retries a failed render free of charge. */
  retry(): Promise<void>
  /** Returns to the offer. */
  dismiss(): void
  stop(): void
}

export function createExportJob(settings: ExportSettings): ExportJob {
  const { api, projectId, onState, createKey = () => createRandomId() } = settings
  let state: ExportState = { phase: 'idle' }
  /** The idempotency key of a press without a response: the next press sends the same key. */
  let unanswered: { kind: RenderKind; output: string | undefined; key: string } | undefined
  let watching: AbortController | undefined

  const setState = (next: ExportState) => {
    state = next
    onState(next)
  }
  const show = (render: Render, isLost = false) => {
    const isCancelling = state.phase === 'running' && state.isCancelling
    setState(isFinished(render) ? { phase: 'finished', render } : { phase: 'running', render, isLost, isCancelling })
  }
  const watch = (jobId: string, kind: RenderKind) => {
    watching?.abort()
    const stop = new AbortController()
    watching = stop
    const onLost = (isLost: boolean) => {
      if (state.phase === 'running' && state.isLost !== isLost) setState({ ...state, isLost })
    }
    settings.watch({ jobId, onRender: show, onLost, signal: stop.signal }).catch((error: unknown) => {
      if (!stop.signal.aborted) setState({ phase: 'rejected', kind, message: unwatchedMessage(error) })
    })
  }
  /** The job exists, so later errors concern following it; the watcher retries those. */
  const followNew = async (jobId: string, kind: RenderKind) => {
    const render = await api.getRender(jobId).catch(() => undefined)
    if (render) show(render)
    if (!render || !isFinished(render)) watch(jobId, kind)
  }
  const reject = (kind: RenderKind, error: unknown) => {
    const message = error instanceof Error && error.message ? error.message : t`Something went wrong. Please try again.`
    setState({ phase: 'rejected', kind, message })
  }
  const begin = async (kind: RenderKind, expectedCredits: number) => {
    const output = settings.output?.()
    const outputKey = output && JSON.stringify(output)
    const key = unanswered?.kind === kind && unanswered.output === outputKey ? unanswered.key : createKey()
    unanswered = { kind, output: outputKey, key }
    const price = kind === 'full' ? { expectedCredits } : {}
    const answer = await api.createRender({ projectId, kind, idempotencyKey: key, ...price, ...(output && { output }) })
    unanswered = undefined
    settings.onCharged(answer.remainingCredits)
    return answer.jobId
  }
  const failed = (kind: RenderKind, error: unknown) => {
    if (!(error instanceof ApiResponseError)) return reject(kind, error)
    // Any response completes the click. Without one it is unknown whether the job exists.
    if (error.status > 0 && error.status < 500) unanswered = undefined
    if (error.code === 'not-enough-credits') {
      setState({ phase: 'idle' })
      return settings.onShortage(error)
    }
    if (error.code === 'price-changed' && typeof error.details.credits === 'number') {
      return setState({ phase: 'price-changed', credits: error.details.credits })
    }
    reject(kind, error)
  }

  return {
    async prepare() {
      const saved = await settings.flush()
      if (saved.status === 'saved' && state.phase === 'idle') await api.prepareRender(projectId).catch(() => undefined)
    },
    async start(kind, expectedCredits) {
      if (state.phase === 'starting' || state.phase === 'running') return
      setState({ phase: 'starting', kind })
      const saved = await settings.flush()
      if (saved.status !== 'saved') {
        return setState({ phase: 'rejected', kind, message: unsavedMessage(saved) })
      }
      const jobId = await begin(kind, expectedCredits).catch((error: unknown) => failed(kind, error))
      if (jobId !== undefined) await followNew(jobId, kind)
    },
    follow(render) {
      show(render)
      if (!isFinished(render)) watch(render.jobId, render.kind)
    },
    async cancel() {
      if (state.phase !== 'running') return
      const { jobId } = state.render
      setState({ ...state, isCancelling: true })
      try {
        show(await api.cancelRender(jobId))
      } catch (error) {
        // The job has already finished, and the watcher reports how. Without a network the button returns.
        if (!(error instanceof ApiResponseError)) throw error
        if (state.phase === 'running') setState({ ...state, isCancelling: false, isLost: error.status === 0 })
      }
    },
    async retry() {
      if (state.phase !== 'finished') return
      const { jobId, kind } = state.render
      setState({ phase: 'starting', kind })
      const begun = await api.retryRender(jobId).catch((error: unknown) => {
        // An earlier press succeeded, and only its response was lost.
        if (error instanceof ApiResponseError && error.code === 'render-not-retryable') return { jobId }
        reject(kind, error)
      })
      if (begun) await followNew(begun.jobId, kind)
    },
    dismiss() {
      if (state.phase !== 'starting' && state.phase !== 'running') setState({ phase: 'idle' })
    },
    stop: () => watching?.abort(),
  }
}

/** Why a job can no longer be followed. The job itself continues. */
function unwatchedMessage(error: unknown): string {
  if (error instanceof ApiResponseError && error.status === 404) return t`This export was deleted.`
  return t`Its progress cannot be shown here, but the export continues. You can find it under Generated Videos in your profile.`
}

function unsavedMessage(state: SaveState): string {
  if (state.status === 'on-device') return t`Please sign in to export.`
  if (state.status === 'conflict')
    return t`This project was edited on another device. Please choose which version to keep first.`
  if (state.status === 'refused') {
    const { message } = state
    return t`Your changes could not be saved: ${message}`
  }
  return state.status === 'offline' && !state.hasDeviceCopy
    ? t`Your changes have not reached the store yet. Please check your connection and try again.`
    : t`Your changes are kept on this device but have not reached the store yet. Please check your connection and try again.`
}
