// Tables of visits: permanent counts per quarter of an hour, and temporary marks that distinguish the visitors of one day.
import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  customType,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
} from 'drizzle-orm/pg-core'
import { templates } from '../catalogue/tables.ts'

const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })
/** The start of a quarter of an hour: in every time zone, days begin with one. */
const quarter = () => timestamp('quarter', { withTimezone: true })

/** The key of a day (UTC) that distinguishes its visitors. Unlogged: neither WAL archives nor backups contain it. */
export const visitKeys = pgTable('visit_keys', {
  day: date('day').primaryKey(),
  key: bytes('key').notNull(),
})

/** The counted visits of this day, as keyed hashes: a visitor, or a visitor's view of one template. Unlogged, too. */
export const visitMarks = pgTable(
  'visit_marks',
  { day: date('day').notNull(), mark: bytes('mark').notNull() },
  (table) => [primaryKey({ columns: [table.day, table.mark] })],
)

/** Visitors, each counted once a day in the quarter of the first visit. */
export const visitQuarters = pgTable(
  'visit_quarters',
  { quarter: quarter().primaryKey(), visitors: integer('visitors').notNull() },
  (table) => [check('visit_quarters_visitors', sql`${table.visitors} > 0`)],
)

/** Views of a template's page, counted once per visitor and day. */
export const templateViewQuarters = pgTable(
  'template_view_quarters',
  {
    templateId: text('template_id')
      .notNull()
      .references(() => templates.id, { onDelete: 'cascade' }),
    quarter: quarter().notNull(),
    views: integer('views').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.templateId, table.quarter] }),
    index('template_view_quarters_quarter').on(table.quarter),
    check('template_view_quarters_views', sql`${table.views} > 0`),
  ],
)

/** Since when visits are counted: one row, written by the migration that created these tables. */
export const visitStart = pgTable(
  'visit_start',
  {
    isOnly: boolean('is_only').primaryKey().default(true),
    countedFrom: timestamp('counted_from', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [check('visit_start_one_row', sql`${table.isOnly}`)],
)
