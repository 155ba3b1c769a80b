// Codes of a second factor: of authenticator apps (TOTP, RFC 6238: SHA-1, 6 digits, 30 seconds, as every app has them), and
// recovery codes.

import { randomBytes } from 'node:crypto'
import { ApiError } from '@vitrine/contract/api-error'
import type { Db, Tx } from '@vitrine/database/connection'
import type { TextCipher } from '@vitrine/providers/secret'
import { and, eq, isNull, lt, ne, or, sql } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import { hashToken } from '../token.ts'
import { adminSessions, secondFactors } from './tables.ts'

const PERIOD_SECONDS = 30
/** RFC 4226 §4, requirement R6: at least 128 bits, 160 recommended. */
const SECRET_BYTES = 20
/** Clocks of phones differ: the code before and the one after are accepted as well (RFC 6238 §5.2). */
const SKEW_STEPS = 1

/** A new secret, in base32. */
export function createTotpSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32
}

/** The URL that transfers the secret to an app, which shows `issuer` and `label`. */
export function totpUrl(secret: string, { issuer, label }: { issuer: string; label: string }): string {
  return new TOTP({ secret, issuer, label, period: PERIOD_SECONDS }).toString()
}

/** The time step of a correct code; undefined for any other. */
export function findTotpStep(secret: string, code: string, now = Date.now()): number | undefined {
  const totp = new TOTP({ secret, period: PERIOD_SECONDS })
  const delta = totp.validate({ token: code, timestamp: now, window: SKEW_STEPS })
  return delta === null ? undefined : Math.floor(now / 1000 / PERIOD_SECONDS) + delta
}

/** Encrypts the secret for one user: copied to another row it cannot be decrypted. */
export function encryptTotpSecret(cipher: TextCipher, userId: string, secret: string): string {
  return cipher.encrypt(toTotpPurpose(userId), secret)
}

/** Throws `admin-code-incorrect`, with the reason, when the installation no longer has the encryption key. */
export function decryptTotpSecret(cipher: TextCipher, userId: string, encrypted: string): string {
  const secret = cipher.decrypt(toTotpPurpose(userId), encrypted)
  if (secret === undefined) throw new ApiError('admin-code-incorrect', {}, SECRET_GONE)
  return secret
}

/** How many authenticator apps have a secret that this installation cannot decrypt. */
export async function countUnreadableApps(db: Db, cipher: TextCipher): Promise<number> {
  const apps = await db
    .select({ userId: secondFactors.userId, encrypted: secondFactors.secretEncrypted })
    .from(secondFactors)
    .where(eq(secondFactors.kind, 'totp'))
  const unreadable = apps.filter(
    ({ userId, encrypted }) => encrypted !== null && cipher.decrypt(toTotpPurpose(userId), encrypted) === undefined,
  )
  return unreadable.length
}

const toTotpPurpose = (userId: string) => `totp of ${userId}`
const SECRET_GONE =
  'Codes of this authenticator app can no longer be checked, because the secret of the installation was replaced. Use a passkey or a recovery code and set the app up again.'

/** Re-encrypts the secrets of all authenticator apps with the newest key of the installation. Runs at each start of a server. */
export async function renewTotpEncryption(db: Db, cipher: TextCipher): Promise<void> {
  const rows = await db
    .select({ id: secondFactors.id, userId: secondFactors.userId, encrypted: secondFactors.secretEncrypted })
    .from(secondFactors)
    .where(eq(secondFactors.kind, 'totp'))
  for (const { id, userId, encrypted } of rows) {
    if (encrypted === null || cipher.isCurrent(toTotpPurpose(userId), encrypted)) continue
    const secret = cipher.decrypt(toTotpPurpose(userId), encrypted)
    if (secret === undefined) continue
    await db
      .update(secondFactors)
      .set({ secretEncrypted: encryptTotpSecret(cipher, userId, secret) })
      .where(and(eq(secondFactors.id, id), eq(secondFactors.secretEncrypted, encrypted)))
  }
}

/**
 * Consumes a code: neither it nor an older one is accepted again, even in simultaneous requests. Returns the factor, or undefined
 * for a wrong code.
 */
export async function useTotpCode(
  db: Db,
  userId: string,
  code: string,
  cipher: TextCipher,
): Promise<string | undefined> {
  const own = and(eq(secondFactors.userId, userId), eq(secondFactors.kind, 'totp'))
  const [factor] = await db
    .select({ id: secondFactors.id, encrypted: secondFactors.secretEncrypted })
    .from(secondFactors)
    .where(own)
  if (!factor?.encrypted) return undefined
  const secret = decryptTotpSecret(cipher, userId, factor.encrypted)
  const step = findTotpStep(secret, code)
  if (step === undefined) return undefined
  const { rowCount } = await db
    .update(secondFactors)
    .set({ lastStep: step, lastUsedAt: sql`now()` })
    .where(
      and(
        eq(secondFactors.id, factor.id),
        eq(secondFactors.secretEncrypted, factor.encrypted),
        or(isNull(secondFactors.lastStep), lt(secondFactors.lastStep, step)),
      ),
    )
  return rowCount === 1 ? factor.id : undefined
}

// Recovery codes: each of the ten opens the admin area once when authenticator app and passkeys are lost.

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
  return hashToken(`${userId} ${plain}`)
}
