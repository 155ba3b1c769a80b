// Recovery codes: each of the ten opens the admin area once when authenticator app and passkeys are lost.
import { createHash, randomBytes } from 'node:crypto'
import type { Db, Tx } from '@vitrine/database/connection'
import { and, eq, ne, sql } from 'drizzle-orm'
import { adminSessions, secondFactors } from './tables.ts'

const COUNT = 10
/** 80 bits cannot be guessed from a hash, so a fast hash is enough. */
const CODE_BYTES = 10
/** Crockford's base32: no letters that look like digits. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/**
 * Replaces the recovery codes with ten new ones and returns them; they exist in clear only here. Ends admin sessions that a code
 * opened, except the one of `exceptTokenHash`.
 */
export async function createRecoveryCodes(tx: Tx, userId: string, exceptTokenHash?: string): Promise<string[]> {
  const codes = Array.from({ length: COUNT }, createCode)
  const codeHashes = codes.map((code) => hashCode(userId, code))
  const [set] = await tx
    .insert(secondFactors)
    .values({ userId, kind: 'recovery-codes', codeHashes })
    .onConflictDoUpdate({
      target: [secondFactors.userId, secondFactors.kind],
      targetWhere: sql`${secondFactors.kind} <> 'passkey'`,
      set: { codeHashes, createdAt: sql`now()`, lastUsedAt: null },
    })
    .returning({ id: secondFactors.id })
  if (set) await endFactorSessions(tx, set.id, exceptTokenHash)
  return codes
}

/** Consumes a code, once even for simultaneous requests. Returns the factor, or undefined for a wrong code. */
export async function useRecoveryCode(db: Db, userId: string, code: string): Promise<string | undefined> {
  const hash = hashCode(userId, code)
  const [used] = await db
    .update(secondFactors)
    .set({ codeHashes: sql`array_remove(${secondFactors.codeHashes}, ${hash})`, lastUsedAt: sql`now()` })
    .where(
      and(
        eq(secondFactors.userId, userId),
        eq(secondFactors.kind, 'recovery-codes'),
        sql`${hash} = any(${secondFactors.codeHashes})`,
      ),
    )
    .returning({ id: secondFactors.id })
  return used?.id
}

/** Ends the admin sessions that a factor opened, except one. */
export async function endFactorSessions(tx: Tx, factorId: string, exceptTokenHash = ''): Promise<void> {
  const others = and(eq(adminSessions.factorId, factorId), ne(adminSessions.tokenHash, exceptTokenHash))
  await tx.delete(adminSessions).where(others)
}

/** Four groups of four letters and digits. */
function createCode(): string {
  const bits = BigInt(`0x${randomBytes(CODE_BYTES).toString('hex')}`)
  const letters = Array.from({ length: (CODE_BYTES * 8) / 5 }, (_, index) => {
    return ALPHABET[Number((bits >> BigInt(index * 5)) & 31n)]
  })
  return letters.join('').replaceAll(/(.{4})(?=.)/g, '$1-')
}

/** Ignores dashes, spaces and case; reads O as 0, and I and L as 1. */
function hashCode(userId: string, code: string): string {
  const plain = code.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1')
  return createHash('sha256').update(`${userId} ${plain}`).digest('base64url')
}
