// Following a video: events are read however they are cut, and a broken stream is taken up again.
import type { Render } from '@vitrine/contract/renders'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { watchRender } from './operation.ts'

const jobId = '018f0000-0000-7000-8000-000000000001'
const state = (status: Render['status'], percent: number) => ({ jobId, status, percent }) as Render
const event = (...percents: number[]) => {
  const operations = percents.map((percent) => ({ operationId: jobId, kind: 'render', status: 'running', percent }))
  return `event: progress\ndata: ${JSON.stringify({ operations })}\n\n`
}

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

it('reads events that arrive in pieces, and asks for the video when it has ended', async () => {
  const text = event(10) + event(60) + event()
  const answers = [
    () => Response.json(state('queued', 0)),
    () => streaming([text.slice(0, 25), text.slice(25, 90), text.slice(90)]),
    () => Response.json(state('completed', 100)),
  ]
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => answers.shift()?.() ?? Response.error()),
  )
  const seen: string[] = []
  const see = ({ status, percent }: Render) => seen.push(`${status} ${percent}`)
  await watchRender(jobId, see, new AbortController().signal)
  // What comes at once is seen once, as it was last.
  expect([seen.at(0), seen.at(-1)]).toEqual(['queued 0', 'completed 100'])
  expect(seen.slice(1, -1).every((each) => each.startsWith('processing'))).toBe(true)
})

it('requests the state when the stream breaks, then reconnects', async () => {
  const answers = [
    () => Response.json(state('processing', 10)),
    () => streaming([event(20)]),
    () => Response.json(state('processing', 30)),
    () => streaming([event(40)]),
    () => Response.json(state('failed', 40)),
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
  expect(fetched).toEqual(['state', 'events', 'state', 'events', 'state'])
  expect(seen.at(-1)).toBe('failed 40')
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
