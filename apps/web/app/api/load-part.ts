// Lazily loaded parts of the program and of pages.
import { t } from '@lingui/core/macro'
import { type ComponentType, lazy } from 'react'
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
async function isFileMissing(failure: unknown): Promise<boolean> {
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

// Lazily loaded parts of pages, with a time-out and an error that names the chunk and the reason.

export const chunkTimeoutMs = 120_000

type ChunkFailure = 'timeout' | 'missing' | 'error'

/** A part of a page could not be fetched. The message names it and the reason. */
export class ChunkError extends Error {
  readonly chunk: string
  readonly reason: ChunkFailure

  constructor(chunk: string, reason: ChunkFailure, cause?: unknown) {
    super(t`Loading chunk ${chunk} failed (${reason})`, { cause })
    this.name = 'ChunkLoadError'
    this.chunk = chunk
    this.reason = reason
  }
}

/** Fetches a part of a page; rejects with `ChunkError` when it is missing, broken, or takes longer than two minutes. */
export async function loadChunk<T>(chunk: string, load: () => Promise<T>, timeoutMs = chunkTimeoutMs): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ChunkError(chunk, 'timeout')), timeoutMs)
  })
  try {
    return await Promise.race([importWithRetry(load), late])
  } catch (error) {
    throw error instanceof ChunkError
      ? error
      : new ChunkError(chunk, (await isFileMissing(error)) ? 'missing' : 'error', error)
  } finally {
    clearTimeout(timer)
  }
}

/** Like `lazyScreen`, for optional parts: when it cannot be loaded, nothing is shown. */
export function lazyExtra<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) {
  return lazy(() => importWithRetry(load).catch(() => ({ default: (() => null) as ComponentType<Props> })))
}

/** A component that is fetched when it is first shown. */
export function lazyScreen<Props extends object>(
  chunk: string,
  load: () => Promise<{ default: ComponentType<Props> }>,
) {
  return lazy(() => loadChunk(chunk, load))
}
