// Tables of projects and their versions.

import type { ProjectTimeline } from '@vitrine/contract/projects'
import type { Difference } from '@vitrine/project/difference'
import { sql } from 'drizzle-orm'
import { check, index, integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { users } from '../accounts/tables.ts'
import { templates, templateVersions } from '../catalogue/tables.ts'

const contentBytes = sql`octet_length("values"::text) + octet_length("difference"::text) + coalesce(octet_length("timeline"::text), 0)`

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
    difference: jsonb('difference').$type<Difference>().notNull().default({}),
    /** A variant of the document; null for the designed shape. */
    aspect: text('aspect'),
    /** The customer's clips and sounds; null for a template without. */
    timeline: jsonb('timeline').$type<NonNullable<ProjectTimeline>>(),
    /** Size of the content as JSON, for the limits of a customer's library. */
    sizeBytes: integer('size_bytes').generatedAlwaysAs(contentBytes),
    /** Counts the saves. A save that is based on an older revision is refused. */
    revision: integer('revision').notNull().default(0),
    /** The save attempt that created this revision, named by the browser, which recognizes it when the response was lost. */
    attemptId: uuid('attempt_id'),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
    /** Deleting can be undone, and renders refer to the project while they exist. */
    deletedAt: timestamp('deleted_at', { withTimezone: true }),
  },
  (table) => [
    index('projects_user').on(table.userId, table.templateId, table.updatedAt),
    check('projects_revision', sql`${table.revision} >= 0`),
  ],
)

export const projectVersions = pgTable(
  'project_versions',
  {
    id: uuid('id').primaryKey().default(sql`uuidv7()`),
    projectId: uuid('project_id')
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    /** Null for automatic versions, of which only some stay. */
    name: text('name'),
    reason: text('reason', { enum: ['automatic', 'export', 'replaced', 'named'] }).notNull(),
    values: jsonb('values').$type<Record<string, unknown>>().notNull(),
    difference: jsonb('difference').$type<Difference>().notNull(),
    aspect: text('aspect'),
    timeline: jsonb('timeline').$type<NonNullable<ProjectTimeline>>(),
    /** Size of the content as JSON, for the limits of a customer's library. */
    sizeBytes: integer('size_bytes').generatedAlwaysAs(contentBytes),
    /** Hash of values, difference, aspect and timeline, so that consecutive versions with equal content are stored once. */
    contentHash: text('content_hash').notNull(),
    /** When the project had this content, which may be long before the version was saved. */
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    keptAt: timestamp('kept_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    index('project_versions_newest').on(table.projectId, table.createdAt, table.id),
    check('project_versions_reason', sql`${table.reason} in ('automatic', 'export', 'replaced', 'named')`),
    check('project_versions_named', sql`${table.reason} <> 'named' or ${table.name} is not null`),
  ],
)
