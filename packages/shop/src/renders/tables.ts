// Owns the table of renders: one row per film asked for, with its own copy of everything the film is made from.
import { sql } from 'drizzle-orm'
import { bigint, check, index, integer, jsonb, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { users } from '../accounts/tables.ts'
import { templates, templateVersions } from '../catalogue/tables.ts'
import { projects } from '../projects/tables.ts'

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
    /** The project as it was when the film was asked for: later edits change other films. */
    values: jsonb('values').$type<Record<string, unknown>>().notNull(),
    ops: jsonb('ops').$type<unknown[]>().notNull(),
    /** Hash of everything that decides how the film looks; equal keys mean equal films. */
    renderKey: text('render_key').notNull(),
    idempotencyKey: text('idempotency_key').notNull(),
    attempts: integer('attempts').notNull().default(0),
    errorCode: text('error_code'),
    errorMessage: text('error_message'),
    filmKey: text('film_key'),
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
    uniqueIndex('renders_idempotency_unique').on(table.userId, table.idempotencyKey),
    // Two requests for the same film at the same time become one job.
    uniqueIndex('renders_active_unique')
      .on(table.userId, table.renderKey)
      .where(sql`${table.status} in ('queued', 'processing')`),
    index('renders_user_newest').on(table.userId, table.id.desc()),
    index('renders_finished_films').on(table.renderKey).where(sql`${table.status} = 'completed'`),
    check('renders_kind', sql`${table.kind} in ('preview', 'full')`),
    check('renders_status', sql`${table.status} in ('queued', 'processing', 'completed', 'failed', 'cancelled')`),
    check('renders_stage', sql`${table.stage} in ('waiting', 'preparing', 'drawing', 'finishing', 'checking', 'done')`),
    check('renders_percent', sql`${table.percent} between 0 and 100`),
    check('renders_completed_has_film', sql`(${table.status} = 'completed') = (${table.filmKey} is not null)`),
    check('renders_failed_says_why', sql`(${table.status} = 'failed') = (${table.errorCode} is not null)`),
    check('renders_error_has_words', sql`(${table.errorCode} is null) = (${table.errorMessage} is null)`),
  ],
)
