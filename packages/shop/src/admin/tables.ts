// Tables of the admin area: its password, its sessions and the audit log. A trigger (see the migration) makes the log
// append-only.
import { sql } from 'drizzle-orm'
import { bigint, boolean, check, index, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { sessions, users } from '../accounts/tables.ts'

const moment = (name: string) => timestamp(name, { withTimezone: true })

/** At most one row: the second factor of the admin area, on top of the owner's own sign-in. */
export const adminPassword = pgTable(
  'admin_password',
  {
    isOnly: boolean('is_only').primaryKey().default(true),
    /** PHC string of argon2id. */
    passwordHash: text('password_hash').notNull(),
    setAt: moment('set_at').notNull().defaultNow(),
  },
  (table) => [check('admin_password_one_row', sql`${table.isOnly}`)],
)

/**
 * Admin sessions. Each belongs to the session it was opened with and ends with it (sign-out, changed password, block).
 * Only the SHA-256 of a token is stored.
 */
export const adminSessions = pgTable(
  'admin_sessions',
  {
    tokenHash: text('token_hash').primaryKey(),
    sessionId: uuid('session_id')
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    /** Hash of the stored password hash it was opened with: another password ends all admin sessions. */
    passwordMark: text('password_mark').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [index('admin_sessions_session').on(table.sessionId), index('admin_sessions_expiry').on(table.expiresAt)],
)

/**
 * Append-only. What was done, by whom, to what, and the states before and after. It contains ids of customers but no
 * personal data.
 */
export const auditEvents = pgTable(
  'admin_acts',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    happenedAt: moment('happened_at').notNull().defaultNow(),
    /** Null for what was done on the command line. */
    actorId: uuid('actor_id').references(() => users.id),
    /** Username as it was then, or `command line`. */
    actorName: text('actor_name').notNull(),
    /** Emptied after 90 days (`forgetOldAddresses`): the only change that a line of the log ever sees. */
    ip: text('ip').notNull().default(''),
    action: text('action').notNull(),
    subjectKind: text('subject_kind', { enum: ['gate', 'user', 'template', 'payment', 'settings'] }).notNull(),
    subjectId: text('subject_id').notNull(),
    reason: text('reason').notNull().default(''),
    before: jsonb('before').$type<Record<string, unknown>>(),
    after: jsonb('after').$type<Record<string, unknown>>(),
    /** Chosen by the client: a repeated request is neither executed nor recorded twice. */
    requestKey: text('request_key').unique('admin_acts_request_unique'),
  },
  (table) => [
    index('admin_acts_subject').on(table.subjectKind, table.subjectId, table.id),
    index('admin_acts_action').on(table.action, table.id),
    index('admin_acts_actor').on(table.actorId, table.id),
    index('admin_acts_with_ip').on(table.happenedAt).where(sql`${table.ip} <> ''`),
    check('admin_acts_subject_kind', sql`${table.subjectKind} in ('gate', 'user', 'template', 'payment', 'settings')`),
  ],
)
