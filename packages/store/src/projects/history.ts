// Versions of a project. Automatic ones are saved after some work, for each export and before a restore, and only the newest
// stay; named ones stay until the customer deletes them.

import assert from 'node:assert/strict'
import { ApiError } from '@vitrine/contract/api-error'
import type { ProjectTimeline, ProjectVersion, VersionList, VersionReason } from '@vitrine/contract/projects'
import type { Db, Tx } from '@vitrine/database/connection'
import { isSameJson } from '@vitrine/document/same-json'
import type { Difference } from '@vitrine/project/difference'
import { and, desc, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { hashJson } from '../hash.ts'
import { isUuid } from '../identifier.ts'
import { getAssets } from '../media/media.ts'
import type { Reader } from '../prepared.ts'
import { getRow, type ProjectRow, type SignUrl, toAssets } from './record.ts'
import { projectVersions } from './tables.ts'
import { listUserAssetIds, toWire, type Values } from './values.ts'

type VersionRow = typeof projectVersions.$inferSelect

/** The content of a project that a version stores. */
export interface ProjectContent {
  readonly values: Values
  readonly difference: Difference
  readonly aspect: string | null
  readonly timeline: ProjectTimeline
}

/** Limit of unnamed versions: at one in ten minutes, most of a working day. */
export const MAX_UNNAMED = 40
export const MAX_NAMED = 50
/** Bounded, because the list of all versions of a project is read, sent and shown at once. */
const PROJECT_VERSION_BYTES = 5_000_000
/** Limit of all projects of a user. */
const USER_VERSION_BYTES = 100_000_000
/** The pause after which a change saves an automatic version. */
const AUTOMATIC_AFTER_MS = 10 * 60 * 1000

/** Whether two projects have the same content. */
export function hasContent(one: ProjectContent, other: ProjectContent): boolean {
  const parts = ({ values, difference, aspect, timeline }: ProjectContent) => [values, difference, aspect, timeline]
  return isSameJson(parts(one), parts(other))
}

/** A hash of the content. */
function hashContent({ values, difference, aspect, timeline }: ProjectContent): string {
  // Versions older than timelines keep their hash.
  return hashJson(timeline === null ? [values, difference, aspect] : [values, difference, aspect, timeline])
}

/**
 * Saves the row's current content as a version, unless the newest version is equal or nothing was ever filled in. Deletes the
 * oldest unnamed versions above the limit. The row must be locked.
 */
export async function saveVersion(tx: Tx, row: ProjectRow, reason: Exclude<VersionReason, 'named'>): Promise<void> {
  if (row.revision === 0) return
  const newest = await findNewest(tx, row.id)
  if (newest?.contentHash === hashContent(row)) return
  await insertVersion(tx, row.id, { content: row, reason, name: null, createdAt: row.updatedAt })
  await deleteOldestUnnamed(tx, row.userId)
}

/** Deletes the oldest unnamed versions of a user's projects until number and total size are within the limits. */
async function deleteOldestUnnamed(tx: Tx, userId: string): Promise<void> {
  // Named ones come first, so that their size reduces what the others may use.
  const newestFirst = sql`versions.name is null, versions.created_at desc, versions.id desc`
  await tx.execute(sql`
    with counted as (
      select versions.id, versions.name,
             row_number() over (partition by project_id, versions.name is null order by ${newestFirst}) as place,
             sum(versions.size_bytes) over (partition by project_id order by ${newestFirst}) as project_bytes,
             sum(versions.size_bytes) over (order by ${newestFirst}) as user_bytes
        from project_versions versions join projects on projects.id = versions.project_id
       where projects.user_id = ${userId})
    delete from project_versions where id in (
      select id from counted
       where name is null
         and (place > ${MAX_UNNAMED} or project_bytes > ${PROJECT_VERSION_BYTES} or user_bytes > ${USER_VERSION_BYTES}))`)
}

/** Deletes the automatic versions of a project. */
export async function deleteUnnamedVersions(tx: Tx, projectId: string): Promise<void> {
  await tx.delete(projectVersions).where(and(eq(projectVersions.projectId, projectId), isNull(projectVersions.name)))
}

/** Bytes of a user's projects and versions, including deleted projects that can be restored. */
export async function readProjectBytes(db: Reader, userId: string): Promise<number> {
  const { rows } = await db.execute<{ bytes: string }>(sql`
    select coalesce(sum(size_bytes), 0) + coalesce(sum((
             select sum(versions.size_bytes) from project_versions versions where versions.project_id = projects.id
           )), 0) as bytes
      from projects where user_id = ${userId}`)
  return Number(rows[0]?.bytes ?? 0)
}

/** Saves a version before a change, when the last one (or the creation of the project) is some time ago. */
export async function saveVersionAfterPause(tx: Tx, row: ProjectRow): Promise<void> {
  const newest = await findNewest(tx, row.id)
  const since = newest?.keptAt ?? row.createdAt
  if (Date.now() - since.getTime() >= AUTOMATIC_AFTER_MS) await saveVersion(tx, row, 'automatic')
}

/** All versions of a project, newest first, with their files. Throws `project-not-found`. */
export async function listVersions(
  db: Db,
  { userId, projectId }: { userId: string; projectId: string },
  signUrl: SignUrl,
): Promise<VersionList> {
  await getRow(db, userId, projectId)
  const rows = await db
    .select()
    .from(projectVersions)
    .where(eq(projectVersions.projectId, projectId))
    .orderBy(desc(projectVersions.createdAt), desc(projectVersions.id))
  const assets = await getAssets(
    db,
    rows.flatMap(({ values, difference, timeline }) => listUserAssetIds(values, difference, timeline)),
  )
  const versions = rows.map(toVersion)
  return { versions, assets: toAssets(assets, signUrl) }
}

/**
 * Saves a version with a name. `content` is validated content; by default it is that of the project. Throws `project-not-found`
 * and `too-many-versions`.
 */
export async function nameVersion(
  tx: Tx,
  request: { userId: string; projectId: string; name: string; content?: ProjectContent | undefined },
): Promise<ProjectVersion> {
  const { userId, projectId, name } = request
  const row = await getRow(tx, userId, projectId, 'lock')
  await limitNamedVersions(tx, projectId)
  const content = request.content ?? row
  const version = await insertVersion(tx, projectId, { content, reason: 'named', name, createdAt: new Date() })
  await limitVersionSize(tx, row)
  await deleteOldestUnnamed(tx, userId)
  return toVersion(version)
}

/**
 * Names a version, which protects it from automatic deletion. Throws `project-not-found`, `version-not-found`,
 * `too-many-versions`.
 */
export async function renameVersion(
  tx: Tx,
  place: { userId: string; projectId: string; versionId: string },
  name: string,
): Promise<ProjectVersion> {
  const version = await getVersionRow(tx, place)
  if (version.name === null) await limitNamedVersions(tx, place.projectId)
  const [renamed] = await tx.update(projectVersions).set({ name }).where(eq(projectVersions.id, version.id)).returning()
  assert(renamed, `version ${version.id} vanished while its project was locked`)
  return toVersion(renamed)
}

/** Throws `project-not-found` and `version-not-found`. */
export async function deleteVersion(
  tx: Tx,
  place: { userId: string; projectId: string; versionId: string },
): Promise<void> {
  const version = await getVersionRow(tx, place)
  await tx.delete(projectVersions).where(eq(projectVersions.id, version.id))
}

async function getVersionRow(
  tx: Tx,
  { userId, projectId, versionId }: { userId: string; projectId: string; versionId: string },
): Promise<VersionRow> {
  await getRow(tx, userId, projectId, 'lock')
  if (!isUuid(versionId)) throw new ApiError('version-not-found')
  const [version] = await tx
    .select()
    .from(projectVersions)
    .where(and(eq(projectVersions.id, versionId), eq(projectVersions.projectId, projectId)))
  if (!version) throw new ApiError('version-not-found')
  return version
}

async function findNewest(tx: Tx, projectId: string): Promise<VersionRow | undefined> {
  const [newest] = await tx
    .select()
    .from(projectVersions)
    .where(eq(projectVersions.projectId, projectId))
    .orderBy(desc(projectVersions.createdAt), desc(projectVersions.id))
    .limit(1)
  return newest
}

async function limitNamedVersions(tx: Tx, projectId: string): Promise<void> {
  const isNamed = and(eq(projectVersions.projectId, projectId), isNotNull(projectVersions.name))
  if ((await tx.$count(projectVersions, isNamed)) >= MAX_NAMED)
    throw new ApiError('too-many-versions', { limit: MAX_NAMED })
}

/** Throws `too-many-versions` when the named versions of a project, or of all projects of a user, exceed their size limit. */
async function limitVersionSize(tx: Tx, { id, userId }: ProjectRow): Promise<void> {
  const { rows } = await tx.execute<{ ofProject: string | null; ofUser: string | null }>(sql`
    select sum(versions.size_bytes) filter (where projects.id = ${id}) as "ofProject",
           sum(versions.size_bytes) as "ofUser"
      from project_versions versions join projects on projects.id = versions.project_id
     where projects.user_id = ${userId} and versions.name is not null`)
  const { ofProject, ofUser } = rows[0] ?? {}
  if (Number(ofProject) <= PROJECT_VERSION_BYTES && Number(ofUser) <= USER_VERSION_BYTES) return
  const words = 'The named versions take too much room. Please delete one of them first.'
  throw new ApiError('too-many-versions', { limitBytes: PROJECT_VERSION_BYTES }, words)
}

async function insertVersion(
  tx: Tx,
  projectId: string,
  version: { content: ProjectContent; reason: VersionReason; name: string | null; createdAt: Date },
): Promise<VersionRow> {
  const { content, reason, name, createdAt } = version
  const { values, difference, aspect, timeline } = content
  const contentHash = hashContent(content)
  const [inserted] = await tx
    .insert(projectVersions)
    .values({ projectId, name, reason, values: { ...values }, difference, aspect, timeline, contentHash, createdAt })
    .returning()
  assert(inserted, 'an insert returns its row')
  return inserted
}

/** The wire form of a version. */
function toVersion(version: VersionRow): ProjectVersion {
  const { id, name, reason, values, aspect, timeline, createdAt } = version
  const difference = toWire(version.difference)
  return { versionId: id, name, reason, values, difference, aspect, timeline, createdAt: createdAt.toISOString() }
}
