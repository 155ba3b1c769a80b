// Tables that the dashboard reads instead of joining a year of orders and payments: each sale of a pack, each refund, and totals
// per buyer. Triggers (see the migration) write both at commit; `checkSales` verifies them against their source rows.
import { sql } from 'drizzle-orm'
import { bigint, boolean, check, index, integer, pgTable, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { users } from '../accounts/tables.ts'
import { packOrders } from '../payments/tables.ts'

const amount = (name: string) => bigint(name, { mode: 'number' }).notNull()

/**
 * Entries of packs, which add up to what remains of each: one for the payment, and one for each refund or dispute, or for its
 * failure. An entry never changes: a refund counts when it is made, not in the month of the sale, whose figures may be closed by
 * then.
 */
export const packSales = pgTable(
  'pack_sales',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    orderId: uuid('order_id')
      .notNull()
      .references(() => packOrders.id),
    isSale: boolean('is_sale').notNull().default(true),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    /** When the pack was paid, or its money was refunded. */
    paidAt: timestamp('paid_at', { withTimezone: true }).notNull(),
    /** The price of a sale; for a refund, the negative of `returnedPaise`. */
    paise: amount('paise'),
    returnedPaise: amount('returned_paise'),
    credits: amount('credits'),
  },
  (table) => [
    uniqueIndex('pack_sales_one_sale').on(table.orderId).where(sql`${table.isSale}`),
    index('pack_sales_order').on(table.orderId),
    // Covering indexes, so that queries need not read the rows.
    index('pack_sales_paid').on(
      table.paidAt,
      table.userId,
      table.isSale,
      table.paise,
      table.returnedPaise,
      table.credits,
    ),
    index('pack_sales_user').on(
      table.userId,
      table.paidAt,
      table.isSale,
      table.paise,
      table.returnedPaise,
      table.credits,
    ),
    check(
      'pack_sales_amount',
      sql`case when ${table.isSale} then ${table.paise} > 0 and ${table.returnedPaise} = 0 else ${table.paise} = -${table.returnedPaise} end`,
    ),
  ],
)

/** All purchases of a buyer, less refunds. */
export const buyerSums = pgTable('buyer_sums', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id),
  paise: amount('paise').default(0),
  returnedPaise: amount('returned_paise').default(0),
  credits: amount('credits').default(0),
  purchases: integer('purchases').notNull().default(0),
  creditsSpent: amount('credits_spent').default(0),
})
