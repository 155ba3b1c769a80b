// The job that normalises an upload: a child process converts it, the job stores and records the result and removes the
// original when it is no longer needed.
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { apiErrors } from '@vitrine/contract/api-error'
import { maxRecordingMs } from '@vitrine/contract/upload-limit'
import { type Db, transaction } from '@vitrine/database/connection'
import type { JobContext } from '@vitrine/database/jobs'
import { FileMissing, type Storage } from '@vitrine/providers/storage'
import {
  type AssetRecord,
  failAsset,
  findWaiting,
  finishAsset,
  type NormalisedFile,
  type NormalisingProgress,
  recordNormalising,
} from '@vitrine/shop/media'
import { keepFiles } from '@vitrine/shop/media/keep-file'
import { runBoundedChild, WorkFailed, type WorkLimits } from '@vitrine/untrusted-media/bounded-child'
import { z } from 'zod'
import { startProgressReporter } from '../operation/progress-reporter.ts'
import type { NormalisedRecording, NormaliseProgress, NormaliseRequest } from './normalise-message.ts'

export interface NormaliseDeps {
  readonly db: Db
  readonly storage: Storage
  /** The scratch folder. */
  readonly scratchFolder: string
  readonly limits: WorkLimits
  /** Encoder threads of each recording; 0 lets the encoder choose. */
  readonly encoderThreads: number
  /** Called with the child's process id; tests use it to kill the process. */
  onProcess?(pid: number): void
}

export const DEFAULT_NORMALISE_LIMITS: WorkLimits = {
  durationMs: 60 * 60_000,
  silenceMs: 90_000,
  // 4K HEVC with ten bits on two decoding threads takes a third of this.
  memoryBytes: 2 * 2 ** 30,
}

const payloadOfNormalise = z.object({ assetId: z.string().min(1) })

const GAVE_UP = 'This file could not be prepared, although it was tried several times. Please try another one.'

const CHILD = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? './normalise-process.ts' : './normalise-process.js', import.meta.url),
)

/** The customer deleted the file. */
class AssetDeleted extends Error {}

/**
 * Runs the job `normalise` with payload `{ assetId }`. Returns when nothing is left to do: the file is ready, failed for
 * good, or deleted. Throws when another attempt should follow.
 */
export async function runNormalise(
  deps: NormaliseDeps,
  payload: unknown,
  context: Pick<JobContext, 'signal' | 'isLastAttempt'>,
): Promise<void> {
  const { assetId } = payloadOfNormalise.parse(payload)
  const asset = await findWaiting(deps.db, assetId)
  if (!asset?.originalKey) return
  try {
    await produce(deps, asset, asset.originalKey, context.signal)
  } catch (error) {
    if (error instanceof AssetDeleted) return
    const code = mediaErrorCodeOf(error)
    if (code) return fail(deps, asset, code, apiErrors[code].message)
    if (!context.signal.aborted && context.isLastAttempt) await fail(deps, asset, 'gave-up', GAVE_UP)
    throw error
  }
}

/** Fails a file whose last attempt ended with the death of its worker. */
export async function abandonNormalise(deps: Pick<NormaliseDeps, 'db' | 'storage'>, payload: unknown): Promise<void> {
  const asset = await findWaiting(deps.db, payloadOfNormalise.parse(payload).assetId)
  if (asset) await fail(deps, asset, 'gave-up', GAVE_UP)
}

async function fail(
  { db, storage }: Pick<NormaliseDeps, 'db' | 'storage'>,
  asset: AssetRecord,
  code: string,
  message: string,
): Promise<void> {
  const isFailed = await transaction(db, (tx) => failAsset(tx, asset.id, { code, message }))
  if (isFailed && asset.originalKey) await storage.delete(asset.originalKey)
}

/** The recording itself is the reason, so a retry cannot succeed. */
function mediaErrorCodeOf(error: unknown): 'media-damaged' | 'media-too-long' | undefined {
  const code = error instanceof WorkFailed ? error.code : undefined
  return code === 'media-damaged' || code === 'media-too-long' ? code : undefined
}

async function produce(
  deps: NormaliseDeps,
  asset: AssetRecord,
  originalKey: string,
  stopping: AbortSignal,
): Promise<void> {
  await using cleanUp = new AsyncDisposableStack()
  const source = await deps.storage.localFile(originalKey).catch((error: unknown) => {
    // The upload goes when the file is deleted, maybe this very moment.
    if (error instanceof FileMissing) throw new AssetDeleted(asset.id, { cause: error })
    throw error
  })
  cleanUp.defer(() => source.release())
  const folder = await mkdtemp(join(deps.scratchFolder, 'recording-'))
  cleanUp.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }))

  const deleted = new AbortController()
  const reporter = reportProgress(deps.db, asset.id, deleted)
  let made: NormalisedRecording
  try {
    made = await runBoundedChild<NormaliseRequest, NormaliseProgress, NormalisedRecording>(
      {
        sourcePath: source.path,
        folder,
        longestSeconds: maxRecordingMs / 1000,
        threads: deps.encoderThreads,
      },
      {
        path: CHILD,
        name: 'normalising',
        limits: deps.limits,
        signal: AbortSignal.any([stopping, deleted.signal]),
        onProgress: reporter.update,
        onStart: deps.onProcess,
      },
    )
  } finally {
    await reporter.end()
  }
  await storeResult(deps, asset, originalKey, made)
}

/** Records the progress; the response is also how a worker learns that the file was deleted. */
function reportProgress(db: Db, assetId: string, deleted: AbortController) {
  const report = async (progress: NormalisingProgress) => {
    if ((await recordNormalising(db, assetId, progress)) === 'go-on') return 'go-on'
    deleted.abort(new AssetDeleted(assetId))
    return 'stop'
  }
  return startProgressReporter<NormalisingProgress>(report, {
    initial: { stage: 'analysing', percent: 0 },
    about: { assetId },
  })
}

/** Stores and records the result. The files of a deleted recording are removed again. */
async function storeResult(
  deps: NormaliseDeps,
  asset: AssetRecord,
  originalKey: string,
  made: NormalisedRecording,
): Promise<void> {
  const name = `private/assets/${asset.uploadId ?? asset.id}-${randomUUID().slice(0, 8)}`
  const stored = made.kind === 'video' ? videoFiles(name, made) : soundFiles(name, made)
  const { size: sizeBytes } = await stat(made.masterPath)
  const file: NormalisedFile = {
    ...stored.record,
    kind: made.kind,
    sizeBytes,
    durationMs: Math.round(made.durationSeconds * 1000),
    loudnessLufs: made.loudness?.integratedLufs ?? null,
    truePeakDb: made.loudness?.truePeakDb ?? null,
  }
  await keepFiles(
    deps,
    async (put) => {
      let storedBytes = 0
      for (const { key, path, contentType } of stored.files) {
        storedBytes += (await put(key, { file: path }, { contentType })).sizeBytes
      }
      return storedBytes
    },
    (tx, storedBytes) => finishAsset(tx, asset.id, { ...file, storedBytes }),
  )
  await deps.storage.delete(originalKey)
}

interface StoredFiles {
  readonly files: readonly { readonly key: string; readonly path: string; readonly contentType: string }[]
  readonly record: Pick<NormalisedFile, 'mime' | 'width' | 'height' | 'storageKey' | 'proxyKey' | 'posterKey'>
}

function videoFiles(name: string, video: Extract<NormalisedRecording, { kind: 'video' }>): StoredFiles {
  const master = { key: `${name}.mp4`, path: video.masterPath, contentType: 'video/mp4' }
  const isOwnProxy = video.proxyPath !== video.masterPath
  const proxy = isOwnProxy ? { key: `${name}-edit.mp4`, path: video.proxyPath, contentType: 'video/mp4' } : master
  const poster = { key: `${name}.webp`, path: video.posterPath, contentType: 'image/webp' }
  const { width, height } = video
  return {
    files: [master, ...(isOwnProxy ? [proxy] : []), poster],
    record: {
      mime: 'video/mp4',
      width,
      height,
      storageKey: master.key,
      proxyKey: proxy.key,
      posterKey: poster.key,
    },
  }
}

function soundFiles(name: string, sound: Extract<NormalisedRecording, { kind: 'audio' }>): StoredFiles {
  const key = `${name}.m4a`
  return {
    files: [{ key, path: sound.masterPath, contentType: 'audio/mp4' }],
    record: { mime: 'audio/mp4', storageKey: key, proxyKey: key },
  }
}
