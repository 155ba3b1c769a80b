// Parts of the program that are fetched when they are needed.
import { ApiResponseError, networkErrorMessage } from './api.ts'

/**
 * Fetches a part by a dynamic import; asks once more when that fails. Rejects with `ApiResponseError` (status 0) in words that people
 * understand: what browsers say names files, and is the same for a lost network and a shop that has been updated meanwhile.
 */
export async function loadPart<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load().catch(load)
  } catch (cause) {
    throw Object.assign(new ApiResponseError(0, 'network', networkErrorMessage), { cause })
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
