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
import { forgetUnnamed, hasContent, keepAfterAWhile, keepVersion, nameVersion } from './history.ts'
import { completeOne, getRow, type ProjectRecord, type ProjectRow, type SignUrl, toProject } from './record.ts'
import { fromWire, type Shape } from './stored-difference.ts'
import { projects } from './tables.ts'
import { type Inputs, listUserAssetIds, refuseInvalid, refuseUnstorable, type Values } from './values.ts'

/** Projects of one customer, deleted ones not counted. */
const MAX_PROJECTS = 200
/** How long a deleted project can be taken back. */
const DELETED_KEPT_DAYS = 30
/** Deleted projects of one customer that can be taken back. */
const MAX_DELETED = 20

export interface NewProject {
  readonly userId: string
  readonly templateId: string
  readonly name?: string | undefined
  /** The user may use the template whatever its status. */
  readonly mayUse?: boolean
  /** The id under which a visitor began the project on a device, before there was an account. */
  readonly projectId?: string | undefined
  /** The document that it was begun with; the current one when the template has it no longer. */
  readonly documentHash?: string | undefined
}

/**
 * Creates a project of a template on sale. A project that a visitor began has an id already: the first account that
 * names it gets it, and asking again answers it as it is now. Refuses template-not-found, too-many-projects, and
 * project-not-found for an id that another account has or whose project was deleted.
 */
export async function createProject(tx: Tx, wanted: NewProject): Promise<ProjectRecord> {
  const { userId, name, projectId, documentHash } = wanted
  const begun = projectId === undefined ? undefined : await findClaimed(tx, userId, projectId)
  if (begun) return begun
  const version = await getCurrentVersion(tx, wanted.templateId, { anyStatus: wanted.mayUse === true, documentHash })
  await refuseTooMany(tx, userId)
  const project = { userId, templateId: version.templateId, versionId: version.versionId }
  const named = { ...project, name: name ?? version.templateName }
  if (projectId === undefined) return insertProject(tx, named)
  // Two tabs, or two accounts, may ask at the same time: the primary key decides.
  await tx
    .insert(projects)
    .values({ ...named, id: projectId })
    .onConflictDoNothing()
  return getProject(tx, userId, projectId)
}

/** The user's project with this id. Undefined while nobody has it; refuses project-not-found when it is not theirs. */
async function findClaimed(tx: Tx, userId: string, projectId: string): Promise<ProjectRecord | undefined> {
  const [holder] = await tx.select({ id: projects.id }).from(projects).where(eq(projects.id, projectId))
  return holder && getProject(tx, userId, projectId)
}

/** One of the user's projects. Refuses project-not-found, also for the projects of others and deleted ones. */
export async function getProject(db: Reader, userId: string, projectId: string): Promise<ProjectRecord> {
  return completeOne(db, await getRow(db, userId, projectId))
}

/** The user's projects, of one template when given, last edited first; without what they hold, which may be much. */
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

/** What the user edited last of each of these templates; those of which nothing was ever saved are left out. */
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
  /** As the wire has it: checked before it is stored. */
  readonly difference?: ProjectDifference | undefined
  /** A variant of the template, null for its own shape; without one it stays as it is. */
  readonly aspect?: string | null | undefined
  /** The customer's own clips and sounds, null for a template without; left out it stays as it is. */
  readonly timeline?: ProjectTimeline | undefined
  readonly name?: string | undefined
  /** The revision that these changes started from. Without one the save overwrites whatever is there. */
  readonly revision?: number | undefined
  /** Names this attempt to save. */
  readonly attemptId?: string | undefined
  /** Attempts of the same editor whose response was lost: these changes started from whichever of them was stored. */
  readonly unanswered?: readonly string[] | undefined
  /** Saves the current state as a version: for saves that replace it as a whole. */
  readonly keepsReplaced?: boolean | undefined
}

/**
 * Replaces a project's values, difference, aspect and timeline. Saving the stored content again makes no revision, so
 * that a save whose response was lost can be repeated; a save that names the lost attempt may also continue from it.
 * Refuses: project-not-found; payload-too-large; field-value-invalid; project-changed with the current `revision` and
 * `project`, for which `signUrl` creates the URLs of the files.
 */
export async function saveProject(tx: Tx, save: ProjectSave, signUrl: SignUrl): Promise<ProjectRecord> {
  refuseUnstorable(save.values, save.difference, save.timeline ?? null)
  const row = await getRow(tx, save.userId, save.projectId, 'lock')
  const { aspect = row.aspect, timeline = row.timeline } = save
  const content = { values: save.values, difference: readDifference(save), aspect, timeline }
  const isSameContent = hasContent(row, content)
  if (isSameContent && (save.name === undefined || save.name === row.name)) return completeOne(tx, row)
  if (save.revision !== undefined && save.revision !== row.revision && !isOwnAttempt(row, save)) {
    const present = toProject(await completeOne(tx, row), signUrl)
    throw new ApiError('project-changed', { revision: row.revision, project: present })
  }
  await refuseInvalidContent(tx, row, content)
  if (save.keepsReplaced) await keepVersion(tx, row, 'replaced')
  else if (!isSameContent) await keepAfterAWhile(tx, row)
  return changeProject(tx, row.id, {
    ...content,
    values: { ...content.values },
    name: save.name ?? row.name,
    revision: row.revision + 1,
    attemptId: save.attemptId ?? null,
    updatedAt: sql`now()`,
  })
}

/** Whether the stored revision was made by an earlier attempt of the same editor, whose response never reached it. */
function isOwnAttempt({ attemptId }: ProjectRow, { unanswered = [] }: ProjectSave): boolean {
  return attemptId !== null && unanswered.includes(attemptId)
}

/** Renames a project. Its revision stays: renaming never conflicts with edits. Refuses project-not-found. */
export async function renameProject(
  tx: Tx,
  { userId, projectId, name }: { userId: string; projectId: string; name: string },
): Promise<ProjectRecord> {
  const row = await getRow(tx, userId, projectId, 'lock')
  return changeProject(tx, row.id, { name })
}

/** Copies a project, without its versions. Refuses project-not-found and too-many-projects. */
export async function duplicateProject(tx: Tx, userId: string, projectId: string): Promise<ProjectRecord> {
  const row = await getRow(tx, userId, projectId)
  await refuseTooMany(tx, userId)
  const { templateId, versionId, values, difference, aspect, timeline } = row
  const name = `${row.name.replace(/ \(copy\)$/, '').slice(0, 110)} (copy)`
  return insertProject(tx, { userId, templateId, versionId, values, difference, aspect, timeline, name, revision: 1 })
}

/**
 * Deletes a project; `restoreProject` takes that back for some weeks, unless many more are deleted. Its unnamed versions go at
 * once. Refuses project-not-found.
 */
export async function deleteProject(tx: Tx, userId: string, projectId: string): Promise<void> {
  const row = await getRow(tx, userId, projectId, 'lock')
  await forgetUnnamed(tx, row.id)
  await tx.update(projects).set({ deletedAt: sql`now()` }).where(eq(projects.id, row.id))
  const earlier = tx
    .select({ id: projects.id })
    .from(projects)
    .where(and(eq(projects.userId, userId), isNotNull(projects.deletedAt)))
    .orderBy(desc(projects.deletedAt), desc(projects.id))
    .offset(MAX_DELETED)
  await tx.delete(projects).where(and(inArray(projects.id, earlier), ...isInNoRender()))
}

/** Takes a deletion back; a project that is not deleted stays as it is. Refuses project-not-found, too-many-projects. */
export async function restoreProject(tx: Tx, userId: string, projectId: string): Promise<ProjectRecord> {
  if (isUuid(projectId)) {
    const isDeleted = and(eq(projects.id, projectId), eq(projects.userId, userId), isNotNull(projects.deletedAt))
    const [deleted] = await tx.select({ id: projects.id }).from(projects).where(isDeleted).for('update')
    if (deleted) {
      await refuseTooMany(tx, userId)
      await tx.update(projects).set({ deletedAt: null }).where(eq(projects.id, deleted.id))
    }
  }
  return getProject(tx, userId, projectId)
}

/** Saves a named version, of other content than the stored one when given, which is checked like a save. */
export async function keepNamedVersion(
  tx: Tx,
  request: { userId: string; projectId: string; name: string; content?: RequestedContent | undefined },
): Promise<ProjectVersion> {
  const { userId, projectId, name, content } = request
  if (!content) return nameVersion(tx, { userId, projectId, name })
  refuseUnstorable(content.values, content.difference, content.timeline)
  const row = await getRow(tx, userId, projectId, 'lock')
  const { values, aspect, timeline } = content
  const checked = { values, difference: readDifference(content), aspect, timeline }
  await refuseInvalidContent(tx, row, checked)
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

/** Removes every project of a user, or all those of one template, with its versions; their renders must be gone before. */
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

async function refuseInvalidContent(tx: Tx, row: ProjectRow, content: CheckedContent): Promise<void> {
  const { document } = await getVersion(tx, row.versionId)
  const assets = await getAssets(tx, listUserAssetIds(content.values, content.difference, content.timeline))
  const fonts = content.difference.fonts ? (await listFonts(tx)).map(({ face }) => face) : []
  const isOwner = content.difference.unlocked === true && may((await readUser(tx, row.userId)).role, 'templates')
  await refuseInvalid({ ...content, userId: row.userId, document, assets, fonts, isOwner })
}

async function refuseTooMany(tx: Tx, userId: string): Promise<void> {
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
