// Reference renders: a template rendered with its default values, whose unaffected frames customers' videos reuse. The
// operation renders one in the background.
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { neededAssets, resolveDocument } from '@vitrine/project/resolve'
import {
  findReferenceRender,
  getReferenceRenderWork,
  REFERENCE_RENDER_TASK,
  recordReferenceRender,
  referenceRenderRequest,
} from '@vitrine/store/renders/reference-render'
import { listAssetKeys } from '../operation/asset-key.ts'
import { defineOperation } from '../operation/operation.ts'
import { RENDER_LIMITS, VIDEO_PROGRAM } from './render-program.ts'

/** The job `reference-render`. Skips reference renders that exist; renders work without one, so a failure has no further consequence. */
export const referenceRenderOperation = defineOperation({
  kind: REFERENCE_RENDER_TASK,
  input: referenceRenderRequest,
  limits: RENDER_LIMITS,
  async load({ db }, request) {
    if (await findReferenceRender(db, request.key)) return undefined
    return { operation: undefined, request, ...(await getReferenceRenderWork(db, request)) }
  },
  files: ({ request, document, assets }) =>
    listAssetKeys(neededAssets(resolveDocument(document, {}, {}, request.variant)), assets),
  async run({ files, folder, encoderThreads, runChild }, { request, document }) {
    const { width, height, crf, variant, watermark } = request
    const video = {
      document,
      ...(variant !== undefined && { variant }),
      values: {},
      difference: {},
      assetFiles: files,
      // Its sound is never used: each video mixes its own.
      output: {
        ...({ width, height, crf, threads: encoderThreads, keyFrames: 'even', audio: false } as const),
        ...(watermark !== undefined && { watermark }),
      },
      outPath: join(folder, 'base.mp4'),
    }
    const { sizeBytes } = await runChild(VIDEO_PROGRAM, { video })
    return { path: video.outPath, sizeBytes }
  },
  async publish({ keepFiles }, { request }, { path, sizeBytes }) {
    const storageKey = `private/bases/${request.key.slice(0, 16)}-${randomUUID().slice(0, 8)}.mp4`
    await keepFiles(
      (put) => put(storageKey, { file: path }, { contentType: 'video/mp4' }),
      (tx) => recordReferenceRender(tx, request, { storageKey, sizeBytes }),
    )
  },
  gaveUp: { code: 'gave-up', message: 'The reference render could not be made.' },
})
