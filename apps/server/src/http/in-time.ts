// Bounds the time that a health probe may take.
import { setTimeout as sleep } from 'node:timers/promises'

const PATIENCE_MS = 2000

/** The result of `work`; throws when it takes longer than two seconds. */
export async function inTime<T>(work: Promise<T>): Promise<T> {
  const giveUp = new AbortController()
  try {
    return await Promise.race([
      work,
      sleep(PATIENCE_MS, undefined, { signal: giveUp.signal, ref: false }).then(() => {
        throw new Error(`no answer within ${PATIENCE_MS} ms`)
      }),
    ])
  } finally {
    giveUp.abort()
  }
}
