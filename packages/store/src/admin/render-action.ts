// Renders of all customers as the owner sees them, without the files, and the owner's actions: retry and stop.
import type { AdminRender, AdminRenders, AdminRendersQuery } from '@vitrine/contract/admin'
import { ApiError } from '@vitrine/contract/api-error'
import { OPERATION_STATUS_OF_RENDER } from '@vitrine/contract/operation-status'
import type { Db, Tx } from '@vitrine/database/connection'
import { type SQL, sql } from 'drizzle-orm'
import { foundUsers } from '../analytics/user-figures.ts'
import { decodeCursor, encodeCursor } from '../cursor.ts'
import { isUuid } from '../identifier.ts'
import type { Reader } from '../prepared.ts'
import { cancelRender, retryRender } from '../renders/renders.ts'
import { renderStatus } from '../renders/state.ts'
import { type Actor, recordAuditEvent } from './audit-log.ts'

/** Renders take seconds to minutes; one that exceeds this limit is stuck. */
const STUCK = sql`o.kind = 'render' and o.status in ('queued', 'running') and r.created_at < now() - interval '15 minutes'`

/** A page of renders, newest first, optionally of one user. Throws `invalid-input` for a cursor of another list. */
export async function pageRenders(db: Db, query: AdminRendersQuery, userId?: string): Promise<AdminRenders> {
  const after = query.cursor === undefined ? undefined : decodeCursor('admin-renders', query.cursor)[1]
  if (after !== undefined && !isUuid(after)) throw new ApiError('invalid-input')
  const conditions = [
    ...(userId === undefined ? [] : [sql`r.user_id = ${userId}`]),
    // Compares both ids, because the planner may read the list by either.
    ...(after === undefined ? [] : [sql`r.id < ${after} and o.id < ${after}`]),
    ...(query.status === undefined ? [] : [hasStatus(query.status)]),
    ...(query.search === '' ? [] : [isFound(query.search)]),
    sql`true`,
  ]
  const items = await readRenders(db, sql.join(conditions, sql` and `), query.limit + 1)
  const shown = items.slice(0, query.limit)
  const last = items.length > query.limit ? shown.at(-1) : undefined
  return { items: shown, nextCursor: last ? encodeCursor('admin-renders', [0, last.jobId]) : null }
}

/**
 * Retries a failed or cancelled render for its customer, without a charge. Throws `render-not-found`, `render-not-retryable`,
 * `too-many-renders` and `asset-deleted`.
 */
export function restartRender(tx: Tx, actor: Actor, jobId: string, reason: string): Promise<AdminRender> {
  return act(tx, actor, { jobId, reason, action: 'render-retried', change: retryRender })
}

/** Cancels a queued or running render. Throws `render-not-found` and `render-not-cancellable`. */
export function stopRender(tx: Tx, actor: Actor, jobId: string, reason: string): Promise<AdminRender> {
  return act(tx, actor, { jobId, reason, action: 'render-stopped', change: cancelRender })
}

interface RenderAction {
  readonly jobId: string
  readonly reason: string
  readonly action: 'render-retried' | 'render-stopped'
  readonly change: (tx: Tx, userId: string, renderId: string) => Promise<{ id: string; status: AdminRender['status'] }>
}

async function act(tx: Tx, actor: Actor, { jobId, reason, action, change }: RenderAction): Promise<AdminRender> {
  const before = await getOne(tx, jobId)
  const { id, status } = await change(tx, before.userId, jobId)
  // Cancelling a cancelled render changes nothing.
  if (id !== jobId || status !== before.status) {
    await recordAuditEvent(tx, actor, {
      action,
      subjectKind: 'user',
      subjectId: before.userId,
      reason,
      before: { render: jobId, status: before.status, ...(before.errorCode && { error: before.errorCode }) },
      after: { render: id, status },
    })
  }
  return getOne(tx, id)
}

async function getOne(db: Reader, jobId: string): Promise<AdminRender> {
  const [render] = isUuid(jobId) ? await readRenders(db, sql`r.id = ${jobId}`, 1) : []
  if (!render) throw new ApiError('render-not-found')
  return render
}

function hasStatus(status: NonNullable<AdminRendersQuery['status']>): SQL {
  return status === 'stuck' ? STUCK : sql`o.kind = 'render' and o.status = ${OPERATION_STATUS_OF_RENDER[status]}`
}

function isFound(search: string): SQL {
  const byId = isUuid(search) ? sql`r.id = ${search} or` : sql``
  return sql`(${byId} r.template_id = ${search} or r.user_id in (${foundUsers(search)}))`
}

interface Row extends Record<string, unknown>, Omit<AdminRender, 'createdAt' | 'completedAt'> {
  createdAt: number
  completedAt: number | null
}

async function readRenders(db: Reader, condition: SQL, limit: number): Promise<AdminRender[]> {
  const { rows } = await db.execute<Row>(sql`
    select r.id as "jobId", r.template_id as "templateId", t.name as "templateName", r.kind, ${renderStatus(sql`o.status`)} as status,
           o.percent, o.attempt as attempts, o.error_code as "errorCode", o.error_message as "errorMessage", u.id as "userId", u.username, u.email,
           (extract(epoch from r.created_at) * 1000)::float8 as "createdAt",
           (extract(epoch from o.ended_at) * 1000)::float8 as "completedAt", (${STUCK}) as "isStuck"
      from renders r join operations o on o.id = r.id join templates t on t.id = r.template_id join users u on u.id = r.user_id
     where ${condition} order by r.id desc limit ${limit}`)
  return rows.map(({ createdAt, completedAt, ...row }) => ({
    ...row,
    createdAt: new Date(createdAt).toISOString(),
    completedAt: completedAt === null ? null : new Date(completedAt).toISOString(),
  }))
}
