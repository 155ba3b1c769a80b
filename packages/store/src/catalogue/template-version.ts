// Reads template versions with their files for editors, projects and renders, and decides who may have which file.
import assert from 'node:assert/strict'
import { ApiError } from '@vitrine/contract/api-error'
import type { DocumentAsset, TemplateKind } from '@vitrine/contract/catalogue'
import type { TemplateDocument as Composition } from '@vitrine/document/document'
import { and, eq, inArray, or, sql } from 'drizzle-orm'
import { getAssets, publicUrl } from '../media/media.ts'
import type { Reader } from '../prepared.ts'
import { isOnSale, toTemplateId } from './row.ts'
import { templates, templateVersions } from './tables.ts'
import { listDocumentAssetIds } from './version.ts'
import { toDocumentAsset } from './wire.ts'

export interface TemplateVersion {
  readonly versionId: string
  readonly templateId: string
  readonly kind: TemplateKind
  readonly templateName: string
  readonly documentHash: string
  readonly document: Composition
  readonly width: number
  readonly height: number
}

const versionColumns = {
  versionId: templateVersions.id,
  templateId: templates.id,
  kind: templates.kind,
  templateName: templates.name,
  documentHash: templateVersions.documentHash,
  document: templateVersions.document,
  width: templateVersions.width,
  height: templateVersions.height,
}

/** Versions of templates by their ids. Throws for an unknown id. */
export async function getVersions(db: Reader, versionIds: readonly string[]): Promise<Map<string, TemplateVersion>> {
  if (versionIds.length === 0) return new Map()
  const rows = await db
    .select(versionColumns)
    .from(templateVersions)
    .innerJoin(templates, eq(templates.id, templateVersions.templateId))
    .where(inArray(templateVersions.id, [...new Set(versionIds)]))
  return new Map(rows.map((row) => [row.versionId, { ...row, document: row.document as unknown as Composition }]))
}

/** One version by its id. Throws for an unknown id. */
export async function getVersion(db: Reader, versionId: string): Promise<TemplateVersion> {
  const version = (await getVersions(db, [versionId])).get(versionId)
  assert(version, `template version ${versionId} does not exist`)
  return version
}

/**
 * The current version of a template on sale, or of any template that the user may use. With the hash of a document, prefers the
 * version that has it. Throws `template-not-found`.
 */
export async function getCurrentVersion(
  db: Reader,
  templateId: string,
  { anyStatus = false, documentHash }: { anyStatus?: boolean; documentHash?: string | undefined } = {},
): Promise<TemplateVersion> {
  const isCurrent = eq(templateVersions.id, templates.currentVersionId)
  const isRequested = documentHash === undefined ? undefined : eq(templateVersions.documentHash, documentHash)
  const rows = await db
    .select({ ...versionColumns, isCurrent: sql<boolean>`${isCurrent}` })
    .from(templates)
    .innerJoin(templateVersions, eq(templateVersions.templateId, templates.id))
    .where(
      and(anyStatus ? undefined : isOnSale, eq(templates.id, toTemplateId(templateId)), or(isCurrent, isRequested)),
    )
  const found =
    rows.find((version) => version.documentHash === documentHash) ?? rows.find((version) => version.isCurrent)
  if (!found) throw new ApiError('template-not-found')
  const { isCurrent: _, ...row } = found
  return { ...row, document: row.document as unknown as Composition }
}

/**
 * The files of a document with their URLs, by asset id. Everyone gets the editing copy of a video, once it exists. Full-size
 * videos, and files that are for sale themselves, are omitted unless `signUrl` creates URLs of their private storage keys: the
 * caller must have checked that the user may have them.
 */
export async function getDocumentAssets(
  db: Reader,
  document: Composition,
  signUrl?: (storageKey: string) => string,
): Promise<Record<string, DocumentAsset>> {
  const found = await getAssets(db, listDocumentAssetIds(document))
  return Object.fromEntries(
    [...found].flatMap(([id, asset]) => {
      const isPrivate = asset.storageKey?.startsWith('private/')
      if (!isPrivate && asset.templateUse === null) return [[id, toDocumentAsset(asset)]]
      const fullUrl = signUrl && asset.storageKey ? toFileUrl(asset.storageKey, signUrl) : undefined
      const url = asset.templateUse !== 'goods' && asset.proxyKey ? publicUrl(asset.proxyKey) : fullUrl
      if (url === undefined) return []
      const described = { ...toDocumentAsset({ ...asset, storageKey: null }), url }
      return [[id, fullUrl === undefined ? described : { ...described, fullUrl }]]
    }),
  )
}

/** Older videos are public until a worker has moved them. */
function toFileUrl(storageKey: string, signUrl: (storageKey: string) => string): string {
  return storageKey.startsWith('public/') ? publicUrl(storageKey) : signUrl(storageKey)
}
