// The caches of accounts, and what pages and the service worker tell each other. Pages import types alone.

/** Caches of one account begin with this. */
export const OWN = 'own-'
export const OWN_FILES = 'own-files'

/** The name of the cache of a session. The token itself is written nowhere. */
export async function ownCacheName(token: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token)))
  return OWN + [...digest.subarray(0, 12)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/**
 * Deletes the answers that belong to other sessions than the present one; all of them when nobody is signed in.
 * @param token of the present session
 */
export async function forgetOtherSessions(token: string | undefined): Promise<void> {
  const names = (await caches.keys()).filter((name) => name.startsWith(OWN))
  const own = token === undefined ? undefined : await ownCacheName(`Bearer ${token}`)
  const others = names.filter((name) => name !== own && name !== OWN_FILES)
  if (own !== undefined && others.length === 0) return
  await Promise.all([...others, OWN_FILES].map((name) => caches.delete(name)))
}

/** What pages tell the worker. */
export type ToWorker =
  /** The page on the screen, the addresses that it has loaded, and whose session loaded them. */
  | { keep: 'page'; page: string; files: readonly string[]; token: string | undefined }
  /** Answers of this session alone; undefined: of none. */
  | { keep: 'session'; token: string | undefined }
/** What the worker tells pages: an answer came from the device. */
export type FromWorker = { answered: 'from-device' }
