// Follows one operation to its end: by events, or by polling at growing intervals when there are none.
import type { Operation, OperationEvent } from '@vitrine/contract/operations'
import { ApiResponseError } from './api.ts'
import { createNotifier } from './observable.ts'

/** The states of unfinished operations; ends together with the operation or the connection. */
export type OperationEvents = (operationId: string, signal: AbortSignal) => AsyncIterable<Operation>

export interface FollowSettings<State> {
  operationId: string
  events: OperationEvents
  /** The subject of the operation, if known. */
  known?: State | undefined
  /** Requests the subject of the operation. Rejects with `ApiResponseError`. */
  ask: (signal: AbortSignal) => Promise<State>
  /** The state after an event, which reports only progress. */
  apply: (state: State, operation: Operation) => State
  isFinished: (state: State) => boolean
  onState: (state: State) => void
  /** The network was lost (true) or is back (false). The operation continues without it. */
  onLost?: (isLost: boolean) => void
  signal: AbortSignal
  /** Resolves after a delay, or at once when the signal is aborted. */
  wait?: (ms: number, signal: AbortSignal) => Promise<void>
}

const firstPauseMs = 1000
const longestPauseMs = 10_000

/**
 * Follows an operation until it ends or the signal is aborted. Resolves with the last state. Rejects only when the
 * server reports that the operation does not exist, or that the visitor is no longer signed in.
 */
export async function followOperation<State>(settings: FollowSettings<State>): Promise<State | undefined> {
  const { operationId, events, ask, apply, isFinished, onLost, signal, wait = pause } = settings
  let last = settings.known
  let pauseMs = firstPauseMs
  const see = (state: State) => {
    last = state
    pauseMs = firstPauseMs
    onLost?.(false)
    settings.onState(state)
    return isFinished(state)
  }
  while (!signal.aborted) {
    try {
      if (last !== undefined) for await (const operation of events(operationId, signal)) see(apply(last, operation))
    } catch {
      // Whatever broke the stream, polling shows whether the server can be reached.
    }
    if (signal.aborted) break
    const isFirst = last === undefined
    try {
      if (see(await ask(signal))) break
      if (isFirst) continue
    } catch (error) {
      if (signal.aborted) break
      const isFinal =
        error instanceof ApiResponseError && error.status >= 400 && error.status < 500 && error.status !== 429
      if (isFinal) throw error
      onLost?.(true)
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

interface Connection {
  /** The unfinished operations of the newest event; undefined before the first one. */
  latest: readonly Operation[] | undefined
  isLost: boolean
  watchers: number
  readonly changed: ReturnType<typeof createNotifier>
  readonly stop: AbortController
}

/** Follows any number of operations over one connection, which is open while there are followers. */
export function createOperationEvents(open: (signal: AbortSignal) => Promise<Response>): OperationEvents {
  let current: Connection | undefined
  return async function* follow(operationId, signal) {
    // An operation that the newest event lacks has ended, or was requested after it: a new connection decides.
    const isKnown =
      current && !current.isLost && (current.latest?.some((each) => each.operationId === operationId) ?? true)
    if (!current || !isKnown) current = connect(open)
    const mine = current
    mine.watchers++
    try {
      let seen: Connection['latest']
      while (!signal.aborted && !mine.isLost) {
        if (mine.latest === seen) {
          await nextChange(mine, signal)
          continue
        }
        seen = mine.latest
        const operation = seen?.find((each) => each.operationId === operationId)
        if (!operation) return
        yield operation
      }
    } finally {
      mine.watchers--
      if (mine.watchers === 0) mine.stop.abort()
      if (mine.watchers === 0 && current === mine) current = undefined
    }
  }
}

function connect(open: (signal: AbortSignal) => Promise<Response>): Connection {
  const stop = new AbortController()
  const connection: Connection = { latest: undefined, isLost: false, watchers: 0, changed: createNotifier(), stop }
  const read = async () => {
    const response = await open(stop.signal)
    if (!response.ok || !response.body) return
    for await (const data of readEvents(response.body)) {
      connection.latest = (JSON.parse(data) as OperationEvent).operations
      connection.changed.notify()
    }
  }
  read()
    // The followers poll instead.
    .catch(() => undefined)
    .finally(() => {
      connection.isLost = true
      connection.changed.notify()
    })
  return connection
}

function nextChange({ changed }: Connection, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      stop()
      signal.removeEventListener('abort', end)
      resolve()
    }
    const stop = changed.subscribe(end)
    signal.addEventListener('abort', end)
  })
}

/** Parses a stream chunk by chunk; returns the data of the events that each chunk completes. */
export function createEventParser(): (chunk: string) => string[] {
  let rest = ''
  let data: string[] = []
  return (chunk) => {
    rest += chunk
    const lines = rest.split(/\r\n|\n|\r(?!$)/)
    rest = lines.pop() ?? ''
    const events: string[] = []
    for (const line of lines) {
      if (line === '') {
        if (data.length > 0) events.push(data.join('\n'))
        data = []
      } else if (line.startsWith('data:')) {
        data.push(line.slice(line[5] === ' ' ? 6 : 5))
      }
      // Names, ids and comments (the server's heartbeat) are not needed.
    }
    return events
  }
}

/** The data of a response's events, one by one, until it ends. */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  const parse = createEventParser()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      yield* parse(decoder.decode(value, { stream: true }))
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}
