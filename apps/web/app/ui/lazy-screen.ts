// Lazily loaded parts of pages, with a time-out and an error that names the chunk and the reason.
import { t } from '@lingui/core/macro'
import { type ComponentType, lazy } from 'react'
import { importWithRetry, isFileMissing } from '../api/load-part.ts'

export const chunkTimeoutMs = 120_000

export type ChunkFailure = 'timeout' | 'missing' | 'error'

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
