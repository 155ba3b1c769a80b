// Loads a project with the version of its template, the customer's files and warnings, and converts it to its wire form.

import assert from 'node:assert/strict'
import { ApiError } from '@vitrine/contract/api-error'
import type { Project, ValueWarning } from '@vitrine/contract/projects'
import type { Difference } from '@vitrine/project/difference'
import { and, eq, isNull } from 'drizzle-orm'
import { getCatalogueRows } from '../catalogue/catalogue.ts'
import { getVersions, type TemplateVersion } from '../catalogue/template-version.ts'
import { toTemplate } from '../catalogue/wire.ts'
import { isUuid } from '../identifier.ts'
import { type AssetRecord, getAssets, toAsset } from '../media/media.ts'
import type { Reader } from '../prepared.ts'
import { projects } from './tables.ts'
import { listUserAssetIds, listWarnings, toWire } from './values.ts'

export type ProjectRow = typeof projects.$inferSelect

export interface ProjectRecord {
  readonly row: Omit<ProjectRow, 'difference'> & { readonly difference: Difference }
  readonly version: TemplateVersion
  /** Public URL of the template's poster. */
  readonly thumbnail: string
  /** The customer's files in the project, deleted ones included. */
  readonly assets: ReadonlyMap<string, AssetRecord>
  readonly warnings: readonly ValueWarning[]
}

/** Creates an expiring URL of a private storage key. */
export type SignUrl = (storageKey: string) => string

/** The wire form of a project. */
export function toProject(project: ProjectRecord, signUrl: SignUrl): Project {
  const { row, version, assets, warnings, thumbnail } = project
  return {
    projectId: row.id,
    templateId: row.templateId,
    templateName: version.templateName,
    name: row.name,
    documentHash: version.documentHash,
    values: row.values,
    difference: toWire(row.difference),
    aspect: row.aspect,
    timeline: row.timeline,
    thumbnail,
    revision: row.revision,
    warnings: [...warnings],
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    assets: toAssets(assets, signUrl),
  }
}

/** The wire form of files by their ids, without deleted ones. */
export function toAssets(assets: ReadonlyMap<string, AssetRecord>, signUrl: SignUrl): Project['assets'] {
  const present = [...assets].filter(([, asset]) => !asset.deletedAt)
  return Object.fromEntries(present.map(([id, asset]) => [id, toAsset(asset, signUrl)]))
}

/** One of the user's projects that is not deleted. Throws `project-not-found`, also for another user's project. */
export async function getRow(db: Reader, userId: string, projectId: string, lock?: 'lock'): Promise<ProjectRow> {
  if (!isUuid(projectId)) throw new ApiError('project-not-found')
  const select = db
    .select()
    .from(projects)
    .where(and(eq(projects.id, projectId), eq(projects.userId, userId), isNull(projects.deletedAt)))
    .$dynamic()
  const [row] = await (lock ? select.for('update') : select)
  if (!row) throw new ApiError('project-not-found')
  return row
}

/** Adds template versions, listings and files to rows, in three queries for any number of rows. */
export async function complete(db: Reader, rows: readonly ProjectRow[]): Promise<ProjectRecord[]> {
  const usedBy = new Map(
    rows.map((row) => [row.id, new Set(listUserAssetIds(row.values, row.difference, row.timeline))]),
  )
  // Sequential, because a transaction has one connection, which runs one query at a time.
  const versions = await getVersions(
    db,
    rows.map((row) => row.versionId),
  )
  const templates = await getCatalogueRows(
    db,
    rows.map((row) => row.templateId),
  )
  const found = await getAssets(
    db,
    [...usedBy.values()].flatMap((ids) => [...ids]),
  )
  return rows.map((row) => {
    const version = versions.get(row.versionId)
    const template = templates.get(row.templateId)
    assert(version && template, `template version ${row.versionId} of ${row.templateId} does not exist`)
    const assets = new Map([...found].filter(([id]) => usedBy.get(row.id)?.has(id)))
    const { values, difference, timeline } = row
    const warnings = listWarnings({ document: version.document, values, difference, timeline, assets })
    return { row, version, thumbnail: toTemplate(template).thumbnail, assets, warnings }
  })
}

export async function completeOne(db: Reader, row: ProjectRow): Promise<ProjectRecord> {
  const [project] = await complete(db, [row])
  assert(project, 'one row in, one project out')
  return project
}
