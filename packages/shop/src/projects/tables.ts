// Owns the table of projects: what one customer filled into one version of one template.
import { sql } from 'drizzle-orm'
import { check, index, integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { users } from '../accounts/tables.ts'
import { templates, templateVersions } from '../catalogue/tables.ts'

export const projects = pgTable(
  'projects',
  {
    id: uuid('id').primaryKey().default(sql`uuidv7()`),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    templateId: text('template_id')
      .notNull()
      .references(() => templates.id),
    versionId: uuid('version_id')
      .notNull()
      .references(() => templateVersions.id),
    name: text('name').notNull(),
    values: jsonb('values').$type<Record<string, unknown>>().notNull().default({}),
    ops: jsonb('ops').$type<unknown[]>().notNull().default([]),
    /** Counts the saves. A save that started from an older one is refused. */
    revision: integer('revision').notNull().default(0),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    index('projects_user').on(table.userId, table.templateId, table.updatedAt),
    check('projects_revision', sql`${table.revision} >= 0`),
  ],
)
