// Health route for load balancers, the launcher and people.

import { setTimeout as sleep } from 'node:timers/promises'
import type { Health } from '@vitrine/contract/routes/store'
import { healthRoutes } from '@vitrine/contract/routes/store'
import { checkCatalogue } from '@vitrine/store/catalogue'
import type { AppDeps } from '../deps/deps.ts'
import { type ApiScope, serve } from '../http/serve.ts'

export function addHealthRoutes(api: ApiScope, { db, storage, version }: AppDeps): void {
  const parts = {
    // A database with damaged files still answers constant queries, so this reads tables.
    database: () => checkCatalogue(db),
    // Fails when the queue's tables are missing; noticing a missing worker is the launcher's task.
    queue: () => db.$client.query('select 1 from graphile_worker.jobs limit 1'),
    storage: () => storage.check(),
  }
  serve(api, healthRoutes, {
    'GET /api/health': async (request, reply) => {
      const entries = await Promise.all(
        Object.entries(parts).map(async ([name, check]) => {
          try {
            await withTimeout<unknown>(check())
            return [name, 'ok'] as const
          } catch (error) {
            request.log.warn({ err: error, part: name }, 'a health check failed')
            return [name, 'failing'] as const
          }
        }),
      )
      const found = Object.fromEntries(entries) as Pick<Health, 'database' | 'queue' | 'storage'>
      const isWhole = entries.every(([, state]) => state === 'ok')
      return reply
        .code(isWhole ? 200 : 503)
        .header('cache-control', 'no-store')
        .send({ status: isWhole ? 'ok' : 'degraded', version, ...found, uptimeSeconds: Math.round(process.uptime()) })
    },
  })
}

/** How long a health probe may take. */
const PATIENCE_MS = 2000

/** The result of `work`; throws when it takes longer than two seconds. */
export async function withTimeout<T>(work: Promise<T>): Promise<T> {
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
