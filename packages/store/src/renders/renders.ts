// The customer's side of renders: requesting, listing, cancelling and retrying them. `attempt.ts` is the worker's side,
// `state.ts` has the state machine.

import assert from 'node:assert/strict'
import { ApiError } from '@vitrine/contract/api-error'
import type { PictureOutput, RenderKind } from '@vitrine/contract/renders'
import type { Db, Tx } from '@vitrine/database/connection'
import { removeJob } from '@vitrine/database/jobs'
import { and, desc, eq, inArray, isNotNull, or, sql } from 'drizzle-orm'
import { lockUser } from '../accounts/accounts.ts'
import { toTemplateId } from '../catalogue/row.ts'
import { readBalance } from '../credits/credits.ts'
import { isUuid } from '../identifier.ts'
import { acquireTemplate, isEntitled } from '../library/library.ts'
import { getAssets } from '../media/media.ts'
import {
  cancelOperation,
  createOperation,
  enqueueOperation,
  retryOperation,
  UNFINISHED,
} from '../operations/operations.ts'
import { operations } from '../operations/tables.ts'
import type { Reader } from '../prepared.ts'
import { saveVersion } from '../projects/history.ts'
import { getProject } from '../projects/projects.ts'
import type { ProjectRecord } from '../projects/record.ts'
import { listUnsentParts, listUserAssetIds } from '../projects/values.ts'
import { computeRenderKey, readWatermark } from './key.ts'
import { claimPreparedRender, insertPreparedRender, isWorthPreparing } from './prepared-render.ts'
import {
  type FinishedRender,
  findWhere,
  getById,
  jobKey,
  type ListedRender,
  RENDER_TASK,
  type RenderRecord,
  selectListedRenders,
} from './state.ts'
import { renderRequests, renders } from './tables.ts'

/** A higher limit would let one customer fill the queue ahead of all others. */
const ACTIVE_RENDERS_PER_USER = 3
const PICTURE_QUALITY = 90
const DELETED_PHOTO = 'A photo used in this video was deleted. Choose another and try again.'

export interface RenderRequest {
  readonly userId: string
  readonly projectId: string
  readonly kind: RenderKind
  readonly idempotencyKey: string
  readonly expectedCredits?: number | undefined
  /** For image templates: format of the file. */
  readonly output?: PictureOutput | undefined
  readonly region: { readonly isIndianUser: boolean }
  /** Checks the parts of a project that require reading its files; throws an error. */
  readonly check?: ((project: ProjectRecord) => Promise<void>) | undefined
}

interface RequestedRender {
  readonly render: RenderRecord
  readonly charged: number
  readonly alreadyPurchased: boolean
  readonly remainingCredits: number
}

/**
 * Requests a render of a project in its current state. A full render acquires the template in the same transaction, so that
 * charge and job exist together or not at all. The same key always means the same job; equal renders share one that is in
 * progress or completed. Image templates become pictures. Throws `project-not-found`, `idempotency-key-reused`, `invalid-input`
 * (a picture of a video template), `shape-not-offered`, `asset-deleted`, `field-value-invalid` (a file failed or was not
 * uploaded), `too-many-renders`, and for a full render what `acquireTemplate` throws. A render whose files are still being
 * prepared waits for them.
 */
export async function createRender(tx: Tx, request: RenderRequest): Promise<RequestedRender> {
  const { userId, idempotencyKey } = request
  // Serializes all requests of one user, so that counting active renders and looking for equal ones is safe; the unique indexes
  // are the backstop.
  await lockUser(tx, userId)
  const repeated = await findRepeated(tx, request)
  if (repeated) return repeated

  const project = await getProject(tx, userId, request.projectId)
  await requireOfferedShape(tx, project.row)
  requireUsableAssets(project)
  await request.check?.(project)
  const output = chooseOutput(request, project)
  const watermark = await readWatermark(tx, request.kind)
  const renderKey = await computeRenderKey({ ...project.row, kind: request.kind, output, watermark }, project.version)
  const duplicate = await findDuplicateRender(tx, userId, renderKey, project.row.id)
  const finished = duplicate ? undefined : await findFinishedRender(tx, renderKey)
  if (!duplicate && !finished) await limitActiveRenders(tx, userId)

  const { charged, alreadyPurchased } = await settle(tx, request, project)
  const renderId = duplicate?.id ?? (await insertRender(tx, request, { project, output, renderKey, finished }))
  await tx
    .insert(renderRequests)
    .values({ userId, idempotencyKey, projectId: project.row.id, renderId, creditsCharged: charged, alreadyPurchased })
  await saveVersion(tx, project.row, 'export')
  const { total } = await readBalance(tx, userId)
  return { render: await getById(tx, renderId), charged, alreadyPurchased, remainingCredits: total }
}

/**
 * Lets an idle worker begin the full video of a project before it is ordered, see `prepared-render.ts`. Does nothing when that is
 * not worthwhile. Throws `project-not-found`, `shape-not-offered`, and what `check` throws.
 */
export async function prepareRender(
  tx: Tx,
  { userId, projectId, check }: Pick<RenderRequest, 'userId' | 'projectId' | 'check'>,
): Promise<void> {
  await lockUser(tx, userId)
  const project = await getProject(tx, userId, projectId)
  if (!isWorthPreparing(project)) return
  await requireOfferedShape(tx, project.row)
  await check?.(project)
  const renderKey = await computeRenderKey({ ...project.row, kind: 'full', output: null }, project.version)
  if (await findDuplicateRender(tx, userId, renderKey, projectId)) return
  if (!(await findFinishedRender(tx, renderKey))) await insertPreparedRender(tx, project, renderKey)
}

/** One of the user's renders. Throws `render-not-found`, also for another user's render. */
export async function getRender(db: Reader, userId: string, renderId: string): Promise<RenderRecord> {
  const render = isUuid(renderId)
    ? await findWhere(db, and(eq(renders.id, renderId), eq(renders.userId, userId)))
    : undefined
  if (!render) throw new ApiError('render-not-found')
  return render
}

/** The user's renders, optionally of one project, newest first, at most 200. */
export async function listRenders(db: Db, userId: string, projectId?: string): Promise<ListedRender[]> {
  const isOfProject = projectId === undefined ? undefined : eq(renders.projectId, projectId)
  return selectListedRenders(db)
    .where(and(eq(renders.userId, userId), isOfProject))
    .orderBy(desc(renders.id))
    .limit(200)
}

/** The user's newest completed full render of each of these templates, by template id. */
export async function findLatestRenders(
  db: Db,
  userId: string,
  templateIds: readonly string[],
): Promise<Map<string, ListedRender>> {
  if (templateIds.length === 0) return new Map()
  const newest = db
    .selectDistinctOn([renders.templateId], { id: renders.id })
    .from(renders)
    .where(
      and(
        eq(renders.userId, userId),
        inArray(renders.templateId, [...templateIds]),
        eq(renders.kind, 'full'),
        isNotNull(renders.fileKey),
      ),
    )
    .orderBy(renders.templateId, desc(renders.id))
  const found = await selectListedRenders(db).where(inArray(renders.id, newest))
  return new Map(found.map((render) => [render.templateId, render]))
}

/** Cancels a render. Idempotent. Throws `render-not-found` and `render-not-cancellable`. */
export async function cancelRender(tx: Tx, userId: string, renderId: string): Promise<RenderRecord> {
  const render = await getRender(tx, userId, renderId)
  if (await cancelOperation(tx, render.id)) await removeJob(tx, jobKey(renderId))
  const after = await getRender(tx, userId, render.id)
  if (after.status !== 'cancelled') throw new ApiError('render-not-cancellable', { status: after.status })
  return after
}

/**
 * Requeues a failed or cancelled render, free of charge. Throws `render-not-found`, `render-not-retryable`, `too-many-renders`,
 * and `asset-deleted` when a photo was deleted, because the attempt would fail again. When an equal render was requested
 * meanwhile, returns that one.
 */
export async function retryRender(tx: Tx, userId: string, renderId: string): Promise<RenderRecord> {
  await lockUser(tx, userId)
  const render = await getRender(tx, userId, renderId)
  if (render.status !== 'failed' && render.status !== 'cancelled') {
    throw new ApiError('render-not-retryable', { status: render.status })
  }
  const assets = await getAssets(tx, listUserAssetIds(render.values, render.difference, render.timeline))
  if ([...assets.values()].some((asset) => asset.deletedAt)) throw new ApiError('asset-deleted', {}, DELETED_PHOTO)
  const duplicate = await findDuplicateRender(tx, userId, render.renderKey, render.projectId)
  if (duplicate) return duplicate
  await limitActiveRenders(tx, userId)
  const isQueued = await retryOperation(tx, renderId)
  assert(isQueued, `render ${renderId} moved while its user was locked`)
  await enqueueRender(tx, userId, renderId)
  return getById(tx, renderId)
}

/**
 * Cancels and removes every render of a user, or of one template, and returns the storage keys of files and posters to remove. A
 * file shared with another customer (same template, no input) stays for them.
 */
export async function eraseRenders(tx: Tx, userId: string, templateId?: string): Promise<string[]> {
  await lockUser(tx, userId)
  const toDelete = and(
    eq(renders.userId, userId),
    templateId === undefined ? undefined : eq(renders.templateId, templateId),
  )
  const idsToDelete = tx.select({ id: renders.id }).from(renders).where(toDelete)
  await tx.delete(renderRequests).where(inArray(renderRequests.renderId, idsToDelete))
  const erased = await tx
    .delete(renders)
    .where(toDelete)
    .returning({ id: renders.id, fileKey: renders.fileKey, posterKey: renders.posterKey })
  for (const { id } of erased) await removeJob(tx, jobKey(id))
  const keys = [
    ...new Set(erased.flatMap((render) => [render.fileKey, render.posterKey]).filter((key) => key !== null)),
  ]
  if (keys.length === 0) return []
  const shared = await tx
    .select({ fileKey: renders.fileKey, posterKey: renders.posterKey })
    .from(renders)
    .where(or(inArray(renders.fileKey, keys), inArray(renders.posterKey, keys)))
  const sharedKeys = new Set(shared.flatMap((render) => [render.fileKey, render.posterKey]))
  return keys.filter((key) => !sharedKeys.has(key))
}

/** The earlier render of this key, in its current state. */
async function findRepeated(tx: Tx, request: RenderRequest): Promise<RequestedRender | undefined> {
  const { userId, idempotencyKey } = request
  const [first] = await tx
    .select()
    .from(renderRequests)
    .where(and(eq(renderRequests.userId, userId), eq(renderRequests.idempotencyKey, idempotencyKey)))
  if (!first) return undefined
  const render = await getById(tx, first.renderId)
  if (first.projectId !== request.projectId || render.kind !== request.kind) {
    throw new ApiError('idempotency-key-reused')
  }
  const { total } = await readBalance(tx, userId)
  const { creditsCharged: charged, alreadyPurchased } = first
  return { render, charged, alreadyPurchased, remainingCredits: total }
}

/** The same render of the same user: in progress in any project, or completed for this one. */
async function findDuplicateRender(
  tx: Tx,
  userId: string,
  renderKey: string,
  projectId: string,
): Promise<RenderRecord | undefined> {
  const active = await findWhere(tx, and(isActive(userId), eq(operations.subject, renderKey)))
  if (active) return active
  const isOfProject = and(eq(renders.userId, userId), eq(renders.projectId, projectId))
  return findWhere(tx, and(isOfProject, eq(renders.renderKey, renderKey), isNotNull(renders.fileKey)))
}

function isActive(userId: string) {
  const isOfUser = and(eq(operations.kind, 'render'), eq(operations.ownerUserId, userId))
  return and(isOfUser, inArray(operations.status, [...UNFINISHED]))
}

async function settle(
  tx: Tx,
  { userId, kind, region, expectedCredits }: RenderRequest,
  { row }: ProjectRecord,
): Promise<{ charged: number; alreadyPurchased: boolean }> {
  if (kind === 'preview') return { charged: 0, alreadyPurchased: await isEntitled(tx, userId, row.templateId) }
  return acquireTemplate(tx, { userId, templateId: row.templateId, region, expectedCredits })
}

/** Checked before anything is charged. */
function requireUsableAssets({ assets, row }: ProjectRecord): void {
  for (const [id, asset] of assets) {
    const field = Object.keys(row.values).find((name) => listUserAssetIds(row.values[name]).includes(id))
    if (asset.deletedAt) {
      throw new ApiError('asset-deleted', { field, assetId: id }, DELETED_PHOTO)
    }
    if (asset.status === 'failed') {
      throw new ApiError('field-value-invalid', { field, reason: 'asset-failed' }, asset.errorMessage ?? undefined)
    }
  }
  const [unsent] = listUnsentParts(row.timeline)
  if (unsent) {
    const words = `${unsent.name} is only on the device it was chosen on. Send it from there, or choose it here.`
    throw new ApiError('field-value-invalid', { field: unsent.path, reason: 'asset-unsent' }, words)
  }
}

async function limitActiveRenders(tx: Tx, userId: string): Promise<void> {
  const count = await countActive(tx, userId)
  if (count >= ACTIVE_RENDERS_PER_USER) throw new ApiError('too-many-renders', { limit: ACTIVE_RENDERS_PER_USER })
}

function countActive(tx: Tx, userId: string): Promise<number> {
  return tx.$count(operations, isActive(userId))
}

/** The requested picture format, or else the template's own; null for a video. */
function chooseOutput({ kind, output }: RenderRequest, { version }: ProjectRecord): PictureOutput | null {
  if (version.kind !== 'image') {
    if (!output) return null
    throw new ApiError('invalid-input', { issues: [{ path: 'output', message: 'This template becomes a video' }] })
  }
  const requested = output ?? { format: 'png', quality: PICTURE_QUALITY, scale: 1 }
  // Drops options that do not affect the file, so that it gets the same key: the quality of a PNG, the scale of a preview.
  return {
    ...requested,
    quality: requested.format === 'png' ? PICTURE_QUALITY : requested.quality,
    scale: kind === 'preview' ? 1 : requested.scale,
  }
}

/**
 * A completed render with the same key, by any customer. It can be another customer's only when neither used files, because their
 * ids are part of the key.
 */
export async function findFinishedRender(db: Reader, renderKey: string): Promise<FinishedRender | undefined> {
  const render = await findWhere(db, and(eq(renders.renderKey, renderKey), isNotNull(renders.fileKey)))
  if (!render?.fileKey) return undefined
  const { fileKey, posterKey, width, height, durationMs, sizeBytes } = render
  return {
    fileKey,
    posterKey,
    width: width ?? 0,
    height: height ?? 0,
    durationMs,
    sizeBytes: sizeBytes ?? 0,
  }
}

interface NewRender {
  readonly project: ProjectRecord
  readonly output: PictureOutput | null
  readonly renderKey: string
  readonly finished: FinishedRender | undefined
}

/** Inserts a render that is already finished, that continues the prepared one, or that waits for a worker. */
async function insertRender(tx: Tx, request: RenderRequest, { project, output, renderKey, finished }: NewRender) {
  const { userId } = request
  const { id: projectId, templateId, versionId, values, difference, aspect, timeline } = project.row
  const prepared = finished ? undefined : await claimPreparedRender(tx, userId, renderKey)
  const result = finished ?? prepared?.finished
  const operation = { kind: 'render', ownerUserId: userId, subject: renderKey } as const
  const id = prepared?.id ?? (await createOperation(tx, operation, result ? 'succeeded' : 'queued'))
  const copied = { projectId, templateId, versionId, values, difference, aspect, timeline }
  await tx.insert(renders).values({ id, userId, ...copied, kind: request.kind, output, renderKey, ...result })
  if (!result && (!prepared || prepared.isWaiting)) await enqueueRender(tx, userId, id)
  return id
}

/** A customer's second and third render wait behind the first renders of others: smaller numbers run first. */
async function enqueueRender(tx: Tx, userId: string, renderId: string): Promise<void> {
  const options = { jobKey: jobKey(renderId), priority: await countActive(tx, userId) }
  await enqueueOperation(tx, RENDER_TASK, { renderId }, options)
}

/**
 * The shapes that the owner has disabled for this customer. A customer who bought the template or began a project before that
 * keeps them, so that no project loses its shape.
 */
export async function listDisabledShapes(db: Reader, userId: string, templateId: string): Promise<string[]> {
  const { rows } = await db.execute<{ aspect: string }>(sql`
    select disabled.key as aspect
    from templates, jsonb_each_text(templates.disabled_shapes) as disabled
    where templates.id = ${templateId}
      and not exists (select from entitlements where user_id = ${userId}::uuid and template_id = templates.id
        and created_at <= disabled.value::timestamptz)
      and not exists (select from projects where user_id = ${userId}::uuid and template_id = templates.id
        and created_at <= disabled.value::timestamptz)
    order by disabled.key`)
  return rows.map(({ aspect }) => aspect)
}

/** Throws `shape-not-offered` for a shape that the customer may not use; null is the template's own, which everyone may use. */
export async function requireOfferedShape(
  db: Reader,
  { aspect, userId, templateId }: Pick<ProjectRecord['row'], 'aspect' | 'userId' | 'templateId'>,
): Promise<void> {
  if (aspect === null) return
  const disabled = await listDisabledShapes(db, userId, toTemplateId(templateId))
  if (disabled.includes(aspect)) throw new ApiError('shape-not-offered', { aspect })
}
