// Listens to the database for changes of operations, of the catalogue and of the settings, and notifies watchers. One connection serves all
// watchers.
import { CATALOGUE_CHANNEL } from '@vitrine/store/catalogue/edit'
import { OPERATION_CHANNEL } from '@vitrine/store/operations'
import { SETTINGS_CHANNEL } from '@vitrine/store/settings'
import type { FastifyBaseLogger } from 'fastify'
import pg from 'pg'

const RECONNECT_MS = { first: 100, longest: 5000 }

export interface OperationFeed {
  /**
   * Calls `onChange` whenever operations of a subject may have changed: after each notification, and after a lost connection was
   * restored, because its notifications are lost. The subject is an operation's id, its owner's id or its kind. Returns the
   * function that stops it.
   */
  watch(subject: string, onChange: () => void): () => void
  /** The same for the catalogue as the store shows it. */
  watchCatalogue(onChange: () => void): () => void
  /** The same for the settings. */
  watchSettings(onChange: () => void): () => void
  /** Resolves when the connection receives notifications. */
  readonly listening: Promise<void>
  close(): Promise<void>
}

/** Listens on its own connection and reconnects when it is lost. */
export function openOperationFeed(
  databaseUrl: string,
  log: Pick<FastifyBaseLogger, 'warn'>,
  applicationName = 'vitrine-progress',
): OperationFeed {
  const watchers = new Map<string, Set<() => void>>()
  const firstListen = Promise.withResolvers<void>()
  let client: pg.Client | undefined
  let retry: NodeJS.Timeout | undefined
  let delayMs = RECONNECT_MS.first
  let isClosed = false

  const notify = (changed: Iterable<() => void>) => {
    for (const onChange of [...changed]) onChange()
  }

  async function connect(): Promise<void> {
    const next = new pg.Client({ connectionString: databaseUrl, application_name: applicationName, keepAlive: true })
    client = next
    let isLost = false
    const lose = (error?: Error) => {
      if (isLost || isClosed) return
      isLost = true
      log.warn({ err: error }, 'lost the connection for progress; reconnecting')
      void next.end().catch(() => {})
      retry = setTimeout(() => void connect(), delayMs)
      delayMs = Math.min(delayMs * 2, RECONNECT_MS.longest)
    }
    next.on('error', lose)
    next.on('end', () => lose())
    next.on('notification', ({ channel, payload = '' }) => {
      const subjects = channel === OPERATION_CHANNEL ? payload.split(' ') : [channel]
      for (const subject of subjects) notify(watchers.get(subject) ?? [])
    })
    try {
      await next.connect()
      await next.query(`listen ${OPERATION_CHANNEL}; listen ${CATALOGUE_CHANNEL}; listen ${SETTINGS_CHANNEL}`)
      delayMs = RECONNECT_MS.first
      firstListen.resolve()
      for (const watching of watchers.values()) notify(watching)
    } catch (error) {
      lose(error as Error)
    }
  }
  void connect()

  /** Keyed by a subject, or by the name of a channel without subjects. */
  function watch(subject: string, onChange: () => void): () => void {
    const watching = watchers.get(subject) ?? new Set()
    watchers.set(subject, watching.add(onChange))
    return () => {
      watching.delete(onChange)
      if (watching.size === 0 && watchers.get(subject) === watching) watchers.delete(subject)
    }
  }

  return {
    listening: firstListen.promise,
    watch,
    watchCatalogue: (onChange) => watch(CATALOGUE_CHANNEL, onChange),
    watchSettings: (onChange) => watch(SETTINGS_CHANNEL, onChange),
    async close() {
      isClosed = true
      clearTimeout(retry)
      await client?.end().catch(() => {})
    },
  }
}
