// The invariants of a store, each with the check that verifies it on a running installation. docs/invariants.md lists the same
// invariants with the tests that try to break each.
import type { Db } from '@vitrine/database/connection'
import type { Storage } from '@vitrine/providers/storage'
import { checkLedger } from '../credits/credits.ts'
import { checkPurchases } from '../library/library.ts'
import { checkPayments } from '../payments/payment-check.ts'
import type { Reader } from '../prepared.ts'
import { findMissingFiles, findReachableFiles } from './file-invariant.ts'
import {
  findCodeFaults,
  findDeletedTraces,
  findForeignFiles,
  findMissingReceipts,
  findOldAddresses,
  findPasswordFaults,
  findPlainSecrets,
  findPublicKeys,
  findRepeatedRewards,
  findSessionFaults,
  findUnenforcedRules,
  findUnpaidVideos,
} from './row-invariant.ts'
import { checkSales } from './sale-check.ts'

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
    name: 'money/receipts',
    says: 'The receipts of money of a financial year are numbered without a gap.',
    find: findMissingReceipts,
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
    says: 'A deleted account leaves no name, address, number, session, device, file, project or video behind.',
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
