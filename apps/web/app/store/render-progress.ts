// Follows a render: server-sent events with the bearer token, requested again when they break off.
import type { Render } from '@vitrine/contract/renders'
import { useEffect, useState } from 'react'
import { readEvents } from './event-stream.ts'
import { api } from './member-api.ts'
import { followRender, isOver } from './render-watch.ts'
import { findToken } from './token.ts'

/**
 * Calls `onRender` with every update of a job until it ends, then resolves. Rejects with `ApiResponseError` when the job is
 * refused (gone, signed out) and with the signal's reason when stopped; a lost connection is re-established, and
 * `onLost` says so.
 */
export async function watchRender(
  jobId: string,
  onRender: (render: Render) => void,
  signal: AbortSignal,
  onLost: (isLost: boolean) => void = () => undefined,
): Promise<void> {
  await followRender({
    events: () => renderEvents(jobId, signal),
    ask: () => api.getRender(jobId, signal),
    onRender,
    onLost,
    signal,
  })
  signal.throwIfAborted()
}

/** The states of one stream. EventSource cannot carry a bearer token. */
async function* renderEvents(jobId: string, signal: AbortSignal): AsyncGenerator<Render> {
  const response = await fetch(`/api/renders/${encodeURIComponent(jobId)}/events`, {
    headers: { accept: 'text/event-stream', authorization: `Bearer ${findToken() ?? ''}` },
    signal,
  })
  if (!response.ok || !response.body) return
  for await (const data of readEvents(response.body)) yield JSON.parse(data) as Render
}

/** The newest state of a job, live while `isLive`. `onOver` is called once when it ends. Keep `onOver` stable. */
export function useRenderProgress(render: Render, isLive: boolean, onOver: () => void): Render {
  const [news, setNews] = useState<Render>()
  const { jobId } = render
  const isFollowed = isLive && !isOver(render)
  useEffect(() => {
    if (!isFollowed) return
    const stop = new AbortController()
    watchRender(jobId, setNews, stop.signal).then(onOver, () => undefined)
    return () => stop.abort()
  }, [jobId, isFollowed, onOver])
  // A list fetched after the job ended knows more than the last event.
  return news && !isOver(render) ? news : render
}
