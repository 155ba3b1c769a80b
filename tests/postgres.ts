// The PostgreSQL cluster of one test run: thrown away afterwards, with one migrated template that files copy.
import { execFileSync } from 'node:child_process'
import { existsSync, globSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { startEmbeddedPostgres } from '@vitrine/database/embedded'
import { migrateJobs } from '@vitrine/database/jobs'
import { migrate } from '@vitrine/database/migrate'
import pg from 'pg'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Connection string of the cluster's own `postgres` database. */
    postgresUrl: string
    /** Name of the migrated database that test files copy. */
    templateDatabase: string
    /** Files of an empty cluster that does not run, see prepared-cluster.ts. */
    preparedCluster: string
  }
}

const TEMPLATE_DATABASE = 'template_vitrine'

const migrations = resolve(import.meta.dirname, '../packages/store/migrations')

export default async function startTestPostgres(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-test-'))
  // Every core runs a file of tests, and some files have thirty sessions at once.
  const maxConnections = 100 + 40 * availableParallelism()
  const options = { folder, isDurable: false, maxConnections }
  await (await startEmbeddedPostgres(options)).stop()
  const [clusterName] = globSync('pg*', { cwd: folder })
  if (clusterName === undefined) throw new Error(`there is no cluster in ${folder}`)
  const preparedCluster = join(folder, 'prepared', clusterName)
  mkdirSync(join(folder, 'prepared'))
  execFileSync('cp', ['-a', join(folder, clusterName), preparedCluster])
  const postgres = await startEmbeddedPostgres(options)
  await forbidHousekeeping(postgres.url('postgres'))
  await postgres.createDatabase(TEMPLATE_DATABASE)
  const url = postgres.url(TEMPLATE_DATABASE)
  if (existsSync(migrations)) await migrate(url, { folder: migrations })
  else await migrateJobs(url)
  project.provide('postgresUrl', postgres.url('postgres'))
  project.provide('templateDatabase', TEMPLATE_DATABASE)
  project.provide('preparedCluster', preparedCluster)
  return async () => {
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
  }
}

/** PostgreSQL analyses tables at any time: plans, and tests of them, would depend on that. */
async function forbidHousekeeping(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('alter system set autovacuum = off')
  await client.query('select pg_reload_conf()')
  await client.end()
}
