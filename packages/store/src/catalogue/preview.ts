// Poster and watermarked preview of a version: requests, progress and results. Documents never change, but their previews can:
// another poster frame, a newer engine.
import assert from 'node:assert/strict'
import { ApiError } from '@vitrine/contract/api-error'
import type { Tx } from '@vitrine/database/connection'
import type { TemplateDocument } from '@vitrine/document/document'
import { eq, isNotNull, sql } from 'drizzle-orm'
import { type AssetRecord, type CatalogueAsset, getAssets, registerCatalogueAsset } from '../media/media.ts'
import {
  beginOperation,
  enqueueOperation,
  lockOperation,
  type OperationAttempt,
  type OperationRow,
  replaceOperation,
  succeedOperation,
} from '../operations/operations.ts'
import { operations } from '../operations/tables.ts'
import type { Reader } from '../prepared.ts'
import { announceCatalogueChange } from './edit.ts'
import { templatePreviews, templates, templateVersions } from './tables.ts'
import { listDocumentAssetIds } from './version.ts'

/** The job that makes poster and preview; its payload is `{ versionId }`. */
export const PREVIEW_TASK = 'template-preview'

/** Runs after the renders that customers wait for, and before reference renders. */
const AFTER_CUSTOMERS = 20

type Shown = Pick<typeof templatePreviews.$inferSelect, 'posterAssetId' | 'previewAssetId' | 'dominantColor'>

/** The preview of a version, and the state of its operation. */
export interface PreviewRow extends Shown, Pick<OperationRow, 'status' | 'percent' | 'errorMessage'> {
  readonly isPosterOnly: boolean
  readonly posterFrame: number | null
}

interface PreviewOrder {
  /** The frame for the poster. Null leaves it to the document, absent leaves it unchanged. */
  readonly posterFrame?: number | null | undefined
}

/**
 * Requests poster and preview of a version, or the poster alone when only its frame changes. The current files stay visible until
 * then. Throws `version-not-found`, and `invalid-input` for a frame outside the version.
 */
export async function requestPreview(tx: Tx, versionId: string, { posterFrame }: PreviewOrder = {}): Promise<void> {
  const [version] = await tx
    .select({ durationFrames: templateVersions.durationFrames })
    .from(templateVersions)
    .where(eq(templateVersions.id, versionId))
  if (!version) throw new ApiError('version-not-found')
  const { durationFrames: frames } = version
  if (posterFrame != null && posterFrame >= frames)
    throw new ApiError('invalid-input', { issues: [], values: { frames } }, 'The video has only {frames} frames')
  await lockOperation(tx, versionId)
  const known = await findPreview(tx, versionId)
  // A request for a poster must not replace a preview that is still being rendered.
  const isVideoThere = known?.previewAssetId != null && (known.status === 'succeeded' || known.isPosterOnly)
  const isPosterOnly = isVideoThere && posterFrame !== undefined
  await replaceOperation(tx, toPreviewOperation(versionId))
  await putPreview(tx, versionId, { isPosterOnly, ...(posterFrame !== undefined && { posterFrame }) })
  const jobKey = `${PREVIEW_TASK}:${versionId}`
  await enqueueOperation(tx, PREVIEW_TASK, { versionId }, { jobKey, priority: AFTER_CUSTOMERS })
}

const toPreviewOperation = (versionId: string) => ({ id: versionId, kind: 'preview', ownerUserId: null }) as const

async function putPreview(
  tx: Tx,
  versionId: string,
  values: Omit<typeof templatePreviews.$inferInsert, 'versionId'>,
): Promise<void> {
  const set = { ...values, updatedAt: sql`now()` }
  await tx
    .insert(templatePreviews)
    .values({ versionId, ...values })
    .onConflictDoUpdate({ target: templatePreviews.versionId, set })
}

/** Records files from elsewhere as poster and preview of a version. They must be registered. */
export async function recordPreview(tx: Tx, versionId: string, shown: Shown): Promise<void> {
  const { posterAssetId, previewAssetId, dominantColor } = shown
  await replaceOperation(tx, toPreviewOperation(versionId), 'succeeded')
  await putPreview(tx, versionId, { posterAssetId, previewAssetId, dominantColor, isPosterOnly: false })
}

/** The templates with a version whose poster frame the owner chose. */
export async function listTemplatesWithChosenPoster(db: Reader): Promise<Set<string>> {
  const rows = await db
    .selectDistinct({ templateId: templateVersions.templateId })
    .from(templatePreviews)
    .innerJoin(templateVersions, eq(templateVersions.id, templatePreviews.versionId))
    .where(isNotNull(templatePreviews.posterFrame))
  return new Set(rows.map(({ templateId }) => templateId))
}

interface PreviewWork {
  readonly operation: OperationAttempt
  readonly versionId: string
  readonly kind: (typeof templates.$inferSelect)['kind']
  readonly document: TemplateDocument
  readonly isPosterOnly: boolean
  readonly posterFrame: number | null
  /** Records of the document's files. */
  readonly assets: ReadonlyMap<string, AssetRecord>
}

/** Begins an attempt of the newest request; undefined when it is complete, or has failed for good. */
export async function beginPreview(tx: Tx, versionId: string): Promise<PreviewWork | undefined> {
  const operation = await beginOperation(tx, versionId)
  if (!operation) return undefined
  const [found] = await tx
    .select({
      document: templateVersions.document,
      kind: templates.kind,
      isPosterOnly: templatePreviews.isPosterOnly,
      posterFrame: templatePreviews.posterFrame,
    })
    .from(templatePreviews)
    .innerJoin(templateVersions, eq(templateVersions.id, templatePreviews.versionId))
    .innerJoin(templates, eq(templates.id, templateVersions.templateId))
    .where(eq(templatePreviews.versionId, versionId))
  assert(found, `nothing is known of the preview of version ${versionId}`)
  const document = found.document as unknown as TemplateDocument
  const assets = await getAssets(tx, listDocumentAssetIds(document))
  return { ...found, operation, versionId, document, assets }
}

interface RenderedPreview {
  readonly poster: CatalogueAsset
  readonly dominantColor: string
  /** Absent when only the poster was requested. */
  readonly preview?: CatalogueAsset | undefined
}

/**
 * Records the rendered files, and shows them in the store if the version is the current one. Returns false when a later request
 * has replaced this one.
 */
export async function completePreview(
  tx: Tx,
  { operation, versionId }: Pick<PreviewWork, 'operation' | 'versionId'>,
  { poster, preview, dominantColor }: RenderedPreview,
): Promise<boolean> {
  if (!(await succeedOperation(tx, operation))) return false
  await registerCatalogueAsset(tx, poster)
  if (preview) await registerCatalogueAsset(tx, preview)
  const rendered = { posterAssetId: poster.id, dominantColor, ...(preview && { previewAssetId: preview.id }) }
  await putPreview(tx, versionId, rendered)
  await tx
    .update(templates)
    .set({ ...rendered, updatedAt: sql`now()` })
    .where(eq(templates.currentVersionId, versionId))
  await announceCatalogueChange(tx)
  return true
}

/** The properties of a template that come from its version's preview. */
export function shownColumns({ posterAssetId, previewAssetId, dominantColor }: PreviewRow) {
  return { posterAssetId, previewAssetId, ...(dominantColor !== null && { dominantColor }) }
}

/** The preview of a version; undefined when none was requested. */
export async function findPreview(db: Reader, versionId: string): Promise<PreviewRow | undefined> {
  const { isPosterOnly, posterFrame, posterAssetId, previewAssetId, dominantColor } = templatePreviews
  const { status, percent, errorMessage } = operations
  const shown = { isPosterOnly, posterFrame, posterAssetId, previewAssetId, dominantColor }
  const [row] = await db
    .select({ ...shown, status, percent, errorMessage })
    .from(templatePreviews)
    .innerJoin(operations, eq(operations.id, templatePreviews.versionId))
    .where(eq(templatePreviews.versionId, versionId))
  return row
}
