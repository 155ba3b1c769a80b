// Keeps the embedded PostgreSQL running: when it ends (the kernel may kill it when memory is low), it is restarted and recovers
// all committed data.
import { setTimeout as sleep } from 'node:timers/promises'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@vitrine/database/embedded'
import { HEALTHY_AFTER_MS, MAX_FAILURES, restartDelayMs } from './child.ts'
import { LaunchError } from './settings.ts'

export interface SupervisedDatabase {
  /** The same after every restart. */
  readonly url: string
  /** Resolves when the database is running again; undefined while it is running. */
  whenBack(): Promise<void> | undefined
  stop(): Promise<void>
}

/**
 * Starts the cluster in `folder` and keeps it running. `onGivenUp` is called once when too many restarts in a row fail. Throws
 * `LaunchError` when the first start fails.
 */
export async function superviseDatabase(
  folder: string,
  onGivenUp: (reason: string) => void,
): Promise<SupervisedDatabase> {
  const stopping = new AbortController()
  let postgres = await start(folder)
  let restarting: Promise<void> | undefined
  let failures = 0

  const watch = (watched: EmbeddedPostgres) => {
    const startedAt = Date.now()
    void watched.ended.then(({ isExpected, lastOutput }) => {
      if (isExpected || stopping.signal.aborted) return
      failures = Date.now() - startedAt > HEALTHY_AFTER_MS ? 1 : failures + 1
      restarting = startAgain(lastOutput).finally(() => {
        restarting = undefined
      })
    })
  }
  const startAgain = async (lastOutput: string) => {
    for (let reason = lastOutput; ; failures++) {
      if (failures >= MAX_FAILURES) return onGivenUp(`PostgreSQL ended unexpectedly: ${reason.trim()}`)
      console.error('PostgreSQL ended unexpectedly and is restarted.')
      await sleep(restartDelayMs(failures), undefined, { signal: stopping.signal }).catch(() => undefined)
      if (stopping.signal.aborted) return
      try {
        postgres = await start(folder)
        break
      } catch (error) {
        reason = (error as Error).message
      }
    }
    if (stopping.signal.aborted) await postgres.stop()
    else watch(postgres)
  }

  watch(postgres)
  await postgres.createDatabase('vitrine')
  return {
    url: postgres.url('vitrine'),
    whenBack: () => restarting,
    async stop() {
      stopping.abort()
      await restarting
      await postgres.stop()
    },
  }
}

async function start(folder: string): Promise<EmbeddedPostgres> {
  try {
    return await startEmbeddedPostgres({ folder })
  } catch (error) {
    const { message } = error as Error
    const isFull = message.includes('No space left on device')
    throw new LaunchError(
      `The database in ${folder} could not be started. ${message}` +
        (isFull ? '\nThe disk is full. Please make room, or choose another place with VITRINE_DATA.' : ''),
    )
  }
}
