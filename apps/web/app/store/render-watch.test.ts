import type { Render } from '@vitrine/contract/renders'
import { describe, expect, it } from 'vitest'
import { ApiResponseError } from '../api/api.ts'
import { createEventParser, readEvents } from './event-stream.ts'
import { followRender } from './render-watch.ts'

const at = (percent: number, status: Render['status'] = 'processing') => ({ percent, status }) as Render

/** Follows a render over scripted connections: each is a list of renders, or nothing when it cannot be opened. */
async function follow(connections: (Render[] | undefined)[], answers: (Render | ApiResponseError)[]) {
  const seen: number[] = []
  const lost: boolean[] = []
  const pauses: number[] = []
  const stop = new AbortController()
  const outcome = followRender({
    async *events() {
      const connection = connections.shift()
      if (!connection) throw new TypeError('Failed to fetch')
      yield* connection
    },
    ask: async () => {
      const answer = answers.shift()
      if (!answer) throw new ApiResponseError(0, 'network', '')
      if (answer instanceof ApiResponseError) throw answer
      return answer
    },
    onRender: ({ percent }) => seen.push(percent),
    onLost: (isLost) => lost.push(isLost),
    signal: stop.signal,
    wait: async (ms) => {
      pauses.push(ms)
      if (pauses.length > 20) stop.abort()
    },
  })
  return { outcome: await outcome.catch((error: unknown) => error), seen, lost, pauses }
}

describe('following a render', () => {
  it('follows the events to the end', async () => {
    const { outcome, seen } = await follow([[at(0, 'queued'), at(40), at(100, 'completed')]], [])
    expect(outcome).toMatchObject({ status: 'completed' })
    expect(seen).toEqual([0, 40, 100])
  })

  it('reconnects when the stream breaks', async () => {
    const { outcome, seen } = await follow([[at(10)], [at(60), at(100, 'completed')]], [at(30)])
    expect(outcome).toMatchObject({ status: 'completed' })
    expect(seen).toEqual([10, 30, 60, 100])
  })

  it('polls when no stream is available', async () => {
    const { outcome, seen, pauses } = await follow([], [at(10), at(50), at(90), at(100, 'failed')])
    expect(outcome).toMatchObject({ status: 'failed' })
    expect(seen).toEqual([10, 50, 90, 100])
    expect(pauses).toEqual([1000, 1000, 1000])
  })

  it('reports a lost and restored network, and polls with increasing delays meanwhile', async () => {
    const gone = () => new ApiResponseError(0, 'network', '')
    const { outcome, lost, pauses } = await follow([], [at(10), gone(), gone(), gone(), at(100, 'completed')])
    expect(outcome).toMatchObject({ status: 'completed' })
    expect(lost).toEqual([false, true, true, true, false])
    expect(pauses).toEqual([1000, 2000, 4000, 8000])
  })

  it('gives up when the server knows no such render', async () => {
    const { outcome, pauses } = await follow([], [new ApiResponseError(404, 'render-not-found', 'Video not found')])
    expect(outcome).toMatchObject({ code: 'render-not-found' })
    expect(pauses).toEqual([])
  })
})

describe('server-sent events', () => {
  it('joins chunks of any size, and skips heartbeats and names', () => {
    const stream = ': hello\n\nevent: progress\ndata: {"percent":1}\n\ndata: two\r\ndata: lines\r\n\r\n:\n\ndata:x\n\n'
    const whole = createEventParser()(stream)
    expect(whole).toEqual(['{"percent":1}', 'two\nlines', 'x'])
    const parse = createEventParser()
    expect([...stream].flatMap((letter) => parse(letter))).toEqual(whole)
  })

  it('decodes characters split over two chunks', async () => {
    const bytes = new TextEncoder().encode('data: ₹ नमस्ते\n\n')
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const byte of bytes) controller.enqueue(Uint8Array.of(byte))
        controller.close()
      },
    })
    const events: string[] = []
    for await (const event of readEvents(body)) events.push(event)
    expect(events).toEqual(['₹ नमस्ते'])
  })
})
