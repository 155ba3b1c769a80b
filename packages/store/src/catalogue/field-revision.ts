// Edits the fields of a template: labels, defaults and which fields exist. Every change creates a version.

import { ApiError } from '@vitrine/contract/api-error'
import type { FieldRevisions } from '@vitrine/contract/publishing'
import type { Tx } from '@vitrine/database/connection'
import type { TemplateDocument } from '@vitrine/document/document'
import { changeFields } from '@vitrine/project/template-field'
import { type CatalogueAsset, registerCatalogueAsset } from '../media/media.ts'
import { withCatalogueFiles } from './document-asset.ts'
import { addShownVersion } from './draft.ts'
import { findPreview, recordPreview, requestPreview } from './preview.ts'
import { type AddedVersion, getTemplateVersion, requireValidDocument } from './version.ts'

/** Catalogue files by the ids of the owner's files that they copy. */
export type FieldFiles = ReadonlyMap<string, CatalogueAsset>

/**
 * Creates a version with changed fields, in the order of the input. It reuses the previews of its predecessor unless the template
 * looks different without customer input. Refuses template-not-found, version-not-found, and invalid-input for fields that the
 * version does not have or that repeat, for a layer that no field can fill, and for a file of the wrong kind.
 */
export async function reviseFields(
  tx: Tx,
  templateId: string,
  versionId: string,
  change: FieldRevisions,
  files: FieldFiles = new Map(),
): Promise<AddedVersion> {
  const from = await getTemplateVersion(tx, templateId, versionId)
  const document = from.document as unknown as TemplateDocument
  const changed = changeFields(document, change)
  if (changed.fault !== undefined) throw new ApiError('invalid-input', { issues: [] }, changed.fault)
  for (const file of files.values()) await registerCatalogueAsset(tx, file)
  const revised = requireValidDocument(withCatalogueFiles(changed.document, files), templateId)
  refuseOtherKinds(revised)
  return addShownVersion(tx, templateId, revised, {
    report: from.report ?? undefined,
    show: (added) => showAs(tx, added, versionId, looksTheSame(document, revised)),
  })
}

/** A song cannot fill a photo field. */
function refuseOtherKinds({ fields, assets }: TemplateDocument): void {
  for (const field of fields) {
    if ((field.type !== 'media' && field.type !== 'audio') || field.default === undefined) continue
    const kind = assets[field.default]?.kind
    const isFit = field.type === 'audio' ? kind === 'audio' : kind === 'image' || kind === 'video'
    if (isFit) continue
    const message =
      field.type === 'audio' ? '“{field}” must begin with a song' : '“{field}” must begin with a photo or video'
    throw new ApiError('invalid-input', { issues: [], values: { field: field.label } }, message)
  }
}

/** Whether only the texts about the fields differ. */
function looksTheSame(one: TemplateDocument, other: TemplateDocument): boolean {
  const describeDrawing = ({ fields, layers, variants }: TemplateDocument) =>
    JSON.stringify([Object.fromEntries(fields.map((field) => [field.id, field.default]).toSorted()), layers, variants])
  return describeDrawing(one) === describeDrawing(other)
}

async function showAs(tx: Tx, versionId: string, fromId: string, isSame: boolean): Promise<void> {
  const shown = await findPreview(tx, fromId)
  if (isSame && shown?.status === 'succeeded') await recordPreview(tx, versionId, shown)
  else await requestPreview(tx, versionId, { posterFrame: shown?.posterFrame ?? undefined })
}
