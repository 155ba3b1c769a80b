// A separate store for benchmarks of the database, and the timing of queries compared with a yardstick.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { connect, type Db, disconnect } from '@vitrine/database/connection'
import { startEmbeddedPostgres } from '@vitrine/database/embedded'
import { migrate } from '@vitrine/database/migrate'
import { addCatalogueFiles, addTemplate } from '../../packages/store/testing/store.ts'

/** Starts a temporary database with the store's tables, one template and its files, runs the callback and removes everything. */
export async function withBenchStore(name: string, work: (db: Db, modelId: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), `vitrine-bench-${name}-`))
  const postgres = await startEmbeddedPostgres({ folder, isDurable: false })
  try {
    await postgres.createDatabase('bench')
    const url = postgres.url('bench')
    await migrate(url, { folder: resolve(import.meta.dirname, '../../packages/store/migrations') })
    const db = connect(url, { max: 4 })
    try {
      await addCatalogueFiles(db)
      await work(db, await addTemplate(db, { name: 'Model' }))
    } finally {
      await disconnect(db)
    }
  } finally {
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Milliseconds, shortest first. */
export type Durations = readonly number[]

/** Repeats a query, one at a time. The first rounds, which fill the caches, do not count. */
export async function timeRounds(
  ask: () => Promise<unknown>,
  { rounds, warmUp }: { readonly rounds: number; readonly warmUp: number },
): Promise<Durations> {
  for (let round = 0; round < warmUp; round++) await ask()
  const durations: number[] = []
  for (let round = 0; round < rounds; round++) {
    const began = performance.now()
    await ask()
    durations.push(performance.now() - began)
  }
  return durations.sort((a, b) => a - b)
}

/** The duration below which this part (0 to 1) of all lies. */
export function durationAt(durations: Durations, part: number): number {
  return durations[Math.min(durations.length - 1, Math.floor(durations.length * part))] ?? 0
}
