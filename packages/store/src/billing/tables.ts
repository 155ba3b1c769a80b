// Tables of billing documents (receipts, invoices, credit and debit notes) and of what buyers say about themselves for them.
// Documents are never changed: triggers (see the migration) refuse UPDATE and DELETE.
import type { BillingSheet } from '@vitrine/billing-pdf/sheet'
import { saleKinds, supplies, type TaxProfile } from '@vitrine/contract/tax'
import { sql } from 'drizzle-orm'
import {
  bigint,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
  uuid,
} from 'drizzle-orm/pg-core'
import { users } from '../accounts/tables.ts'

const paise = (name: string) => bigint(name, { mode: 'number' }).notNull()

/** Where a buyer is and, for a business, who. Asked once, before the first payment of a store that charges tax. */
export const billingDetails = pgTable(
  'billing_details',
  {
    userId: uuid('user_id')
      .primaryKey()
      .references(() => users.id),
    /** ISO 3166-1 alpha-2. */
    country: text('country').notNull(),
    /** The two digits of the GST law; null outside India. */
    state: text('state'),
    /** GSTIN or VAT number of a business; else empty. */
    taxNumber: text('tax_number').notNull().default(''),
    legalName: text('legal_name').notNull().default(''),
    address: text('address').array().notNull().default(sql`'{}'`),
    changedAt: timestamp('changed_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    check('billing_details_country', sql`${table.country} ~ '^[A-Z]{2}$'`),
    check(
      'billing_details_state',
      sql`case when ${table.country} = 'IN' then ${table.state} ~ '^[0-9]{2}$' else ${table.state} is null end`,
    ),
  ],
)

/** The seller's tax, as documents name it. */
export interface SellerTax {
  readonly profile: TaxProfile['profile']
  /** GSTIN or VAT number; empty without one. */
  readonly taxNumber: string
  /** What a flat tax is called. */
  readonly taxName: string
}

/** The buyer as a document names them. */
export interface PrintedBuyer {
  readonly name: string
  readonly email: string
  readonly address: readonly string[]
  /** ISO 3166-1 alpha-2; empty for a buyer who was not asked. */
  readonly country: string
  readonly state: string | null
  readonly taxNumber: string
}

export const billingDocuments = pgTable(
  'billing_documents',
  {
    id: uuid('id').primaryKey().default(sql`uuidv7()`),
    kind: text('kind', { enum: ['receipt', 'invoice', 'credit-note', 'debit-note'] }).notNull(),
    /** Consecutive within its series, which is a kind and a financial year. */
    number: text('number').notNull(),
    issuedAt: timestamp('issued_at', { withTimezone: true }).notNull().defaultNow(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    /** The order of a pack; null for templates bought with credits. */
    orderId: uuid('order_id'),
    /** The gateway's payment of the order. */
    paymentId: text('payment_id'),
    /** What a note is for: the gateway's id of the refund or the dispute. */
    causeId: text('cause_id'),
    /** For an invoice of templates: their receipts, which are in credits. */
    receiptNumbers: text('receipt_numbers').array().notNull().default(sql`'{}'`),
    reason: text('reason'),
    /** The number of the document that a note corrects. */
    originalNumber: text('original_number'),
    totalPaise: paise('total_paise'),
    seller: jsonb('seller').$type<SellerTax>().notNull(),
    buyer: jsonb('buyer').$type<PrintedBuyer>().notNull(),
    /** BCP 47 tag of the printed texts. */
    language: text('language').notNull(),
    /** Everything that is printed, so that the file has the same bytes years later. */
    sheet: jsonb('sheet').$type<BillingSheet>().notNull(),
  },
  (table) => [
    unique('billing_documents_number_unique').on(table.number),
    index('billing_documents_user').on(table.userId, table.issuedAt),
    index('billing_documents_issued').on(table.issuedAt, table.id),
    index('billing_documents_payment').on(table.paymentId).where(sql`${table.paymentId} is not null`),
    check('billing_documents_kind', sql`${table.kind} in ('receipt', 'invoice', 'credit-note', 'debit-note')`),
    check('billing_documents_total', sql`${table.totalPaise} > 0`),
    check(
      'billing_documents_original',
      sql`(${table.kind} in ('credit-note', 'debit-note')) = (${table.originalNumber} is not null)`,
    ),
  ],
)

/** The lines of a document, each with its own tax. The parts of a line add up to its gross amount. */
export const billingLines = pgTable(
  'billing_lines',
  {
    documentId: uuid('document_id')
      .notNull()
      .references(() => billingDocuments.id),
    position: integer('position').notNull(),
    saleKind: text('sale_kind', { enum: saleKinds }).notNull(),
    title: text('title').notNull(),
    /** Services accounting code; empty outside India. */
    sac: text('sac').notNull().default(''),
    quantity: integer('quantity').notNull(),
    supply: text('supply', { enum: supplies }).notNull(),
    /** Hundredths of a per cent. */
    rateBp: integer('rate_bp').notNull(),
    /** Place of supply: the digits of an Indian state, or a country; empty where it does not matter. */
    place: text('place').notNull().default(''),
    /** GSTIN or VAT number of a business; else empty. */
    buyerTaxNumber: text('buyer_tax_number').notNull().default(''),
    /** For a line of a note: the invoice whose tax it corrects. */
    originalNumber: text('original_number'),
    originalPosition: integer('original_position'),
    grossPaise: paise('gross_paise'),
    taxablePaise: paise('taxable_paise'),
    cgstPaise: paise('cgst_paise'),
    sgstPaise: paise('sgst_paise'),
    igstPaise: paise('igst_paise'),
    otherPaise: paise('other_paise'),
    roundingPaise: paise('rounding_paise'),
  },
  (table) => [
    primaryKey({ columns: [table.documentId, table.position] }),
    index('billing_lines_original').on(table.originalNumber).where(sql`${table.originalNumber} is not null`),
    check(
      'billing_lines_sum',
      sql`${table.grossPaise} = ${table.taxablePaise} + ${table.cgstPaise} + ${table.sgstPaise} + ${table.igstPaise} + ${table.otherPaise} + ${table.roundingPaise}`,
    ),
    check('billing_lines_halves', sql`${table.cgstPaise} = ${table.sgstPaise}`),
    check('billing_lines_original', sql`(${table.originalNumber} is null) = (${table.originalPosition} is null)`),
    check('billing_lines_gross', sql`${table.grossPaise} > 0`),
    check(
      'billing_lines_supply',
      sql`${table.supply} in ('none', 'intra', 'inter', 'export', 'export-paid', 'flat', 'eu', 'eu-reverse', 'outside')`,
    ),
    check('billing_lines_kind', sql`${table.saleKind} in ('credits', 'video', 'image', 'direct-sell')`),
  ],
)
