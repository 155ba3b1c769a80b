// Table of operations: pieces of slow work that a worker runs.
import { OPERATION_STATUSES } from '@vitrine/contract/operation-status'
import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { users } from '../accounts/tables.ts'

/**
 * One row per operation. What it works on has a row of its own in the table of its area, whose id is that of the operation too.
 * Who runs it is known to the queue alone, whose lock of the job is the lease.
 */
export const operations = pgTable(
  'operations',
  {
    id: uuid('id').primaryKey().default(sql`uuidv7()`),
    kind: text('kind', { enum: ['import', 'preview', 'upload', 'render', 'prepared-render'] }).notNull(),
    /** Who waits for it; null once that account is deleted. */
    ownerUserId: uuid('owner_user_id').references(() => users.id, { onDelete: 'set null' }),
    /** What its owner may wait for only once at a time; null for anything else. */
    subject: text('subject'),
    status: text('status', { enum: OPERATION_STATUSES }).notNull().default('queued'),
    /** A step of the kind, for those that have several. */
    stage: text('stage'),
    percent: integer('percent').notNull().default(0),
    secondsLeft: integer('seconds_left'),
    /** Counts every attempt; its number identifies the worker that runs it. */
    attempt: integer('attempt').notNull().default(0),
    /** Attempts that have failed, of which three end it. */
    failures: integer('failures').notNull().default(0),
    errorCode: text('error_code'),
    errorMessage: text('error_message'),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    /** The beginning of its first attempt. */
    startedAt: timestamp('started_at', { withTimezone: true }),
    /** When it succeeded, failed or was canceled. */
    endedAt: timestamp('ended_at', { withTimezone: true }),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    index('operations_owner').on(table.ownerUserId),
    // Two simultaneous requests for the same thing become one job; also finds what an owner waits for.
    uniqueIndex('operations_active_unique')
      .on(table.ownerUserId, table.kind, table.subject)
      .where(sql`${table.status} in ('queued', 'running')`),
    // Those that wait, run or went wrong, for the admin area: few of them beside the others.
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
