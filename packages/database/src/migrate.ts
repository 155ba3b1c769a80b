// Migrates a database: the application's SQL files and the job queue's schema, one process at a time. There are no down
// migrations: an older program rejects a database that a newer one has changed.
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import { connect, disconnect } from './connection.ts'
import { migrateJobs } from './jobs.ts'

/** Any fixed number works, as long as nothing else in this database takes the same advisory lock. */
const MIGRATION_LOCK = 7_232_001

const OLDEST_SUPPORTED_MAJOR = 15

/** This program cannot use the database; the message tells the owner what to do. */
export class MigrationRefused extends Error {
  override name = 'MigrationRefused'
}

interface MigrateOptions {
  /** The folder of the migrations, in drizzle-kit's format. */
  readonly folder: string
  /** Applies the migrations only up to this level, which a backup of an older program has; all of them by default. */
  readonly level?: number | undefined
}

/**
 * Applies all pending migrations of `folder`, then the job queue's. Processes that start at the same time wait for one another.
 * Throws `MigrationRefused` for a server older than PostgreSQL 15, and for a database or backup of a newer version, or of one
 * before 0.3.0.
 */
export async function migrate(url: string, { folder, level }: MigrateOptions): Promise<void> {
  const lock = new pg.Client({ connectionString: url, application_name: 'vitrine-migrate' })
  await lock.connect()
  try {
    await requireSupportedServer(lock)
    await lock.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    requireSupportedLevel(level ?? (await findLevel(lock)), folder)
    const db = connect(url, { max: 1, applicationName: 'vitrine-migrate' })
    try {
      if (level === undefined) await applyMigrations(db, { migrationsFolder: folder })
      else await withFolderUpTo(folder, level, (partial) => applyMigrations(db, { migrationsFolder: partial }))
    } finally {
      await disconnect(db)
    }
    await migrateJobs(url)
  } finally {
    // Ending the session always releases the lock.
    await lock.end()
  }
}

/**
 * Throws `MigrationRefused` unless the database has exactly this program's migration level. Checked at every start: otherwise a
 * program with a database of another version would fail at the first customer.
 */
export async function requireMigrated(url: string, { folder }: { folder: string }): Promise<void> {
  const client = new pg.Client({ connectionString: url, application_name: 'vitrine-migrate' })
  await client.connect()
  try {
    const found = await findLevel(client)
    requireSupportedLevel(found, folder)
    if (found === programLevel(folder)) return
    throw new MigrationRefused(
      'The database is of an older version of Vitrine. Bring it up to date with: vitrine migrate',
    )
  } finally {
    await client.end()
  }
}

/** The migration level of this database: the timestamp of its newest migration; 0 for an empty one. */
export async function findLevel(client: Pick<pg.Client, 'query'>): Promise<number> {
  const { rows } = await client.query<{ present: boolean }>(
    `select to_regclass('drizzle.__drizzle_migrations') is not null as present`,
  )
  if (!rows[0]?.present) return 0
  const newest = await client.query<{ level: string }>(
    'select coalesce(max(created_at), 0) as level from drizzle.__drizzle_migrations',
  )
  return Number(newest.rows[0]?.level ?? 0)
}

/** Like `findLevel`, for the database at this URL. */
export async function readLevel(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url, application_name: 'vitrine-migrate' })
  await client.connect()
  try {
    return await findLevel(client)
  } finally {
    await client.end()
  }
}

interface Journal {
  readonly entries: readonly { readonly when: number; readonly tag: string }[]
}

/** The migration level of this program. */
export function programLevel(folder: string): number {
  return Math.max(0, ...readJournal(folder).entries.map(({ when }) => when))
}

function readJournal(folder: string): Journal {
  return JSON.parse(readFileSync(join(folder, 'meta/_journal.json'), 'utf8')) as Journal
}

/** 0 is an empty database. */
function requireSupportedLevel(found: number, folder: string): void {
  const levels = readJournal(folder).entries.map(({ when }) => when)
  if (found > 0 && found < Math.min(...levels))
    throw new MigrationRefused(
      'The database was made by a version of Vitrine before 0.3.0, from which there is no upgrade. Nothing was changed: ' +
        'start that version again, or this one with an empty database.',
    )
  if (found <= Math.max(0, ...levels)) return
  const at = new Date(found).toISOString().slice(0, 16).replace('T', ' ')
  throw new MigrationRefused(
    `The database was changed by a newer version of Vitrine (its last migration is of ${at}). Start that version, or ` +
      'restore a backup from before the upgrade into an empty installation. There is no way to change it back.',
  )
}

async function requireSupportedServer(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ version: number }>(
    `select current_setting('server_version_num')::int as version`,
  )
  const major = Math.floor((rows[0]?.version ?? 0) / 10_000)
  if (major >= OLDEST_SUPPORTED_MAJOR) return
  throw new MigrationRefused(
    `PostgreSQL ${OLDEST_SUPPORTED_MAJOR} or newer is needed; this server is version ${major}.`,
  )
}

async function withFolderUpTo<T>(folder: string, level: number, work: (partial: string) => Promise<T>): Promise<T> {
  const partial = mkdtempSync(join(tmpdir(), 'vitrine-migrations-'))
  try {
    cpSync(folder, partial, { recursive: true })
    const journal = readJournal(folder)
    const entries = journal.entries.filter(({ when }) => when <= level)
    writeFileSync(join(partial, 'meta/_journal.json'), JSON.stringify({ ...journal, entries }))
    return await work(partial)
  } finally {
    rmSync(partial, { recursive: true, force: true })
  }
}
