// Reads renders with the state of their operation and the name of their template, and converts them to their wire form.
import assert from 'node:assert/strict'
import { OPERATION_STATUS_OF_RENDER } from '@vitrine/contract/operation-status'
import type {
  PictureFormat,
  PictureOutput,
  Render,
  RenderKind,
  RenderStage,
  RenderStatus,
} from '@vitrine/contract/renders'
import { renderSize } from '@vitrine/document/document'
import { applyVariant } from '@vitrine/project/variant'
import { eq, getTableColumns, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { templates } from '../catalogue/tables.ts'
import type { TemplateVersion } from '../catalogue/template-version.ts'
import { operations } from '../operations/tables.ts'
import type { Reader } from '../prepared.ts'
import { renders } from './tables.ts'

/** The job that makes a render; its payload is `{ renderId }`. */
export const RENDER_TASK = 'render'

/** The queue keeps at most one waiting job per key. */
export function jobKey(renderId: string): string {
  return `render:${renderId}`
}

export interface FinishedRender {
  /** Private storage keys of complete, checked files. */
  readonly fileKey: string
  readonly posterKey: string | null
  readonly width: number
  readonly height: number
  /** Null for a picture. */
  readonly durationMs: number | null
  readonly sizeBytes: number
}

/** Maps the state of an operation to the status that customers see, in SQL. */
export function renderStatus(status: SQLWrapper): SQL<RenderStatus> {
  const cases = Object.entries(OPERATION_STATUS_OF_RENDER).map(([name, ours]) => `when '${ours}' then '${name}'`)
  return sql`case ${status} ${sql.raw(cases.join(' '))} end`
}

const { status, percent, stage, secondsLeft, attempt, errorCode, errorMessage, startedAt, endedAt } = operations

const STATE = {
  status: renderStatus(status),
  percent,
  stage: sql<RenderStage>`case ${status} when 'succeeded' then 'done' else coalesce(${stage}, 'waiting') end`,
  secondsLeft: sql<number | null>`case ${status} when 'succeeded' then 0 else ${secondsLeft} end`,
  attempts: attempt,
  errorCode,
  errorMessage,
  startedAt,
  completedAt: endedAt,
  templateName: templates.name,
}

const COLUMNS = getTableColumns(renders)

const PREVIEW_SHORT_EDGE = 540

/** Renders with their state. */
function selectRenders(db: Reader) {
  return db
    .select({ ...COLUMNS, ...STATE })
    .from(renders)
    .innerJoin(operations, eq(operations.id, renders.id))
    .innerJoin(templates, eq(templates.id, renders.templateId))
    .$dynamic()
}

/** The same without its inputs, for lists. */
export function selectListedRenders(db: Reader) {
  const { values: _values, difference: _difference, timeline: _timeline, ...columns } = COLUMNS
  return db
    .select({ ...columns, ...STATE })
    .from(renders)
    .innerJoin(operations, eq(operations.id, renders.id))
    .innerJoin(templates, eq(templates.id, renders.templateId))
    .$dynamic()
}

export type RenderRecord = Awaited<ReturnType<typeof selectRenders>>[number]
/** A render without its inputs, which may be a megabyte. */
export type ListedRender = Awaited<ReturnType<typeof selectListedRenders>>[number]

/** The first render that fits the condition. */
export async function findWhere(db: Reader, condition: SQL | undefined): Promise<RenderRecord | undefined> {
  const [render] = await selectRenders(db).where(condition).limit(1)
  return render
}

/** The render with this id. Throws when there is none. */
export async function getById(db: Reader, renderId: string): Promise<RenderRecord> {
  const render = await findWhere(db, eq(renders.id, renderId))
  assert(render, `render ${renderId} does not exist`)
  return render
}

/** Determines the size of a render, together with its template. */
export interface RenderShape {
  readonly kind: RenderKind
  readonly aspect: string | null
  /** Null for a video. */
  readonly output: PictureOutput | null
}

/**
 * A full video has the template's size in its aspect, a full picture once or twice the template's own; a preview's short edge is
 * at most 540. H.264 requires even edges.
 */
export function outputSize({ kind, aspect, output }: RenderShape, { document }: TemplateVersion) {
  const shaped = applyVariant(document, aspect ?? undefined)
  if (kind === 'full' && !output) return renderSize(shaped)
  const { width, height } = shaped.canvas
  const scale = kind === 'preview' ? Math.min(1, PREVIEW_SHORT_EDGE / Math.min(width, height)) : (output?.scale ?? 1)
  const step = output ? 1 : 2
  const round = (edge: number) => Math.max(step, step * Math.round((edge * scale) / step))
  return { width: round(width), height: round(height) }
}

/** Creates expiring URLs of private files. With `downloadName` the browser saves the file under that name. */
export type SignUrl = (storageKey: string, options?: { downloadName?: string }) => string

/** The wire form of a render, with expiring links to its files. */
export function toRender(render: ListedRender, signUrl: SignUrl): Render {
  const { fileKey, posterKey } = render
  return {
    jobId: render.id,
    projectId: render.projectId,
    templateId: render.templateId,
    templateName: render.templateName,
    kind: render.kind,
    format: render.output?.format ?? 'mp4',
    status: render.status,
    percent: render.percent,
    stage: render.stage,
    secondsLeft: render.secondsLeft,
    signedUrl: fileKey && signUrl(fileKey),
    downloadUrl: fileKey && signUrl(fileKey, { downloadName: fileName(render) }),
    posterUrl: posterKey && signUrl(posterKey),
    errorMessage: render.errorMessage,
    errorCode: render.errorCode,
    attempts: render.attempts,
    createdAt: render.createdAt.toISOString(),
    startedAt: render.startedAt?.toISOString() ?? null,
    completedAt: render.completedAt?.toISOString() ?? null,
    width: render.width,
    height: render.height,
    durationSeconds: render.durationMs === null ? null : render.durationMs / 1000,
    sizeBytes: render.sizeBytes,
  }
}

function fileName({ templateName, kind, output }: ListedRender): string {
  const name = templateName.match(/[\p{L}\p{M}\p{N}]+/gu)?.join('-') ?? (output ? 'picture' : 'video')
  const ending = output ? pictureEndings[output.format] : 'mp4'
  return kind === 'preview' ? `${name}-preview.${ending}` : `${name}.${ending}`
}

const pictureEndings: Record<PictureFormat, string> = { png: 'png', jpeg: 'jpg', webp: 'webp' }
