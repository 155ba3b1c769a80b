// Owns the table of stored files: those of the catalogue (public, by content hash) and those of customers (private).
import { sql } from 'drizzle-orm'
import { bigint, check, index, integer, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { users } from '../accounts/tables.ts'

export const assets = pgTable(
  'assets',
  {
    /** `sha256:<hex>` for the catalogue, `u_<uuid>` for a customer. */
    id: text('id').primaryKey(),
    ownerUserId: uuid('owner_user_id').references(() => users.id),
    kind: text('kind', { enum: ['image', 'video', 'audio', 'font'] }).notNull(),
    status: text('status', { enum: ['processing', 'ready', 'failed'] }).notNull(),
    mime: text('mime').notNull(),
    sizeBytes: bigint('size_bytes', { mode: 'number' }).notNull(),
    width: integer('width'),
    height: integer('height'),
    durationMs: integer('duration_ms'),
    fileName: text('file_name').notNull().default(''),
    /** What a film is made from. Null until the file has been normalised. */
    storageKey: text('storage_key'),
    /** The smaller copy for the editor. */
    proxyKey: text('proxy_key'),
    uploadId: text('upload_id'),
    errorMessage: text('error_message'),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    deletedAt: timestamp('deleted_at', { withTimezone: true }),
  },
  (table) => [
    uniqueIndex('assets_upload_unique').on(table.uploadId),
    index('assets_owner').on(table.ownerUserId, table.createdAt).where(sql`${table.deletedAt} is null`),
    check('assets_id', sql`(${table.ownerUserId} is null) = (${table.id} like 'sha256:%')`),
    check('assets_kind', sql`${table.kind} in ('image', 'video', 'audio', 'font')`),
    check('assets_status', sql`${table.status} in ('processing', 'ready', 'failed')`),
    check('assets_ready_is_stored', sql`${table.status} <> 'ready' or ${table.storageKey} is not null`),
    check('assets_size', sql`${table.sizeBytes} >= 0`),
  ],
)
