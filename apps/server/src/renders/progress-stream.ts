// One watcher's server-sent events: the current state first, then every change.
import { Readable } from 'node:stream'

const HEARTBEAT_MS = 15_000
const RECONNECT_AFTER_MS = 1000
/** Who was signed out or blocked meanwhile is refused when they connect again. */
const LONGEST_MS = 5 * 60_000

export interface ProgressSource<State> {
  /** Reads the present state. */
  read(): Promise<State>
  /** Calls back whenever the state may have changed; returns the way to stop. */
  watch(onChange: () => void): () => void
}

export interface ProgressStream {
  readonly stream: Readable
  /** Ends the events early; the watcher connects again. */
  end(): void
}

/**
 * Events `progress` with the state as JSON; ends after five minutes, or when the state cannot be read (the watcher then connects
 * again). Reads never overlap, so an older state can never follow a newer one; changes that come while
 * one is read are folded into the next.
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

  // Watching begins before the first read: a change between the two is then seen twice rather than never.
  const unwatch = source.watch(() => void advance())
  // Keeps proxies from closing a quiet connection, and checks again in case a notification was lost.
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
