// Tables of stored files (catalogue files are public and named by content hash, customers' files are private) and of the
// uploads that customers' files come from.
import { sql } from 'drizzle-orm'
import {
  bigint,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  real,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { users } from '../accounts/tables.ts'
import { operations } from '../operations/tables.ts'

export const assets = pgTable(
  'assets',
  {
    /** `sha256:<hex>` for the catalogue, `u_<uuid>` for a customer. */
    id: text('id').primaryKey(),
    /** The operation that normalises it, whose id is the `<uuid>`; null when none is needed. */
    operationId: uuid('operation_id').references(() => operations.id),
    ownerUserId: uuid('owner_user_id').references(() => users.id),
    kind: text('kind', { enum: ['image', 'video', 'audio', 'font'] }).notNull(),
    status: text('status', { enum: ['processing', 'ready', 'failed'] }).notNull(),
    mime: text('mime').notNull(),
    sizeBytes: bigint('size_bytes', { mode: 'number' }).notNull(),
    width: integer('width'),
    height: integer('height'),
    durationMs: integer('duration_ms'),
    fileName: text('file_name').notNull().default(''),
    /** The file that renders use. Null until the upload has been normalised. */
    storageKey: text('storage_key'),
    /** The smaller copy for the editor. */
    proxyKey: text('proxy_key'),
    /**
     * How templates use a catalogue video: `goods` are sold as they are; for `video` and `plate`, editors show the copy. Null for
     * every other file, previews included.
     */
    templateUse: text('template_use', { enum: ['video', 'plate', 'goods'] }),
    /** A still picture of a video. */
    posterKey: text('poster_key'),
    /** The uploaded file, until it has been normalised or found unusable. */
    originalKey: text('original_key'),
    /** The total size of all its files, for the limit of the customer's library. */
    storedBytes: bigint('stored_bytes', { mode: 'number' }).notNull().default(0),
    uploadId: text('upload_id'),
    /** Why it cannot be used; for a template's video, why it has no editing copy. */
    errorCode: text('error_code'),
    errorMessage: text('error_message'),
    /** EBU R 128; null for pictures, silence, and older files that were not measured. */
    loudnessLufs: real('loudness_lufs'),
    truePeakDb: real('true_peak_db'),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    deletedAt: timestamp('deleted_at', { withTimezone: true }),
  },
  (table) => [
    uniqueIndex('assets_upload_unique').on(table.uploadId),
    uniqueIndex('assets_operation_unique').on(table.operationId).where(sql`${table.operationId} is not null`),
    index('assets_owner').on(table.ownerUserId, table.createdAt).where(sql`${table.deletedAt} is null`),
    index('assets_template_use').on(table.templateUse).where(sql`${table.templateUse} is not null`),
    check('assets_id', sql`(${table.ownerUserId} is null) = (${table.id} like 'sha256:%')`),
    check('assets_kind', sql`${table.kind} in ('image', 'video', 'audio', 'font')`),
    check('assets_status', sql`${table.status} in ('processing', 'ready', 'failed')`),
    check('assets_ready_is_stored', sql`${table.status} <> 'ready' or ${table.storageKey} is not null`),
    check('assets_template_use', sql`${table.templateUse} in ('video', 'plate', 'goods')`),
    check('assets_size', sql`${table.sizeBytes} >= 0`),
    check('assets_stored_bytes', sql`${table.storedBytes} >= 0`),
  ],
)

/** Uploads in progress, which are not yet a file of their owner. Deleted a day later. */
export const uploads = pgTable(
  'uploads',
  {
    /** 32 hexadecimal digits. */
    id: text('id').primaryKey(),
    ownerUserId: uuid('owner_user_id')
      .notNull()
      .references(() => users.id),
    fileName: text('file_name').notNull(),
    sizeBytes: bigint('size_bytes', { mode: 'number' }).notNull(),
    /** The bytes stored so far, from the beginning and without a gap. */
    receivedBytes: bigint('received_bytes', { mode: 'number' }).notNull().default(0),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    index('uploads_owner').on(table.ownerUserId),
    index('uploads_age').on(table.createdAt),
    check('uploads_received', sql`${table.receivedBytes} between 0 and ${table.sizeBytes}`),
  ],
)

/** The parts of an unfinished upload. */
export const uploadParts = pgTable(
  'upload_parts',
  {
    uploadId: text('upload_id')
      .notNull()
      .references(() => uploads.id, { onDelete: 'cascade' }),
    offsetBytes: bigint('offset_bytes', { mode: 'number' }).notNull(),
    sizeBytes: bigint('size_bytes', { mode: 'number' }).notNull(),
    storageKey: text('storage_key').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.uploadId, table.offsetBytes] }),
    check('upload_parts_size', sql`${table.sizeBytes} > 0 and ${table.offsetBytes} >= 0`),
  ],
)
