// Tables of the ledger. Constraints and triggers (see the migrations) keep balances, transfers and entries consistent,
// independent of the code above them.
import { sql } from 'drizzle-orm'
import { bigint, check, index, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { users } from '../accounts/tables.ts'

/**
 * Ids are derived, not generated: `system:sales`, `user:<uuid>:paid`. So each user has exactly one account per kind, and sorting
 * by id gives every transaction the same lock order.
 */
export const creditAccounts = pgTable(
  'credit_accounts',
  {
    id: text('id').primaryKey(),
    kind: text('kind', { enum: ['system', 'user-promotional', 'user-paid'] }).notNull(),
    userId: uuid('user_id').references(() => users.id),
    /** Null for system accounts: a balance there would make every purchase of the store wait for the same row. */
    balance: bigint('balance', { mode: 'number' }),
    /** The money that was paid for the credits of a paid account and is not earned yet; 0 on other accounts. */
    paise: bigint('paise', { mode: 'number' }).notNull().default(0),
    /** The part of `paise` on which no tax was charged when the credits were sold. */
    untaxedPaise: bigint('untaxed_paise', { mode: 'number' }).notNull().default(0),
  },
  (table) => [
    check('credit_accounts_kind', sql`${table.kind} in ('system', 'user-promotional', 'user-paid')`),
    check(
      'credit_accounts_id',
      sql`${table.id} = case ${table.kind} when 'system' then ${table.id} when 'user-promotional' then 'user:' || ${table.userId}::text || ':promotional' else 'user:' || ${table.userId}::text || ':paid' end`,
    ),
    check('credit_accounts_system_has_no_user', sql`(${table.kind} = 'system') = (${table.userId} is null)`),
    check('credit_accounts_system_has_no_balance', sql`(${table.kind} = 'system') = (${table.balance} is null)`),
    check('credit_accounts_never_negative', sql`${table.balance} >= 0`),
    check('credit_accounts_value', sql`${table.untaxedPaise} between 0 and ${table.paise}`),
    check('credit_accounts_value_is_paid', sql`${table.kind} = 'user-paid' or ${table.paise} = 0`),
    index('credit_accounts_user').on(table.userId),
  ],
)

export const creditTransfers = pgTable(
  'credit_transfers',
  {
    id: uuid('id').primaryKey().default(sql`uuidv7()`),
    idempotencyKey: text('idempotency_key').notNull().unique('credit_transfers_key_unique'),
    fromAccount: text('from_account')
      .notNull()
      .references(() => creditAccounts.id),
    toAccount: text('to_account')
      .notNull()
      .references(() => creditAccounts.id),
    credits: bigint('credits', { mode: 'number' }).notNull(),
    reason: text('reason', {
      enum: ['signup', 'profile', 'template', 'adjustment', 'pack', 'refund', 'dispute'],
    }).notNull(),
    /** The statement's text at the time, which a renamed template does not change. */
    description: text('description').notNull(),
    details: jsonb('details').$type<Record<string, unknown>>().notNull().default({}),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    check('credit_transfers_positive', sql`${table.credits} > 0`),
    check('credit_transfers_two_accounts', sql`${table.fromAccount} <> ${table.toAccount}`),
    check(
      'credit_transfers_reason',
      sql`${table.reason} in ('signup', 'profile', 'template', 'adjustment', 'pack', 'refund', 'dispute')`,
    ),
  ],
)

/** Append-only. Two per transfer, of opposite sign. */
export const creditEntries = pgTable(
  'credit_entries',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    transferId: uuid('transfer_id')
      .notNull()
      .references(() => creditTransfers.id),
    accountId: text('account_id')
      .notNull()
      .references(() => creditAccounts.id),
    /** Positive for a receipt, negative for a payment. */
    credits: bigint('credits', { mode: 'number' }).notNull(),
    /** Null on system accounts, which have no running balance. */
    balanceAfter: bigint('balance_after', { mode: 'number' }),
    /** The money that moved with the credits, with their sign; see `creditAccounts`. */
    paise: bigint('paise', { mode: 'number' }).notNull().default(0),
    untaxedPaise: bigint('untaxed_paise', { mode: 'number' }).notNull().default(0),
  },
  (table) => [
    index('credit_entries_account').on(table.accountId, table.id),
    index('credit_entries_transfer').on(table.transferId),
    check('credit_entries_not_zero', sql`${table.credits} <> 0`),
    check('credit_entries_never_negative', sql`${table.balanceAfter} >= 0`),
  ],
)
