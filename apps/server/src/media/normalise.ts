// Turns an uploaded file into a stored asset, checked by its content. Pictures are re-encoded immediately; videos and sounds take
// longer, so a job of the worker normalises them.

import assert from 'node:assert/strict'
import { stat } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { ApiError } from '@vitrine/contract/api-error'
import { maxRecordingMs, uploadLimits } from '@vitrine/contract/limit'
import type { AssetKind } from '@vitrine/contract/media'
import { makeLibraryPicture } from '@vitrine/media/picture'
import { isRequestFault, runBoundedChild, WorkFailed, type WorkLimits } from '@vitrine/process/bounded-child'
import { findFileEnding, type Storage } from '@vitrine/providers/storage'
import type { CompleteUpload } from '../uploads/uploads.ts'
import type { Heavy } from './fair-queue.ts'
import type { RecordingReport, RecordingRequest } from './recording-reader.ts'
import { inOwnFolder, type SniffedFile, sniffFile } from './uploaded-file.ts'

interface StoredUpload {
  readonly kind: AssetKind
  readonly mime: string
  readonly sizeBytes: number
  readonly width?: number
  readonly height?: number
}

/** A picture, ready to use. */
interface NormalisedUpload extends StoredUpload {
  /** The file that renders use. */
  readonly storageKey: string
  /** The smaller copy for the editor. */
  readonly proxyKey: string
  readonly storedBytes: number
}

/** A playable video or sound in its uploaded form. */
interface WaitingUpload extends StoredUpload {
  readonly durationMs: number
  readonly originalKey: string
}

/**
 * Checks and stores an upload; slow steps wait in the queue. `name` (letters and digits) determines the storage keys, which makes
 * this idempotent. Throws `upload-type-not-allowed`, `upload-too-large`, `image-too-many-pixels`, `media-damaged`,
 * `media-too-long`, `store-unavailable`.
 */
export async function normaliseUpload(
  storage: Storage,
  upload: CompleteUpload,
  name: string,
  heavy: Heavy,
): Promise<NormalisedUpload | WaitingUpload> {
  const sniffed = await sniffFile(upload.path)
  return sniffed.kind === 'image'
    ? await storeImage(storage, upload, sniffed, name, heavy)
    : await storeRecording(storage, upload, sniffed, name, heavy)
}

async function storeImage(
  storage: Storage,
  { path, sizeBytes: uploadedBytes }: CompleteUpload,
  { contentType }: SniffedFile,
  name: string,
  heavy: Heavy,
): Promise<NormalisedUpload> {
  requirePictureSize(uploadedBytes)
  return await inOwnFolder(async (folder) => {
    const picture = await heavy((signal) => makeLibraryPicture({ path, contentType }, { folder, signal }))
    const { width, height, master, proxy } = picture
    const storageKey = createFileKey(name, '', master.contentType)
    const proxyKey = createFileKey(name, '-edit', proxy.contentType)
    await storage.put(storageKey, { file: master.path }, master)
    await storage.put(proxyKey, { file: proxy.path }, proxy)
    const { size: sizeBytes } = await stat(master.path)
    const storedBytes = sizeBytes + (await stat(proxy.path)).size
    return { kind: 'image', mime: master.contentType, sizeBytes, storedBytes, width, height, storageKey, proxyKey }
  })
}

/** Throws `upload-too-large` for a picture above the size limit. */
export function requirePictureSize(sizeBytes: number): void {
  const { imageBytes: limitBytes } = uploadLimits
  if (sizeBytes > limitBytes) throw new ApiError('upload-too-large', { limitBytes })
}

async function storeRecording(
  storage: Storage,
  upload: CompleteUpload,
  { contentType }: SniffedFile,
  name: string,
  heavy: Heavy,
): Promise<WaitingUpload> {
  const { kind, width, height, durationMs } = await heavy((signal) => inspectRecording(upload.path, signal))
  const originalKey = `private/originals/${name}.bin`
  await storage.put(originalKey, { file: upload.path }, { contentType: 'application/octet-stream' })
  const size = width !== null && height !== null ? { width, height } : {}
  const { sizeBytes } = upload
  return { kind, mime: contentType, sizeBytes, ...size, durationMs, originalKey }
}

function createFileKey(name: string, suffix: string, contentType: string): string {
  const ending = findFileEnding(contentType)
  assert(ending, `no file ending for ${contentType}`)
  return `private/assets/${name}${suffix}.${ending}`
}

const RECORDING_LIMITS: WorkLimits = {
  durationMs: 60_000,
  silenceMs: 60_000,
  // 4K HEVC with ten bits takes a third of this.
  memoryBytes: 1.5 * 2 ** 30,
}

// In a bundle, the child is a bundle next to this one; from source, Node strips the types itself.
const RECORDING_PROCESS = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? './recording-process.ts' : './recording-process.js', import.meta.url),
)

type PlayableRecording = Extract<RecordingReport, { outcome: 'playable' }>

/**
 * Describes the recording at `path`. Throws `media-damaged` when it does not play from its first to its last second (or crashes
 * the decoder, or exceeds a minute or the memory limit), and `media-too-long` above three minutes.
 */
export async function inspectRecording(path: string, signal?: AbortSignal): Promise<PlayableRecording> {
  const order = { path, longestMs: maxRecordingMs }
  const options = { path: RECORDING_PROCESS, name: 'inspecting', limits: RECORDING_LIMITS, signal }
  const report = await runBoundedChild<RecordingRequest, never, RecordingReport>(order, options).catch(
    (error: unknown) => {
      if (error instanceof WorkFailed && isRequestFault(error)) {
        throw new ApiError('media-damaged', { reason: 'could not be read' })
      }
      throw error
    },
  )
  if (report.outcome === 'playable') return report
  if (report.outcome === 'too-long') {
    throw new ApiError('media-too-long', {
      durationSeconds: report.durationMs / 1000,
      limitSeconds: maxRecordingMs / 1000,
    })
  }
  throw new ApiError('media-damaged', { reason: report.reason })
}
