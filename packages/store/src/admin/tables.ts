// Tables of the admin area: its staff and their second factors, its password, its sessions and the audit log. A trigger (see
// the migration) makes the log append-only.
import { staffRoles } from '@vitrine/contract/permission'
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  index,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { sessions, users } from '../accounts/tables.ts'

const subjectKinds = ['gate', 'user', 'template', 'payment', 'settings', 'invitation'] as const
const moment = (name: string) => timestamp(name, { withTimezone: true })

/** At most one row: the shared admin password, a second factor on top of an owner's own sign-in. */
export const adminPassword = pgTable(
  'admin_password',
  {
    isOnly: boolean('is_only').primaryKey().default(true),
    /** PHC string of argon2id; null only after a password from the configuration was disabled. */
    passwordHash: text('password_hash'),
    setAt: moment('set_at').notNull().defaultNow(),
    /** While set, no shared password opens the admin area, whether stored or configured. */
    switchedOffAt: moment('switched_off_at'),
  },
  (table) => [
    check('admin_password_one_row', sql`${table.isOnly}`),
    check('admin_password_present', sql`${table.passwordHash} is not null or ${table.switchedOffAt} is not null`),
  ],
)

/**
 * The second factors of the staff. A user has at most one authenticator app and one set of recovery codes, and any number of
 * passkeys.
 */
export const secondFactors = pgTable(
  'second_factors',
  {
    id: uuid('id').primaryKey().default(sql`uuidv7()`),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text('kind', { enum: ['totp', 'passkey', 'recovery-codes'] }).notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
    lastUsedAt: moment('last_used_at'),
    /** Authenticator app: the secret, encrypted for this user. */
    secretEncrypted: text('secret_encrypted'),
    /** Authenticator app: the time step of the last accepted code. Codes up to this step are refused. */
    lastStep: bigint('last_step', { mode: 'number' }),
    /** Passkey: the name its owner chose. */
    name: text('name').notNull().default(''),
    /** Passkey: base64url, unique in the store. */
    credentialId: text('credential_id'),
    /** Passkey: COSE key, base64url. */
    publicKey: text('public_key'),
    /** Passkey: its signature counter; 0 for the many passkeys without one. */
    counter: bigint('counter', { mode: 'number' }).notNull().default(0),
    transports: text('transports').array().notNull().default(sql`'{}'`),
    /** Recovery codes: SHA-256 of those that are left. */
    codeHashes: text('code_hashes').array().notNull().default(sql`'{}'`),
  },
  (table) => [
    index('second_factors_user').on(table.userId),
    uniqueIndex('second_factors_one').on(table.userId, table.kind).where(sql`${table.kind} <> 'passkey'`),
    uniqueIndex('second_factors_credential').on(table.credentialId),
    check('second_factors_encrypted', sql`${table.secretEncrypted} like 'aes-256-gcm:%'`),
    check('second_factors_kind', sql`${table.kind} in ('totp', 'passkey', 'recovery-codes')`),
    check(
      'second_factors_whole',
      sql`(${table.kind} = 'totp') = (${table.secretEncrypted} is not null) and (${table.kind} = 'passkey') = (${table.credentialId} is not null and ${table.publicKey} is not null)`,
    ),
  ],
)

/**
 * Challenges for setting up or verifying a second factor: a passkey challenge, or the encrypted secret of an authenticator app
 * that has not shown a code yet. Only the newest of a session counts.
 */
export const factorChallenges = pgTable(
  'factor_challenges',
  {
    sessionId: uuid('session_id')
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    purpose: text('purpose', { enum: ['totp', 'passkey', 'passkey-sign-in'] }).notNull(),
    value: text('value').notNull(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.sessionId, table.purpose] }),
    check('factor_challenges_purpose', sql`${table.purpose} in ('totp', 'passkey', 'passkey-sign-in')`),
  ],
)

/** Pending invitations to the staff. Only the SHA-256 of the token in the link is stored. */
export const staffInvitations = pgTable(
  'staff_invitations',
  {
    id: uuid('id').primaryKey().default(sql`uuidv7()`),
    email: text('email').notNull().unique('staff_invitations_email'),
    role: text('role', { enum: staffRoles }).notNull(),
    tokenHash: text('token_hash').notNull().unique('staff_invitations_token'),
    invitedBy: uuid('invited_by')
      .notNull()
      .references(() => users.id),
    sentAt: moment('sent_at').notNull().defaultNow(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [
    check('staff_invitations_email_lower', sql`${table.email} = lower(${table.email})`),
    check('staff_invitations_role', sql`${table.role} in ('owner', 'manager', 'designer', 'support', 'accountant')`),
  ],
)

/**
 * Admin sessions. Each ends with the customer session it belongs to (sign-out, changed password, block), and with the shared
 * password or second factor that opened it. Only the SHA-256 of a token is stored.
 */
export const adminSessions = pgTable(
  'admin_sessions',
  {
    tokenHash: text('token_hash').primaryKey(),
    sessionId: uuid('session_id')
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    /** The second factor that opened it; null for the shared password. */
    factorId: uuid('factor_id').references(() => secondFactors.id, { onDelete: 'cascade' }),
    /** Hash of the stored hash of the shared password: changing the password ends all admin sessions that it opened. */
    passwordMark: text('password_mark'),
    createdAt: moment('created_at').notNull().defaultNow(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [
    index('admin_sessions_session').on(table.sessionId),
    index('admin_sessions_expiry').on(table.expiresAt),
    index('admin_sessions_factor').on(table.factorId),
    check('admin_sessions_opened_with', sql`num_nonnulls(${table.factorId}, ${table.passwordMark}) = 1`),
  ],
)

/**
 * Append-only. Each event names actor, action and subject, and the states before and after. It contains ids of customers but no
 * personal data.
 */
export const auditEvents = pgTable(
  'admin_acts',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    happenedAt: moment('happened_at').notNull().defaultNow(),
    /** Null for what was done on the command line. */
    actorId: uuid('actor_id').references(() => users.id),
    /** Username at the time, or `command line`. */
    actorName: text('actor_name').notNull(),
    /** Cleared after 90 days (`clearOldAddresses`): the only change that a line of the log ever sees. */
    ip: text('ip').notNull().default(''),
    action: text('action').notNull(),
    subjectKind: text('subject_kind', { enum: subjectKinds }).notNull(),
    subjectId: text('subject_id').notNull(),
    reason: text('reason').notNull().default(''),
    before: jsonb('before').$type<Record<string, unknown>>(),
    after: jsonb('after').$type<Record<string, unknown>>(),
    /** Chosen by the client, so that a repeated request is neither executed nor recorded twice. */
    requestKey: text('request_key').unique('admin_acts_request_unique'),
  },
  (table) => [
    index('admin_acts_subject').on(table.subjectKind, table.subjectId, table.id),
    index('admin_acts_action').on(table.action, table.id),
    index('admin_acts_actor').on(table.actorId, table.id),
    index('admin_acts_with_ip').on(table.happenedAt).where(sql`${table.ip} <> ''`),
    check(
      'admin_acts_subject_kind',
      sql`${table.subjectKind} in ('gate', 'user', 'template', 'payment', 'settings', 'invitation')`,
    ),
  ],
)
