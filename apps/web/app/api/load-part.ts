// Parts of the program that are fetched when they are needed.
import { t } from '@lingui/core/macro'
import { ApiResponseError, networkErrorMessage } from './api.ts'

let attempts = 0
/** What was loaded under another address, by its own one: a module is evaluated once. */
const retried = new Map<string, Promise<unknown>>()

/**
 * Loads by dynamic import, with one retry. Browsers keep a module that could not be fetched as failed until the page is closed
 * (https://github.com/whatwg/html/issues/6768), so the retry asks for the file under another address where the failure names it:
 * Chromium and Firefox do. Safari names none and needs none: it fetches again.
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

/** The file that a failed import names. */
function findFailedAddress(failure: unknown): string | undefined {
  return failure instanceof Error ? /https?:\/\/\S+/.exec(failure.message)?.[0] : undefined
}

/**
 * Loads a part by dynamic import, with one retry. Rejects with `ApiResponseError` (status 0) and a readable message: browsers
 * name files. Where the file is not there any more, because the store was updated since the page was opened, it asks for a reload.
 */
export async function loadPart<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await importWithRetry(load)
  } catch (cause) {
    const message = (await isGone(cause))
      ? t`The store has been updated. Please reload the page and try again.`
      : networkErrorMessage()
    throw Object.assign(new ApiResponseError(0, 'network', message), { cause })
  }
}

/** Whether the file of a failed import no longer exists. Browsers do not say so, but most name its address. */
export async function isGone(failure: unknown): Promise<boolean> {
  const address = findFailedAddress(failure)
  if (!address) return false
  return fetch(address, { method: 'HEAD' }).then(
    ({ status }) => status === 404,
    () => false,
  )
}

/** Fetches parts that will be needed before the network may be gone, once the browser has nothing better to do. */
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
