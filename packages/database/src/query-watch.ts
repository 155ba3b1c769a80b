// Observes the statements of a pool: text, duration and failure. Parameter values are never passed on.
import type pg from 'pg'
import type { Db } from './connection.ts'

export interface QueryWatcher {
  /** Called when a statement is sent; returns a callback for its completion or its error. */
  begin(text: string): (error?: unknown) => void
}

/** Watches every statement on connections that the pool opens from now on. */
export function watchQueries(db: Db, watcher: QueryWatcher): void {
  db.$client.on('connect', (client) => watchClient(client, watcher))
}

type QueryFunction = (...args: unknown[]) => unknown

function watchClient(client: pg.PoolClient, watcher: QueryWatcher): void {
  const ask = client.query.bind(client) as QueryFunction
  const watched: QueryFunction = (...args) => {
    const text = findQueryText(args[0])
    // Streams of COPY do not report their end here.
    if (text === undefined) return ask(...args)
    const end = watcher.begin(text)
    const last = args.at(-1)
    if (typeof last === 'function') {
      return ask(...args.slice(0, -1), (error: unknown, result: unknown) => {
        end(error ?? undefined)
        last(error, result)
      })
    }
    const answer = ask(...args) as Promise<unknown>
    answer.then(
      () => end(),
      (error: unknown) => end(error),
    )
    return answer
  }
  client.query = watched as typeof client.query
}

function findQueryText(query: unknown): string | undefined {
  if (typeof query === 'string') return query
  if (typeof query !== 'object' || query === null || 'submit' in query) return undefined
  return (query as { text?: string }).text
}
