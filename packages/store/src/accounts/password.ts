// Password rules and hashes: argon2id in its PHC text form, computed on Node's thread pool.
import assert from 'node:assert/strict'
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { ApiError } from '@vitrine/contract/api-error'
import { isFrequentPassword } from './frequent-passwords.ts'

const deriveKey = promisify(argon2)

// OWASP's first recommendation for argon2id: 19 MiB, two passes, one lane. About 60 ms on one core.
const MEMORY_KIB = 19_456
const PASSES = 2
const LANES = 1
const SALT_BYTES = 16
const KEY_BYTES = 32

const MIN_LENGTH = 6
const MAX_LENGTH = 128

/** Argon2id hash of an accepted password; see `hashPassword`. */
export type PasswordHash = string & { readonly brand: 'PasswordHash' }

/**
 * Checks a new password and hashes it. Takes about 60 ms off the main thread, so call it before opening a transaction. Refuses
 * password-too-weak for fewer than 6 or more than 128 characters, or one of the most frequent passwords.
 */
export async function hashPassword(password: string): Promise<PasswordHash> {
  const normal = normalise(password)
  const length = [...normal].length
  if (length < MIN_LENGTH) {
    throw new ApiError(
      'password-too-weak',
      { reason: 'too-short', minimumLength: MIN_LENGTH },
      'Password must be at least 6 characters long',
    )
  }
  if (length > MAX_LENGTH) {
    throw new ApiError(
      'password-too-weak',
      { reason: 'too-long', maximumLength: MAX_LENGTH },
      'Password must be at most 128 characters long',
    )
  }
  if (isFrequentPassword(normal)) throw new ApiError('password-too-weak', { reason: 'too-frequent' })
  const salt = randomBytes(SALT_BYTES)
  const key = await derive(normal, salt, { memory: MEMORY_KIB, passes: PASSES, lanes: LANES }, KEY_BYTES)
  const text = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')
  return `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${LANES}$${text(salt)}$${text(key)}` as PasswordHash
}

/**
 * Compares a typed password with a stored hash. Without a hash (unknown user, or one who signs in with Google) it still computes
 * one and returns false, so that the response time does not reveal which addresses have an account.
 */
export async function isPasswordRight(password: string, storedHash: string | null | undefined): Promise<boolean> {
  const stored = parse(storedHash ?? ABSENT_HASH)
  const key = await derive(normalise(password), stored.salt, stored.cost, stored.key.length)
  return timingSafeEqual(key, stored.key) && typeof storedHash === 'string'
}

/** A hash that no password matches, with the same cost as a real one. */
export const ABSENT_HASH =
  `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${LANES}$${'A'.repeat(22)}$${'A'.repeat(43)}` as PasswordHash

interface Cost {
  memory: number
  passes: number
  lanes: number
}

function derive(password: string, salt: Buffer, cost: Cost, keyBytes: number): Promise<Buffer> {
  return deriveKey('argon2id', {
    message: password,
    nonce: salt,
    parallelism: cost.lanes,
    tagLength: keyBytes,
    memory: cost.memory,
    passes: cost.passes,
  })
}

function parse(hash: string): { cost: Cost; salt: Buffer; key: Buffer } {
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/.exec(hash)
  assert(match, 'a stored password hash is not argon2id in PHC form')
  const [, memory, passes, lanes, salt, key] = match
  return {
    cost: { memory: Number(memory), passes: Number(passes), lanes: Number(lanes) },
    salt: Buffer.from(salt ?? '', 'base64'),
    key: Buffer.from(key ?? '', 'base64'),
  }
}

/** Keyboards send the same letters composed or decomposed; both count as one password. */
function normalise(password: string): string {
  return password.normalize('NFKC')
}
