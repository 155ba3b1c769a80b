// Test data only: billing documents of any time, which the store itself would issue only now.
import type { BillingSheet } from '@vitrine/billing-pdf/sheet'
import { type SaleKind, splitGross, type TaxParts, type TaxTerms, totalOf } from '@vitrine/contract/tax'
import { type Db, transaction } from '@vitrine/database/connection'
import { billingDocuments, billingLines } from '../src/billing/tables.ts'

export interface LineForTest {
  readonly terms: TaxTerms
  /** Split by the terms; or the parts themselves. */
  readonly gross: number | TaxParts
  readonly place: string
  readonly buyerTaxNumber?: string
  readonly saleKind?: SaleKind
  readonly sac?: string
  readonly original?: { readonly number: string; readonly position: number }
}

export interface DocumentForTest {
  readonly kind: 'receipt' | 'invoice' | 'credit-note' | 'debit-note'
  readonly number: string
  readonly issuedAt: string
  readonly userId: string
  readonly buyerName?: string
  readonly sellerTaxNumber: string
  readonly originalNumber?: string
  readonly paymentId?: string
  readonly lines: readonly LineForTest[]
}

/** A sheet with few words. */
export function newSheet(number: string, logo: string | null = null): BillingSheet {
  const party = { label: 'Buyer', lines: ['Asha Rao'], small: [] }
  return {
    layout: 1,
    direction: 'ltr',
    brand: { name: 'Vitrine', accent: '#b4143c', logo },
    title: 'Tax invoice',
    head: [{ label: 'Number', value: number }],
    parties: [party, party],
    table: {
      headings: { title: 'Description', quantity: 'Quantity', each: 'Each', amount: 'Amount' },
      rows: [{ title: '500 credits', small: [], quantity: '1', each: '₹399.00', amount: '₹399.00' }],
    },
    sums: [{ label: 'Total', value: '₹399.00', isTotal: true }],
    facts: [],
    notes: [],
    footer: { statement: 'Vitrine', page: 'Page {page}' },
    metadata: { title: number, author: 'Vitrine', subject: '500 credits', creator: 'Vitrine' },
  }
}

export async function insertDocument(db: Db, document: DocumentForTest): Promise<void> {
  const {
    kind,
    number,
    issuedAt,
    userId,
    buyerName = 'Asha Rao',
    sellerTaxNumber,
    originalNumber,
    paymentId,
  } = document
  const lines = document.lines.map((line, position) => {
    const { terms, gross, place, buyerTaxNumber = '', saleKind = 'credits', sac = '998439', original } = line
    const parts = typeof gross === 'number' ? splitGross(terms, gross) : gross
    return {
      position,
      saleKind,
      title: '500',
      sac,
      quantity: 1,
      supply: terms.supply,
      rateBp: terms.rateBp,
      place,
      buyerTaxNumber,
      originalNumber: original?.number ?? null,
      originalPosition: original?.position ?? null,
      grossPaise: totalOf(parts),
      taxablePaise: parts.taxable,
      cgstPaise: parts.cgst,
      sgstPaise: parts.sgst,
      igstPaise: parts.igst,
      otherPaise: parts.other,
      roundingPaise: parts.rounding,
    }
  })
  const buyer = { name: buyerName, email: '', address: [], country: 'IN', state: null, taxNumber: '' }
  await transaction(db, async (tx) => {
    const [row] = await tx
      .insert(billingDocuments)
      .values({
        kind,
        number,
        issuedAt: new Date(issuedAt),
        userId,
        originalNumber: originalNumber ?? null,
        paymentId: paymentId ?? null,
        totalPaise: lines.reduce((sum, { grossPaise }) => sum + grossPaise, 0),
        seller: { profile: sellerTaxNumber ? 'gst' : 'none', taxNumber: sellerTaxNumber, taxName: '' },
        buyer,
        language: 'en',
        sheet: newSheet(number),
      })
      .returning({ id: billingDocuments.id })
    if (!row) throw new Error('an insert returns its row')
    await tx.insert(billingLines).values(lines.map((line) => ({ documentId: row.id, ...line })))
  })
}
