// The states of a render and the only way to change them: a guarded UPDATE that names the states it may start from, so that
// two processes cannot both move a render.
import assert from 'node:assert/strict'
import { renderSize } from '@vitrine/composition/document'
import { applyVariant } from '@vitrine/composition/variant'
import type { PictureOutput, RenderKind } from '@vitrine/contract/renders'
import type { Tx } from '@vitrine/database/connection'
import { and, eq, getTableColumns, inArray, type SQL, sql } from 'drizzle-orm'
import { templates } from '../catalogue/tables.ts'
import type { TemplateVersion } from '../catalogue/template-version.ts'
import type { Reader } from '../prepared.ts'
import { renders } from './tables.ts'

/** The channel on which the id of a render is announced whenever anything about it changed. */
export const RENDER_CHANNEL = 'render_progress'

export type RenderRecord = typeof renders.$inferSelect & { readonly templateName: string }
/** A render without what it was made of, which may be a megabyte. */
export type ListedRender = Omit<RenderRecord, 'values' | 'difference' | 'timeline'>

/** The states of an unfinished render. */
export const ACTIVE = ['queued', 'processing'] as const

/** Failed attempts that end a render; trying again gives it as many more. A killed worker does not count. */
export const MAX_ATTEMPTS = 3

/** The job that makes a render; its payload is `{ renderId }`. */
export const RENDER_TASK = 'render'
/** A worker can die for its own reasons, such as a restart of the machine; after this many deaths the render is to blame. */
const WORKER_DEATHS = 10
export const MAX_JOB_RUNS = MAX_ATTEMPTS + WORKER_DEATHS

/** While a job with this key waits there is no other for the same render. */
export function jobKey(renderId: string): string {
  return `render:${renderId}`
}

const PREVIEW_SHORT_EDGE = 540

export const NOW = sql`now()`

type State = RenderRecord['status']
type Change = { readonly [Column in keyof typeof renders.$inferInsert]?: (typeof renders.$inferInsert)[Column] | SQL }

/** The only way a render changes its state: from one of the named states (and as the named attempt) or not at all. */
export async function move(
  tx: Tx,
  renderId: string,
  from: State[],
  { attempt, change }: { attempt?: number | undefined; change: Change },
): Promise<boolean> {
  const isMine = attempt === undefined ? undefined : eq(renders.attempts, attempt)
  const { rowCount } = await tx
    .update(renders)
    .set(change)
    .where(and(eq(renders.id, renderId), inArray(renders.status, from), isMine))
  if (rowCount !== 1) return false
  await announce(tx, renderId)
  return true
}

/** Heard after the commit, and only then. */
export async function announce(tx: Tx, renderId: string): Promise<void> {
  await tx.execute(sql`select pg_notify(${RENDER_CHANNEL}, ${renderId})`)
}

/** Renders with the names of their templates. */
export function selectRenders(db: Reader) {
  return db
    .select({ ...getTableColumns(renders), templateName: templates.name })
    .from(renders)
    .innerJoin(templates, eq(templates.id, renders.templateId))
    .$dynamic()
}

/** The same without what they were made of, for lists. */
export function selectListedRenders(db: Reader) {
  const { values: _values, difference: _difference, timeline: _timeline, ...columns } = getTableColumns(renders)
  return db
    .select({ ...columns, templateName: templates.name })
    .from(renders)
    .innerJoin(templates, eq(templates.id, renders.templateId))
    .$dynamic()
}

/** The first render that fits the condition. */
export async function findWhere(db: Reader, condition: SQL | undefined): Promise<RenderRecord | undefined> {
  const [render] = await selectRenders(db).where(condition).limit(1)
  return render
}

/** A render that must exist. */
export async function getById(db: Reader, renderId: string): Promise<RenderRecord> {
  const render = await findWhere(db, eq(renders.id, renderId))
  assert(render, `render ${renderId} does not exist`)
  return render
}

/** What decides the size of a render besides its template. */
export interface Wanted {
  readonly kind: RenderKind
  readonly aspect: string | null
  /** Null for a video. */
  readonly output: PictureOutput | null
}

/**
 * A full video has the template's size in its aspect, a full picture once or twice the template's own; a preview's
 * short edge is at most 540. H.264 requires even edges.
 */
export function outputSize({ kind, aspect, output }: Wanted, { document }: TemplateVersion) {
  const shaped = applyVariant(document, aspect ?? undefined)
  if (kind === 'full' && !output) return renderSize(shaped)
  const { width, height } = shaped.canvas
  const scale = kind === 'preview' ? Math.min(1, PREVIEW_SHORT_EDGE / Math.min(width, height)) : (output?.scale ?? 1)
  const step = output ? 1 : 2
  const round = (edge: number) => Math.max(step, step * Math.round((edge * scale) / step))
  return { width: round(width), height: round(height) }
}
