// Password hashes for tests: a real one takes 60 ms of every test that needs a member.
import { argon2Sync, randomBytes } from 'node:crypto'
import type { PasswordHash } from '@vitrine/store/accounts/password'

/** The hash of a password, valid but of the least cost that argon2 has; signing in with it costs as little. */
export function hashCheaply(password: string): PasswordHash {
  const salt = randomBytes(16)
  const cost = { parallelism: 1, memory: 8, passes: 1, tagLength: 32 }
  const key = argon2Sync('argon2id', { message: password.normalize('NFKC'), nonce: salt, ...cost })
  const text = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')
  return `$argon2id$v=19$m=8,t=1,p=1$${text(salt)}$${text(key)}` as PasswordHash
}
