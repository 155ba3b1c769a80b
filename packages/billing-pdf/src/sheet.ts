// The printed content of a billing document: a receipt, an invoice, a credit note or a debit note.

/**
 * Everything that is printed, as the buyer reads it. It is stored with the document, so it is JSON, and it is drawn to the same
 * bytes years later: dates, amounts, rates and labels are finished texts in the buyer's language.
 */
export interface BillingSheet {
  /** How it is drawn. A drawing that changes gets another number; the stored sheets keep theirs. */
  readonly layout: 1
  /** The side on which lines begin. For `rtl` the whole page is mirrored. */
  readonly direction: 'ltr' | 'rtl'
  readonly brand: SheetBrand
  /** `Tax invoice`. */
  readonly title: string
  /** Number, date, number and date of the original, place of supply: printed two in a row. */
  readonly head: readonly SheetPair[]
  /** Printed side by side: the seller, then the buyer. */
  readonly parties: readonly [seller: SheetParty, buyer: SheetParty]
  readonly table: SheetTable
  /** Subtotal, taxes, rounding, total: in this order. */
  readonly sums: readonly SheetSum[]
  /** Pairs such as `Payment` and its id. */
  readonly facts: readonly SheetPair[]
  /** Longer texts at the end: the licence, the reason of a credit note. One of title and text may be empty. */
  readonly notes: readonly { readonly title: string; readonly text: string }[]
  readonly footer: SheetFooter
  /** What programs show of the file. */
  readonly metadata: SheetMetadata
}

/** Of the store on the day of the document. */
export interface SheetBrand {
  readonly name: string
  /** `#rrggbb`. */
  readonly accent: string
  /** The id of a published picture; null: the bundled mark and the name. */
  readonly logo: string | null
}

export interface SheetPair {
  readonly label: string
  readonly value: string
}

export interface SheetParty {
  /** `Sold by`. */
  readonly label: string
  /** The name in bold, then the address. */
  readonly lines: readonly string[]
  /** In small print below: GSTIN, state and its code. */
  readonly small: readonly string[]
}

interface SheetTable {
  readonly headings: {
    readonly title: string
    /** The unit of the quantity: `Licences`, `Packs`. */
    readonly quantity: string
    readonly each: string
    readonly amount: string
  }
  readonly rows: readonly SheetRow[]
}

export interface SheetRow {
  readonly title: string
  /** In small print below the title: `Credit pack`, `SAC 998439`, the rate. */
  readonly small: readonly string[]
  readonly quantity: string
  /** With its unit: `120 credits`, `₹399.00`. */
  readonly each: string
  readonly amount: string
}

export interface SheetSum {
  readonly label: string
  readonly value: string
  /** Printed large, below a line in the accent colour. */
  readonly isTotal: boolean
}

interface SheetFooter {
  readonly statement: string
  /** `VT-2026-000123, page {page}`: the drawing replaces `{page}`. */
  readonly page: string
}

interface SheetMetadata {
  readonly title: string
  readonly author: string
  readonly subject: string
  readonly creator: string
}

/** The scripts that the bundled fonts can draw, as ISO 15924 names them. A sheet in another one would be boxes. */
export const DRAWABLE_SCRIPTS: ReadonlySet<string> = new Set(
  'Latn Deva Taml Gujr Arab Beng Telu Knda Mlym Guru Orya Grek Cyrl'.split(' '),
)
