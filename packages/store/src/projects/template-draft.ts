// Turns an owner's project into a template: fields stay fields, filled-in values become defaults, and added files become files of
// the catalogue.
import { ApiError } from '@vitrine/contract/api-error'
import type { TemplateDocument } from '@vitrine/document/document'
import type { Crop, Field } from '@vitrine/document/field'
import type { Layer } from '@vitrine/document/layer'
import { applyDifference } from '@vitrine/project/apply-difference'
import { toEditedTemplate } from '@vitrine/project/edited-template'
import { applyVariant } from '@vitrine/project/variant'
import type { AssetRecord } from '../media/media.ts'
import type { Reader } from '../prepared.ts'
import { completeOne, getRow, type ProjectRecord } from './record.ts'
import type { Values } from './values.ts'

interface EditedTemplate {
  readonly project: ProjectRecord
  /** Still refers to the owner's own files; see `withCatalogueFiles`. */
  readonly document: TemplateDocument
  /** The owner's own files in the document, all of them prepared. */
  readonly files: ReadonlyMap<string, AssetRecord>
}

/**
 * Converts a project of the owner to a template. A selected shape becomes the template's own; other shapes stay only without a
 * selection. Timeline clips are customer content and are left out. Throws `project-not-found`, `asset-deleted`, and
 * `field-value-invalid` for files that are not prepared.
 */
export async function getEditedTemplate(db: Reader, userId: string, projectId: string): Promise<EditedTemplate> {
  const project = await completeOne(db, await getRow(db, userId, projectId))
  const { row, version } = project
  const shaped = applyVariant(version.document, row.aspect ?? undefined)
  const { variants: _variants, ...inOneShape } = shaped
  const original: TemplateDocument = row.aspect === null ? version.document : inOneShape
  const edited = toEditedTemplate(original, applyDifference(original, row.difference))
  const document = withDefaults(edited, row.values)
  const text = JSON.stringify(document)
  const files = new Map([...project.assets].filter(([id]) => text.includes(`"${id}"`)))
  for (const [assetId, { deletedAt, status }] of files) {
    if (deletedAt) throw new ApiError('asset-deleted', { assetId })
    if (status !== 'ready') {
      const message = 'A photo or video is still being prepared. Please try again in a moment.'
      throw new ApiError('field-value-invalid', { field: assetId, reason: 'asset-not-ready' }, message)
    }
  }
  return { project, document, files }
}

/** The entered values become the defaults of the fields. */
function withDefaults(document: TemplateDocument, values: Values): TemplateDocument {
  const fields = document.fields.map((field): Field => {
    const value = values[field.id]
    if (value === undefined || value === null) return field
    const file = typeof value === 'object' && 'asset' in value ? value.asset : value
    return { ...field, default: file } as Field
  })
  return { ...document, fields, layers: document.layers.map((layer) => withPlacing(layer, values)) }
}

/** Moves a photo's position in its frame to the layer. */
function withPlacing(layer: Layer, values: Values): Layer {
  if (layer.type === 'group') return { ...layer, layers: layer.layers.map((child) => withPlacing(child, values)) }
  if (layer.type !== 'media' || typeof layer.source !== 'object' || !('$field' in layer.source)) return layer
  const value = values[layer.source.$field]
  const crop = typeof value === 'object' && value !== null && 'crop' in value ? (value.crop as Crop) : undefined
  return crop ? { ...layer, crop } : layer
}
