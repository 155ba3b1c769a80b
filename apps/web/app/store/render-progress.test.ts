// Following a video: events are read however they are cut, and a broken stream is taken up again.
import type { Render } from '@vitrine/contract/renders'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { watchRender } from './render-progress.ts'

const jobId = '018f0000-0000-7000-8000-000000000001'
const state = (status: Render['status'], percent: number) => ({ jobId, status, percent }) as Render
const event = (render: Render) => `event: progress\ndata: ${JSON.stringify(render)}\n\n`

function streaming(chunks: string[]): Response {
  const encoder = new TextEncoder()
  return new Response(
    new ReadableStream({
      start(controller) {
        for (const chunk of chunks) controller.enqueue(encoder.encode(chunk))
        controller.close()
      },
    }),
  )
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('reads events that arrive in pieces and ends with the last one', async () => {
  const text = event(state('processing', 10)) + event(state('completed', 100))
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => streaming([text.slice(0, 25), text.slice(25, 90), text.slice(90)])),
  )
  const seen: number[] = []
  await watchRender(jobId, (render) => seen.push(render.percent), new AbortController().signal)
  expect(seen).toEqual([10, 100])
})

it('requests the state when the stream breaks, then reconnects', async () => {
  const answers = [
    () => streaming([event(state('processing', 20))]),
    () => Response.json(state('processing', 30)),
    () => streaming([event(state('failed', 30))]),
  ]
  const fetched: string[] = []
  vi.stubGlobal(
    'fetch',
    vi.fn(async (path: string) => {
      fetched.push(path.endsWith('/events') ? 'events' : 'state')
      return answers.shift()?.() ?? Response.error()
    }),
  )
  const seen: string[] = []
  const done = watchRender(
    jobId,
    (render) => seen.push(`${render.status} ${render.percent}`),
    new AbortController().signal,
  )
  await vi.runAllTimersAsync()
  await done
  expect(fetched).toEqual(['events', 'state', 'events'])
  expect(seen).toEqual(['processing 20', 'processing 30', 'failed 30'])
})

it('gives up when the job is not this user’s', async () => {
  vi.stubGlobal(
    'fetch',
    vi.fn(async (path: string) =>
      path.endsWith('/events')
        ? new Response(null, { status: 404 })
        : Response.json({ error: 'Video not found', code: 'render-not-found' }, { status: 404 }),
    ),
  )
  await expect(watchRender(jobId, () => undefined, new AbortController().signal)).rejects.toMatchObject({ status: 404 })
})
