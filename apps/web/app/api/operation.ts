// Follows renders, uploads and other slow work of the signed-in visitor.
import type { Asset, AssetStage } from '@vitrine/contract/media'
import { isUnderWay, OPERATION_STATUS_OF_RENDER } from '@vitrine/contract/operation-status'
import type { Operation, OperationEvent } from '@vitrine/contract/operations'
import type { Render } from '@vitrine/contract/renders'
import { useEffect, useRef, useState } from 'react'
import { ApiResponseError } from './api.ts'
import { api } from './member-api.ts'
import { createNotifier } from './observable.ts'
import { findToken } from './token.ts'

/** EventSource cannot carry a bearer token. */
const memberEvents = createOperationEvents((signal) =>
  fetch('/api/operations/events', {
    headers: { accept: 'text/event-stream', authorization: `Bearer ${findToken() ?? ''}` },
    signal,
  }),
)

/** True when a render will no longer change, and for an unknown status. */
export function isFinished({ status }: Pick<Render, 'status'>): boolean {
  return !isUnderWay(OPERATION_STATUS_OF_RENDER[status])
}

/** A render with the progress of its operation. */
export function withProgress(render: Render, { status, stage, percent, secondsLeft }: Operation): Render {
  const progress = { percent, secondsLeft, stage: (stage ?? 'waiting') as Render['stage'] }
  return { ...render, ...progress, status: status === 'running' ? 'processing' : 'queued' }
}

/**
 * Calls `onRender` with every update of a job until it ends, then resolves. Rejects with `ApiResponseError` when the
 * server rejects the request (deleted job, signed out) and with the signal's reason when aborted. A lost connection is
 * re-established; `onLost` reports it.
 */
export async function watchRender(
  jobId: string,
  onRender: (render: Render) => void,
  signal: AbortSignal,
  onLost?: (isLost: boolean) => void,
): Promise<void> {
  await followOperation<Render>({
    operationId: jobId,
    events: memberEvents,
    ask: () => api.getRender(jobId, signal),
    apply: withProgress,
    isFinished,
    onState: onRender,
    ...(onLost && { onLost }),
    signal,
  })
  signal.throwIfAborted()
}

/**
 * Calls `onAsset` with the server's progress on a file. Resolves with the file once it is ready or has failed, and
 * rejects as `watchRender` does.
 */
export async function watchAsset(asset: Asset, onAsset: (asset: Asset) => void, signal: AbortSignal): Promise<Asset> {
  const { assetId } = asset
  const isPrepared = ({ status }: Asset) => !isUnderWay(status)
  if (isPrepared(asset)) return asset
  const last = await followOperation<Asset>({
    operationId: assetId.replace(/^u_/, ''),
    events: memberEvents,
    known: asset,
    ask: () => api.getAsset(assetId),
    apply: (known, { status, stage, percent }) => ({
      ...known,
      ...{ status, percent, stage: (stage ?? 'waiting') as AssetStage },
    }),
    isFinished: isPrepared,
    onState: (state) => {
      if (!isPrepared(state)) onAsset(state)
    },
    signal,
  })
  signal.throwIfAborted()
  return last ?? asset
}

/**
 * The progress of an unfinished operation; undefined until known. `refresh` requests the operation's subject. It is
 * called when the operation has ended, and again as long as the caller follows it.
 */
export function useOperation(
  operationId: string | undefined,
  refresh: () => unknown,
  events: OperationEvents = memberEvents,
): Operation | undefined {
  const [progress, setProgress] = useState<Operation>()
  const latest = useRef(refresh)
  latest.current = refresh
  useEffect(() => {
    if (operationId === undefined) return
    const stop = new AbortController()
    followOperation<Operation | null>({
      operationId,
      events,
      known: null,
      ask: async () => {
        await latest.current()
        return null
      },
      apply: (_, operation) => operation,
      isFinished: () => false,
      onState: (operation) => {
        if (operation && !stop.signal.aborted) setProgress(operation)
      },
      signal: stop.signal,
    }).catch(() => undefined)
    return () => stop.abort()
  }, [operationId, events])
  return progress?.operationId === operationId ? progress : undefined
}

// Follows one operation to its end: by events, or by polling at growing intervals when there are none.

/** The states of unfinished operations; ends together with the operation or the connection. */
type OperationEvents = (operationId: string, signal: AbortSignal) => AsyncIterable<Operation>

interface FollowSettings<State> {
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
