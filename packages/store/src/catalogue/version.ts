// Versions of a template: one per document, never changed.
import assert from 'node:assert/strict'
import { validateDocument } from '@vitrine/after-effects/validate'
import { ApiError } from '@vitrine/contract/api-error'
import type { Tx } from '@vitrine/database/connection'
import type { Asset, TemplateDocument } from '@vitrine/document/document'
import type { AssetId, MediaField } from '@vitrine/document/field'
import { and, desc, eq } from 'drizzle-orm'
import { hashJson } from '../hash.ts'
import { isUuid } from '../identifier.ts'
import { type CatalogueAsset, getAssets } from '../media/media.ts'
import type { Reader } from '../prepared.ts'
import { toShapeColumns } from './shape.ts'
import { type EditableCount, type LintLine, templateVersions } from './tables.ts'
import { registerTemplateVideos } from './template-video.ts'

export interface AddedVersion {
  readonly versionId: string
  readonly documentHash: string
  /** False when the template already had this document, whose version is returned. */
  readonly isNewVersion: boolean
}

/** Adds a valid document to an existing template. */
export async function addVersion(
  tx: Tx,
  templateId: string,
  document: TemplateDocument,
  report?: readonly LintLine[],
): Promise<AddedVersion> {
  await registerTemplateVideos(tx, document)
  const version = describeVersion(document)
  const { documentHash } = version
  const [added] = await tx
    .insert(templateVersions)
    .values({ ...version, templateId, ...(report && { report }) })
    .onConflictDoNothing()
    .returning({ id: templateVersions.id })
  if (added) return { versionId: added.id, documentHash, isNewVersion: true }
  const [known] = await tx
    .select({ id: templateVersions.id })
    .from(templateVersions)
    .where(and(eq(templateVersions.templateId, templateId), eq(templateVersions.documentHash, documentHash)))
  assert(known, `version ${documentHash} of ${templateId} collided and does not exist`)
  return { versionId: known.id, documentHash, isNewVersion: false }
}

/** The document in its stored form. Throws `invalid-input`, with the path and reason of each fault in `issues`. */
export function requireValidDocument(input: unknown, templateId: string): TemplateDocument {
  const result = validateDocument(input)
  if (result.ok) return result.document
  throw new ApiError('invalid-input', { issues: result.problems }, `The document of ${templateId} is not valid`)
}

/** Asserts that the files of a template are in the catalogue; callers store them before the template. */
export async function assertAssetsAreRegistered(
  tx: Tx,
  templateId: string,
  assetIds: readonly string[],
): Promise<void> {
  const found = await getAssets(tx, assetIds)
  const missing = assetIds.filter((id) => found.get(id)?.ownerUserId !== null)
  assert(missing.length === 0, `template ${templateId} uses files that are not in the catalogue: ${missing.join(', ')}`)
}

export type VersionRow = typeof templateVersions.$inferSelect

/** A version of this template. Throws `version-not-found`. */
export async function getTemplateVersion(db: Reader, templateId: string, versionId: string): Promise<VersionRow> {
  const isIt = and(eq(templateVersions.id, versionId), eq(templateVersions.templateId, templateId))
  const [row] = isUuid(versionId) ? await db.select().from(templateVersions).where(isIt) : []
  if (!row) throw new ApiError('version-not-found')
  return row
}

/** Turns an acceptable error of the report into a warning. Throws `version-not-found` and `difference-not-found`. */
export async function acceptInReport(
  tx: Tx,
  templateId: string,
  versionId: string,
  { code, path, message }: Pick<LintLine, 'code' | 'path' | 'message'>,
): Promise<void> {
  const isIt = and(eq(templateVersions.id, versionId), eq(templateVersions.templateId, templateId))
  const [row] = isUuid(versionId)
    ? await tx.select({ report: templateVersions.report }).from(templateVersions).where(isIt).for('no key update')
    : []
  if (!row) throw new ApiError('version-not-found')
  const isMeant = (line: LintLine) =>
    line.acceptable === true && line.code === code && line.path === path && line.message === message
  if (!row.report?.some(isMeant)) throw new ApiError('difference-not-found')
  const report = row.report.map((line): LintLine => {
    if (!isMeant(line)) return line
    const { acceptable: _acceptable, ...rest } = line
    return { ...rest, severity: 'warning', accepted: true }
  })
  await tx.update(templateVersions).set({ report }).where(isIt)
}

/** The newest version; undefined for a template without any. */
export async function findNewestVersionId(db: Reader, templateId: string): Promise<string | undefined> {
  const [row] = await db
    .select({ id: templateVersions.id })
    .from(templateVersions)
    .where(eq(templateVersions.templateId, templateId))
    .orderBy(desc(templateVersions.createdAt), desc(templateVersions.id))
    .limit(1)
  return row?.id
}

function describeVersion(document: TemplateDocument): Omit<typeof templateVersions.$inferInsert, 'templateId'> {
  const { width, height, fps, duration } = document.canvas
  const [fpsNumerator, fpsDenominator] = typeof fps === 'number' ? [fps, 1] : fps
  return {
    documentHash: hashJson(document),
    document: document as unknown as Record<string, unknown>,
    sizeBytes: Buffer.byteLength(JSON.stringify(document)),
    width,
    height,
    fpsNumerator,
    fpsDenominator,
    durationFrames: duration,
    editable: countEditable(document),
    ...toShapeColumns(document),
  }
}

function countEditable(document: TemplateDocument): EditableCount {
  const count: EditableCount = {
    text: 0,
    photo: 0,
    video: 0,
    photoOrVideo: 0,
    color: 0,
    audio: 0,
    choice: 0,
    toggle: 0,
    slider: 0,
    point: 0,
  }
  for (const field of document.fields) count[field.type === 'media' ? toMediaKind(field) : field.type]++
  return count
}

function toMediaKind({ accept }: MediaField): 'photo' | 'video' | 'photoOrVideo' {
  if (!accept.includes('video')) return 'photo'
  return accept.includes('image') ? 'photoOrVideo' : 'video'
}

/** The ids of all files that a document names: pictures, music, fonts. */
export function listDocumentAssetIds(document: TemplateDocument): string[] {
  return [...new Set([...Object.keys(document.assets), ...document.fonts.map((font) => font.src)])]
}

/** The document with an owner's own files replaced. `files` has a catalogue file for each. */
export function withCatalogueFiles(
  document: TemplateDocument,
  files: ReadonlyMap<string, CatalogueAsset>,
): TemplateDocument {
  const replace = (value: unknown): unknown => {
    if (typeof value === 'string') return files.get(value)?.id ?? value
    if (Array.isArray(value)) return value.map(replace)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, replace(inner)]))
  }
  const described = Object.fromEntries([...files.values()].map((file) => [file.id, describe(file)]))
  const replaced = replace(document) as TemplateDocument
  return { ...replaced, assets: { ...replaced.assets, ...described } as Record<AssetId, Asset> }
}

function describe({ kind, mime, width = 1, height = 1, durationMs = 0 }: CatalogueAsset): Asset {
  const seconds = durationMs / 1000
  if (kind === 'video') return { kind, w: width, h: height, seconds, mime }
  return kind === 'audio' ? { kind, seconds, mime } : { kind: 'image', w: width, h: height, mime }
}
