// Makes an uploaded file into what the shop keeps: checked by content and stored. Pictures are re-encoded at once; films and
// sounds take their time, therefore a job of the worker does that.

import assert from 'node:assert/strict'
import type { AssetKind } from '@vitrine/contract/media'
import { uploadLimits } from '@vitrine/contract/media'
import { Refusal } from '@vitrine/contract/refusal'
import { findFileEnding, type Storage } from '@vitrine/providers/storage'
import type { CompleteUpload } from '../uploads.ts'
import { normaliseImage } from './image.ts'
import { withReadablePicture } from './readable-picture.ts'
import { inspectRecording } from './recording.ts'
import { type SniffedFile, sniffFile } from './sniff.ts'
import { createTurns } from './turn.ts'

interface StoredUpload {
  readonly kind: AssetKind
  readonly mime: string
  readonly sizeBytes: number
  readonly width?: number
  readonly height?: number
}

/** A picture, ready to use. */
export interface NormalisedUpload extends StoredUpload {
  /** What a film is made from. */
  readonly storageKey: string
  /** The smaller copy for the editor. */
  readonly proxyKey: string
  readonly storedBytes: number
}

/** A film or a sound that plays, and is still as it was uploaded. */
export interface WaitingUpload extends StoredUpload {
  readonly durationMs: number
  readonly originalKey: string
}

const inTurn = createTurns(2)

/**
 * Checks and stores an upload. `name` (letters and digits) makes the storage keys, so that doing it twice stores it once.
 * Refuses: upload-type-not-allowed, upload-too-large, image-too-many-pixels, media-damaged, media-too-long.
 */
export async function normaliseUpload(
  storage: Storage,
  upload: CompleteUpload,
  name: string,
): Promise<NormalisedUpload | WaitingUpload> {
  const sniffed = await sniffFile(upload.path)
  return inTurn<NormalisedUpload | WaitingUpload>(() =>
    sniffed.kind === 'image'
      ? storeImage(storage, upload, sniffed, name)
      : storeRecording(storage, upload, sniffed, name),
  )
}

async function storeImage(
  storage: Storage,
  upload: CompleteUpload,
  { contentType }: SniffedFile,
  name: string,
): Promise<NormalisedUpload> {
  if (upload.sizeBytes > uploadLimits.imageBytes) {
    throw new Refusal('upload-too-large', { limitBytes: uploadLimits.imageBytes })
  }
  const { width, height, master, proxy } = await withReadablePicture(upload.path, contentType, normaliseImage)
  const storageKey = keyOf(name, '', master.contentType)
  const proxyKey = keyOf(name, '-edit', proxy.contentType)
  await storage.put(storageKey, master.data, master)
  await storage.put(proxyKey, proxy.data, proxy)
  const sizeBytes = master.data.length
  const storedBytes = sizeBytes + proxy.data.length
  return { kind: 'image', mime: master.contentType, sizeBytes, storedBytes, width, height, storageKey, proxyKey }
}

async function storeRecording(
  storage: Storage,
  upload: CompleteUpload,
  { contentType }: SniffedFile,
  name: string,
): Promise<WaitingUpload> {
  const { kind, width, height, durationMs } = await inspectRecording(upload.path)
  const originalKey = `private/originals/${name}.bin`
  await storage.put(originalKey, { file: upload.path }, { contentType: 'application/octet-stream' })
  const size = width !== null && height !== null ? { width, height } : {}
  const { sizeBytes } = upload
  return { kind, mime: contentType, sizeBytes, ...size, durationMs, originalKey }
}

function keyOf(name: string, suffix: string, contentType: string): string {
  const ending = findFileEnding(contentType)
  assert(ending, `no file ending for ${contentType}`)
  return `private/assets/${name}${suffix}.${ending}`
}
