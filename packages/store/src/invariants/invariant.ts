// The invariants of a store, each with the check that verifies it on a running installation. docs/invariants.md lists the same
// invariants with the tests that try to break each.
import type { Db } from '@vitrine/database/connection'
import type { Storage } from '@vitrine/providers/storage'
import { sql } from 'drizzle-orm'
import { checkLedger } from '../credits/credits.ts'
import { checkPurchases } from '../library/library.ts'
import { checkPayments } from '../payments/settle.ts'
import type { Reader } from '../prepared.ts'
import { listNamedFiles, namedFiles } from '../renders/unused-file.ts'
import { checkDocuments, checkNumbers } from './billing-check.ts'
import { checkSales } from './ledger-check.ts'
import {
  findCodeFaults,
  findDeletedTraces,
  findForeignFiles,
  findOldAddresses,
  findPasswordFaults,
  findPlainSecrets,
  findPublicKeys,
  findRepeatedRewards,
  findSessionFaults,
  findUnenforcedRules,
  findUnpaidVideos,
} from './row-invariant.ts'

/** The storage of an installation and the addresses that serve its files. */
export interface Installation {
  readonly storage: Pick<Storage, 'exists' | 'findDirectUrl'>
  /** Possible addresses of the store, tried in this order. */
  readonly addresses: readonly string[]
}

interface Invariant {
  /** Area and name, `money/ledger`: stable, for scripts. */
  readonly name: string
  /** What must be true, as a sentence. */
  readonly says: string
}

/** Reads only rows, in one snapshot. */
interface RowInvariant extends Invariant {
  readonly find: (db: Reader) => Promise<readonly string[]>
}

/** Also reads files, one after another while the store is running. Undefined when it could not be checked. */
interface FileInvariant extends Invariant {
  readonly findInFiles: (db: Db, installation: Installation) => Promise<readonly string[] | undefined>
}

export const INVARIANTS: readonly (RowInvariant | FileInvariant)[] = [
  {
    name: 'money/ledger',
    says: 'Every transfer of credits is two entries that sum to zero, and every balance is the sum of its entries and not negative.',
    find: async (db) => (await checkLedger(db)).faults,
  },
  {
    name: 'money/purchases',
    says: 'Every entitlement was charged exactly what the ledger booked for it, and nothing was booked without one.',
    find: checkPurchases,
  },
  {
    name: 'money/payments',
    says: 'Every captured payment granted the credits of its order once, and what was returned took its share of them back.',
    find: checkPayments,
  },
  { name: 'money/sales', says: 'The figures of sales are the sums of the rows they stand for.', find: checkSales },
  {
    name: 'money/documents',
    says: 'Receipts, invoices and notes say what payments, purchases and the ledger say.',
    find: checkDocuments,
  },
  {
    name: 'money/receipts',
    says: 'Receipts, invoices and notes are numbered without a gap in each financial year.',
    find: checkNumbers,
  },
  {
    name: 'money/rewards',
    says: 'A phone number was rewarded at most once, and each reward for a profile has its number on record.',
    find: findRepeatedRewards,
  },
  {
    name: 'ownership/videos',
    says: 'Whoever ordered a full-quality video or picture owns its template.',
    find: findUnpaidVideos,
  },
  {
    name: 'ownership/files',
    says: 'Projects and renders use files of their own customer and of the catalogue only.',
    find: findForeignFiles,
  },
  {
    name: 'files/stored',
    says: 'Every file that a row names is stored.',
    findInFiles: (db, { storage }) => findMissingFiles(db, storage),
  },
  {
    name: 'files/private',
    says: 'Files of customers and whole videos of templates are stored under private keys.',
    find: findPublicKeys,
  },
  {
    name: 'files/unreachable',
    says: 'Nobody gets a private file without a signed link.',
    findInFiles: findReachableFiles,
  },
  {
    name: 'sessions/limited',
    says: 'Sessions end within 7 days (24 hours if not remembered, 8 for the dashboard), and those of blocked and deleted accounts have ended.',
    find: findSessionFaults,
  },
  {
    name: 'sessions/passwords',
    says: 'Passwords are stored as argon2id hashes only.',
    find: findPasswordFaults,
  },
  {
    name: 'sessions/codes',
    says: 'One-time codes are stored as salted hashes only, and end within 10 minutes.',
    find: findCodeFaults,
  },
  {
    name: 'sessions/secrets',
    says: 'No column of the database is made to hold a token, password, nonce or proof in clear.',
    find: findPlainSecrets,
  },
  {
    name: 'privacy/deleted',
    says: 'A deleted account leaves no name, address, number, session, device, file, project, video or billing details behind, except on documents that were issued.',
    find: findDeletedTraces,
  },
  {
    name: 'privacy/log',
    says: 'The log of the dashboard keeps no network address for longer than 90 days.',
    find: findOldAddresses,
  },
  {
    name: 'database/rules',
    says: 'Every constraint and trigger of the database is in force.',
    find: findUnenforcedRules,
  },
]

export interface Finding extends Invariant {
  /** A sentence for every violation; empty when the invariant holds, undefined when it could not be checked. */
  readonly violations: readonly string[] | undefined
}

/**
 * Checks all invariants while customers are buying: changes nothing, locks nothing, and reads all rows in one snapshot. Returns
 * in the order of `INVARIANTS`.
 */
export async function checkInvariants(db: Db, installation: Installation): Promise<Finding[]> {
  const ofRows = await db.transaction(
    async (tx) => {
      const found = new Map<string, readonly string[]>()
      for (const invariant of INVARIANTS) {
        if ('find' in invariant) found.set(invariant.name, await invariant.find(tx))
      }
      return found
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
  const findings: Finding[] = []
  for (const invariant of INVARIANTS) {
    const { name, says } = invariant
    const violations = 'find' in invariant ? ofRows.get(name) : await invariant.findInFiles(db, installation)
    findings.push({ name, says, violations })
  }
  return findings
}

// Invariants of files and rows. The store keeps running during the check, so every suspected violation is checked twice.

/** Number of files checked concurrently: a bucket answers in tens of milliseconds. */
const MAX_CONCURRENT = 16
const MAX_REPORTED = 20
/** Private files to request without a link, per folder. */
const ASKED_PER_FOLDER = 2
const ANSWER_WITHIN_MS = 10_000
const LINK_SECONDS = 60

/** A file is stored before its row and deleted after it, so a file that is missing twice is lost. */
export async function findMissingFiles(db: Db, storage: Pick<Storage, 'exists'>): Promise<string[]> {
  const faults: string[] = []
  const named = await listNamedFiles(db)
  for (let from = 0; from < named.length; from += MAX_CONCURRENT) {
    const some = named.slice(from, from + MAX_CONCURRENT)
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
async function findReachableFiles(
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
