// What is fixed when a sale begins: the tax, and the buyer who said where they are. A profile or an address that changes afterwards
// changes nothing of the sale.
import { ApiError } from '@vitrine/contract/api-error'
import type { BillingDetails } from '@vitrine/contract/billing'
import type { PackTax } from '@vitrine/contract/payments'
import type { TaxSettings } from '@vitrine/contract/settings'
import {
  findMissingPlace,
  findPlaceOfSupply,
  findTaxPoint,
  quoteCredits,
  type SaleKind,
  type TaxTerms,
} from '@vitrine/contract/tax'
import type { Tx } from '@vitrine/database/connection'
import { eq } from 'drizzle-orm'
import { lockPresentUser } from '../accounts/accounts.ts'
import type { Reader } from '../prepared.ts'
import { billingDetails, type SellerTax } from './tables.ts'

/** Stored with an order. */
export interface SaleQuote {
  readonly seller: SellerTax
  /** When tax falls on the credits of this order; `none`: the store charges none. */
  readonly taxPoint: 'none' | 'sold' | 'spent'
  readonly terms: TaxTerms
  readonly sac: string
  /** Place of supply, as `findPlaceOfSupply` has it. */
  readonly place: string
  /** Null for a buyer who was not asked. */
  readonly buyer: BillingDetails | null
}

/** What is issued for a paid pack. */
export function findPackDocumentKind({ taxPoint }: Pick<SaleQuote, 'taxPoint'>): 'receipt' | 'invoice' {
  return taxPoint === 'sold' ? 'invoice' : 'receipt'
}

export const NO_SELLER_TAX: SellerTax = { profile: 'none', taxNumber: '', taxName: '' }

/** The quote of a store that charges no tax, and of an order that is older than taxes. */
export const UNTAXED: SaleQuote = {
  seller: NO_SELLER_TAX,
  taxPoint: 'none',
  terms: { supply: 'none', rateBp: 0 },
  sac: '',
  place: '',
  buyer: null,
}

/**
 * What a pack costs this buyer, and the terms of its tax. Throws `billing-details-missing` with `missing` (`country` or `state`)
 * while the tax depends on details that the buyer has not given.
 */
export async function quotePack(
  tx: Tx,
  userId: string,
  { tax, amountPaise }: { tax: TaxSettings; amountPaise: number },
): Promise<{ quote: SaleQuote; amountPaise: number }> {
  const taxPoint = findTaxPoint(tax)
  if (taxPoint === 'none') return { quote: UNTAXED, amountPaise }
  const buyer = await readBillingDetails(tx, userId)
  const missing = findMissingPlace(tax, buyer ?? undefined)
  if (missing) throw new ApiError('billing-details-missing', { missing })
  const { terms, grossPaise } = quoteCredits(tax, buyer ?? undefined, amountPaise)
  // A pack without tax names neither: the invoices of what its credits buy do.
  const sac = taxPoint === 'sold' ? findSac(tax, 'credits') : ''
  const place = taxPoint === 'sold' ? findPlaceOfSupply(tax, buyer ?? undefined) : ''
  return { quote: { seller: toSellerTax(tax), taxPoint, terms, sac, place, buyer }, amountPaise: grossPaise }
}

/** What pages say about the tax of packs; `payable` answers what a price comes to for this buyer, a visitor without `userId`. */
export async function describePackTax(
  db: Reader,
  tax: TaxSettings,
  userId: string | undefined,
): Promise<{ tax: PackTax; payable: (pricePaise: number) => number }> {
  const dependsOnPlace = tax.profile === 'gst' || tax.profile === 'eu'
  const buyer = (dependsOnPlace && userId !== undefined && (await readBillingDetails(db, userId))) || undefined
  const missing = findMissingPlace(tax, buyer) ?? null
  const { profile, pricesIncludeTax } = tax
  return {
    tax: {
      profile,
      pricesIncludeTax,
      missing,
      taxPoint: findTaxPoint(tax),
      taxName: TAX_NAME[profile] ?? tax.flatName,
      terms: missing === null ? quoteCredits(tax, buyer, 0).terms : null,
    },
    payable: (pricePaise) => (missing === null ? quoteCredits(tax, buyer, pricePaise).grossPaise : pricePaise),
  }
}

/** The tax whose name the law gives. */
const TAX_NAME: Partial<Record<TaxSettings['profile'], string>> = { none: '', gst: 'GST', eu: 'VAT' }

export function toSellerTax(tax: TaxSettings): SellerTax {
  const taxNumber = tax.profile === 'gst' ? tax.gstin : tax.profile === 'eu' ? tax.euVatNumber : ''
  return { profile: tax.profile, taxNumber, taxName: tax.flatName }
}

/** The services accounting code of a kind of sale; empty outside India. */
export function findSac(tax: TaxSettings, kind: SaleKind): string {
  return tax.profile === 'gst' ? tax.rates[kind].sac : ''
}

/** What a buyer has said about themselves for their documents; null for one who was not asked. */
export async function readBillingDetails(db: Reader, userId: string): Promise<BillingDetails | null> {
  const { country, state, taxNumber, legalName, address } = billingDetails
  const [row] = await db
    .select({ country, state, taxNumber, legalName, address })
    .from(billingDetails)
    .where(eq(billingDetails.userId, userId))
  return row ?? null
}

/** Stores what a buyer has said, for this sale and the following. Throws `session-expired` for a deleted account. */
export async function saveBillingDetails(tx: Tx, userId: string, details: BillingDetails): Promise<void> {
  await lockPresentUser(tx, userId)
  const values = { ...details, address: [...details.address], changedAt: new Date() }
  await tx
    .insert(billingDetails)
    .values({ userId, ...values })
    .onConflictDoUpdate({ target: billingDetails.userId, set: values })
}

/** Deletes them with the account; issued documents stay, as the law requires. */
export async function eraseBillingDetails(tx: Tx, userId: string): Promise<void> {
  await tx.delete(billingDetails).where(eq(billingDetails.userId, userId))
}
