// Lazily loaded parts of the program.
import { t } from '@lingui/core/macro'
import { ApiResponseError, networkErrorMessage } from './api.ts'

let attempts = 0
/** Modules that were loaded by a retry address, by their original one: a module must be evaluated once. */
const retried = new Map<string, Promise<unknown>>()

/**
 * A dynamic import with one retry. Browsers cache a failed module until the page is closed
 * (https://github.com/whatwg/html/issues/6768), so the retry requests the file under another address if the error names
 * it, as in Chromium and Firefox. Safari names none, and fetches again by itself.
 */
export async function importWithRetry<T>(load: () => Promise<T>): Promise<T> {
  return load().catch((failure: unknown) => {
    const address = findFailedAddress(failure)
    if (!address) return load()
    const again = retried.get(address) ?? import(/* @vite-ignore */ `${address}?attempt=${++attempts}`)
    retried.set(address, again)
    return (again as Promise<T>).catch(() => {
      retried.delete(address)
      throw failure
    })
  })
}

/** The file in the error of a failed import. */
function findFailedAddress(failure: unknown): string | undefined {
  return failure instanceof Error ? /https?:\/\/\S+/.exec(failure.message)?.[0] : undefined
}

/**
 * Loads a part by dynamic import, with one retry. Rejects with `ApiResponseError` (status 0) and a readable message
 * instead of the browser's. If the file no longer exists, because the store was updated since the page was opened, the
 * message asks for a reload.
 */
export async function loadPart<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await importWithRetry(load)
  } catch (cause) {
    const message = (await isFileMissing(cause))
      ? t`The store has been updated. Please reload the page and try again.`
      : networkErrorMessage()
    throw Object.assign(new ApiResponseError(0, 'network', message), { cause })
  }
}

/** Whether the file of a failed import no longer exists. Browsers do not report that, but most name its address. */
export async function isFileMissing(failure: unknown): Promise<boolean> {
  const address = findFailedAddress(failure)
  if (!address) return false
  return fetch(address, { method: 'HEAD' }).then(
    ({ status }) => status === 404,
    () => false,
  )
}

/** Fetches parts that will be needed later, possibly without a network, while the browser is idle. */
export function preloadParts(loads: readonly (() => Promise<unknown>)[]): () => void {
  const begin = () => {
    for (const load of loads) load().catch(() => undefined)
  }
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(begin, 2000)
    return () => clearTimeout(timer)
  }
  const request = requestIdleCallback(begin, { timeout: 10_000 })
  return () => cancelIdleCallback(request)
}
