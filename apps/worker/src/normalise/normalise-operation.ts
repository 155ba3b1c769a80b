// The operation that normalises an upload: a child process converts it, the result is stored and recorded, and the original is
// removed.

import { randomUUID } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { apiErrors } from '@vitrine/contract/api-error'
import { maxRecordingMs } from '@vitrine/contract/limit'
import { transaction } from '@vitrine/database/connection'
import { WorkFailed } from '@vitrine/process/bounded-child'
import { FileMissing } from '@vitrine/providers/storage'
import {
  beginNormalising,
  failAsset,
  findAsset,
  finishAsset,
  NORMALISE_TASK,
  type NormalisedFile,
  uploadOperationId,
} from '@vitrine/store/media'
import { succeedOperation } from '@vitrine/store/operations'
import { z } from 'zod'
import { childProgram } from '../operation/child-program.ts'
import { defineOperation } from '../operation/operation.ts'
import {
  type MediaErrorCode,
  type NormalisedRecording,
  type NormaliseProgress,
  type NormaliseRequest,
  RECORDING_LIMITS,
} from './normalise-message.ts'

const GAVE_UP = 'This file could not be prepared, although it was tried several times. Please try another one.'

const NORMALISE_PROGRAM = childProgram<NormaliseRequest, NormaliseProgress, NormalisedRecording>('normalising', {
  file: 'normalise-process',
  moduleUrl: import.meta.url,
})

/** The job `normalise` with payload `{ assetId }`. */
export const normaliseOperation = defineOperation({
  kind: NORMALISE_TASK,
  input: z.object({ assetId: z.string().startsWith('u_') }),
  limits: RECORDING_LIMITS,
  operationId: ({ assetId }) => uploadOperationId(assetId),
  load: ({ db }, { assetId }) => transaction(db, (tx) => beginNormalising(tx, assetId)),
  files: ({ originalKey }) => ({ original: originalKey }),
  run({ files: { original }, folder, encoderThreads, reportProgress, runChild }) {
    if (original === undefined) throw new Error('the upload was not fetched')
    const request = { sourcePath: original, folder, longestSeconds: maxRecordingMs / 1000, threads: encoderThreads }
    return runChild(NORMALISE_PROGRAM, request, { onProgress: reportProgress })
  },
  async publish({ keepFiles, storage }, { operation, assetId, uploadId, originalKey }, normalised) {
    const name = `private/assets/${uploadId ?? assetId}-${randomUUID().slice(0, 8)}`
    const stored = normalised.kind === 'video' ? videoFiles(name, normalised) : soundFiles(name, normalised)
    const { size: sizeBytes } = await stat(normalised.masterPath)
    const file: NormalisedFile = {
      ...stored.record,
      kind: normalised.kind,
      sizeBytes,
      durationMs: Math.round(normalised.durationSeconds * 1000),
      loudnessLufs: normalised.loudness?.integratedLufs ?? null,
      truePeakDb: normalised.loudness?.truePeakDb ?? null,
    }
    await keepFiles(
      async (put) => {
        let storedBytes = 0
        for (const { key, path, contentType } of stored.files) {
          storedBytes += (await put(key, { file: path }, { contentType })).sizeBytes
        }
        return storedBytes
      },
      async (tx, storedBytes) =>
        (await succeedOperation(tx, operation)) && (await finishAsset(tx, assetId, { ...file, storedBytes })),
    )
    await storage.delete(originalKey)
  },
  explain(error, { originalKey }) {
    // The customer may delete the upload at any moment, which also removes the original.
    if (error instanceof FileMissing && error.key === originalKey) return 'canceled'
    const code = toMediaErrorCode(error)
    return code && { code, message: apiErrors[code].message }
  },
  gaveUp: { code: 'gave-up', message: GAVE_UP },
  async onFail(tx, { assetId }, reason) {
    const asset = await findAsset(tx, assetId)
    await failAsset(tx, assetId, reason)
    return asset?.originalKey ? [asset.originalKey] : []
  },
})

/** The error code when the recording itself is at fault, so that a retry cannot succeed. */
function toMediaErrorCode(error: unknown): MediaErrorCode | undefined {
  const code = error instanceof WorkFailed ? error.code : undefined
  return code === 'media-damaged' || code === 'media-too-long' ? code : undefined
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
