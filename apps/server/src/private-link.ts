// How long links to private files live.
import type { Storage } from '@vitrine/providers/storage'

/** Long enough for an afternoon in the editor and for watching a film to its end; made anew with every answer. */
const LINK_LIFE_SECONDS = 60 * 60

/** Makes links that show a private file in the page. */
export function linksTo(storage: Storage): (storageKey: string) => string {
  return (storageKey) => storage.signedUrl(storageKey, { expiresInSeconds: LINK_LIFE_SECONDS })
}

/** Makes links that save a private file under a name. */
export function downloadsFrom(storage: Storage): (storageKey: string, downloadName: string) => string {
  return (storageKey, downloadName) =>
    storage.signedUrl(storageKey, { expiresInSeconds: LINK_LIFE_SECONDS, downloadName })
}
