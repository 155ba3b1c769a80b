// Random tokens that authenticate a caller. The database stores only their hashes, so that a reader of it cannot use one.
import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits, in base64url. */
export function createToken(): string {
  return randomBytes(32).toString('base64url')
}

/** The stored form of a token: its SHA-256, in base64url. Needs no salt, because random tokens cannot be guessed. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}
