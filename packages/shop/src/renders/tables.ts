// Table of renders: one row per request, with its own copy of everything the video is made from.
import type { ProjectTimeline } from '@vitrine/contract/projects'
import type { PictureOutput } from '@vitrine/contract/renders'
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
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { users } from '../accounts/tables.ts'
import { templates, templateVersions } from '../catalogue/tables.ts'
import type { StoredDifference } from '../projects/stored-difference.ts'
import { projects } from '../projects/tables.ts'

/** Videos of templates with nothing filled in, from which customers' renders copy what they do not change. */
export const referenceRenders = pgTable(
  'base_films',
  {
    /** Hash of everything that decides how the video looks and is encoded. */
    key: text('key').primaryKey(),
    versionId: uuid('version_id')
      .notNull()
      .references(() => templateVersions.id),
    storageKey: text('storage_key').notNull().unique(),
    sizeBytes: bigint('size_bytes', { mode: 'number' }).notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    usedAt: timestamp('used_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [index('base_films_used').on(table.usedAt), check('base_films_size', sql`${table.sizeBytes} > 0`)],
)

export const renders = pgTable(
  'renders',
  {
    id: uuid('id').primaryKey().default(sql`uuidv7()`),
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
    status: text('status', { enum: ['queued', 'processing', 'completed', 'failed', 'cancelled'] }).notNull(),
    percent: integer('percent').notNull().default(0),
    stage: text('stage', { enum: ['waiting', 'preparing', 'drawing', 'finishing', 'checking', 'done'] }).notNull(),
    secondsLeft: integer('seconds_left'),
    /** The project at the time of the request: later edits do not affect this render. */
    values: jsonb('values').$type<Record<string, unknown>>().notNull(),
    difference: jsonb('ops').$type<StoredDifference>().notNull(),
    /** A variant of the document; null is as it was designed. */
    aspect: text('aspect'),
    timeline: jsonb('timeline').$type<NonNullable<ProjectTimeline>>(),
    /** Format of a picture; null for a video. */
    output: jsonb('output').$type<PictureOutput>(),
    /** Hash of everything that decides how the result looks; equal keys mean equal results. */
    renderKey: text('render_key').notNull(),
    /** Never reset, so that the number of an attempt also identifies the worker that holds the render. */
    attempts: integer('attempts').notNull().default(0),
    /** Limit of `attempts`; a retry raises it. */
    attemptLimit: integer('attempt_limit').notNull().default(3),
    errorCode: text('error_code'),
    errorMessage: text('error_message'),
    fileKey: text('film_key'),
    posterKey: text('poster_key'),
    width: integer('width'),
    height: integer('height'),
    durationMs: integer('duration_ms'),
    sizeBytes: bigint('size_bytes', { mode: 'number' }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    startedAt: timestamp('started_at', { withTimezone: true }),
    completedAt: timestamp('completed_at', { withTimezone: true }),
  },
  (table) => [
    // Two simultaneous requests for the same render become one job.
    uniqueIndex('renders_active_unique')
      .on(table.userId, table.renderKey)
      .where(sql`${table.status} in ('queued', 'processing')`),
    index('renders_user_newest').on(table.userId, table.id),
    // Removing a project asks for its renders and their requests.
    index('renders_project').on(table.projectId),
    // Those that wait, run or went wrong, for the owner: few of them beside the finished ones.
    index('renders_unfinished').on(table.status, table.id).where(sql`${table.status} <> 'completed'`),
    // The funnel is counted from this index alone, without reading the large rows.
    index('renders_finished').on(table.kind, table.userId).where(sql`${table.status} = 'completed'`),
    index('renders_finished_films').on(table.renderKey).where(sql`${table.status} = 'completed'`),
    check('renders_kind', sql`${table.kind} in ('preview', 'full')`),
    check('renders_status', sql`${table.status} in ('queued', 'processing', 'completed', 'failed', 'cancelled')`),
    check('renders_stage', sql`${table.stage} in ('waiting', 'preparing', 'drawing', 'finishing', 'checking', 'done')`),
    check('renders_attempts', sql`${table.attempts} between 0 and ${table.attemptLimit}`),
    check('renders_percent', sql`${table.percent} between 0 and 100`),
    check('renders_completed_has_film', sql`(${table.status} = 'completed') = (${table.fileKey} is not null)`),
    check('renders_failed_says_why', sql`(${table.status} = 'failed') = (${table.errorCode} is not null)`),
    check('renders_error_has_words', sql`(${table.errorCode} is null) = (${table.errorMessage} is null)`),
  ],
)

/** Which render a request got, by the client's key: the same key always gets the same answer. */
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
