// Owns bringing a database up to date: the application's SQL files and the job queue's own schema, one process at a time.
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import { connect, disconnect } from './connection.ts'
import { migrateJobs } from './jobs.ts'

/** Any fixed number will do, as long as nothing else in this database takes the same advisory lock. */
const MIGRATION_LOCK = 7_232_001

const OLDEST_SUPPORTED_MAJOR = 15

/**
 * Applies every migration in `folder` (as drizzle-kit writes it) that this database has not had yet, then the job queue's.
 * Processes that start together wait for one another. Throws when the server is older than PostgreSQL 15.
 */
export async function migrate(url: string, options: { folder: string }): Promise<void> {
  const lock = new pg.Client({ connectionString: url, application_name: 'vitrine-migrate' })
  await lock.connect()
  try {
    const { rows } = await lock.query<{ version: number }>(
      `select current_setting('server_version_num')::int as version`,
    )
    const major = Math.floor((rows[0]?.version ?? 0) / 10_000)
    if (major < OLDEST_SUPPORTED_MAJOR) {
      throw new Error(`PostgreSQL ${OLDEST_SUPPORTED_MAJOR} or newer is needed; this server is version ${major}.`)
    }
    await lock.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    const db = connect(url, { max: 1, applicationName: 'vitrine-migrate' })
    try {
      await applyMigrations(db, { migrationsFolder: options.folder })
    } finally {
      await disconnect(db)
    }
    await migrateJobs(url)
  } finally {
    // Ending the session releases the lock, whatever happened.
    await lock.end()
  }
}
