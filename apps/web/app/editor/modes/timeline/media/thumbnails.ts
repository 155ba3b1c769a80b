// Thumbnails of videos: created by the media worker, cached in memory while the editor is open, and stored on this
// device for the next visit.

import type { Source, Thumbnail } from '../../../media/media-contract.ts'
import { askMediaWorker, type WorkerResult } from '../../../media/media-worker-client.ts'
import { clearLargeStore, useMediaStore } from '../../../project/device-database.ts'

/** How many thumbnails are in memory: 40 MB at a height of 60 pixels. */
const maxInMemory = 1500
const maxOnDevice = 20_000

/** By source, then by height and time in milliseconds. */
const memory = new Map<string, Map<string, Thumbnail>>()
let held = 0
let isThinned = false

const toThumbnailName = (seconds: number, height: number) => `${height}@${Math.round(seconds * 1000)}`

/**
 * Thumbnails of a video at times in seconds, `height` pixels high; cached ones come first. A time that cannot be
 * decoded is left out. @throws the signal's reason when it is aborted
 */
export async function* thumbnails(
  source: Source,
  times: readonly number[],
  height: number,
  signal?: AbortSignal,
): AsyncGenerator<Thumbnail, void, undefined> {
  const missing: number[] = []
  for (const seconds of times) {
    const known =
      memory.get(source.key)?.get(toThumbnailName(seconds, height)) ?? (await findStored(source, seconds, height))
    signal?.throwIfAborted()
    if (known) yield { ...known, seconds }
    else missing.push(seconds)
  }
  if (missing.length > 0)
    yield* makeThumbnails(
      source,
      missing.toSorted((a, b) => a - b),
      height,
      signal,
    )
}

/** The cached thumbnail nearest to a time; undefined when there is none within `withinSeconds`. */
export function findThumbnail(source: Source, seconds: number, withinSeconds: number): ImageBitmap | undefined {
  let best: { picture: ImageBitmap; distance: number } | undefined
  for (const known of memory.get(source.key)?.values() ?? []) {
    const distance = Math.abs(known.seconds - seconds)
    if (distance <= withinSeconds && distance < (best?.distance ?? Number.POSITIVE_INFINITY)) {
      best = { picture: known.picture, distance }
    }
  }
  return best?.picture
}

async function* makeThumbnails(
  source: Source,
  times: readonly number[],
  height: number,
  signal: AbortSignal | undefined,
): AsyncGenerator<Thumbnail, void, undefined> {
  const ready: Thumbnail[] = []
  let wake: () => void = () => undefined
  let isOver = false
  let failure: unknown
  const onPiece = (piece: WorkerResult) => {
    if (piece.task !== 'thumbnails') return
    const { seconds, picture, file } = piece
    remember(source, { seconds, picture }, height)
    keep(source, seconds, height, file)
    ready.push({ seconds, picture })
    wake()
  }
  askMediaWorker({ task: 'thumbnails', origin: source.origin, times, height }, { signal, onPiece })
    .catch((error: unknown) => {
      failure = error
    })
    .finally(() => {
      isOver = true
      wake()
    })
  for (;;) {
    const next = ready.shift()
    if (next) yield next
    else if (isOver) break
    else
      await new Promise<void>((resolve) => {
        wake = resolve
      })
  }
  if (signal?.aborted) throw signal.reason
  if (failure && !(failure instanceof Error)) throw failure
}

function remember(source: Source, thumbnail: Thumbnail, height: number): void {
  const own = memory.get(source.key) ?? new Map<string, Thumbnail>()
  // Marks the source as the most recently used.
  memory.delete(source.key)
  memory.set(source.key, own)
  const name = toThumbnailName(thumbnail.seconds, height)
  if (!own.has(name)) held += 1
  own.set(name, thumbnail)
  for (const [key, pictures] of memory) {
    if (held <= maxInMemory) return
    // They may still be drawn, so they are not closed: the garbage collector frees them.
    const names = [...pictures.keys()].slice(0, key === source.key ? held - maxInMemory : pictures.size)
    for (const each of names) pictures.delete(each)
    held -= names.length
    if (pictures.size === 0) memory.delete(key)
  }
}

const storageKey = (source: Source, seconds: number, height: number) =>
  `${source.key}@${toThumbnailName(seconds, height)}`

/** Object URLs differ on each visit, so their thumbnails are not stored. */
const hasStableKey = ({ key }: Source) => !key.startsWith('blob:')

async function findStored(source: Source, seconds: number, height: number): Promise<Thumbnail | undefined> {
  if (!hasStableKey(source)) return undefined
  const file = await useMediaStore<Blob>('thumbnails', 'readonly', (store) =>
    store.get(storageKey(source, seconds, height)),
  )
  if (!file) return undefined
  const picture = await createImageBitmap(file).catch(() => undefined)
  if (!picture) return undefined
  const known = { seconds, picture }
  remember(source, known, height)
  return known
}

function keep(source: Source, seconds: number, height: number, file: Blob): void {
  if (!hasStableKey(source)) return
  if (!isThinned) void clearLargeStore('thumbnails', maxOnDevice)
  isThinned = true
  void useMediaStore('thumbnails', 'readwrite', (store) => store.put(file, storageKey(source, seconds, height)))
}
