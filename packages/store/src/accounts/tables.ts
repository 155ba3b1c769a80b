// Tables of users, sessions, one-time codes and rate counters.
import { userRoles } from '@vitrine/contract/permission'
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'

const moment = (name: string) => timestamp(name, { withTimezone: true })

type NameColumns = Readonly<Record<'username' | 'email' | 'actualName', SQLWrapper>>

/** Names and address of a user in lower case, one per line: the text that user search and its index use. */
export function searchedText({ username, email, actualName }: NameColumns): SQL {
  return sql`(lower(${username}) || E'\\n' || ${email} || E'\\n' || lower(${actualName}))`
}

/** The name that sorts users; must match the expression of its index. */
export function shownName({ username, actualName }: Pick<NameColumns, 'username' | 'actualName'>): SQL {
  return sql`(lower(coalesce(nullif(${actualName}, ''), ${username})))`
}

export const users = pgTable(
  'users',
  {
    id: uuid('id').primaryKey().default(sql`uuidv7()`),
    username: text('username').notNull(),
    /** A placeholder when the account signs in by phone number and has no address (see `address.ts`). */
    email: text('email').notNull(),
    /** PHC string of argon2id; null for accounts that sign in only with Google or one-time codes. */
    passwordHash: text('password_hash'),
    actualName: text('actual_name').notNull(),
    phoneNumber: text('phone_number').notNull().default(''),
    phoneVerifiedAt: moment('phone_verified_at'),
    employmentField: text('employment_field').notNull().default(''),
    /** Storage key of the square picture; null without one. */
    profilePictureKey: text('profile_picture_key'),
    /** True when the account was created through social sign-in; linking one later does not change it. */
    isGoogleUser: boolean('is_google_user').notNull().default(false),
    /** The `sub` of the linked Google account: Google addresses can change, the `sub` never does. */
    googleSubject: text('google_subject'),
    role: text('role', { enum: userRoles }).notNull().default('buyer'),
    /** Language tag of emails and receipts; null until the user chooses one, which means English. */
    language: text('language'),
    createdAt: moment('created_at').notNull().defaultNow(),
    /** While set, the account cannot sign in. The audit log has the reason. */
    blockedAt: moment('blocked_at'),
    /** When the account was deleted. The row stays for the ledger, without personal data. */
    deletedAt: moment('deleted_at'),
  },
  (table) => [
    uniqueIndex('users_username_unique').on(sql`lower(${table.username})`),
    uniqueIndex('users_email_unique').on(table.email),
    // For searching and sorting users in the admin area.
    index('users_search').using('gin', sql`${searchedText(table)} gin_trgm_ops`),
    index('users_phone').on(table.phoneNumber).where(sql`${table.phoneNumber} <> ''`),
    index('users_name').on(shownName(table), table.id),
    index('users_created').on(table.createdAt, table.id),
    index('users_staff').on(table.role).where(sql`${table.role} <> 'buyer'`),
    check('users_email_lower', sql`${table.email} = lower(${table.email})`),
    // Enforces one spelling of a number, so that a rewarded number cannot return in another spelling.
    check('users_phone_e164', sql`${table.phoneNumber} ~ '^(\\+[1-9]\\d{6,14})?$'`),
    check('users_language', sql`${table.language} ~ '^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,2}$'`),
    check('users_role', sql`${table.role} in ('buyer', 'owner', 'manager', 'designer', 'support', 'accountant')`),
    uniqueIndex('users_google_subject_unique').on(table.googleSubject),
    check(
      'users_can_sign_in',
      sql`${table.deletedAt} is not null or ${table.googleSubject} is not null or ${table.passwordHash} is not null or ${table.phoneVerifiedAt} is not null or ${table.email} not like '%.invalid'`,
    ),
    check(
      'users_deleted_is_empty',
      sql`${table.deletedAt} is null or (${table.passwordHash} is null and ${table.googleSubject} is null and ${table.profilePictureKey} is null and ${table.phoneNumber} = '' and ${table.actualName} = '')`,
    ),
  ],
)

/** Only the SHA-256 of a token is stored, so that a copy of the table opens no account. */
export const sessions = pgTable(
  'sessions',
  {
    tokenHash: text('token_hash').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** A public id for the session list, which must not show the hash. */
    id: uuid('id').notNull().default(sql`uuidv7()`),
    rememberMe: boolean('remember_me').notNull(),
    /** Display name of browser and system, such as `Chrome on Windows`. */
    device: text('device').notNull().default(''),
    createdAt: moment('created_at').notNull().defaultNow(),
    /** Updated every few minutes only. */
    lastSeenAt: moment('last_seen_at').notNull().defaultNow(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [
    uniqueIndex('sessions_id_unique').on(table.id),
    index('sessions_user').on(table.userId),
    index('sessions_expiry').on(table.expiresAt),
  ],
)

/** Browsers that have signed in to an account, by the hash of a cookie: a sign-in from any other is reported by email. */
export const knownDevices = pgTable(
  'known_devices',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    deviceHash: text('device_hash').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
    lastSeenAt: moment('last_seen_at').notNull().defaultNow(),
    /** When this browser last opened the admin area with a second factor; null: never. */
    enteredAdminAt: moment('entered_admin_at'),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.deviceHash] }),
    index('known_devices_age').on(table.lastSeenAt),
  ],
)

/** Nonces issued for social sign-in and not used yet. Using one deletes its row. */
export const signInNonces = pgTable(
  'sign_in_nonces',
  {
    nonceHash: text('nonce_hash').primaryKey(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [index('sign_in_nonces_expiry').on(table.expiresAt)],
)

/**
 * Hashes of deleted accounts' addresses, of those whose profile was rewarded, and of phone numbers that were rewarded or brought
 * welcome credits, so that nobody receives the same credits twice.
 */
export const rewardMarks = pgTable(
  'reward_marks',
  {
    kind: text('kind', { enum: ['deleted-email', 'profile-email', 'profile-phone', 'signup-phone'] }).notNull(),
    subjectHash: text('subject_hash').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.subjectHash] }),
    check(
      'reward_marks_kind',
      sql`${table.kind} in ('deleted-email', 'profile-email', 'profile-phone', 'signup-phone')`,
    ),
  ],
)

/** One row per code sent. Only the newest row of a channel, address and purpose can be used. */
export const otps = pgTable(
  'otps',
  {
    id: uuid('id').primaryKey().default(sql`uuidv7()`),
    channel: text('channel', { enum: ['mail', 'sms'] }).notNull(),
    address: text('address').notNull(),
    purpose: text('purpose', { enum: ['register', 'reset', 'phone', 'sign-in'] }).notNull(),
    salt: text('salt').notNull(),
    codeHash: text('code_hash').notNull(),
    tries: integer('tries').notNull().default(0),
    ip: text('ip').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
    expiresAt: moment('expires_at').notNull(),
    verifiedAt: moment('verified_at'),
    /** The network and browser token hash of the correct code: only they can use the mark. */
    verifiedFrom: text('verified_from'),
    proofHash: text('proof_hash'),
    consumedAt: moment('consumed_at'),
  },
  (table) => [
    index('otps_address').on(table.channel, table.address, table.purpose, table.id),
    index('otps_ip').on(table.ip, table.createdAt),
    check('otps_channel', sql`${table.channel} in ('mail', 'sms')`),
    check('otps_purpose', sql`${table.purpose} in ('register', 'reset', 'phone', 'sign-in')`),
    check('otps_tries', sql`${table.tries} between 0 and 5`),
    check('otps_consumed_after_verified', sql`${table.consumedAt} is null or ${table.verifiedAt} is not null`),
  ],
)

/** How often a subject (an address, an IP, or both) did something within the window that began with its first attempt. */
export const rateCounters = pgTable(
  'rate_counters',
  {
    rule: text('rule').notNull(),
    subject: text('subject').notNull(),
    windowStart: moment('window_start').notNull(),
    count: integer('count').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.rule, table.subject] }),
    index('rate_counters_age').on(table.windowStart),
    check('rate_counters_count', sql`${table.count} > 0`),
  ],
)
