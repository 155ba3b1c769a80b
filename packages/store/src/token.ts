// Random tokens that prove who asks. The database keeps their hashes alone, so that nobody who reads it can use one.
import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits, in base64url. */
export function createToken(): string {
  return randomBytes(32).toString('base64url')
}

/** What is stored of a token: its SHA-256, in base64url. Without a salt, because nobody can guess a random token. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}
