// The operation that makes poster and preview of a template version, stores them, and shows them.
import { neededAssets, resolveDocument } from '@vitrine/composition/resolve'
import { transaction } from '@vitrine/database/connection'
import { beginPreview, completePreview, PREVIEW_TASK } from '@vitrine/shop/catalogue/preview'
import { z } from 'zod'
import { listAssetKeys } from '../operation/asset-key.ts'
import { defineOperation } from '../operation/operation.ts'
import { RENDER_LIMITS } from '../render/render-program.ts'
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
    return makePreview(spec, { runChild, onProgress: (percent) => reportProgress({ percent }) })
  },
  async publish({ db, storage }, work, { poster, preview, dominantColor }) {
    await storeFiles(storage, { poster, preview })
    const made = { poster: poster.asset, dominantColor, preview: preview?.asset }
    const isShown = await transaction(db, (tx) => completePreview(tx, work, made))
    if (isShown && preview) await enqueueTemplateReference(db, work)
  },
  gaveUp: { code: 'gave-up', message: GAVE_UP },
})
