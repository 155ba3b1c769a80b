// Signed links to private files on the local disk. A link gives read access to one file, in one presentation, until it
// expires.
import assert from 'node:assert/strict'
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { LinkOptions } from './storage.ts'

/** The access that a verified link grants. `downloadName` undefined means: show it in the page. */
type LinkCheck =
  | { readonly outcome: 'valid'; readonly downloadName: string | undefined; readonly expiresAt: Date }
  | { readonly outcome: 'expired' }
  | { readonly outcome: 'forged' }

export interface SignedLinks {
  /** The path and query that open `key`, starting with the folder of these links. */
  sign(key: string, options: LinkOptions): string
  /** Verifies the query of a request for `key`. A link is expired only if its signature is valid. */
  check(key: string, query: Readonly<Record<string, unknown>>): LinkCheck
}

interface SignedLinkOptions {
  /** Base path of the links. A link into one folder opens nothing in another. */
  readonly folder?: `/${string}/`
  /** Milliseconds since 1970; tests set it. */
  readonly now?: () => number
}

/**
 * Each secret must be at least 32 bytes of randomness. The newest (first) one signs and all verify, so links from before a
 * rotation keep working.
 */
export function createSignedLinks(
  secret: string | Buffer | readonly string[],
  { folder = '/files/', now = Date.now }: SignedLinkOptions = {},
): SignedLinks {
  const [newest, ...older] = typeof secret === 'string' || Buffer.isBuffer(secret) ? [secret] : secret
  assert(newest !== undefined, 'signed links need a secret')
  for (const each of [newest, ...older]) {
    assert(Buffer.byteLength(each) >= 32, 'the secret of signed links needs at least 32 bytes')
  }

  const computeSignature = (key: string, expires: string, name: string, by: string | Buffer = newest) =>
    // Newlines cannot occur in keys or digits, and the name comes last, so no two links have the same text.
    createHmac('sha256', by).update(`${folder}\n${key}\n${expires}\n${name}`).digest()

  return {
    sign(key, { expiresInSeconds, downloadName }) {
      assert(expiresInSeconds >= 1, `a link lives for at least a second, got ${expiresInSeconds}`)
      // Expiry is rounded to a grid, so that repeated reads of a page show the same URL and the browser's cache can be used.
      const gridSeconds = Math.max(1, Math.floor(expiresInSeconds / 4))
      const expires = String(Math.floor((now() / 1000 + expiresInSeconds) / gridSeconds) * gridSeconds)
      const query = new URLSearchParams({ expires })
      if (downloadName !== undefined) query.set('name', downloadName)
      query.set('signature', computeSignature(key, expires, downloadName ?? '').toString('base64url'))
      return `${folder}${key}?${query}`
    },

    check(key, query) {
      const { expires, name = '', signature } = query
      if (typeof expires !== 'string' || typeof name !== 'string' || typeof signature !== 'string') {
        return { outcome: 'forged' }
      }
      const received = Buffer.from(signature, 'base64url')
      const isSigned = [newest, ...older].some((by) => {
        const expected = computeSignature(key, expires, name, by)
        return received.length === expected.length && timingSafeEqual(received, expected)
      })
      if (!isSigned) return { outcome: 'forged' }
      if (Number(expires) * 1000 <= now()) return { outcome: 'expired' }
      return { outcome: 'valid', downloadName: name || undefined, expiresAt: new Date(Number(expires) * 1000) }
    },
  }
}
