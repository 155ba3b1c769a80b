// The table of the shop's settings. Earlier values are in the audit log.
import { sql } from 'drizzle-orm'
import { check, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/** A section that was changed at least once; the others are as the contract defines them. */
export const settings = pgTable(
  'settings',
  {
    section: text('section', { enum: ['brand', 'seller', 'pricing'] }).primaryKey(),
    value: jsonb('value').$type<Record<string, unknown>>().notNull(),
    /** Increases by one with each change. */
    revision: integer('revision').notNull(),
    changedAt: timestamp('changed_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    check('settings_section', sql`${table.section} in ('brand', 'seller', 'pricing')`),
    check('settings_revision', sql`${table.revision} > 0`),
  ],
)
