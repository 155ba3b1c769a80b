// Owns the tables of what a user likes and what a user owns.
import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { users } from '../accounts/tables.ts'
import { templates } from '../catalogue/tables.ts'

export const likes = pgTable(
  'likes',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    templateId: text('template_id')
      .notNull()
      .references(() => templates.id),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.templateId] }),
    index('likes_newest').on(table.userId, table.createdAt),
  ],
)

/** The right of one user to one template. The primary key is what makes a second purchase impossible. */
export const entitlements = pgTable(
  'entitlements',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    templateId: text('template_id')
      .notNull()
      .references(() => templates.id),
    creditsCharged: integer('credits_charged').notNull(),
    /** Idempotency key of the spending in the ledger; null when the template was free. */
    spendKey: text('spend_key'),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.templateId] }),
    index('entitlements_newest').on(table.userId, table.createdAt),
    check('entitlements_charge', sql`${table.creditsCharged} >= 0`),
    check('entitlements_charge_is_booked', sql`(${table.creditsCharged} > 0) = (${table.spendKey} is not null)`),
  ],
)
