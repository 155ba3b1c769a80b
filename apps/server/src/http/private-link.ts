// Lifetime of links to private files.
import type { Storage } from '@vitrine/providers/storage'

/** Long enough for an afternoon in the editor and for watching a video to its end; every response has new links. */
const LINK_LIFE_SECONDS = 60 * 60

/** Creates links that show a private file or, with `downloadName`, download it under that name. */
export function linksTo(storage: Storage): (storageKey: string, options?: { downloadName?: string }) => string {
  return (storageKey, options = {}) =>
    storage.signedUrl(storageKey, { expiresInSeconds: LINK_LIFE_SECONDS, ...options })
}
