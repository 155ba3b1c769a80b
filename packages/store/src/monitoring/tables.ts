// Table of maintenance runs: backups, ledger checks, and tests of the store's dependencies.
import { sql } from 'drizzle-orm'
import { check, index, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

const moment = (name: string) => timestamp(name, { withTimezone: true })

const MAINTENANCE_KINDS = [
  'backup',
  'ledger-check',
  'test-mail',
  'test-sms',
  'test-payment',
  'test-address',
  'test-storage',
  'test-sign-in',
] as const

export const maintenanceRuns = pgTable(
  'upkeep_runs',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    kind: text('kind', { enum: MAINTENANCE_KINDS }).notNull(),
    startedAt: moment('started_at').notNull(),
    endedAt: moment('ended_at').notNull().defaultNow(),
    outcome: text('outcome', { enum: ['good', 'bad'] }).notNull(),
    /** Counts and text for the owner; no personal data. */
    details: jsonb('details').notNull().default({}),
  },
  (table) => [
    index('upkeep_runs_newest').on(table.kind, table.endedAt),
    check(
      'upkeep_runs_kind',
      sql`${table.kind} in ('backup', 'ledger-check', 'test-mail', 'test-sms', 'test-payment', 'test-address', 'test-storage', 'test-sign-in')`,
    ),
    check('upkeep_runs_outcome', sql`${table.outcome} in ('good', 'bad')`),
  ],
)
