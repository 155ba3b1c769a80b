// Following a video: events are read however they are cut, and a broken stream is taken up again.

import type { Operation } from '@vitrine/contract/operations'
import type { Render } from '@vitrine/contract/renders'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiResponseError } from './api.ts'
import { createEventParser, createOperationEvents, followOperation, readEvents, watchRender } from './operation.ts'

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

const at = (percent: number, operationId = 'mine') =>
  ({ operationId, kind: 'render', status: 'running', stage: null, percent, secondsLeft: null }) as Operation
const over = (percent: number) => ({ percent, isFinished: true })
const going = (percent: number) => ({ percent, isFinished: false })
type State = ReturnType<typeof over>

/** Follows an operation over scripted connections: each is a list of its states, or nothing when it cannot be opened. */
async function follow(connections: (Operation[] | undefined)[], answers: (State | ApiResponseError)[], known?: State) {
  const seen: number[] = []
  const lost: boolean[] = []
  const pauses: number[] = []
  const stop = new AbortController()
  const outcome = followOperation<State>({
    operationId: 'mine',
    known,
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
    apply: (_, { percent }) => going(percent),
    isFinished: (state) => state.isFinished,
    onState: ({ percent }) => seen.push(percent),
    onLost: (isLost) => lost.push(isLost),
    signal: stop.signal,
    wait: async (ms) => {
      pauses.push(ms)
      if (pauses.length > 20) stop.abort()
    },
  })
  return { outcome: await outcome.catch((error: unknown) => error), seen, lost, pauses }
}

describe('following an operation', () => {
  it('follows the events, and asks what has come of it when they end', async () => {
    const { outcome, seen, pauses } = await follow([[at(0), at(40)]], [over(100)], going(0))
    expect(outcome).toEqual(over(100))
    expect(seen).toEqual([0, 40, 100])
    expect(pauses).toEqual([])
  })

  it('asks first what it does not know', async () => {
    const { seen } = await follow([[at(40)]], [going(10), over(100)])
    expect(seen).toEqual([10, 40, 100])
  })

  it('reconnects when the stream breaks', async () => {
    const { outcome, seen } = await follow([[at(10)], [at(60)]], [going(30), over(100)], going(0))
    expect(outcome).toEqual(over(100))
    expect(seen).toEqual([10, 30, 60, 100])
  })

  it('polls when no stream is available', async () => {
    const { outcome, seen, pauses } = await follow([], [going(10), going(50), going(90), over(100)], going(0))
    expect(outcome).toEqual(over(100))
    expect(seen).toEqual([10, 50, 90, 100])
    expect(pauses).toEqual([1000, 1000, 1000])
  })

  it('reports a lost and restored network, and polls with increasing delays meanwhile', async () => {
    const gone = () => new ApiResponseError(0, 'network', '')
    const { outcome, lost, pauses } = await follow([], [going(10), gone(), gone(), gone(), over(100)], going(0))
    expect(outcome).toEqual(over(100))
    expect(lost).toEqual([false, true, true, true, false])
    expect(pauses).toEqual([1000, 2000, 4000, 8000])
  })

  it('gives up when the server knows no such thing', async () => {
    const { outcome, pauses } = await follow([], [new ApiResponseError(404, 'render-not-found', 'Video not found')])
    expect(outcome).toMatchObject({ code: 'render-not-found' })
    expect(pauses).toEqual([])
  })
})

describe('the events of a tab', () => {
  /** Connections that the test writes to. */
  function open() {
    const connections: { send(...operations: Operation[]): void; end(): void; signal: AbortSignal }[] = []
    const events = createOperationEvents(async (signal) => {
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          const send = (...operations: Operation[]) =>
            controller.enqueue(new TextEncoder().encode(`data: ${JSON.stringify({ operations })}\n\n`))
          connections.push({ send, end: () => controller.close(), signal })
        },
      })
      return new Response(body)
    })
    const begin = (operationId: string) => {
      const stop = new AbortController()
      const iterator = events(operationId, stop.signal)[Symbol.asyncIterator]()
      const next = async () => ((await iterator.next()).value as Operation | undefined)?.percent
      return { next, stop: () => stop.abort() }
    }
    return { connections, begin }
  }

  it('come over one connection, which is closed when nobody follows an operation', async () => {
    const { connections, begin } = open()
    const [mine, other] = [begin('mine'), begin('other')]
    const first = [mine.next(), other.next()]
    await expect.poll(() => connections.length).toBe(1)
    connections[0]?.send(at(10), at(20, 'other'))
    expect(await Promise.all(first)).toEqual([10, 20])
    const [ended, going] = [mine.next(), other.next()]
    connections[0]?.send(at(30, 'other'))
    expect(await Promise.all([ended, going])).toEqual([undefined, 30])
    expect(connections[0]?.signal.aborted).toBe(false)
    const last = other.next()
    other.stop()
    expect(await last).toBeUndefined()
    expect(connections[0]?.signal.aborted).toBe(true)
    expect(connections).toHaveLength(1)
  })

  it('of an operation that the newest one does not name come over a new connection', async () => {
    const { connections, begin } = open()
    const other = begin('other')
    const first = other.next()
    await expect.poll(() => connections.length).toBe(1)
    connections[0]?.send(at(20, 'other'))
    await first
    const mine = begin('mine')
    const created = mine.next()
    await expect.poll(() => connections.length).toBe(2)
    connections[1]?.send(at(0), at(30, 'other'))
    expect(await created).toBe(0)
    const lost = [mine.next(), other.next()]
    for (const connection of connections) connection.end()
    expect(await Promise.all(lost)).toEqual([undefined, undefined])
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
