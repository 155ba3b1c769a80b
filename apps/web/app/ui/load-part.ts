// Parts of the program that are fetched when they are needed.
import { ApiResponseError, networkErrorMessage } from '../api/api.ts'

/**
 * Loads a part by dynamic import, with one retry. Rejects with `ApiResponseError` (status 0) and a readable message: browsers
 * name files, and do so for a lost network as for an updated store.
 */
export async function loadPart<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load().catch(load)
  } catch (cause) {
    throw Object.assign(new ApiResponseError(0, 'network', networkErrorMessage()), { cause })
  }
}

/** Fetches parts that will be needed before the network may be gone, once the browser has nothing better to do. */
export function preloadParts(loads: readonly (() => Promise<unknown>)[]): () => void {
  const begin = () => {
    for (const load of loads) load().catch(() => undefined)
  }
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(begin, 2000)
    return () => clearTimeout(timer)
  }
  const request = requestIdleCallback(begin, { timeout: 10_000 })
  return () => cancelIdleCallback(request)
}
