// Owns projects: one customer's inputs for one version of one template. Saves are checked against the template's fields and
// counted, so that two open tabs cannot silently overwrite each other.
import assert from 'node:assert/strict'
import type { Project, ValueWarning } from '@vitrine/contract/projects'
import { Refusal } from '@vitrine/contract/refusal'
import type { Db, Tx } from '@vitrine/database/connection'
import { and, desc, eq, sql } from 'drizzle-orm'
import { getCurrentVersion, getVersion, getVersions, type TemplateVersion } from '../catalogue/catalogue.ts'
import { hashJson } from '../hash.ts'
import { isUuid } from '../identifier.ts'
import { type AssetRecord, getAssets, toAsset } from '../media/media.ts'
import type { Reader } from '../prepared.ts'
import { projects } from './tables.ts'
import { listUserAssetIds, listWarnings, refuseInvalid, refuseUnstorable, type Values } from './values.ts'

export { listUserAssetIds } from './values.ts'

type ProjectRow = typeof projects.$inferSelect

export interface ProjectRecord {
  readonly row: ProjectRow
  readonly version: TemplateVersion
  /** The customer's files that the project uses, deleted ones included. */
  readonly assets: ReadonlyMap<string, AssetRecord>
  readonly warnings: readonly ValueWarning[]
}

/** Begins a project with the present version of a template on sale. Refuses template-not-found. */
export async function createProject(
  tx: Tx,
  { userId, templateId, name }: { userId: string; templateId: string; name?: string | undefined },
): Promise<ProjectRecord> {
  const version = await getCurrentVersion(tx, templateId)
  const [row] = await tx
    .insert(projects)
    .values({
      userId,
      templateId: version.templateId,
      versionId: version.versionId,
      name: name ?? version.templateName,
    })
    .returning()
  assert(row, 'an insert returns its row')
  return { row, version, assets: new Map(), warnings: warningsOf(row, version, new Map()) }
}

/** One of the user's projects. Refuses project-not-found, also for the projects of others. */
export async function getProject(db: Reader, userId: string, projectId: string): Promise<ProjectRecord> {
  return completeOne(db, await getRow(db, userId, projectId))
}

/** The user's projects, of one template when given, last edited first, at most 100. */
export async function listProjects(db: Db, userId: string, templateId?: string): Promise<ProjectRecord[]> {
  const rows = await db
    .select()
    .from(projects)
    .where(and(eq(projects.userId, userId), templateId ? eq(projects.templateId, templateId) : undefined))
    .orderBy(desc(projects.updatedAt), desc(projects.id))
    .limit(100)
  return complete(db, rows)
}

export interface ProjectSave {
  readonly userId: string
  readonly projectId: string
  readonly values: Values
  readonly ops: readonly unknown[]
  readonly name?: string | undefined
  /** The revision that these changes started from. Without one the save overwrites whatever is there. */
  readonly revision?: number | undefined
}

/**
 * Replaces a project's values and operations. A save of what is stored already changes nothing, so that a save whose answer
 * was lost can be repeated. Refuses: project-not-found; payload-too-large; field-value-invalid; project-changed with the
 * present `revision` and `project`, for which `signUrl` makes the addresses of the files.
 */
export async function saveProject(
  tx: Tx,
  save: ProjectSave,
  signUrl: (storageKey: string) => string,
): Promise<ProjectRecord> {
  refuseUnstorable(save.values, save.ops)
  const row = await getRow(tx, save.userId, save.projectId, 'lock')
  const isSame =
    hashJson([row.values, row.ops]) === hashJson([save.values, save.ops]) &&
    (save.name === undefined || save.name === row.name)
  if (isSame) return completeOne(tx, row)
  if (save.revision !== undefined && save.revision !== row.revision) {
    const present = toProject(await completeOne(tx, row), signUrl)
    throw new Refusal('project-changed', { revision: row.revision, project: present })
  }
  const version = await getVersion(tx, row.versionId)
  const assets = await getAssets(tx, listUserAssetIds(save.values, save.ops))
  refuseInvalid({ ...save, document: version.document, assets })
  const [saved] = await tx
    .update(projects)
    .set({
      values: { ...save.values },
      ops: [...save.ops],
      name: save.name ?? row.name,
      revision: row.revision + 1,
      updatedAt: sql`now()`,
    })
    .where(eq(projects.id, row.id))
    .returning()
  assert(saved, `project ${row.id} vanished while it was locked`)
  return { row: saved, version, assets, warnings: warningsOf(saved, version, assets) }
}

/** Removes every project of a user; their renders must be gone before. */
export async function eraseProjects(tx: Tx, userId: string): Promise<void> {
  await tx.delete(projects).where(eq(projects.userId, userId))
}

/** A project as the wire has it. `signUrl` makes an expiring address of a private storage key. */
export function toProject(project: ProjectRecord, signUrl: (storageKey: string) => string): Project {
  const { row, version, assets, warnings } = project
  const present = [...assets].filter(([, asset]) => !asset.deletedAt)
  return {
    projectId: row.id,
    templateId: row.templateId,
    templateName: version.templateName,
    name: row.name,
    documentHash: version.documentHash,
    values: row.values,
    ops: row.ops,
    revision: row.revision,
    warnings: [...warnings],
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    assets: Object.fromEntries(present.map(([id, asset]) => [id, toAsset(asset, signUrl)])),
  }
}

async function getRow(db: Reader, userId: string, projectId: string, lock?: 'lock'): Promise<ProjectRow> {
  if (!isUuid(projectId)) throw new Refusal('project-not-found')
  const select = db
    .select()
    .from(projects)
    .where(and(eq(projects.id, projectId), eq(projects.userId, userId)))
    .$dynamic()
  const [row] = await (lock ? select.for('update') : select)
  if (!row) throw new Refusal('project-not-found')
  return row
}

/** Adds versions and files to rows: two queries, however many rows. */
async function complete(db: Reader, rows: readonly ProjectRow[]): Promise<ProjectRecord[]> {
  const usedBy = new Map(rows.map((row) => [row.id, listUserAssetIds(row.values, row.ops)]))
  const [versions, found] = await Promise.all([
    getVersions(
      db,
      rows.map((row) => row.versionId),
    ),
    getAssets(db, [...usedBy.values()].flat()),
  ])
  return rows.map((row) => {
    const version = versions.get(row.versionId)
    assert(version, `template version ${row.versionId} does not exist`)
    const assets = new Map([...found].filter(([id]) => usedBy.get(row.id)?.includes(id)))
    return { row, version, assets, warnings: warningsOf(row, version, assets) }
  })
}

async function completeOne(db: Reader, row: ProjectRow): Promise<ProjectRecord> {
  const [project] = await complete(db, [row])
  assert(project, 'one row in, one project out')
  return project
}

function warningsOf(
  row: ProjectRow,
  version: TemplateVersion,
  assets: ReadonlyMap<string, AssetRecord>,
): ValueWarning[] {
  return listWarnings({ document: version.document, values: row.values, assets })
}
