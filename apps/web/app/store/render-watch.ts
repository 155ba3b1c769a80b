// Follows one render to its end: events while they come, polling at growing intervals when they do not.
import type { Render } from '@vitrine/contract/renders'
import { ApiResponseError } from '../api/api.ts'

export interface FollowSettings {
  /** Renders as the server sends them; ends or rejects when the connection does. */
  events: (signal: AbortSignal) => AsyncIterable<Render>
  /** Requests the state once. Rejects with `ApiResponseError`. */
  ask: (signal: AbortSignal) => Promise<Render>
  onRender: (render: Render) => void
  /** The network is lost (true) or back (false). The render continues without it. */
  onLost: (isLost: boolean) => void
  signal: AbortSignal
  /** Resolves later, or at once when the signal is aborted. */
  wait?: (ms: number, signal: AbortSignal) => Promise<void>
}

const firstPauseMs = 1000
const longestPauseMs = 10_000

/** True when a render will not change any more; also for an unknown status. */
export function isOver({ status }: Pick<Render, 'status'>): boolean {
  return status !== 'queued' && status !== 'processing'
}

/**
 * Follows a render until it is over or the signal is aborted. Resolves with the last state seen. Rejects only when the
 * server says that there is no such render, or that the visitor is no longer signed in.
 */
export async function followRender(settings: FollowSettings): Promise<Render | undefined> {
  const { events, ask, onLost, signal, wait = pause } = settings
  let last: Render | undefined
  let pauseMs = firstPauseMs
  const see = (render: Render) => {
    last = render
    pauseMs = firstPauseMs
    onLost(false)
    settings.onRender(render)
  }
  while (!signal.aborted) {
    try {
      for await (const render of events(signal)) {
        see(render)
        if (isOver(render)) return render
      }
    } catch {
      // Whatever broke the stream, asking says whether the server can be reached.
    }
    if (signal.aborted) break
    try {
      const render = await ask(signal)
      see(render)
      if (isOver(render)) return render
    } catch (error) {
      if (signal.aborted) break
      const isFinal =
        error instanceof ApiResponseError && error.status >= 400 && error.status < 500 && error.status !== 429
      if (isFinal) throw error
      onLost(true)
    }
    await wait(pauseMs, signal)
    pauseMs = Math.min(longestPauseMs, pauseMs * 2)
  }
  return last
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer)
        resolve()
      },
      { once: true },
    )
  })
}
