// Enqueues the reference render of a template before its first customer: frames that no field changes are then reused, already
// encoded, instead of being drawn again.
import { renderSize, type TemplateDocument } from '@vitrine/composition/document'
import type { Field, FieldValue, FieldValues } from '@vitrine/composition/field'
import type { Db } from '@vitrine/database/connection'
import { enqueueReferenceRender, planReferenceRender } from '../render/reference-plan.ts'
import { FULL_CRF } from '../render/render-plan.ts'

/** Any file of a customer's: which one makes no difference to what it touches. */
const SOME_FILE = 'u_00000000-0000-7000-8000-000000000000'

/** Orders the video, unless a customer who fills in every field would take too little from it. */
export async function enqueueTemplateReference(
  db: Db,
  { document, versionId }: { document: TemplateDocument; versionId: string },
): Promise<void> {
  if (document.canvas.duration === 1 || document.fields.length === 0) return
  const crf = document.output?.video?.crf ?? FULL_CRF
  const video = { document, versionId, values: fillIn(document), difference: {}, ...renderSize(document), crf }
  const reference = await planReferenceRender(video)
  if (reference) await enqueueReferenceRender(db, reference, { unfit: false })
}

/** A value for every field that is not the one it begins with. */
export function fillIn({ fields }: Pick<TemplateDocument, 'fields'>): FieldValues {
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
