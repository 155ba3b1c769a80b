// Figures of PostgreSQL and of the processes connected to it.
import type { Db } from '@vitrine/database/connection'
import { sql } from 'drizzle-orm'

export interface DatabaseFigures {
  readonly version: string
  readonly sizeBytes: number
  readonly connections: number
  readonly maxConnections: number
  /** How many migrations have been applied, and when the newest was written. */
  readonly migration: string
}

export async function readDatabase(db: Db): Promise<DatabaseFigures> {
  const { rows } = await db.execute<{
    version: string
    size: string
    used: string
    most: string
    migration: string
  }>(sql`
    select current_setting('server_version') as version,
           pg_database_size(current_database()) as size,
           (select count(*) from pg_stat_activity where datname = current_database()) as used,
           current_setting('max_connections') as most,
           (select count(*) - 1 || ' of ' || to_char(to_timestamp(max(created_at) / 1000), 'YYYY-MM-DD')
              from drizzle.__drizzle_migrations) as migration`)
  const [row] = rows
  return {
    version: row?.version ?? '',
    sizeBytes: Number(row?.size ?? 0),
    connections: Number(row?.used ?? 0),
    maxConnections: Number(row?.most ?? 0),
    migration: row?.migration ?? '',
  }
}

export interface RunningProcess {
  readonly name: string
  readonly version: string
  readonly host: string
  readonly count: number
}

/** The PostgreSQL application name of a process, by which `listProcesses` recognizes it. */
export function processName(name: 'server' | 'worker', version: string, host: string): string {
  // PostgreSQL truncates names to 63 bytes, and replaces non-ASCII characters with question marks.
  return `vitrine-${name} ${version} ${host.replace(/[^\w.-]/g, '-')}`.slice(0, 63)
}

/** The connected servers and workers, by version and machine. `count` is the number of their connections. */
export async function listProcesses(db: Db): Promise<RunningProcess[]> {
  const { rows } = await db.execute<{ name: string; count: string }>(sql`
    select application_name as name, count(*) as count
      from pg_stat_activity
     where datname = current_database() and application_name ~ '^vitrine-(server|worker) '
     group by application_name
     order by application_name`)
  return rows.map(({ name, count }) => {
    const [process = '', version = '', host = ''] = name.split(' ')
    return { name: process.replace('vitrine-', ''), version, host, count: Number(count) }
  })
}

export interface SlowQuery {
  readonly statement: string
  readonly calls: number
  readonly meanMs: number
  readonly longestMs: number
}

/** The statements that took longest on average, by pg_stat_statements; undefined where it is unavailable. */
export async function findSlowQueries(db: Db, limit: number): Promise<SlowQuery[] | undefined> {
  try {
    const { rows } = await db.execute<Record<keyof SlowQuery, string>>(sql`
      select left(regexp_replace(query, '\s+', ' ', 'g'), 500) as statement, calls,
             mean_exec_time as "meanMs", max_exec_time as "longestMs"
        from pg_stat_statements
       where dbid = (select oid from pg_database where datname = current_database())
         and userid = (select usesysid from pg_user where usename = current_user)
         and query !~* '^(copy|listen|vacuum|create|alter)' and mean_exec_time > 20
       order by mean_exec_time desc
       limit ${limit}`)
    return rows.map(({ statement, calls, meanMs, longestMs }) => ({
      statement,
      calls: Number(calls),
      meanMs: Number(meanMs),
      longestMs: Number(longestMs),
    }))
  } catch {
    // The extension is not installed, not loaded, or not readable.
    return undefined
  }
}
