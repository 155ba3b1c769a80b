// Records the statements that a process sends to PostgreSQL: durations for metrics, spans for traces, and slow statements.
// Parameter values are not visible here.
import type { Log } from '../log/log.ts'
import { beginSpan } from '../tracing/tracing.ts'
import type { Metrics } from './metrics.ts'

const SLOW_SECONDS = 0.5
/** Capacity for different statements; a store has a few hundred. */
const REMEMBERED = 200

export interface ObservedStatement {
  readonly statement: string
  readonly calls: number
  readonly meanMs: number
  readonly longestMs: number
}

export interface QueryObserver {
  begin(text: string): (error?: unknown) => void
  /** The statements with the longest single execution since this process began. */
  listSlowest(limit: number): ObservedStatement[]
}

export function createQueryObserver({ metrics, log }: { metrics: Metrics; log: Pick<Log, 'warn'> }): QueryObserver {
  const statements = new Map<string, { calls: number; sumMs: number; longestMs: number }>()

  function remember(text: string, ms: number): void {
    const known = statements.get(text) ?? { calls: 0, sumMs: 0, longestMs: 0 }
    // Only statements that were once slow are worth an entry.
    if (known.calls === 0 && ms < SLOW_SECONDS * 100) return
    if (known.calls === 0 && statements.size >= REMEMBERED) return
    known.calls++
    known.sumMs += ms
    known.longestMs = Math.max(known.longestMs, ms)
    statements.set(text, known)
  }

  return {
    begin(text) {
      const startedAt = performance.now()
      const [verb = 'query'] = text.trimStart().split(/\s/, 1)
      const span = beginSpan(verb.toLowerCase(), {
        kind: 'client',
        attributes: { 'db.system.name': 'postgresql', 'db.query.text': text.slice(0, 1000) },
      })
      return (error) => {
        const ms = performance.now() - startedAt
        span.end(error === undefined ? {} : { error })
        metrics.observeQuery({ isGood: error === undefined, seconds: ms / 1000 })
        remember(text, ms)
        if (ms > SLOW_SECONDS * 1000) {
          log.warn({ durationMs: Math.round(ms), statement: shorten(text) }, 'slow statement')
        }
      }
    },
    listSlowest(limit) {
      return [...statements]
        .map(([text, { calls, sumMs, longestMs }]) => {
          return { statement: shorten(text), calls, meanMs: sumMs / calls, longestMs }
        })
        .toSorted((a, b) => b.longestMs - a.longestMs)
        .slice(0, limit)
    },
  }
}

const shorten = (text: string) => text.replace(/\s+/g, ' ').trim().slice(0, 500)
