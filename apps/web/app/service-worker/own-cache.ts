// What pages and the service worker have to agree on. Every page loads it: it is as small as can be.

/** Caches of one account begin with this; a page deletes all of them but its own account's. */
export const OWN = 'own-'
export const OWN_FILES = 'own-files'

/** The name of the cache of a session. The token itself is written nowhere. */
export async function ownCacheName(token: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token)))
  return OWN + [...digest.subarray(0, 12)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** What pages tell the worker. */
export type ToWorker =
  /** The page on the screen, and the files that it has loaded. */
  | { keep: 'page'; page: string; files: readonly string[] }
  /** What the page may need later: in an editor everything that editors and their exports are made of. */
  | { keep: 'later'; page: string }
/** What the worker tells pages: an answer came from the device. */
export type FromWorker = { answered: 'from-device' }
