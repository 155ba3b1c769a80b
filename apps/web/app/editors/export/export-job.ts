// Owns one film or preview from the press of the button to the finished file. Lives as long as the editor, so that its
// dialog can be closed and opened again, and never charges twice for one press.
import type { PictureOutput, Render, RenderKind } from '@vitrine/contract/renders'
import { ApiError } from '../../api.ts'
import { createRandomId } from '../../random-id.ts'
import { isOver } from '../../store/render-watch.ts'
import type { Api } from '../../whole-api.ts'
import type { SaveState } from '../autosave.ts'

export type ExportState =
  | { phase: 'idle' }
  | { phase: 'starting'; kind: RenderKind }
  /** Nothing was begun; `message` says why. */
  | { phase: 'refused'; kind: RenderKind; message: string }
  /** The price is another one than was shown; asked again with the new one. */
  | { phase: 'price-changed'; credits: number }
  | { phase: 'running'; render: Render; isLost: boolean; isCancelling: boolean }
  | { phase: 'over'; render: Render }

export interface ExportSettings {
  api: Pick<Api, 'createRender' | 'getRender' | 'cancelRender' | 'retryRender'>
  projectId: string
  /** Brings everything to the server first: what is rendered is what the server has. */
  flush: () => Promise<SaveState>
  /** Follows a job; see `watchRender`. */
  watch: (settings: {
    jobId: string
    onRender: (render: Render) => void
    onLost: (isLost: boolean) => void
    signal: AbortSignal
  }) => Promise<unknown>
  /** The balance after a start, and whether the template was bought by it. */
  onCharged: (remainingCredits: number) => void
  onShortage: (error: unknown) => void
  onState: (state: ExportState) => void
  /** What file a picture becomes; without it the server decides. */
  output?: () => PictureOutput
  createKey?: () => string
}

export interface ExportJob {
  /** `expectedCredits` is the price that the customer saw and agreed to. */
  start(kind: RenderKind, expectedCredits: number): Promise<void>
  /** Follows a render that was begun earlier. */
  follow(render: Render): void
  cancel(): Promise<void>
  /** Tries a failed one again, for nothing. */
  retry(): Promise<void>
  /** Back to the offer. */
  dismiss(): void
  stop(): void
}

export function createExportJob(settings: ExportSettings): ExportJob {
  const { api, projectId, onState, createKey = () => createRandomId() } = settings
  let state: ExportState = { phase: 'idle' }
  /** The key of a press whose answer never came: pressing again must mean the same job. */
  let unanswered: { kind: RenderKind; output: string | undefined; key: string } | undefined
  let watching: AbortController | undefined

  const setState = (next: ExportState) => {
    state = next
    onState(next)
  }
  const show = (render: Render, isLost = false) => {
    const isCancelling = state.phase === 'running' && state.isCancelling
    setState(isOver(render) ? { phase: 'over', render } : { phase: 'running', render, isLost, isCancelling })
  }
  const watch = (jobId: string) => {
    watching?.abort()
    const stop = new AbortController()
    watching = stop
    const onLost = (isLost: boolean) => {
      if (state.phase === 'running' && state.isLost !== isLost) setState({ ...state, isLost })
    }
    settings.watch({ jobId, onRender: show, onLost, signal: stop.signal }).catch((error: unknown) => {
      if (!stop.signal.aborted) refuse('full', error)
    })
  }
  const refuse = (kind: RenderKind, error: unknown) => {
    const message = error instanceof Error && error.message ? error.message : 'This did not work. Please try again.'
    setState({ phase: 'refused', kind, message })
  }
  const begin = async (kind: RenderKind, expectedCredits: number) => {
    const output = settings.output?.()
    const wanted = output && JSON.stringify(output)
    const key = unanswered?.kind === kind && unanswered.output === wanted ? unanswered.key : createKey()
    unanswered = { kind, output: wanted, key }
    const price = kind === 'full' ? { expectedCredits } : {}
    const answer = await api.createRender({ projectId, kind, idempotencyKey: key, ...price, ...(output && { output }) })
    unanswered = undefined
    settings.onCharged(answer.remainingCredits)
    return api.getRender(answer.jobId)
  }
  const failed = (kind: RenderKind, error: unknown) => {
    if (!(error instanceof ApiError)) throw error
    // An answer, whatever it is, ends the press; without one nobody knows whether the job exists.
    if (error.status > 0 && error.status < 500) unanswered = undefined
    if (error.code === 'not-enough-credits') {
      setState({ phase: 'idle' })
      return settings.onShortage(error)
    }
    if (error.code === 'price-changed' && typeof error.details.credits === 'number') {
      return setState({ phase: 'price-changed', credits: error.details.credits })
    }
    refuse(kind, error)
  }

  return {
    async start(kind, expectedCredits) {
      if (state.phase === 'starting' || state.phase === 'running') return
      setState({ phase: 'starting', kind })
      const saved = await settings.flush()
      if (saved.status !== 'saved') {
        return setState({ phase: 'refused', kind, message: unsavedWords(saved) })
      }
      try {
        const render = await begin(kind, expectedCredits)
        show(render)
        if (!isOver(render)) watch(render.jobId)
      } catch (error) {
        failed(kind, error)
      }
    },
    follow(render) {
      show(render)
      if (!isOver(render)) watch(render.jobId)
    },
    async cancel() {
      if (state.phase !== 'running') return
      const { jobId } = state.render
      setState({ ...state, isCancelling: true })
      try {
        show(await api.cancelRender(jobId))
      } catch (error) {
        // Too late: it is over by now, and the watch says how. Without a network the button is there again.
        if (!(error instanceof ApiError)) throw error
        if (state.phase === 'running') setState({ ...state, isCancelling: false, isLost: error.status === 0 })
      }
    },
    async retry() {
      if (state.phase !== 'over') return
      const { jobId, kind } = state.render
      setState({ phase: 'starting', kind })
      try {
        const answer = await api.retryRender(jobId)
        const render = await api.getRender(answer.jobId)
        show(render)
        if (!isOver(render)) watch(answer.jobId)
      } catch (error) {
        refuse(kind, error)
      }
    },
    dismiss() {
      if (state.phase !== 'starting' && state.phase !== 'running') setState({ phase: 'idle' })
    },
    stop: () => watching?.abort(),
  }
}

function unsavedWords(state: SaveState): string {
  if (state.status === 'conflict')
    return 'This project was changed somewhere else. Please choose which one to keep first.'
  if (state.status === 'refused') return `Your changes could not be saved: ${state.message}`
  return 'Your changes are kept on this device but have not reached the shop yet. Please check your connection and try again.'
}
