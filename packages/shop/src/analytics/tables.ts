// Tables that the dashboard reads instead of joining a year of orders and payments: each pack with what remains of it, and
// totals per buyer. Triggers (see the migration) write both when the transaction commits; `checkSales` proves them against
// the rows they sum up.
import { bigint, index, integer, pgTable, timestamp, uuid } from 'drizzle-orm/pg-core'
import { users } from '../accounts/tables.ts'
import { packOrders } from '../payments/tables.ts'

const amount = (name: string) => bigint(name, { mode: 'number' }).notNull()

/** A paid pack, with what remains of its money and credits after refunds and disputes. */
export const packSales = pgTable(
  'pack_sales',
  {
    orderId: uuid('order_id')
      .primaryKey()
      .references(() => packOrders.id),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    paidAt: timestamp('paid_at', { withTimezone: true }).notNull(),
    paise: amount('paise'),
    returnedPaise: amount('returned_paise'),
    credits: amount('credits'),
  },
  (table) => [
    // Both hold all that is asked for, so that the rows themselves are not read.
    index('pack_sales_paid').on(table.paidAt, table.userId, table.paise, table.returnedPaise, table.credits),
    index('pack_sales_user').on(table.userId, table.paidAt, table.paise, table.returnedPaise, table.credits),
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
