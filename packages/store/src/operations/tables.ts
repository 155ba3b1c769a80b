// Table of operations: slow tasks that a worker runs.
import { OPERATION_STATUSES } from '@vitrine/contract/operation-status'
import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { users } from '../accounts/tables.ts'

/**
 * One row per operation. The area's table has a row with the same id. Only the queue knows the worker: its lock of the job is the
 * lease.
 */
export const operations = pgTable(
  'operations',
  {
    id: uuid('id').primaryKey().default(sql`uuidv7()`),
    kind: text('kind', { enum: ['import', 'preview', 'upload', 'render', 'prepared-render'] }).notNull(),
    /** The waiting user; null once that account is deleted. */
    ownerUserId: uuid('owner_user_id').references(() => users.id, { onDelete: 'set null' }),
    /** An owner has at most one unfinished operation per subject; null for no such limit. */
    subject: text('subject'),
    status: text('status', { enum: OPERATION_STATUSES }).notNull().default('queued'),
    /** The current step, for kinds with several. */
    stage: text('stage'),
    percent: integer('percent').notNull().default(0),
    secondsLeft: integer('seconds_left'),
    /** Counts every attempt; the number identifies the worker that runs it. */
    attempt: integer('attempt').notNull().default(0),
    /** Failed attempts; the third ends the operation. */
    failures: integer('failures').notNull().default(0),
    errorCode: text('error_code'),
    errorMessage: text('error_message'),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    /** The start of its first attempt. */
    startedAt: timestamp('started_at', { withTimezone: true }),
    /** When it succeeded, failed or was canceled. */
    endedAt: timestamp('ended_at', { withTimezone: true }),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    index('operations_owner').on(table.ownerUserId),
    // Turns two simultaneous requests for the same result into one job; also finds the operations of an owner.
    uniqueIndex('operations_active_unique')
      .on(table.ownerUserId, table.kind, table.subject)
      .where(sql`${table.status} in ('queued', 'running')`),
    // Unfinished and failed operations, for the admin area; they are few among all rows.
    index('operations_unfinished').on(table.kind, table.status, table.id).where(sql`${table.status} <> 'succeeded'`),
    check('operations_kind', sql`${table.kind} in ('import', 'preview', 'upload', 'render', 'prepared-render')`),
    check('operations_status', sql`${table.status} in ('queued', 'running', 'succeeded', 'failed', 'canceled')`),
    check('operations_percent', sql`${table.percent} between 0 and 100`),
    check('operations_attempt', sql`${table.attempt} >= 0`),
    check('operations_failures', sql`${table.failures} >= 0`),
    check('operations_failed_says_why', sql`(${table.status} = 'failed') = (${table.errorCode} is not null)`),
    check('operations_error_has_message', sql`(${table.errorCode} is null) = (${table.errorMessage} is null)`),
  ],
)
