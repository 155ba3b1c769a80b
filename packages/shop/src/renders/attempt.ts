// The worker's side of a render: beginning an attempt, recording progress, completing or failing it. Every call names its
// attempt, so that a worker that was taken for dead cannot disturb its successor.
import type { Difference } from '@vitrine/composition/difference'
import type { TemplateDocument } from '@vitrine/composition/document'
import type { ProjectTimeline } from '@vitrine/contract/projects'
import type { PictureOutput, RenderKind, RenderStage } from '@vitrine/contract/renders'
import type { Db, Tx } from '@vitrine/database/connection'
import { enqueue } from '@vitrine/database/jobs'
import { and, eq, inArray, lt, sql } from 'drizzle-orm'
import { queueEmail } from '../accounts/notification-email.ts'
import { listDocumentAssetIds } from '../catalogue/document-asset.ts'
import { templates } from '../catalogue/tables.ts'
import { getVersion } from '../catalogue/template-version.ts'
import { type AssetRecord, getAssets } from '../media/media.ts'
import { readDifference } from '../projects/stored-difference.ts'
import { listUserAssetIds } from '../projects/values.ts'
import { ACTIVE, announce, jobKey, MAX_JOB_RUNS, move, NOW, outputSize, RENDER_CHANNEL, RENDER_TASK } from './state.ts'
import { renders } from './tables.ts'

/** Everything a worker needs for one render. */
export interface RenderWork {
  readonly renderId: string
  readonly kind: RenderKind
  /** Counts every attempt of this render, including those that do not count against it. */
  readonly attempt: number
  /** When this attempt fails there is no other: the worker then fails the render, instead of letting it wait once more. */
  readonly isLastAttempt: boolean
  readonly templateName: string
  /** The version of the template that it is made from. */
  readonly versionId: string
  readonly document: TemplateDocument
  readonly values: Readonly<Record<string, unknown>>
  readonly difference: Difference
  /** A variant of the document; null is as it was designed. */
  readonly aspect: string | null
  /** The customer's own clips and sounds; null is a template without. */
  readonly timeline: ProjectTimeline
  /** Format of the picture; null for a video. */
  readonly output: PictureOutput | null
  /** Pixels; both even for a video. */
  readonly width: number
  readonly height: number
  readonly watermark: boolean
  /** Records of all files it uses: the template's and the customer's. */
  readonly assets: ReadonlyMap<string, AssetRecord>
}

const MAIL_AFTER_SECONDS = 30
/** How soon a render whose files are still being prepared is checked again. */
const LOOK_AGAIN_MS = 1000

const LIMIT_AFTER_DEATH = sql`${renders.attemptLimit} + (${renders.status} = 'processing')::int`

const WAITING_AGAIN = { status: 'queued', stage: 'waiting', percent: 0, secondsLeft: null } as const

export const DELETED_PHOTO =
  'A photo used in this video was deleted. Choose another and try again. You were not charged for this attempt.'
export const GAVE_UP = 'This video could not be made after several attempts. You were not charged for them.'

/**
 * Begins another attempt of a render. Returns undefined when there is nothing to do: the render has ended; or it fails
 * now, because a photo was deleted or cannot be used or three attempts have failed; or one of its files is still being
 * prepared, in which case the job is queued again. A render that is already processing was left by a worker that died.
 * That says nothing about the render, so such an attempt does not count; the job counts its runs and limits them.
 */
export async function beginRender(tx: Tx, renderId: string): Promise<RenderWork | undefined> {
  if (await waitForFiles(tx, renderId)) return undefined
  const [begun] = await tx
    .update(renders)
    .set({
      status: 'processing',
      stage: 'preparing',
      percent: 0,
      secondsLeft: null,
      attempts: sql`${renders.attempts} + 1`,
      attemptLimit: LIMIT_AFTER_DEATH,
      startedAt: sql`coalesce(${renders.startedAt}, now())`,
    })
    .where(and(eq(renders.id, renderId), inArray(renders.status, [...ACTIVE]), lt(renders.attempts, LIMIT_AFTER_DEATH)))
    .returning()
  if (!begun) {
    await failRender(tx, { renderId }, 'gave-up', GAVE_UP)
    return undefined
  }
  const version = await getVersion(tx, begun.versionId)
  const ownIds = listUserAssetIds(begun.values, begun.difference, begun.timeline)
  const difference = await readDifference(begun.difference, begun, () => version.document)
  const fontIds = (difference.fonts ?? []).map(({ src }) => src)
  const assets = await getAssets(tx, [...listDocumentAssetIds(version.document), ...fontIds, ...ownIds])
  if (ownIds.some((id) => assets.get(id)?.deletedAt !== null)) {
    await failRender(tx, { renderId }, 'asset-deleted', DELETED_PHOTO)
    return undefined
  }
  await announce(tx, renderId)
  return {
    renderId,
    kind: begun.kind,
    attempt: begun.attempts,
    isLastAttempt: begun.attempts >= begun.attemptLimit,
    templateName: version.templateName,
    versionId: begun.versionId,
    document: version.document,
    values: begun.values,
    difference,
    aspect: begun.aspect,
    timeline: begun.timeline,
    output: begun.output,
    ...outputSize(begun, version),
    watermark: begun.kind === 'preview',
    assets,
  }
}

/** Returns true when a render cannot begin yet, or never, because of its customer's files. */
async function waitForFiles(tx: Tx, renderId: string): Promise<boolean> {
  const [render] = await tx
    .select({ values: renders.values, difference: renders.difference, timeline: renders.timeline })
    .from(renders)
    .where(and(eq(renders.id, renderId), inArray(renders.status, [...ACTIVE])))
  const assets = [
    ...(
      await getAssets(tx, render ? listUserAssetIds(render.values, render.difference, render.timeline) : [])
    ).values(),
  ]
  // The attempt itself reports missing files.
  if (assets.some((asset) => asset.deletedAt)) return false
  const failed = assets.find((asset) => asset.status === 'failed')
  if (failed) return failRender(tx, { renderId }, 'asset-failed', failed.errorMessage ?? GAVE_UP)
  if (!assets.some((asset) => asset.status === 'processing')) return false
  const runAt = new Date(Date.now() + LOOK_AGAIN_MS)
  await enqueue(tx, RENDER_TASK, { renderId }, { jobKey: jobKey(renderId), maxAttempts: MAX_JOB_RUNS, runAt })
  return true
}

/** Puts a render back into the queue after a failed attempt that counts. */
export async function postponeRender(tx: Tx, { renderId, attempt }: Attempt): Promise<boolean> {
  return move(tx, renderId, ['processing'], { attempt, change: WAITING_AGAIN })
}

export interface RenderProgress {
  /** Whole percent, 0 to 99 while the render is running. */
  readonly percent: number
  readonly stage: RenderStage
  readonly secondsLeft: number | null
}

/**
 * The attempt a worker acts for. An attempt that was superseded (cancelled, retried, or its worker taken for dead) can
 * change nothing any more.
 */
export type Attempt = Pick<RenderWork, 'renderId' | 'attempt'>

/** Records the progress of a render. Returns `cancelled` when it was cancelled: the worker then stops and cleans up. */
export async function recordProgress(
  db: Db,
  { renderId, attempt }: Attempt,
  { percent, stage, secondsLeft }: RenderProgress,
): Promise<'go-on' | 'cancelled'> {
  // Percent never goes back within an attempt; a progress bar that does looks broken.
  const { rowCount } = await db.execute(sql`
    with progress as (
      update renders
         set percent = greatest(percent, least(99, ${Math.floor(percent)}::int)), stage = ${stage},
             seconds_left = ${secondsLeft === null ? null : Math.max(0, Math.round(secondsLeft))}::int
       where id = ${renderId} and status = 'processing' and attempts = ${attempt}
      returning id
    )
    select pg_notify(${RENDER_CHANNEL}, id::text) from progress`)
  return rowCount === 1 ? 'go-on' : 'cancelled'
}

/**
 * Gives a render back that its worker did not finish because it is shutting down: it waits again, and the attempt does not
 * count. The job runner returns the job to the queue.
 */
export async function releaseRender(tx: Tx, { renderId, attempt }: Attempt): Promise<boolean> {
  return move(tx, renderId, ['processing'], {
    attempt,
    change: { ...WAITING_AGAIN, attemptLimit: sql`${renders.attemptLimit} + 1` },
  })
}

export interface FinishedRender {
  /** Private storage keys of files that are complete and were checked. */
  readonly fileKey: string
  readonly posterKey: string | null
  readonly width: number
  readonly height: number
  /** Null for a picture. */
  readonly durationMs: number | null
  readonly sizeBytes: number
}

/**
 * Completes a render. Returns false when it was cancelled or superseded meanwhile: the worker then removes its files,
 * whose names must therefore be unique to this attempt.
 */
export async function completeRender(
  tx: Tx,
  { renderId, attempt }: Attempt,
  finished: FinishedRender,
): Promise<boolean> {
  const isCompleted = await move(tx, renderId, ['processing'], {
    attempt,
    change: { ...finished, status: 'completed', stage: 'done', percent: 100, secondsLeft: 0, completedAt: NOW },
  })
  if (isCompleted) await emailAfterLongWait(tx, renderId)
  return isCompleted
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
  await queueEmail(tx, { kind: 'film-ready', renderId, ...render }, { key: `film-ready:${renderId}` })
}

/**
 * Fails a render with a message for its owner. Returns false when it had already ended or, for a given attempt, was
 * overtaken.
 */
export async function failRender(
  tx: Tx,
  { renderId, attempt }: { readonly renderId: string; readonly attempt?: number },
  errorCode: string,
  errorMessage: string,
): Promise<boolean> {
  return move(tx, renderId, [...ACTIVE], {
    attempt,
    change: { status: 'failed', errorCode, errorMessage, secondsLeft: null, completedAt: NOW },
  })
}
