// Projects: a customer's inputs for one version of one template. Saves are validated against the template's fields and
// numbered, so that two open tabs cannot silently overwrite each other.

import assert from 'node:assert/strict'
import { ApiError } from '@vitrine/contract/api-error'
import { may } from '@vitrine/contract/permission'
import type { ProjectDifference, ProjectSummary, ProjectTimeline, ProjectVersion } from '@vitrine/contract/projects'
import type { Db, Tx } from '@vitrine/database/connection'
import { type Difference, NO_DIFFERENCE } from '@vitrine/project/difference'
import { and, desc, eq, gt, inArray, isNotNull, isNull, lt, notExists, sql } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import { lockUser, readUser } from '../accounts/accounts.ts'
import { getCatalogueRows } from '../catalogue/catalogue.ts'
import { listFonts } from '../catalogue/font-library.ts'
import { getCurrentVersion, getVersion } from '../catalogue/template-version.ts'
import { toTemplate } from '../catalogue/wire.ts'
import { isUuid } from '../identifier.ts'
import { getAssets } from '../media/media.ts'
import type { Reader } from '../prepared.ts'
import { deleteUnnamedVersions, hasContent, nameVersion, saveVersion, saveVersionAfterPause } from './history.ts'
import { completeOne, getRow, type ProjectRecord, type ProjectRow, type SignUrl, toProject } from './record.ts'
import { projects } from './tables.ts'
import {
  fromWire,
  type Inputs,
  listUserAssetIds,
  requireStorable,
  requireValidValues,
  type Shape,
  type Values,
} from './values.ts'

/** Projects per customer, without deleted ones. */
const MAX_PROJECTS = 200
/** How long a deleted project can be restored. */
const DELETED_KEPT_DAYS = 30
/** Deleted projects per customer that can be restored. */
const MAX_DELETED = 20

interface NewProject {
  readonly userId: string
  readonly templateId: string
  readonly name?: string | undefined
  /** Allows templates that are not on sale. */
  readonly mayUse?: boolean
  /** The id of a project that a visitor began on a device, before having an account. */
  readonly projectId?: string | undefined
  /** The document at the project's start; if the template no longer has it, the current one is used. */
  readonly documentHash?: string | undefined
}

/**
 * Creates a project of a template on sale. A project that a visitor began already has an id: the first account that sends it gets
 * the project, and repeating the request returns its current state. Throws `template-not-found`, `too-many-projects`, and
 * `project-not-found` for an id that belongs to another account or to a deleted project.
 */
export async function createProject(tx: Tx, request: NewProject): Promise<ProjectRecord> {
  const { userId, name, projectId, documentHash } = request
  const begun = projectId === undefined ? undefined : await findClaimed(tx, userId, projectId)
  if (begun) return begun
  const version = await getCurrentVersion(tx, request.templateId, { anyStatus: request.mayUse === true, documentHash })
  await limitProjects(tx, userId)
  const project = { userId, templateId: version.templateId, versionId: version.versionId }
  const named = { ...project, name: name ?? version.templateName }
  if (projectId === undefined) return insertProject(tx, named)
  // Two tabs or two accounts may send the same id: the primary key decides.
  await tx
    .insert(projects)
    .values({ ...named, id: projectId })
    .onConflictDoNothing()
  return getProject(tx, userId, projectId)
}

/** The user's project with this id. Undefined for an unknown id; throws `project-not-found` for another user's project. */
async function findClaimed(tx: Tx, userId: string, projectId: string): Promise<ProjectRecord | undefined> {
  const [holder] = await tx.select({ id: projects.id }).from(projects).where(eq(projects.id, projectId))
  return holder && getProject(tx, userId, projectId)
}

/** One of the user's projects. Throws `project-not-found`, also for another user's project or a deleted one. */
export async function getProject(db: Reader, userId: string, projectId: string): Promise<ProjectRecord> {
  return completeOne(db, await getRow(db, userId, projectId))
}

/** The user's projects, optionally of one template, last edited first. Omits their content, which may be large. */
export async function listProjects(db: Db, userId: string, templateId?: string): Promise<ProjectSummary[]> {
  const isOfTemplate = templateId ? eq(projects.templateId, templateId) : undefined
  const { id, name, aspect, revision, createdAt, updatedAt } = projects
  const rows = await db
    .select({
      id,
      templateId: projects.templateId,
      name,
      aspect,
      revision,
      createdAt,
      updatedAt,
      hasTimeline: sql<boolean>`${projects.timeline} is not null`,
    })
    .from(projects)
    .where(and(eq(projects.userId, userId), isNull(projects.deletedAt), isOfTemplate))
    .orderBy(desc(projects.updatedAt), desc(projects.id))
    .limit(MAX_PROJECTS)
  const templates = await getCatalogueRows(
    db,
    rows.map((row) => row.templateId),
  )
  return rows.map(({ id: projectId, ...row }) => {
    const template = templates.get(row.templateId)
    assert(template, `template ${row.templateId} does not exist`)
    const { templateName, thumbnail } = toTemplate(template)
    return {
      ...row,
      projectId,
      templateName,
      thumbnail,
      createdAt: row.createdAt.toISOString(),
      updatedAt: row.updatedAt.toISOString(),
    }
  })
}

/** The last edited project of each of these templates; omits templates without a saved project. */
export async function findLatestProjects(
  db: Db,
  userId: string,
  templateIds: readonly string[],
): Promise<Map<string, { projectId: string; hasTimeline: boolean }>> {
  if (templateIds.length === 0) return new Map()
  const { id: projectId, templateId, timeline, updatedAt } = projects
  const rows = await db
    .selectDistinctOn([templateId], { projectId, templateId, hasTimeline: sql<boolean>`${timeline} is not null` })
    .from(projects)
    .where(
      and(
        eq(projects.userId, userId),
        inArray(templateId, [...templateIds]),
        isNull(projects.deletedAt),
        gt(projects.revision, 0),
      ),
    )
    .orderBy(templateId, desc(updatedAt), desc(projectId))
  return new Map(rows.map(({ templateId: key, ...project }) => [key, project]))
}

export interface ProjectSave {
  readonly userId: string
  readonly projectId: string
  readonly values: Values
  /** Its wire form, which is checked before it is stored. */
  readonly difference?: ProjectDifference | undefined
  /** A variant of the template; null for its own shape, absent for no change. */
  readonly aspect?: string | null | undefined
  /** The customer's clips and sounds; null for a template without, absent for no change. */
  readonly timeline?: ProjectTimeline | undefined
  readonly name?: string | undefined
  /** The revision on which these changes are based. Without it the save overwrites the stored project. */
  readonly revision?: number | undefined
  /** Identifies this attempt to save. */
  readonly attemptId?: string | undefined
  /** Earlier attempts of the same editor without a response: these changes are based on whichever was stored. */
  readonly unanswered?: readonly string[] | undefined
  /** Saves the replaced state as a version, for saves that replace the whole project. */
  readonly keepsReplaced?: boolean | undefined
}

/**
 * Replaces a project's values, difference, aspect and timeline. Saving the stored content again creates no revision, so a save
 * whose response was lost can be repeated; a save that names the lost attempt may also continue from it. Throws:
 * `project-not-found`; `payload-too-large`; `field-value-invalid`; `project-changed` with the current `revision` and `project`,
 * for which `signUrl` creates the URLs of the files.
 */
export async function saveProject(tx: Tx, save: ProjectSave, signUrl: SignUrl): Promise<ProjectRecord> {
  requireStorable(save.values, save.difference, save.timeline ?? null)
  const row = await getRow(tx, save.userId, save.projectId, 'lock')
  const { aspect = row.aspect, timeline = row.timeline } = save
  const content = { values: save.values, difference: readDifference(save), aspect, timeline }
  const isSameContent = hasContent(row, content)
  if (isSameContent && (save.name === undefined || save.name === row.name)) return completeOne(tx, row)
  if (save.revision !== undefined && save.revision !== row.revision && !isOwnAttempt(row, save)) {
    const present = toProject(await completeOne(tx, row), signUrl)
    throw new ApiError('project-changed', { revision: row.revision, project: present })
  }
  await requireValidContent(tx, row, content)
  if (save.keepsReplaced) await saveVersion(tx, row, 'replaced')
  else if (!isSameContent) await saveVersionAfterPause(tx, row)
  return changeProject(tx, row.id, {
    ...content,
    values: { ...content.values },
    name: save.name ?? row.name,
    revision: row.revision + 1,
    attemptId: save.attemptId ?? null,
    updatedAt: sql`now()`,
  })
}

/** Whether the stored revision comes from an earlier attempt of the same editor, which never received the response. */
function isOwnAttempt({ attemptId }: ProjectRow, { unanswered = [] }: ProjectSave): boolean {
  return attemptId !== null && unanswered.includes(attemptId)
}

/** Renames a project. Its revision stays, so that renaming never conflicts with edits. Throws `project-not-found`. */
export async function renameProject(
  tx: Tx,
  { userId, projectId, name }: { userId: string; projectId: string; name: string },
): Promise<ProjectRecord> {
  const row = await getRow(tx, userId, projectId, 'lock')
  return changeProject(tx, row.id, { name })
}

/** Copies a project, without its versions. Throws `project-not-found` and `too-many-projects`. */
export async function duplicateProject(tx: Tx, userId: string, projectId: string): Promise<ProjectRecord> {
  const row = await getRow(tx, userId, projectId)
  await limitProjects(tx, userId)
  const { templateId, versionId, values, difference, aspect, timeline } = row
  const name = `${row.name.replace(/ \(copy\)$/, '').slice(0, 110)} (copy)`
  return insertProject(tx, { userId, templateId, versionId, values, difference, aspect, timeline, name, revision: 1 })
}

/**
 * Deletes a project; `restoreProject` can undo this for some weeks, or until the limit of deleted projects. Unnamed versions are
 * deleted immediately. Throws `project-not-found`.
 */
export async function deleteProject(tx: Tx, userId: string, projectId: string): Promise<void> {
  const row = await getRow(tx, userId, projectId, 'lock')
  await deleteUnnamedVersions(tx, row.id)
  await tx.update(projects).set({ deletedAt: sql`now()` }).where(eq(projects.id, row.id))
  const earlier = tx
    .select({ id: projects.id })
    .from(projects)
    .where(and(eq(projects.userId, userId), isNotNull(projects.deletedAt)))
    .orderBy(desc(projects.deletedAt), desc(projects.id))
    .offset(MAX_DELETED)
  await tx.delete(projects).where(and(inArray(projects.id, earlier), ...isInNoRender()))
}

/** Restores a deleted project; leaves any other unchanged. Throws `project-not-found`, `too-many-projects`. */
export async function restoreProject(tx: Tx, userId: string, projectId: string): Promise<ProjectRecord> {
  if (isUuid(projectId)) {
    const isDeleted = and(eq(projects.id, projectId), eq(projects.userId, userId), isNotNull(projects.deletedAt))
    const [deleted] = await tx.select({ id: projects.id }).from(projects).where(isDeleted).for('update')
    if (deleted) {
      await limitProjects(tx, userId)
      await tx.update(projects).set({ deletedAt: null }).where(eq(projects.id, deleted.id))
    }
  }
  return getProject(tx, userId, projectId)
}

/** Saves a named version, of the stored content or of other content, which is validated like a save. */
export async function saveNamedVersion(
  tx: Tx,
  request: { userId: string; projectId: string; name: string; content?: RequestedContent | undefined },
): Promise<ProjectVersion> {
  const { userId, projectId, name, content } = request
  if (!content) return nameVersion(tx, { userId, projectId, name })
  requireStorable(content.values, content.difference, content.timeline)
  const row = await getRow(tx, userId, projectId, 'lock')
  const { values, aspect, timeline } = content
  const checked = { values, difference: readDifference(content), aspect, timeline }
  await requireValidContent(tx, row, checked)
  return nameVersion(tx, { userId, projectId, name, content: checked })
}

/** Removes projects that were deleted weeks ago and that no render refers to. Returns how many. */
export async function purgeDeletedProjects(db: Db): Promise<number> {
  const isOld = lt(projects.deletedAt, sql`now() - make_interval(days => ${DELETED_KEPT_DAYS})`)
  const purged = await db
    .delete(projects)
    .where(and(isOld, ...isInNoRender()))
    .returning({ id: projects.id })
  return purged.length
}

/** No render and no render request refers to a project. */
function isInNoRender() {
  const usedByRender = sql`(select 1 from renders where renders.project_id = ${projects.id})`
  const usedByRequest = sql`(select 1 from render_requests where render_requests.project_id = ${projects.id})`
  return [notExists(usedByRender), notExists(usedByRequest)]
}

/** Removes every project of a user, or of one template, with its versions. The caller removes their renders first. */
export async function eraseProjects(tx: Tx, userId: string, templateId?: string): Promise<void> {
  const isOfTemplate = templateId === undefined ? undefined : eq(projects.templateId, templateId)
  await tx.delete(projects).where(and(eq(projects.userId, userId), isOfTemplate))
}

interface RequestedContent extends Shape, Pick<ProjectSave, 'difference'> {
  readonly values: Values
}

function readDifference({ difference }: Pick<ProjectSave, 'difference'>): Difference {
  return difference ? fromWire(difference) : NO_DIFFERENCE
}

type CheckedContent = Pick<Inputs, 'values' | 'difference' | 'aspect' | 'timeline'>

async function requireValidContent(tx: Tx, row: ProjectRow, content: CheckedContent): Promise<void> {
  const { document } = await getVersion(tx, row.versionId)
  const assets = await getAssets(tx, listUserAssetIds(content.values, content.difference, content.timeline))
  const fonts = content.difference.fonts ? (await listFonts(tx)).map(({ face }) => face) : []
  const isOwner = content.difference.unlocked === true && may((await readUser(tx, row.userId)).role, 'templates')
  await requireValidValues({ ...content, userId: row.userId, document, assets, fonts, isOwner })
}

async function limitProjects(tx: Tx, userId: string): Promise<void> {
  await lockUser(tx, userId)
  const count = await tx.$count(projects, and(eq(projects.userId, userId), isNull(projects.deletedAt)))
  if (count >= MAX_PROJECTS) throw new ApiError('too-many-projects', { limit: MAX_PROJECTS })
}

async function insertProject(tx: Tx, project: typeof projects.$inferInsert): Promise<ProjectRecord> {
  const [row] = await tx.insert(projects).values(project).returning()
  assert(row, 'an insert returns its row')
  return completeOne(tx, row)
}

async function changeProject(
  tx: Tx,
  projectId: string,
  change: PgUpdateSetSource<typeof projects>,
): Promise<ProjectRecord> {
  const [changed] = await tx.update(projects).set(change).where(eq(projects.id, projectId)).returning()
  assert(changed, `project ${projectId} vanished while it was locked`)
  return completeOne(tx, changed)
}
