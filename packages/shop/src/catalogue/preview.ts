// Poster and watermarked preview of a version: requesting them, their progress and their result. Documents never change, but
// their previews can: another poster frame, a newer engine.
import assert from 'node:assert/strict'
import type { TemplateDocument } from '@vitrine/composition/document'
import { ApiError } from '@vitrine/contract/api-error'
import type { Db, Tx } from '@vitrine/database/connection'
import { enqueue } from '@vitrine/database/jobs'
import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { type AssetRecord, type CatalogueAsset, getAssets, registerCatalogueAsset } from '../media/media.ts'
import type { Reader } from '../prepared.ts'
import { announceCatalogueChange } from './change.ts'
import { listDocumentAssetIds } from './document-asset.ts'
import { templatePreviews, templates, templateVersions } from './tables.ts'

/** The job that makes poster and preview; its payload is `{ versionId, orderNumber }`. */
export const PREVIEW_TASK = 'template-preview'

/** After the renders that customers wait for, before reference renders. */
const AFTER_CUSTOMERS = 20
const ATTEMPTS = 3

export type PreviewRow = typeof templatePreviews.$inferSelect

export interface PreviewOrder {
  /** Stands for the whole in the poster. Null leaves it to the document, absent leaves it as it was. */
  readonly posterFrame?: number | null | undefined
}

/**
 * Requests poster and preview of a version, or the poster alone when only its frame changes. The current ones stay
 * visible until then. Refuses version-not-found, and invalid-input for a frame that the version does not have.
 */
export async function requestPreview(tx: Tx, versionId: string, { posterFrame }: PreviewOrder = {}): Promise<void> {
  const [version] = await tx
    .select({ durationFrames: templateVersions.durationFrames })
    .from(templateVersions)
    .where(eq(templateVersions.id, versionId))
  if (!version) throw new ApiError('version-not-found')
  if (posterFrame != null && posterFrame >= version.durationFrames)
    throw new ApiError('invalid-input', { issues: [] }, `The video has only ${version.durationFrames} frames`)
  const [known] = await tx
    .select()
    .from(templatePreviews)
    .where(eq(templatePreviews.versionId, versionId))
    .for('no key update')
  // A preview that is being made again must not be dropped for a poster.
  const isVideoThere = known?.previewAssetId != null && (known.status === 'ready' || known.isPosterOnly)
  const isPosterOnly = isVideoThere && posterFrame !== undefined
  const order = {
    status: 'waiting' as const,
    isPosterOnly,
    percent: 0,
    errorMessage: null,
    ...(posterFrame !== undefined && { posterFrame }),
  }
  const [ordered] = await tx
    .insert(templatePreviews)
    .values({ versionId, ...order })
    .onConflictDoUpdate({
      target: templatePreviews.versionId,
      set: { ...order, orderNumber: sql`${templatePreviews.orderNumber} + 1`, updatedAt: sql`now()` },
    })
    .returning({ orderNumber: templatePreviews.orderNumber })
  assert(ordered, 'an upsert returns its row')
  await enqueue(
    tx,
    PREVIEW_TASK,
    { versionId, orderNumber: ordered.orderNumber },
    { jobKey: `${PREVIEW_TASK}:${versionId}`, priority: AFTER_CUSTOMERS, maxAttempts: ATTEMPTS },
  )
}

/** Records files that were made elsewhere as poster and preview of a version. They must be registered. */
export async function recordPreview(
  tx: Tx,
  versionId: string,
  shown: Pick<PreviewRow, 'posterAssetId' | 'previewAssetId' | 'dominantColor'>,
): Promise<void> {
  const { posterAssetId, previewAssetId, dominantColor } = shown
  const files = { posterAssetId, previewAssetId, dominantColor }
  const values = { ...files, status: 'ready' as const, percent: 100, isPosterOnly: false, errorMessage: null }
  await tx
    .insert(templatePreviews)
    .values({ versionId, ...values })
    .onConflictDoUpdate({
      target: templatePreviews.versionId,
      set: { ...values, orderNumber: sql`${templatePreviews.orderNumber} + 1`, updatedAt: sql`now()` },
    })
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

export interface PreviewWork {
  readonly versionId: string
  readonly orderNumber: number
  readonly kind: (typeof templates.$inferSelect)['kind']
  readonly document: TemplateDocument
  readonly isPosterOnly: boolean
  readonly posterFrame: number | null
  /** Records of the document's files. */
  readonly assets: ReadonlyMap<string, AssetRecord>
}

/** Begins a preview request. Undefined when it is done or superseded by a later one. */
export async function beginPreview(
  tx: Tx,
  { versionId, orderNumber }: { versionId: string; orderNumber: number },
): Promise<PreviewWork | undefined> {
  const [order] = await tx
    .update(templatePreviews)
    .set({ status: 'making', errorMessage: null, updatedAt: sql`now()` })
    .where(and(isOrder({ versionId, orderNumber }), sql`${templatePreviews.status} <> 'ready'`))
    .returning()
  if (!order) return undefined
  const [version] = await tx
    .select({ document: templateVersions.document, kind: templates.kind })
    .from(templateVersions)
    .innerJoin(templates, eq(templates.id, templateVersions.templateId))
    .where(eq(templateVersions.id, versionId))
  assert(version, `version ${versionId} of an order does not exist`)
  const document = version.document as unknown as TemplateDocument
  const { isPosterOnly, posterFrame } = order
  const assets = await getAssets(tx, listDocumentAssetIds(document))
  return { versionId, orderNumber, kind: version.kind, document, isPosterOnly, posterFrame, assets }
}

type OrderKey = Pick<PreviewWork, 'versionId' | 'orderNumber'>

function isOrder({ versionId, orderNumber }: OrderKey) {
  return and(eq(templatePreviews.versionId, versionId), eq(templatePreviews.orderNumber, orderNumber))
}

/** Records the progress of a preview, from 0 to 100. Returns `gone` when it was cancelled. */
export async function recordPreviewProgress(db: Db, order: OrderKey, percent: number): Promise<'go-on' | 'gone'> {
  const { rowCount } = await db
    .update(templatePreviews)
    .set({ percent: Math.max(0, Math.min(99, Math.floor(percent))) })
    .where(and(isOrder(order), eq(templatePreviews.status, 'making')))
  return rowCount === 1 ? 'go-on' : 'gone'
}

export interface MadePreview {
  readonly poster: CatalogueAsset
  readonly dominantColor: string
  /** Absent where the order was for the poster alone. */
  readonly preview?: CatalogueAsset | undefined
}

/**
 * Records what was made, and shows it in the shop where the version is the present one. Returns false when a later order
 * has taken its place.
 */
export async function completePreview(tx: Tx, order: OrderKey, made: MadePreview): Promise<boolean> {
  await registerCatalogueAsset(tx, made.poster)
  if (made.preview) await registerCatalogueAsset(tx, made.preview)
  const [row] = await tx
    .update(templatePreviews)
    .set({
      status: 'ready',
      percent: 100,
      posterAssetId: made.poster.id,
      dominantColor: made.dominantColor,
      ...(made.preview && { previewAssetId: made.preview.id }),
      updatedAt: sql`now()`,
    })
    .where(isOrder(order))
    .returning()
  if (!row) return false
  await tx
    .update(templates)
    .set({ ...shownColumns(row), updatedAt: sql`now()` })
    .where(eq(templates.currentVersionId, order.versionId))
  await announceCatalogueChange(tx)
  return true
}

/** The properties of a template that come from its version's preview. */
export function shownColumns({ posterAssetId, previewAssetId, dominantColor }: PreviewRow) {
  return { posterAssetId, previewAssetId, ...(dominantColor !== null && { dominantColor }) }
}

/** Records that a preview failed for good, with a message for the owner. */
export async function failPreview(tx: Tx, order: OrderKey, message: string): Promise<void> {
  await tx
    .update(templatePreviews)
    .set({ status: 'failed', errorMessage: message, updatedAt: sql`now()` })
    .where(and(isOrder(order), sql`${templatePreviews.status} <> 'ready'`))
}

/** The preview of a version; undefined when none was requested. */
export async function findPreview(db: Reader, versionId: string): Promise<PreviewRow | undefined> {
  const [row] = await db.select().from(templatePreviews).where(eq(templatePreviews.versionId, versionId))
  return row
}
