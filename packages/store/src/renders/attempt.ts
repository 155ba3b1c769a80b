// The worker's side of a render: beginning an attempt, and recording its result.

import type { ProjectTimeline } from '@vitrine/contract/projects'
import type { PictureOutput, RenderKind } from '@vitrine/contract/renders'
import type { Tx } from '@vitrine/database/connection'
import type { TemplateDocument } from '@vitrine/document/document'
import type { Difference } from '@vitrine/project/difference'
import { and, eq, inArray, lt, sql } from 'drizzle-orm'
import { queueEmail } from '../accounts/notification-email.ts'
import { templates } from '../catalogue/tables.ts'
import { getVersion } from '../catalogue/template-version.ts'
import { listDocumentAssetIds } from '../catalogue/version.ts'
import { type AssetRecord, getAssets } from '../media/media.ts'
import {
  beginOperation,
  enqueueOperation,
  failOperation,
  type OperationAttempt,
  succeedOperation,
  UNFINISHED,
} from '../operations/operations.ts'
import { operations } from '../operations/tables.ts'
import { listUserAssetIds } from '../projects/values.ts'
import { readWatermark } from './key.ts'
import { findPreparedRender, recordPreparedRender } from './prepared-render.ts'
import { type FinishedRender, findWhere, jobKey, outputSize, RENDER_TASK, type RenderRecord } from './state.ts'
import { renders } from './tables.ts'

/** Everything a worker needs for one render. */
export interface RenderWork {
  readonly operation: OperationAttempt
  readonly renderId: string
  /** Whether it was still unordered when this attempt began. */
  readonly isPrepared: boolean
  readonly kind: RenderKind
  readonly templateName: string
  /** The template version to render. */
  readonly versionId: string
  readonly document: TemplateDocument
  readonly values: Readonly<Record<string, unknown>>
  readonly difference: Difference
  /** A variant of the document; null for the designed shape. */
  readonly aspect: string | null
  /** The customer's clips and sounds; null for a template without. */
  readonly timeline: ProjectTimeline
  /** Format of the picture; null for a video. */
  readonly output: PictureOutput | null
  /** Pixels; both even for a video. */
  readonly width: number
  readonly height: number
  /** The text of a preview's watermark. */
  readonly watermark: string | undefined
  /** Records of all its files: the template's and the customer's. */
  readonly assets: ReadonlyMap<string, AssetRecord>
}

const MAIL_AFTER_SECONDS = 30
/** Delay before a render whose files are still being prepared is checked again. */
const LOOK_AGAIN_MS = 1000

export const DELETED_PHOTO =
  'A photo used in this video was deleted. Choose another and try again. You were not charged for this attempt.'
export const GAVE_UP = 'This video could not be made after several attempts. You were not charged for them.'

/**
 * Begins another attempt of a render. Returns undefined when there is nothing to do: the render has ended; or it fails now,
 * because a photo was deleted or cannot be used; or one of its files is still being prepared, in which case the job is queued
 * again.
 */
export async function beginRender(tx: Tx, renderId: string): Promise<RenderWork | undefined> {
  const isUnfinished = and(eq(renders.id, renderId), inArray(operations.status, [...UNFINISHED]))
  const ordered = await findWhere(tx, isUnfinished)
  const render = ordered ?? (await findPreparedRender(tx, renderId))
  if (!render || (await waitForFiles(tx, render))) return undefined
  const operation = await beginOperation(tx, renderId, 'preparing')
  if (!operation) return undefined
  const work = await loadWork(tx, render, { operation, isPrepared: !ordered })
  if (!work) await failOperation(tx, operation, { code: 'asset-deleted', message: DELETED_PHOTO })
  return work
}

type RenderRequest = NonNullable<Awaited<ReturnType<typeof findWhere>> | Awaited<ReturnType<typeof findPreparedRender>>>

/** Undefined when a customer's file was deleted. */
async function loadWork(
  tx: Tx,
  render: RenderRequest,
  attempt: Pick<RenderWork, 'operation' | 'isPrepared'>,
): Promise<RenderWork | undefined> {
  const version = await getVersion(tx, render.versionId)
  const { values, difference, timeline } = render
  const ownIds = listUserAssetIds(values, difference, timeline)
  const fontIds = (difference.fonts ?? []).map(({ src }) => src)
  const assets = await getAssets(tx, [...listDocumentAssetIds(version.document), ...fontIds, ...ownIds])
  if (ownIds.some((id) => assets.get(id)?.deletedAt !== null)) return undefined
  const { templateName, document } = version
  const inputs = { ...render, templateName, document, ...outputSize(render, version), assets }
  const watermark = await readWatermark(tx, render.kind)
  return { ...inputs, ...attempt, renderId: render.id, watermark }
}

type FilesOfRender = Pick<RenderRecord, 'id' | 'values' | 'difference' | 'timeline'>

/** Returns true when a render cannot begin yet, or never, because of its customer's files. */
async function waitForFiles(tx: Tx, { id: renderId, values, difference, timeline }: FilesOfRender): Promise<boolean> {
  const assets = [...(await getAssets(tx, listUserAssetIds(values, difference, timeline))).values()]
  // The attempt itself reports missing files.
  if (assets.some((asset) => asset.deletedAt)) return false
  const failed = assets.find((asset) => asset.status === 'failed')
  if (failed) {
    const message = failed.errorMessage ?? GAVE_UP
    return failOperation(tx, { operationId: renderId }, { code: 'asset-failed', message })
  }
  if (!assets.some((asset) => asset.status === 'processing')) return false
  const runAt = new Date(Date.now() + LOOK_AGAIN_MS)
  await enqueueOperation(tx, RENDER_TASK, { renderId }, { jobKey: jobKey(renderId), runAt })
  return true
}

/**
 * Completes a render. Returns false when it was canceled or superseded meanwhile: the worker then removes its files, whose names
 * must therefore be unique to this attempt.
 */
export async function completeRender(
  tx: Tx,
  { operation, renderId }: Pick<RenderWork, 'operation' | 'renderId'>,
  finished: FinishedRender,
): Promise<boolean> {
  if (!(await succeedOperation(tx, operation))) return false
  const { rowCount } = await tx.update(renders).set(finished).where(eq(renders.id, renderId))
  if (rowCount === 0) await recordPreparedRender(tx, renderId, finished)
  else await emailAfterLongWait(tx, renderId)
  return true
}

/** Emails a customer who has waited for half a minute and probably left the page. Previews need no email. */
async function emailAfterLongWait(tx: Tx, renderId: string): Promise<void> {
  const [render] = await tx
    .select({ userId: renders.userId, templateName: templates.name })
    .from(renders)
    .innerJoin(templates, eq(templates.id, renders.templateId))
    .where(
      and(
        eq(renders.id, renderId),
        eq(renders.kind, 'full'),
        lt(renders.createdAt, sql`now() - make_interval(secs => ${MAIL_AFTER_SECONDS})`),
      ),
    )
  if (!render) return
  await queueEmail(tx, { kind: 'video-ready', renderId, ...render }, { key: `video-ready:${renderId}` })
}
