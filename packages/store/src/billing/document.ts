// Reads issued billing documents.
import type { BillingSheet } from '@vitrine/billing-pdf/sheet'
import type { BillingDocumentRef, BillingKind } from '@vitrine/contract/billing'
import { and, asc, eq, type SQL } from 'drizzle-orm'
import type { Reader } from '../prepared.ts'
import { billingDocuments } from './tables.ts'

export interface StoredDocument {
  readonly kind: BillingKind
  readonly number: string
  /** What the file prints; it gives the same bytes whenever it is drawn. */
  readonly sheet: BillingSheet
}

/** The document with this number, of any buyer: for the staff. */
export function findDocument(db: Reader, number: string): Promise<StoredDocument | undefined> {
  return findOne(db, eq(billingDocuments.number, number))
}

/** One of the user's documents; undefined also for another user's. */
export function findUserDocument(db: Reader, userId: string, number: string): Promise<StoredDocument | undefined> {
  return findOne(db, and(eq(billingDocuments.number, number), eq(billingDocuments.userId, userId)))
}

async function findOne(db: Reader, condition: SQL | undefined): Promise<StoredDocument | undefined> {
  const { kind, number, sheet } = billingDocuments
  const [document] = await db.select({ kind, number, sheet }).from(billingDocuments).where(condition)
  return document
}

/** The name of a document's file, such as `credit-note-VTC-2627-000001.pdf`. */
export function toFileName({ kind, number }: Pick<StoredDocument, 'kind' | 'number'>): string {
  return `${kind}-${number}.pdf`
}

/** A document and the sale that it is about. */
export interface PaymentDocument extends BillingDocumentRef {
  /** The payment of a pack; null for an invoice of templates. */
  readonly paymentId: string | null
  /** The receipts of the templates on an invoice, which are in credits. */
  readonly receiptNumbers: readonly string[]
}

/** All documents of a user in the order in which they were issued. */
export async function listPaymentDocuments(db: Reader, userId: string): Promise<PaymentDocument[]> {
  const { kind, number, issuedAt, totalPaise, paymentId, receiptNumbers } = billingDocuments
  const rows = await db
    .select({ kind, number, issuedAt, totalPaise, paymentId, receiptNumbers })
    .from(billingDocuments)
    .where(eq(billingDocuments.userId, userId))
    .orderBy(asc(issuedAt), asc(billingDocuments.id))
  return rows.map((row) => ({ ...row, issuedAt: row.issuedAt.toISOString() }))
}
