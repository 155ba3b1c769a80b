// A billing document before it is issued: who buys what, with which tax.
import type { BillingKind } from '@vitrine/contract/billing'
import type { SaleKind, TaxParts, TaxTerms } from '@vitrine/contract/tax'
import type { SaleQuote } from './quote.ts'
import type { SellerTax } from './tables.ts'

/** A pair below the sums. `label` is a text of the catalogue, and so is a value that `isText`; a `method` is the gateway's name. */
export type SheetFact = { readonly label: string } & (
  | { readonly value: string; readonly isText?: boolean }
  | { readonly method: string }
)

/** A line before it is printed. */
export interface BillingLine {
  readonly saleKind: SaleKind
  readonly title: string
  readonly sac: string
  readonly quantity: number
  readonly terms: TaxTerms
  /** Place of supply. */
  readonly place: string
  readonly buyerTaxNumber: string
  readonly parts: TaxParts
  /** For a note: the line of the invoice whose tax it corrects. */
  readonly original?: { readonly number: string; readonly position: number; readonly issuedAt: Date }
  /** Printed below the title; a text of the catalogue. */
  readonly remark?: string
}

export interface BillingDraft {
  readonly kind: BillingKind
  readonly userId: string
  readonly seller: SellerTax
  readonly buyer: SaleQuote['buyer']
  /** Whether tax falls on the credits of this sale as they are spent. */
  readonly isTaxedWhenSpent?: boolean
  readonly lines: readonly BillingLine[]
  readonly orderId?: string
  readonly paymentId?: string
  readonly causeId?: string
  readonly reason?: string | undefined
  readonly original?: { readonly number: string; readonly issuedAt: Date }
  readonly receiptNumbers?: readonly string[]
  /** Printed below the sums, such as the payment's id. */
  readonly facts: readonly SheetFact[]
}
