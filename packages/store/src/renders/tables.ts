// Table of renders: one row per request, with a copy of all its inputs.

import type { ProjectTimeline } from '@vitrine/contract/projects'
import type { PictureOutput } from '@vitrine/contract/renders'
import type { Difference } from '@vitrine/project/difference'
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core'
import { users } from '../accounts/tables.ts'
import { templates, templateVersions } from '../catalogue/tables.ts'
import { operations } from '../operations/tables.ts'
import { projects } from '../projects/tables.ts'

/** Videos of templates without customer input, from which customers' renders copy unchanged parts. */
export const referenceRenders = pgTable(
  'reference_renders',
  {
    /** Hash of everything that affects how the video looks and is encoded. */
    key: text('key').primaryKey(),
    versionId: uuid('version_id')
      .notNull()
      .references(() => templateVersions.id),
    storageKey: text('storage_key').notNull().unique(),
    sizeBytes: bigint('size_bytes', { mode: 'number' }).notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    usedAt: timestamp('used_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    index('reference_renders_used').on(table.usedAt),
    check('reference_renders_size', sql`${table.sizeBytes} > 0`),
  ],
)

export const renders = pgTable(
  'renders',
  {
    /** Also the id of its operation, which holds its state. */
    id: uuid('id')
      .primaryKey()
      .default(sql`uuidv7()`)
      .references(() => operations.id),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    projectId: uuid('project_id')
      .notNull()
      .references(() => projects.id),
    templateId: text('template_id')
      .notNull()
      .references(() => templates.id),
    versionId: uuid('version_id')
      .notNull()
      .references(() => templateVersions.id),
    kind: text('kind', { enum: ['preview', 'full'] }).notNull(),
    /** The project at the time of the request: later edits do not affect this render. */
    values: jsonb('values').$type<Record<string, unknown>>().notNull(),
    difference: jsonb('difference').$type<Difference>().notNull(),
    /** A variant of the document; null for the designed shape. */
    aspect: text('aspect'),
    timeline: jsonb('timeline').$type<NonNullable<ProjectTimeline>>(),
    /** Format of a picture; null for a video. */
    output: jsonb('output').$type<PictureOutput>(),
    /** Hash of everything that affects how the result looks; equal keys mean equal results. */
    renderKey: text('render_key').notNull(),
    /** Set exactly when the operation has succeeded; triggers guarantee this. */
    fileKey: text('file_key'),
    posterKey: text('poster_key'),
    width: integer('width'),
    height: integer('height'),
    durationMs: integer('duration_ms'),
    sizeBytes: bigint('size_bytes', { mode: 'number' }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    index('renders_user_newest').on(table.userId, table.id),
    // Removing a project looks its renders and their requests up.
    index('renders_project').on(table.projectId),
    // A covering index for the funnel, because the rows are large.
    index('renders_finished').on(table.kind, table.userId).where(sql`${table.fileKey} is not null`),
    index('renders_finished_files').on(table.renderKey).where(sql`${table.fileKey} is not null`),
    check('renders_kind', sql`${table.kind} in ('preview', 'full')`),
  ],
)

/**
 * Full videos that are rendered while their customer still looks at the price, at most one per customer. Its files stay unused:
 * an order turns it into a row of `renders` with the same id, and removes it here.
 */
export const preparedRenders = pgTable(
  'prepared_renders',
  {
    /** Also the id of its operation, which holds its state and is deleted with it. */
    id: uuid('id')
      .primaryKey()
      .references(() => operations.id, { onDelete: 'cascade' }),
    userId: uuid('user_id')
      .notNull()
      .unique()
      .references(() => users.id),
    templateId: text('template_id')
      .notNull()
      .references(() => templates.id),
    versionId: uuid('version_id')
      .notNull()
      .references(() => templateVersions.id),
    values: jsonb('values').$type<Record<string, unknown>>().notNull(),
    difference: jsonb('difference').$type<Difference>().notNull(),
    /** A variant of the document; null for the designed shape. */
    aspect: text('aspect'),
    /** Equals the key of the render that it may become. */
    renderKey: text('render_key').notNull(),
    fileKey: text('file_key'),
    posterKey: text('poster_key'),
    width: integer('width'),
    height: integer('height'),
    durationMs: integer('duration_ms'),
    sizeBytes: bigint('size_bytes', { mode: 'number' }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [index('prepared_renders_oldest').on(table.createdAt)],
)

/** The render of each request by the client's key, so that a repeated key gets the same answer. */
export const renderRequests = pgTable(
  'render_requests',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    idempotencyKey: text('idempotency_key').notNull(),
    projectId: uuid('project_id')
      .notNull()
      .references(() => projects.id),
    renderId: uuid('render_id')
      .notNull()
      .references(() => renders.id),
    creditsCharged: integer('credits_charged').notNull(),
    alreadyPurchased: boolean('already_purchased').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.idempotencyKey] }),
    index('render_requests_render').on(table.renderId),
    index('render_requests_project').on(table.projectId),
    check('render_requests_charge', sql`${table.creditsCharged} >= 0`),
  ],
)
