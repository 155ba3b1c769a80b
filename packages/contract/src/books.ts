// Wire schemas of the books: what an accountant closes a month with.
import { z } from 'zod'
import { billingKind } from './billing.ts'
import { booksPeriodKinds } from './books-period.ts'
import { supplies } from './tax.ts'

/** A month, quarter or year. The store checks `value`, because it must also know today. */
export const booksPeriodQuery = z.object({
  kind: z.enum(booksPeriodKinds),
  value: z.string().max(12).describe('2026-11, 2026-27-Q3 or 2026-27'),
})
export type BooksPeriodQuery = z.infer<typeof booksPeriodQuery>

/** A period with its limits: midnight in India, the end excluded. */
const booksPeriod = booksPeriodQuery.extend({
  from: z.iso.datetime(),
  to: z.iso.datetime(),
  isUnfinished: z.boolean().describe('Whether it has not ended yet'),
})

/** Lines of the roll-forward in their order: the first and those between add up to the last. */
export const creditLineNames = [
  'opening',
  'sold',
  'given',
  'spent',
  'removed',
  'forfeited',
  'returned',
  'closing',
] as const
export type CreditLineName = (typeof creditLineNames)[number]

const creditLine = z.object({
  line: z
    .enum(creditLineNames)
    .describe(
      '`given`: for signing up, for a profile, by the staff; `removed`: by the staff; `forfeited`: with deleted accounts (credits do not expire otherwise); `returned`: taken back for refunds and disputes, less what was given again',
    ),
  promotional: z.int(),
  paid: z.int(),
  paidPaise: z.int().describe('The money that was paid for the paid credits'),
  untaxedPaise: z.int().describe('Its part on which no tax was charged when the credits were sold'),
})
export type CreditLine = z.infer<typeof creditLine>

const documentSums = {
  documents: z.int(),
  taxablePaise: z.int(),
  cgstPaise: z.int(),
  sgstPaise: z.int(),
  igstPaise: z.int(),
  otherPaise: z.int().describe('Flat tax or VAT'),
  roundingPaise: z.int(),
  grossPaise: z.int(),
}

/** Receipts, invoices and debit notes less credit notes. */
const salesLine = z.object({
  supply: z.enum(supplies),
  rateBp: z.int().describe('Hundredths of a per cent'),
  place: z.string().describe('Digits of an Indian state, or a country; empty where it does not matter'),
  ...documentSums,
})
export type SalesLine = z.infer<typeof salesLine>

/** All documents of a kind; amounts of credit notes are negative. */
const documentsLine = z.object({ kind: billingKind, ...documentSums })
export type DocumentsLine = z.infer<typeof documentsLine>

const moneySums = z.object({
  payments: z.int().describe('Payments with money that came or went in the period'),
  receivedPaise: z.int(),
  refundedPaise: z.int(),
  disputedPaise: z.int().describe('Taken by banks, less what came back'),
  unappliedReceivedPaise: z.int().describe('Payments that bought nothing, such as the second of an order'),
  unappliedReturnedPaise: z.int(),
  settledPaise: z
    .int()
    .describe('What the gateway has paid out of all payments of the period, with its fee; refunds are not taken off'),
  feePaise: z.int().describe('The gateway’s, including the tax on it'),
  feeTaxPaise: z.int(),
  waitingPaise: z.int().describe('What the gateway has not paid out yet of all payments of the period'),
})
export type MoneySums = z.infer<typeof moneySums>

const booksChecks = ['documents', 'packs', 'invoices', 'balances', 'value'] as const

/** Two sums from different tables that must be equal. */
const booksCheck = z.object({
  check: z
    .enum(booksChecks)
    .describe(
      '`documents`: money less returns, and the documents of payments; `packs`: money for packs, and its value in the ledger; `invoices`: untaxed paid credits spent, and invoices of templates; `balances`: credits after the period and since, and all balances; `value`: the same in money',
    ),
  left: z.int().describe('Paise, but credits for `balances`'),
  right: z.int(),
  explained: z
    .int()
    .describe(
      'Of the difference: payments from before documents were stored, or credits spent while no tax was charged',
    ),
  isEqual: z.boolean(),
})
export type BooksCheck = z.infer<typeof booksCheck>

/** An order whose money and documents differ in the period. */
const booksFault = z.object({ receiptNumber: z.string(), moneyPaise: z.int(), documentsPaise: z.int() })

export const monthEnd = z.object({
  period: booksPeriod,
  gstins: z
    .array(z.string())
    .describe('Registrations that need a GSTR-1 of the period, the one of the last sale first; empty without a GSTIN'),
  credits: z.array(creditLine),
  sales: z.array(salesLine),
  documents: z.array(documentsLine),
  money: moneySums,
  checks: z.array(booksCheck),
  faults: z.array(booksFault).describe('At most 20'),
})
export type MonthEnd = z.infer<typeof monthEnd>

export const monthPaymentsQuery = booksPeriodQuery.extend({
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  limit: z.coerce.number().int().min(1).max(100).default(25),
})
export type MonthPaymentsQuery = z.infer<typeof monthPaymentsQuery>

/** Money of one payment in the period. */
const monthPayment = z.object({
  paymentId: z.string(),
  receiptNumber: z.string().nullable().describe('Null for a payment that bought nothing'),
  capturedAt: z.iso.datetime().describe('Before the period for a payment that was only refunded in it'),
  grossPaise: z.int().describe('0 when it was captured before the period'),
  returnedPaise: z.int().describe('By refunds and disputes of the period, less what came back'),
  feePaise: z.int().nullable().describe('Null, like the next, until it is settled, and outside of its own period'),
  feeTaxPaise: z.int().nullable(),
  settlementId: z.string().nullable(),
  settledAt: z.iso.datetime().nullable(),
})
export type MonthPayment = z.infer<typeof monthPayment>
export const monthPayments = z.object({ items: z.array(monthPayment), matchingPayments: z.int() })
