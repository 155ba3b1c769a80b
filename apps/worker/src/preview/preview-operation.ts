// The operation that renders, stores and publishes the poster and preview of a template version.

import { type Db, transaction } from '@vitrine/database/connection'
import { renderSize, type TemplateDocument } from '@vitrine/document/document'
import type { Field, FieldValue, FieldValues } from '@vitrine/document/field'
import { neededAssets, resolveDocument } from '@vitrine/project/resolve'
import { beginPreview, completePreview, PREVIEW_TASK } from '@vitrine/store/catalogue/preview'
import { z } from 'zod'
import { listAssetKeys } from '../operation/asset-key.ts'
import { defineOperation } from '../operation/operation.ts'
import { enqueueReferenceRender, planReferenceRender } from '../render/reference-plan.ts'
import { FULL_CRF } from '../render/render-plan.ts'
import { RENDER_LIMITS } from '../render/render-program.ts'
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
    const result = { poster: poster.asset, dominantColor, preview: preview?.asset }
    const isShown = await transaction(db, (tx) => completePreview(tx, work, result))
    if (isShown && preview) await enqueueTemplateReference(db, work)
  },
  gaveUp: { code: 'gave-up', message: GAVE_UP },
})

/** Any customer file: the frames that a value touches do not depend on which file it is. */
const SOME_FILE = 'u_00000000-0000-7000-8000-000000000000'

/** Enqueues the reference render, unless a customer who fills in every field could reuse too few of its frames. */
async function enqueueTemplateReference(
  db: Db,
  { document, versionId }: { document: TemplateDocument; versionId: string },
): Promise<void> {
  if (document.canvas.duration === 1 || document.fields.length === 0) return
  const crf = document.output?.video?.crf ?? FULL_CRF
  const video = { document, versionId, values: fillIn(document), difference: {}, ...renderSize(document), crf }
  const reference = await planReferenceRender(video)
  if (reference) await enqueueReferenceRender(db, reference, { unfit: false })
}

/** A value for every field that differs from its default. */
function fillIn({ fields }: Pick<TemplateDocument, 'fields'>): FieldValues {
  return Object.fromEntries(fields.map((field) => [field.id, otherValue(field)]))
}

function otherValue(field: Field): FieldValue {
  switch (field.type) {
    case 'text':
      return field.default === 'A' ? 'B' : 'A'
    case 'color':
      return field.default.toLowerCase() === '#000000' ? '#ffffff' : '#000000'
    case 'toggle':
      return !field.default
    case 'choice':
      return field.options.find(({ value }) => value !== field.default)?.value ?? field.default
    case 'slider':
      return field.default === field.rules.max ? field.rules.min : field.rules.max
    case 'point':
      return [field.default[0] + 1, field.default[1] + 1]
    case 'media':
    case 'audio':
      return { asset: SOME_FILE }
  }
}
