// The operation that makes poster and preview of a template version, stores them, and shows them.
import { neededAssets, resolveDocument } from '@vitrine/composition/resolve'
import { transaction } from '@vitrine/database/connection'
import { beginPreview, completePreview, PREVIEW_TASK } from '@vitrine/shop/catalogue/preview'
import { z } from 'zod'
import { listAssetKeys } from '../operation/asset-key.ts'
import { defineOperation } from '../operation/operation.ts'
import { RENDER_LIMITS } from '../render/render-program.ts'
import { drawComparedFrames, storeComparedFrames } from './compared-frames.ts'
import { enqueueTemplateReference } from './enqueue-reference.ts'
import { makePreview, storeFiles } from './make-preview.ts'

const GAVE_UP = 'The preview could not be made after several attempts.'

/** The job `template-preview` with payload `{ versionId }`. A later request for the version cancels it. */
export const previewOperation = defineOperation({
  kind: PREVIEW_TASK,
  input: z.object({ versionId: z.uuid() }),
  limits: RENDER_LIMITS,
  operationId: ({ versionId }) => versionId,
  load: ({ db }, { versionId }) => transaction(db, (tx) => beginPreview(tx, versionId)),
  files: ({ document, assets }) => listAssetKeys(neededAssets(resolveDocument(document, {})), assets),
  async run({ files, folder, encoderThreads, runChild, reportProgress }, work) {
    const spec = { ...work, assetFiles: files, folder, encoderThreads }
    const frames = work.isPosterOnly ? undefined : await drawComparedFrames(spec, { runChild })
    const made = await makePreview(spec, { runChild, onProgress: (percent) => reportProgress({ percent }) })
    return { ...made, frames }
  },
  async publish({ db, storage, keepFiles }, work, { poster, preview, dominantColor, frames }) {
    await storeFiles(storage, { poster, preview })
    const isShown = await keepFiles(
      async (put) => frames && (await storeComparedFrames(frames, put)),
      (tx, drawnFrames) =>
        completePreview(tx, work, { poster: poster.asset, dominantColor, preview: preview?.asset, drawnFrames }),
    )
    if (isShown && preview) await enqueueTemplateReference(db, work)
  },
  gaveUp: { code: 'gave-up', message: GAVE_UP },
})
