// Table of operations: pieces of slow work that a worker runs.
import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { users } from '../accounts/tables.ts'

/**
 * One row per operation. What it works on has a row of its own with the same id, in the table of its area. Who runs it is known
 * to the queue alone, whose lock of the job is the lease.
 */
export const operations = pgTable(
  'operations',
  {
    id: uuid('id').primaryKey().default(sql`uuidv7()`),
    kind: text('kind', { enum: ['import'] }).notNull(),
    /** Who waits for it; null once that account is deleted. */
    ownerUserId: uuid('owner_user_id').references(() => users.id, { onDelete: 'set null' }),
    status: text('status', { enum: ['queued', 'running', 'succeeded', 'failed', 'canceled'] })
      .notNull()
      .default('queued'),
    /** A step of the kind, for those that have several. */
    stage: text('stage'),
    percent: integer('percent').notNull().default(0),
    /** Counts every attempt; its number identifies the worker that runs it. */
    attempt: integer('attempt').notNull().default(0),
    errorCode: text('error_code'),
    errorMessage: text('error_message'),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    index('operations_owner').on(table.ownerUserId),
    check('operations_kind', sql`${table.kind} in ('import')`),
    check('operations_status', sql`${table.status} in ('queued', 'running', 'succeeded', 'failed', 'canceled')`),
    check('operations_percent', sql`${table.percent} between 0 and 100`),
    check('operations_attempt', sql`${table.attempt} >= 0`),
    check('operations_failed_says_why', sql`(${table.status} = 'failed') = (${table.errorCode} is not null)`),
    check('operations_error_has_message', sql`(${table.errorCode} is null) = (${table.errorMessage} is null)`),
  ],
)
