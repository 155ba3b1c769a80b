// Converts templates, versions and imports of the admin area to their wire form.

import type {
  AdminVersionDetail,
  PreviewState,
  PublishingList,
  PublishingQuery,
  TemplateImport,
} from '@vitrine/contract/publishing'
import type { Db } from '@vitrine/database/connection'
import type { TemplateDocument } from '@vitrine/document/document'
import { getTemplateRow } from '../catalogue/edit.ts'
import type { ImportRow } from '../catalogue/import.ts'
import {
  countByStatus,
  listManagedTemplates,
  listTagsInUse,
  type ManagedTemplate,
} from '../catalogue/managed-template.ts'
import { findPreview, type PreviewRow } from '../catalogue/preview.ts'
import { listMissing, type TemplateRow } from '../catalogue/sale.ts'
import { getDocumentAssets } from '../catalogue/template-version.ts'
import { listEditingCopies } from '../catalogue/template-video.ts'
import { getTemplateVersion } from '../catalogue/version.ts'
import { getAssets, publicUrl } from '../media/media.ts'

/** A page of all templates, whatever their status. */
export async function describeTemplates(db: Db, query: PublishingQuery): Promise<PublishingList> {
  const [page, counts, words] = await Promise.all([
    listManagedTemplates(db, query),
    countByStatus(db),
    listTagsInUse(db),
  ])
  return { items: page.items.map(toRow), matching: page.matching, counts, ...words }
}

function toRow({ newest, ...row }: ManagedTemplate): PublishingList['items'][number] {
  return {
    templateId: row.id,
    templateName: row.name,
    kind: row.kind,
    status: row.status,
    thumbnail: row.posterKey ? publicUrl(row.posterKey) : '',
    dominantColor: row.dominantColor,
    width: newest?.width ?? null,
    height: newest?.height ?? null,
    templatePrice: row.priceCredits,
    templatePriceIND: row.priceCreditsIndia,
    templateSection: row.sections,
    purchaseCount: row.purchaseCount,
    versions: newest?.versions ?? 0,
    hasNewerVersion: row.status !== 'draft' && newest !== null && newest.versionId !== row.currentVersionId,
    preview: newest?.preview ?? null,
    updatedAt: row.updatedAt.toISOString(),
  }
}

/** One version with its document, its report and its missing parts. Throws `template-not-found` and `version-not-found`. */
export async function describeVersion(
  db: Db,
  { templateId, versionId }: { templateId: string; versionId: string },
  signUrl: (storageKey: string) => string,
): Promise<AdminVersionDetail> {
  const template = await getTemplateRow(db, templateId)
  const { documentHash, document, report } = await getTemplateVersion(db, templateId, versionId)
  const composition = document as unknown as TemplateDocument
  const [assets, parts] = await Promise.all([
    getDocumentAssets(db, composition, signUrl),
    describeParts(db, template, { versionId, document: composition }),
  ])
  return {
    versionId,
    documentHash,
    document,
    assets,
    report: report === null ? null : [...report],
    ...parts,
  }
}

/** A version's poster and preview in their wire form. Throws `template-not-found` and `version-not-found`. */
export async function describePreview(
  db: Db,
  { templateId, versionId }: { templateId: string; versionId: string },
): Promise<VersionParts> {
  const template = await getTemplateRow(db, templateId)
  const { document } = await getTemplateVersion(db, templateId, versionId)
  return describeParts(db, template, { versionId, document: document as unknown as TemplateDocument })
}

/** The parts of a version that change although its document does not. */
type VersionParts = Pick<AdminVersionDetail, 'preview' | 'editingCopies' | 'missing'>

async function describeParts(
  db: Db,
  template: TemplateRow,
  { versionId, document }: { versionId: string; document: TemplateDocument },
): Promise<VersionParts> {
  const [preview, editingCopies, missing] = await Promise.all([
    findPreview(db, versionId),
    listEditingCopies(db, document),
    listMissing(db, template, versionId),
  ])
  return { preview: await toPreviewState(db, preview), editingCopies, missing }
}

async function toPreviewState(db: Db, row: PreviewRow | undefined): Promise<PreviewState> {
  const ids = [row?.posterAssetId, row?.previewAssetId].filter((id) => id != null)
  const files = await getAssets(db, ids)
  const findFileUrl = (id: string | null | undefined) => {
    const key = id == null ? undefined : files.get(id)?.storageKey
    return key ? publicUrl(key) : null
  }
  return {
    status: row?.status ?? null,
    percent: row?.percent ?? 0,
    errorMessage: row?.errorMessage ?? null,
    posterFrame: row?.posterFrame ?? null,
    posterUrl: findFileUrl(row?.posterAssetId),
    previewUrl: findFileUrl(row?.previewAssetId),
  }
}

/** An import as the wire has it. */
export function toTemplateImport(row: ImportRow): TemplateImport {
  return {
    importId: row.id,
    name: row.name,
    templateId: row.draftTemplateId ?? row.templateId,
    status: row.status,
    percent: row.percent,
    versionId: row.versionId,
    errorCode: row.errorCode,
    errorMessage: row.errorMessage,
    failure: row.failure === null ? null : [...row.failure],
    report: row.report === null ? null : [...row.report],
    createdAt: row.createdAt.toISOString(),
  }
}
