// Tables of likes, carts, checkouts and entitlements.
import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, primaryKey, text, timestamp, unique, uuid } from 'drizzle-orm/pg-core'
import { users } from '../accounts/tables.ts'
import { templates } from '../catalogue/tables.ts'

export const likes = pgTable(
  'likes',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    templateId: text('template_id')
      .notNull()
      .references(() => templates.id),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.templateId] }),
    index('likes_newest').on(table.userId, table.createdAt),
  ],
)

export const cartItems = pgTable(
  'cart_items',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    templateId: text('template_id')
      .notNull()
      .references(() => templates.id),
    /** Licences. */
    quantity: integer('quantity').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.templateId] }),
    check('cart_items_quantity', sql`${table.quantity} between 1 and 99`),
  ],
)

/** The result of a checkout, for requests that repeat its key. */
export const checkouts = pgTable(
  'checkouts',
  {
    id: uuid('id').primaryKey().default(sql`uuidv7()`),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    idempotencyKey: text('idempotency_key').notNull(),
    creditsCharged: integer('credits_charged').notNull().default(0),
    remainingCredits: integer('remaining_credits').notNull().default(0),
    /** Templates that stayed in the cart. */
    skipped: text('skipped').array().notNull().default(sql`'{}'`),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    unique('checkouts_key_unique').on(table.userId, table.idempotencyKey),
    check('checkouts_credits', sql`${table.creditsCharged} >= 0 and ${table.remainingCredits} >= 0`),
  ],
)

/**
 * The right of one user to one template. The primary key prevents a second purchase. Name and licence are those of the time of
 * purchase, because the receipt states them.
 */
export const entitlements = pgTable(
  'entitlements',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    templateId: text('template_id')
      .notNull()
      .references(() => templates.id),
    licences: integer('licences').notNull().default(1),
    /** The total for all licences. */
    creditsCharged: integer('credits_charged').notNull(),
    /** Idempotency key of the spending in the ledger; null when the template was free. */
    spendKey: text('spend_key'),
    /** Null for a single purchase. */
    checkoutId: uuid('checkout_id').references(() => checkouts.id),
    receiptNumber: text('receipt_number').notNull().default(sql`next_receipt_number()`),
    templateName: text('template_name').notNull(),
    licenseName: text('license_name').notNull(),
    licenseSummary: text('license_summary').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.templateId] }),
    index('entitlements_newest').on(table.userId, table.createdAt, table.creditsCharged),
    // A covering index for the dashboard's sales of a period; the one before serves sales per buyer.
    index('entitlements_sold').on(table.createdAt, table.templateId, table.userId, table.creditsCharged),
    unique('entitlements_receipt_unique').on(table.receiptNumber),
    index('entitlements_checkout').on(table.checkoutId).where(sql`${table.checkoutId} is not null`),
    check('entitlements_licences', sql`${table.licences} between 1 and 99`),
    check('entitlements_charge', sql`${table.creditsCharged} >= 0`),
    check('entitlements_charge_is_booked', sql`(${table.creditsCharged} > 0) = (${table.spendKey} is not null)`),
  ],
)
