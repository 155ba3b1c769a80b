// The audit log of the admin area. An event is written in the transaction of its action: no action without an event, and no event
// of an action that was rolled back.
import type { AuditEvent, AuditLogPage } from '@vitrine/contract/admin'
import type { Db, Tx } from '@vitrine/database/connection'
import { and, desc, eq, getTableColumns, isNotNull, isNull, lt, ne, or, sql } from 'drizzle-orm'
import { searchedText, users } from '../accounts/tables.ts'
import { decodeCursor, encodeCursor } from '../cursor.ts'
import type { Reader } from '../prepared.ts'
import { toPattern } from '../search-pattern.ts'
import { auditEvents } from './tables.ts'

/** Who performs an action: a staff member in the admin area, or the operator on the command line. */
export interface Actor {
  /** Null on the command line. */
  readonly userId: string | null
  readonly name: string
  readonly ip: string
}

/** The operator of the machine. */
export const COMMAND_LINE: Actor = { userId: null, name: 'command line', ip: '' }
/** The start of a store, which installs the sample catalogue. */
export const SAMPLES: Actor = { userId: null, name: 'samples', ip: '' }

export interface NewAuditEvent {
  readonly action: AuditEvent['action']
  readonly subjectKind: AuditEvent['subjectKind']
  readonly subjectId: string
  readonly reason?: string
  readonly before?: Readonly<Record<string, unknown>>
  readonly after?: Readonly<Record<string, unknown>>
  readonly requestKey?: string
}

/** Records an event. Returns false without recording it when its request key is already recorded. */
export async function recordAuditEvent(db: Reader, actor: Actor, act: NewAuditEvent): Promise<boolean> {
  const { rowCount } = await db
    .insert(auditEvents)
    .values({ ...act, actorId: actor.userId, actorName: actor.name, ip: actor.ip })
    .onConflictDoNothing()
  return rowCount === 1
}

/** The fields that differ between two states, for an event. */
export function onlyChanged<State extends object>(before: State, after: State) {
  const changed = (Object.keys(after) as (keyof State)[]).filter(
    (field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]),
  )
  const pick = (state: State) => Object.fromEntries(changed.map((field) => [field, state[field]]))
  return { before: pick(before), after: pick(after) }
}

type States = Record<'before' | 'after', Readonly<Record<string, unknown>>>

/**
 * For changes of outside services, keeps only the names of fields and services: hosts, accounts and encrypted keys must not reach
 * readers of the log.
 */
export function withoutKeys({ before, after }: States): States {
  const services = Object.keys(after).map((service) => {
    const changed = onlyChanged((before[service] ?? {}) as object, (after[service] ?? {}) as object)
    const readable = (state: Readonly<Record<string, unknown>>, other: string) =>
      Object.fromEntries(Object.entries(state).map(([field, value]) => [field, field === 'mode' ? value : other]))
    return [service, readable(changed.before, 'stored'), readable(changed.after, 'changed')] as const
  })
  const present = services.filter(([, , fields]) => Object.keys(fields).length > 0)
  return {
    before: Object.fromEntries(present.map(([service, fields]) => [service, fields])),
    after: Object.fromEntries(present.map(([service, , fields]) => [service, fields])),
  }
}

/** Whether an event with this request key is recorded. */
export async function isAuditEventRecorded(tx: Tx, requestKey: string): Promise<boolean> {
  return (await tx.$count(auditEvents, eq(auditEvents.requestKey, requestKey))) > 0
}

/** The templates that an owner has changed, including on the command line. Installing the samples does not count. */
export async function listAuditedTemplates(db: Reader): Promise<Set<string>> {
  const rows = await db
    .selectDistinct({ templateId: auditEvents.subjectId })
    .from(auditEvents)
    .where(
      and(
        eq(auditEvents.subjectKind, 'template'),
        or(isNotNull(auditEvents.actorId), ne(auditEvents.actorName, SAMPLES.name)),
      ),
    )
  return new Set(rows.map(({ templateId }) => templateId))
}

/**
 * Clears the IP addresses of events older than 90 days: they help to find an intruder, not to track the staff. Returns how many.
 */
export async function clearOldAddresses(db: Reader): Promise<number> {
  const { rowCount } = await db
    .update(auditEvents)
    .set({ ip: '' })
    .where(sql`${auditEvents.ip} <> '' and ${auditEvents.happenedAt} < now() - interval '90 days'`)
  return rowCount ?? 0
}

interface AuditLogQuery {
  readonly subjectKind?: AuditEvent['subjectKind'] | undefined
  readonly subjectId?: string | undefined
  /** An id, or a part of the name or address of an account or template. */
  readonly search?: string | undefined
  readonly action?: AuditEvent['action'] | undefined
  /** A user id, or `command-line`. */
  readonly actor?: string | undefined
  readonly cursor?: string | undefined
  readonly limit: number
}

function isBy(actor: string | undefined) {
  if (actor === undefined) return undefined
  return actor === 'command-line' ? isNull(auditEvents.actorId) : eq(auditEvents.actorId, actor)
}

/** The subject's name, joined at reading time and never stored, so that a deleted account leaves no name in the log. */
const subjectName = sql<string | null>`case ${auditEvents.subjectKind}
  when 'user' then (select coalesce(nullif(actual_name, ''), username) from users
                     where id::text = ${auditEvents.subjectId} and deleted_at is null)
  when 'template' then (select name from templates where id = ${auditEvents.subjectId})
  when 'payment' then (select to_char(p.amount_paise / 100.0, 'FM₹999999990.00')
                              || coalesce(' · ' || case when u.deleted_at is null then coalesce(nullif(u.actual_name, ''), u.username) end, '')
                         from payments p join pack_orders o on o.id = p.order_id join users u on u.id = o.user_id
                        where p.payment_id = ${auditEvents.subjectId})
  when 'invitation' then (select email from staff_invitations where id::text = ${auditEvents.subjectId})
  end`

function isAbout(search: string) {
  const pattern = toPattern(search)
  return sql`(${auditEvents.subjectId} = ${search}
    or (${auditEvents.subjectKind} = 'template'
        and ${auditEvents.subjectId} in (select id from templates where lower(name) like ${pattern}))
    or (${auditEvents.subjectKind} = 'user'
        and ${auditEvents.subjectId} in (select id::text from users where ${searchedText(users)} like ${pattern})))`
}

/** A page of the audit log, newest first. Throws `invalid-input` for a cursor of another list. */
export async function listAuditEvents(db: Db, query: AuditLogQuery): Promise<AuditLogPage> {
  const after = query.cursor === undefined ? undefined : decodeCursor('admin-acts', query.cursor)[0]
  const rows = await db
    .select({ ...getTableColumns(auditEvents), subjectName })
    .from(auditEvents)
    .where(
      and(
        query.subjectKind && eq(auditEvents.subjectKind, query.subjectKind),
        query.subjectId === undefined ? undefined : eq(auditEvents.subjectId, query.subjectId),
        query.search ? isAbout(query.search) : undefined,
        query.action && eq(auditEvents.action, query.action),
        isBy(query.actor),
        after === undefined ? undefined : lt(auditEvents.id, after),
      ),
    )
    .orderBy(desc(auditEvents.id))
    .limit(query.limit + 1)
  const shown = rows.slice(0, query.limit)
  const last = rows.length > query.limit ? shown.at(-1) : undefined
  return {
    items: shown.map(({ requestKey: _requestKey, happenedAt, action, id, ...row }) => ({
      ...row,
      // Earlier releases recorded the keys.
      ...(row.subjectId === 'providers' && withoutKeys({ before: row.before ?? {}, after: row.after ?? {} })),
      id: String(id),
      action: action as AuditEvent['action'],
      happenedAt: happenedAt.toISOString(),
    })),
    nextCursor: last ? encodeCursor('admin-acts', [last.id, '']) : null,
  }
}
