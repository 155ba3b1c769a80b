// Copies all tables out of a running database as of one point in time, and into an empty database. Uses PostgreSQL's COPY,
// because the embedded PostgreSQL lacks pg_dump.
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open } from 'node:fs/promises'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { findLevel } from './migrate.ts'

interface CopiedTable {
  readonly name: string
  readonly columns: readonly string[]
  readonly rows: number
  /** Path relative to the folder of the copy. */
  readonly file: string
  /** Hash of the file. */
  readonly sha256: string
}

interface CopiedSequence {
  readonly name: string
  /** Null for a sequence that has never been used. */
  readonly lastValue: string | null
}

interface CopiedJob {
  readonly task: string
  readonly payload: unknown
  readonly queueName: string | null
  readonly runAt: string
  readonly maxAttempts: number
  readonly key: string | null
  readonly priority: number
}

export interface DatabaseCopy {
  /** The database's migration level: see `findLevel`. */
  readonly level: number
  readonly serverVersion: string
  readonly tables: readonly CopiedTable[]
  readonly sequences: readonly CopiedSequence[]
  /** Background jobs that were not finished. */
  readonly jobs: readonly CopiedJob[]
}

const MAX_IDLE_MS = 0

/** Writes every table to a file below `folder`, all as of one point in time. Takes no locks that affect customers. */
export async function copyOut(url: string, folder: string): Promise<DatabaseCopy> {
  const client = new pg.Client({ connectionString: url, application_name: 'vitrine-backup' })
  await client.connect()
  try {
    await client.query(`set idle_in_transaction_session_timeout = ${MAX_IDLE_MS}`)
    await client.query('begin transaction isolation level repeatable read read only')
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const level = await findLevel(client)
    const tables: CopiedTable[] = []
    for (const { name, columns } of await listTables(client)) {
      const file = `${name}.copy.gz`
      const source = client.query(copyTo(`copy public.${quote(name)} (${columns.map(quote).join(', ')}) to stdout`))
      const hash = createHash('sha256')
      const path = join(folder, file)
      await pipeline(source, createGzip({ level: 6 }), hashing(hash), createWriteStream(path, { mode: 0o600 }))
      await syncToDisk(path)
      tables.push({ name, columns, rows: source.rowCount, file, sha256: hash.digest('hex') })
    }
    const sequences = await client.query<CopiedSequence>(
      `select sequencename as name, last_value::text as "lastValue" from pg_sequences where schemaname = 'public'`,
    )
    const { rows: version } = await client.query<{ version: string }>(
      `select current_setting('server_version') as version`,
    )
    const jobs = await listJobs(client)
    await client.query('commit')
    return { level, serverVersion: version[0]?.version ?? '', tables, sequences: sequences.rows, jobs }
  } finally {
    await client.end()
  }
}

/** Whether the database is unused: it contains no account and no template, or no tables at all. */
export async function isUnused(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, application_name: 'vitrine-backup' })
  await client.connect()
  try {
    for (const table of ['users', 'templates']) {
      const { rows } = await client.query(`select to_regclass($1) as present`, [`public.${table}`])
      if (!rows[0]?.present) continue
      const { rowCount } = await client.query(`select 1 from public.${table} limit 1`)
      if (rowCount) return false
    }
    return true
  } finally {
    await client.end()
  }
}

/**
 * Fills a database that was migrated to `copy.level` with a copy, atomically. Throws when a file differs from the one written,
 * or a row is rejected.
 */
export async function copyIn(url: string, folder: string, copy: DatabaseCopy): Promise<void> {
  for (const table of copy.tables) await requireUndamaged(join(folder, table.file), table.sha256)
  const client = new pg.Client({ connectionString: url, application_name: 'vitrine-restore' })
  await client.connect()
  try {
    await client.query('begin')
    const present = await listTables(client)
    const all = present.map(({ name }) => `public.${quote(name)}`).join(', ')
    // Rows may refer to rows of a table that comes later, and triggers would repeat actions that have already happened.
    const keys = await listForeignKeys(client)
    for (const { table, name } of keys) await client.query(`alter table ${table} drop constraint ${quote(name)}`)
    for (const { name } of present) await client.query(`alter table public.${quote(name)} disable trigger user`)
    await client.query(`truncate ${all}`)
    for (const { name, columns, rows, file } of copy.tables) {
      const target = client.query(copyFrom(`copy public.${quote(name)} (${columns.map(quote).join(', ')}) from stdin`))
      await pipeline(createReadStream(join(folder, file)), createGunzip(), target)
      if (target.rowCount !== rows) throw new Error(`${name} has ${target.rowCount} rows instead of ${rows}`)
    }
    for (const { name } of present) await client.query(`alter table public.${quote(name)} enable trigger user`)
    for (const { table, name, definition } of keys) {
      await client.query(`alter table ${table} add constraint ${quote(name)} ${definition}`)
    }
    for (const { name, lastValue } of copy.sequences) {
      if (lastValue !== null)
        await client.query('select setval($1::regclass, $2)', [`public.${quote(name)}`, lastValue])
    }
    for (const job of copy.jobs) await addJob(client, job)
    await client.query('commit')
    await client.query('analyze')
  } finally {
    await client.end()
  }
}

/** All tables except unlogged ones: PostgreSQL itself discards their contents in a crash. */
async function listTables(client: pg.Client): Promise<{ name: string; columns: string[] }[]> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(`
    select classes.relname as name, array_agg(attributes.attname::text order by attributes.attnum) as columns
      from pg_class classes
      join pg_attribute attributes on attributes.attrelid = classes.oid
     where classes.relnamespace = 'public'::regnamespace and classes.relkind = 'r' and classes.relpersistence = 'p'
       and attributes.attnum > 0 and not attributes.attisdropped and attributes.attgenerated = ''
       and not exists (select from pg_depend where objid = classes.oid and deptype = 'e')
     group by classes.relname
     order by classes.relname`)
  return rows
}

async function listForeignKeys(client: pg.Client): Promise<{ table: string; name: string; definition: string }[]> {
  const { rows } = await client.query<{ table: string; name: string; definition: string }>(`
    select conrelid::regclass::text as "table", conname as name, pg_get_constraintdef(oid) as definition
      from pg_constraint
     where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0`)
  return rows
}

/** Running jobs are copied as waiting: their workers finish in the old database. */
async function listJobs(client: pg.Client): Promise<CopiedJob[]> {
  const { rows } = await client.query<CopiedJob>(`
    select tasks.identifier as task, payload, queues.queue_name as "queueName", to_json(run_at) #>> '{}' as "runAt",
           max_attempts as "maxAttempts", key, priority
      from graphile_worker._private_jobs jobs
      join graphile_worker._private_tasks tasks on tasks.id = jobs.task_id
      left join graphile_worker._private_job_queues queues on queues.id = jobs.job_queue_id
     where jobs.attempts < jobs.max_attempts or jobs.locked_at is not null
     order by jobs.id`)
  return rows
}

async function addJob(client: pg.Client, job: CopiedJob): Promise<void> {
  await client.query(
    `select graphile_worker.add_job($1, payload := $2::json, queue_name := $3, run_at := $4::timestamptz,
                                    max_attempts := $5::int, job_key := $6, priority := $7::int)`,
    [job.task, JSON.stringify(job.payload), job.queueName, job.runAt, job.maxAttempts, job.key, job.priority],
  )
}

async function requireUndamaged(path: string, sha256: string): Promise<void> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  if (hash.digest('hex') !== sha256) throw new Error(`${path} is damaged: it is not what was written`)
}

function hashing(hash: ReturnType<typeof createHash>): Transform {
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      done(null, chunk)
    },
  })
}

async function syncToDisk(path: string): Promise<void> {
  await using handle = await open(path, 'r')
  await handle.sync()
}

function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
