// The caches of accounts, and the messages between pages and the service worker. Pages import only types.

/** The prefix of caches that belong to one account. */
export const OWN = 'own-'
export const OWN_FILES = 'own-files'

/** The cache name of a session. The token itself is not stored. */
export async function ownCacheName(token: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token)))
  return OWN + [...digest.subarray(0, 12)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/**
 * Deletes the cached responses of other sessions; all of them when nobody is signed in. @param token of the current
 * session
 */
export async function forgetOtherSessions(token: string | undefined): Promise<void> {
  const names = (await caches.keys()).filter((name) => name.startsWith(OWN))
  const own = token === undefined ? undefined : await ownCacheName(`Bearer ${token}`)
  const others = names.filter((name) => name !== own && name !== OWN_FILES)
  if (own !== undefined && others.length === 0) return
  await Promise.all([...others, OWN_FILES].map((name) => caches.delete(name)))
}

/** Messages from pages to the worker. */
export type ToWorker =
  /** The current page, the addresses that it has loaded, and the session that loaded them. */
  | { keep: 'page'; page: string; files: readonly string[]; token: string | undefined }
  /** Keeps the responses of this session only; undefined: of none. */
  | { keep: 'session'; token: string | undefined }
/** Messages from the worker to pages: a response came from the device. */
export type FromWorker = { answered: 'from-device' }
