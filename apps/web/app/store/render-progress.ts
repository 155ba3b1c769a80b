// Owns following a film while it is made: server-sent events with the bearer token, asked for again when they break.
import type { Render } from '@vitrine/contract/renders'
import { useEffect, useState } from 'react'
import { ApiError } from '../api.ts'
import { api } from './browser-api.ts'
import { findToken } from './token.ts'

const reconnectMs = 1500

export function isOver(render: Render): boolean {
  return render.status !== 'queued' && render.status !== 'processing'
}

/**
 * Calls `onRender` with every news of a job until it is over, then resolves. Rejects with `ApiError` when the job is
 * refused (gone, signed out) and with the signal's reason when stopped; a lost connection is taken up again.
 */
export async function watchRender(
  jobId: string,
  onRender: (render: Render) => void,
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    const render = await readEvents(jobId, onRender, signal).catch(() => undefined)
    if (render && isOver(render)) return
    signal.throwIfAborted()
    // The stream may have ended with the very news that was missed: asking once closes the gap.
    const present = await api.getRender(jobId, signal).catch((error: unknown) => {
      if (error instanceof ApiError && (error.status === 0 || error.status >= 500)) return undefined
      throw error
    })
    if (present) onRender(present)
    if (present && isOver(present)) return
    await new Promise((resolve) => setTimeout(resolve, reconnectMs))
    signal.throwIfAborted()
  }
}

/** Reads one stream to its end and returns the last state it told. EventSource cannot carry a bearer token. */
async function readEvents(
  jobId: string,
  onRender: (render: Render) => void,
  signal: AbortSignal,
): Promise<Render | undefined> {
  const response = await fetch(`/api/renders/${encodeURIComponent(jobId)}/events`, {
    headers: { accept: 'text/event-stream', authorization: `Bearer ${findToken() ?? ''}` },
    signal,
  })
  if (!response.ok || !response.body) return undefined
  let last: Render | undefined
  let rest = ''
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
    const events = (rest + chunk.value).split('\n\n')
    rest = events.pop() ?? ''
    for (const event of events) {
      const data = event.split('\n').find((line) => line.startsWith('data:'))
      if (!data) continue
      last = JSON.parse(data.slice('data:'.length)) as Render
      onRender(last)
    }
  }
  return last
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
