// One watcher's server-sent events: the current state first, then every change.
import { Readable } from 'node:stream'

const HEARTBEAT_MS = 15_000
const RECONNECT_AFTER_MS = 1000
/** Reconnecting checks the session again, so that users who were signed out or blocked lose access. */
const LONGEST_MS = 5 * 60_000

export interface ProgressSource<State> {
  /** Reads the present state. */
  read(): Promise<State>
  /** Calls back whenever the state may have changed; returns the function that stops it. */
  watch(onChange: () => void): () => void
}

export interface ProgressStream {
  readonly stream: Readable
  /** Ends the events early; the watcher connects again. */
  end(): void
}

/**
 * Sends events `progress` with the state as JSON; ends after five minutes, or when the state cannot be read (the watcher then
 * connects again). Reads never overlap, so an older state cannot follow a newer one; changes during a read are folded into the
 * next.
 */
export function streamProgress<State>(
  source: ProgressSource<State>,
  heartbeatMs: number = HEARTBEAT_MS,
): ProgressStream {
  const stream = new Readable({ read() {} })
  let isReading = false
  let isStale = false
  let isEnded = false
  let lastSent = ''

  const write = (text: string) => {
    if (!isEnded) stream.push(text)
  }
  const end = () => {
    if (!isEnded) stream.push(null)
    isEnded = true
  }

  const advance = async () => {
    isStale = true
    if (isReading) return
    isReading = true
    try {
      while (isStale && !isEnded) {
        isStale = false
        const data = JSON.stringify(await source.read())
        if (data !== lastSent) write(`event: progress\ndata: ${data}\n\n`)
        lastSent = data
      }
    } catch {
      end()
    } finally {
      isReading = false
    }
  }

  // Watches before the first read, so that a change between the two is seen twice rather than never.
  const unwatch = source.watch(() => void advance())
  // Keeps proxies from closing a quiet connection, and reads again in case a notification was lost.
  const heartbeat = setInterval(() => {
    write(': still here\n\n')
    void advance()
  }, heartbeatMs)
  const lifetime = setTimeout(end, LONGEST_MS)
  stream.once('close', () => {
    isEnded = true
    unwatch()
    clearTimeout(lifetime)
    clearInterval(heartbeat)
  })
  write(`retry: ${RECONNECT_AFTER_MS}\n\n`)
  void advance()
  return { stream, end }
}
