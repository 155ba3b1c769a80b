// Invariants of files and rows. The store keeps running during the check, so every suspected violation is checked twice.
import type { Db } from '@vitrine/database/connection'
import type { Storage } from '@vitrine/providers/storage'
import { sql } from 'drizzle-orm'
import { listNamedFiles, namedFiles } from '../renders/unused-file.ts'

/** Number of files checked concurrently: a bucket answers in tens of milliseconds. */
const AT_ONCE = 16
const MAX_REPORTED = 20
/** Private files to request without a link, per folder. */
const ASKED_PER_FOLDER = 2
const ANSWER_WITHIN_MS = 10_000
const LINK_SECONDS = 60

/** A file is stored before its row and deleted after it, so a file that is missing twice is lost. */
export async function findMissingFiles(db: Db, storage: Pick<Storage, 'exists'>): Promise<string[]> {
  const faults: string[] = []
  const named = await listNamedFiles(db)
  for (let from = 0; from < named.length; from += AT_ONCE) {
    const some = named.slice(from, from + AT_ONCE)
    const isThere = await Promise.all(some.map(({ key }) => storage.exists(key)))
    for (const [n, { key, what }] of some.entries()) {
      if (isThere[n] || !(await isNamed(db, key)) || (await storage.exists(key))) continue
      faults.push(`${what} names ${key}, which is not stored`)
      if (faults.length === MAX_REPORTED) return faults
    }
  }
  return faults
}

async function isNamed(db: Db, key: string): Promise<boolean> {
  const { rows } = await db.execute(sql`select from (${namedFiles}) used where used.key = ${key} limit 1`)
  return rows.length > 0
}

/**
 * Requests some private files without a signature, from the store and from the public address of the bucket. Undefined when no
 * address responds.
 */
export async function findReachableFiles(
  db: Db,
  { storage, addresses }: { storage: Pick<Storage, 'findDirectUrl'>; addresses: readonly string[] },
): Promise<string[] | undefined> {
  const { rows } = await db.execute<{ key: string }>(sql`
    select key from (select key, row_number() over (partition by split_part(key, '/', 2) order by key) as place
                       from (${namedFiles}) used where key like 'private/%') ranked
     where place <= ${ASKED_PER_FOLDER}`)
  const store = await findAnswering(addresses)
  if (store === undefined) return undefined
  const faults: string[] = []
  for (const { key } of rows) {
    const direct = await storage.findDirectUrl(key, { expiresInSeconds: LINK_SECONDS })
    const urls = [`${store}/files/${key}`, `${store}/media/%2e%2e/${key}`, ...(direct ? [withoutQuery(direct)] : [])]
    for (const url of urls) {
      if (await isServed(url)) faults.push(`${url} answers without a signature`)
    }
  }
  return faults
}

async function findAnswering(addresses: readonly string[]): Promise<string | undefined> {
  for (const address of addresses) {
    try {
      const answer = await fetch(`${address}/api/health`, { signal: AbortSignal.timeout(ANSWER_WITHIN_MS) })
      await answer.body?.cancel()
      if (answer.ok) return address
    } catch {
      // No response: try the next one.
    }
  }
  return undefined
}

/** Whether the response is the file; a redirect to another page, such as the home page, is not. */
async function isServed(url: string): Promise<boolean> {
  const answer = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(ANSWER_WITHIN_MS) })
  await answer.body?.cancel()
  return answer.ok && !(answer.headers.get('content-type') ?? '').startsWith('text/html')
}

function withoutQuery(url: string): string {
  const { origin, pathname } = new URL(url)
  return origin + pathname
}
