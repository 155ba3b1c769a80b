// The specification of tax and billing documents as a model, as plain as possible: no SQL, and no code of the store. One buyer at
// a time; the commands and the years of trade compare the store's documents with it, to the paisa.
import assert from 'node:assert/strict'

type SaleKind = 'credits' | 'video' | 'image' | 'direct-sell'

export interface Terms {
  readonly supply: string
  readonly rateBp: number
  readonly place: string
}

/** Who buys, and what the tables below expect of them. */
export interface ModelBuyer {
  readonly details: {
    readonly country: string
    readonly state: string | null
    readonly taxNumber: string
    readonly legalName: string
    readonly address: string[]
  }
}

const buyer = (country: string, state: string | null = null, taxNumber = ''): ModelBuyer => ({
  details: {
    country,
    state,
    taxNumber,
    legalName: taxNumber && 'Asha & Daughters',
    address: taxNumber ? ['1 Road'] : [],
  },
})

/** The seller is in Maharashtra (27) or in Germany. */
export const BUYERS = {
  mumbai: buyer('IN', '27'),
  bengaluru: buyer('IN', '29'),
  bengaluruBusiness: buyer('IN', '29', '29AAGCB7383J1Z4'),
  chandigarh: buyer('IN', '04'),
  boston: buyer('US'),
  berlin: buyer('DE'),
  berlinBusiness: buyer('DE', null, 'DE123456789'),
  parisBusiness: buyer('FR', null, 'FR12123456789'),
  paris: buyer('FR'),
} as const
export type BuyerName = keyof typeof BUYERS

const GSTIN = '27AAPFU0939F1ZV'
const kinds = (credits: number, video: number, image: number, ready: number) => ({
  credits: { sac: '998439', rateBp: credits },
  video: { sac: '998439', rateBp: video },
  image: { sac: '998439', rateBp: image },
  'direct-sell': { sac: '998433', rateBp: ready },
})

export interface ModelProfile {
  /** The section `tax` of the settings. */
  readonly settings: Readonly<Record<string, unknown>>
  readonly taxPoint: 'none' | 'sold' | 'spent'
  readonly isExclusive: boolean
  /** Undefined where the store must ask first. */
  readonly terms: (kind: SaleKind, name: BuyerName | undefined) => Terms
  readonly asks: boolean
}

function gst(
  changes: Readonly<Record<string, unknown>>,
  rates: ReturnType<typeof kinds>,
  [taxPoint, isExclusive, hasLut]: ['sold' | 'spent', boolean, boolean],
): ModelProfile {
  return {
    settings: { profile: 'gst', gstin: GSTIN, rates, lutNumber: hasLut ? 'AD270326000001X' : '', ...changes },
    taxPoint,
    isExclusive,
    asks: true,
    terms(kind, name) {
      const { country, state } = name ? BUYERS[name].details : { country: 'IN', state: '27' }
      const { rateBp } = rates[kind]
      if (country !== 'IN')
        return hasLut
          ? { supply: 'export', rateBp: 0, place: country }
          : { supply: 'export-paid', rateBp, place: country }
      return { supply: state === '27' ? 'intra' : 'inter', rateBp, place: state ?? '' }
    },
  }
}

const flat = (taxedWhen: 'sold' | 'spent', pricesIncludeTax: boolean, rateBp: number): ModelProfile => ({
  settings: { profile: 'flat', taxedWhen, pricesIncludeTax, flatName: 'Sales tax', flatRateBp: rateBp },
  taxPoint: taxedWhen,
  isExclusive: !pricesIncludeTax,
  asks: false,
  terms: () => ({ supply: 'flat', rateBp, place: '' }),
})

const VAT: Readonly<Record<string, number>> = { DE: 1900, FR: 2000 }
const eu = (taxedWhen: 'sold' | 'spent'): ModelProfile => ({
  settings: {
    profile: 'eu',
    taxedWhen,
    euCountry: 'DE',
    euVatNumber: 'DE123456788',
    euRates: Object.entries(VAT).map(([country, rateBp]) => ({ country, rateBp })),
  },
  taxPoint: taxedWhen,
  isExclusive: false,
  asks: true,
  terms(_kind, name) {
    const place = name ? BUYERS[name].details.country : 'DE'
    if (name === 'parisBusiness') return { supply: 'eu-reverse', rateBp: 0, place }
    const rateBp = VAT[place]
    return rateBp === undefined ? { supply: 'outside', rateBp: 0, place } : { supply: 'eu', rateBp, place }
  },
})

const NOTHING: Terms = { supply: 'none', rateBp: 0, place: '' }
const equal = kinds(1800, 1800, 1800, 1800)
const different = kinds(1800, 1800, 1200, 500)

export const PROFILES: readonly [ModelProfile, ...ModelProfile[]] = [
  { settings: { profile: 'none' }, taxPoint: 'none', isExclusive: false, asks: false, terms: () => NOTHING },
  // By the rule: at one rate tax falls on selling credits, at several on spending them.
  gst({}, equal, ['sold', false, true]),
  gst({ pricesIncludeTax: false }, equal, ['sold', true, false]),
  gst({}, different, ['spent', false, false]),
  gst({ taxedWhen: 'spent' }, equal, ['spent', false, true]),
  flat('sold', true, 725),
  flat('sold', false, 333),
  flat('spent', true, 1000),
  eu('sold'),
  eu('spent'),
]

/** Value, CGST (SGST is the same), IGST, another tax, rounding. */
type Parts = readonly [taxable: number, half: number, igst: number, other: number, rounding: number]

const halfUp = (amount: number, by: number, over: number): number =>
  Number((2n * BigInt(amount) * BigInt(by) + BigInt(over)) / (2n * BigInt(over)))

export function split({ supply, rateBp }: Terms, gross: number): Parts {
  const taxable = halfUp(gross, 10_000, 10_000 + rateBp)
  const half = supply === 'intra' ? halfUp(taxable, rateBp, 20_000) : 0
  const tax = supply === 'intra' ? 0 : halfUp(taxable, rateBp, 10_000)
  const isIgst = supply === 'inter' || supply === 'export-paid'
  return [taxable, half, isIgst ? tax : 0, isIgst ? 0 : tax, gross - taxable - 2 * half - tax]
}

function minus(a: Parts, b: Parts): Parts {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2], a[3] - b[3], a[4] - b[4]]
}

export interface ModelLine {
  readonly saleKind: SaleKind
  readonly terms: Terms
  readonly gross: number
  readonly parts: Parts
  readonly original?: { readonly document: ModelDocument; readonly position: number }
}

export interface ModelDocument {
  readonly kind: 'receipt' | 'invoice' | 'credit-note' | 'debit-note'
  readonly paymentId: string | null
  /** The seller and the buyer's business, which notes about it name, too. */
  readonly sides: string
  readonly lines: readonly ModelLine[]
  /** Of a line of an invoice for templates: how much of it notes have credited, and for which payment. */
  readonly credited: Map<string, number>[]
  /** The first year of the financial year; empty where the clock decides. */
  readonly year: string
}

/** What was fixed when an order was opened. */
export interface ModelQuote {
  readonly taxPoint: ModelProfile['taxPoint']
  readonly terms: Terms
  readonly amountPaise: number
  readonly sides: string
}

export interface BilledPayment {
  readonly quote: ModelQuote
  readonly credits: number
  readonly sale: ModelDocument
  returned: number
  clawed: number
  short: number
  /** What the credits taken back were worth, without tax and with. */
  untaxed: number
  taxed: number
}

export interface Item {
  readonly kind: Exclude<SaleKind, 'credits'>
  readonly credits: number
}

/** The money of one buyer. */
export class BilledBuyer {
  promotional: number
  paid = 0
  /** What the paid credits are worth: the money on which no tax was charged, and the rest. */
  untaxed = 0
  taxed = 0
  who: BuyerName | undefined
  readonly payments = new Map<string, BilledPayment>()
  readonly documents: ModelDocument[] = []

  constructor(promotional: number) {
    this.promotional = promotional
  }

  /** Undefined when the store must ask first where the buyer is. */
  quote(profile: ModelProfile, price: number): ModelQuote | undefined {
    if (profile.asks && !this.who) return undefined
    const terms = profile.taxPoint === 'sold' ? profile.terms('credits', this.who) : NOTHING
    const amountPaise = profile.isExclusive ? price + halfUp(price, terms.rateBp, 10_000) : price
    return { taxPoint: profile.taxPoint, terms, amountPaise, sides: this.sides(profile) }
  }

  private sides({ settings, taxPoint }: ModelProfile): string {
    const number = this.who && taxPoint !== 'none' ? BUYERS[this.who].details.taxNumber : ''
    return `${settings.profile}, ${number}`
  }

  pay(paymentId: string, quote: ModelQuote, credits: number, year: string): void {
    const { amountPaise, taxPoint, terms, sides } = quote
    this.paid += credits
    if (taxPoint === 'sold') this.taxed += amountPaise
    else this.untaxed += amountPaise
    const line: ModelLine = { saleKind: 'credits', terms, gross: amountPaise, parts: split(terms, amountPaise) }
    const sale = this.issue({
      kind: taxPoint === 'sold' ? 'invoice' : 'receipt',
      paymentId,
      sides,
      lines: [line],
      year,
    })
    this.payments.set(paymentId, { quote, credits, sale, returned: 0, clawed: 0, short: 0, untaxed: 0, taxed: 0 })
  }

  /** Buys templates together; they cost something, and there are enough credits. */
  spend(items: readonly Item[], profile: ModelProfile, year: string): void {
    const lines: ModelLine[] = []
    for (const { kind, credits } of items) {
      const fromPromotional = Math.min(this.promotional, credits)
      this.promotional -= fromPromotional
      const gross = this.takePaid(credits - fromPromotional)
      if (gross === 0 || profile.taxPoint === 'none') continue
      const terms = profile.terms(kind, this.who)
      lines.push({ saleKind: kind, terms, gross, parts: split(terms, gross) })
    }
    if (lines.length > 0) this.issue({ kind: 'invoice', paymentId: null, sides: this.sides(profile), lines, year })
  }

  /** Each credit is worth as much as the others. Answers what was without tax. */
  private takePaid(credits: number): number {
    if (credits === 0) return 0
    const untaxed = halfUp(this.untaxed, credits, this.paid)
    this.taxed -= halfUp(this.taxed, credits, this.paid)
    this.untaxed -= untaxed
    this.paid -= credits
    return untaxed
  }

  /** The account is deleted, with its credits. */
  forfeit(): void {
    this.promotional = 0
    this.takePaid(this.paid)
  }

  /** In all this much money of a payment has gone back now. Credits go with it in proportion: paid ones, as many as are left. */
  giveBack(paymentId: string, returned: number, year: string): Readonly<BilledPayment> {
    const payment = this.payments.get(paymentId)
    assert(payment)
    const change = returned - payment.returned
    const share = Math.floor((payment.credits * returned) / payment.quote.amountPaise)
    const credits = share - payment.clawed - payment.short
    payment.returned = returned
    const untaxed = credits > 0 ? this.takeBack(payment, credits, change) : this.returnCredits(payment, -credits)
    if (change === 0) return payment
    const { taxPoint, sides } = payment.quote
    const lines = taxPoint === 'sold' ? [noteTaxed(payment, change)] : this.noteUntaxed(paymentId, change, untaxed)
    // A note for each seller, and each business of the buyer, whose invoices it corrects; what has no tax is on the first of them.
    const first = lines.find(({ original }) => original)?.original?.document.sides ?? sides
    const all = Map.groupBy(lines, ({ original }) => original?.document.sides ?? first)
    const kind = change > 0 ? 'credit-note' : 'debit-note'
    for (const [of, group] of all) this.issue({ kind, paymentId, sides: of, lines: group, year })
    return payment
  }

  private takeBack(payment: BilledPayment, credits: number, money: number): number {
    const taken = Math.min(credits, this.paid)
    payment.clawed += taken
    payment.short += credits - taken
    if (taken === 0) return 0
    // The money of the pack's own kind first.
    const isSold = payment.quote.taxPoint === 'sold'
    const first = Math.min(money, isSold ? this.taxed : this.untaxed)
    const second = Math.min(money - first, isSold ? this.untaxed : this.taxed)
    const [untaxed, taxed] = isSold ? [second, first] : [first, second]
    this.paid -= taken
    this.untaxed -= untaxed
    this.taxed -= taxed
    payment.untaxed += untaxed
    payment.taxed += taxed
    return untaxed
  }

  private returnCredits(payment: BilledPayment, credits: number): number {
    const forgiven = Math.min(payment.short, credits)
    payment.short -= forgiven
    const given = credits - forgiven
    if (given === 0) return 0
    const untaxed = halfUp(payment.untaxed, given, payment.clawed)
    const taxed = halfUp(payment.taxed, given, payment.clawed)
    payment.clawed -= given
    payment.untaxed -= untaxed
    payment.taxed -= taxed
    this.paid += given
    this.untaxed += untaxed
    this.taxed += taxed
    return untaxed
  }

  /** What was not for credits without tax was for spent ones: the invoices by which those were taxed change, the newest first. */
  private noteUntaxed(paymentId: string, change: number, untaxed: number): ModelLine[] {
    let rest = Math.abs(change) - untaxed
    const lines: ModelLine[] = []
    for (const document of this.documents.toReversed()) {
      if (document.kind !== 'invoice' || document.paymentId !== null) continue
      for (const [position, line] of [...document.lines.entries()].toReversed()) {
        const credited = document.credited[position] ?? new Map<string, number>()
        const left = line.gross - [...credited.values()].reduce((sum, paise) => sum + paise, 0)
        const own = credited.get(paymentId) ?? 0
        const part = Math.min(rest, change > 0 ? left : own)
        if (part <= 0) continue
        rest -= part
        credited.set(paymentId, own + Math.sign(change) * part)
        const [less, more] = change > 0 ? [left - part, left] : [left, left + part]
        const parts = minus(split(line.terms, more), split(line.terms, less))
        lines.push({ saleKind: line.saleKind, terms: line.terms, gross: part, parts, original: { document, position } })
      }
    }
    const gross = untaxed + rest
    const { terms } = this.payments.get(paymentId)?.quote ?? { terms: NOTHING }
    if (gross > 0) lines.unshift({ saleKind: 'credits', terms, gross, parts: split(terms, gross) })
    return lines
  }

  private issue(document: Omit<ModelDocument, 'credited'>): ModelDocument {
    const issued = { ...document, credited: document.lines.map(() => new Map<string, number>()) }
    this.documents.push(issued)
    return issued
  }
}

/** The share of the invoice: what was left of it, without what is left of it now. */
function noteTaxed({ quote, sale, returned }: BilledPayment, change: number): ModelLine {
  const [before, after] = [quote.amountPaise - returned + change, quote.amountPaise - returned]
  const parts = minus(split(quote.terms, Math.max(before, after)), split(quote.terms, Math.min(before, after)))
  return {
    saleKind: 'credits',
    terms: quote.terms,
    gross: Math.abs(change),
    parts,
    original: { document: sale, position: 0 },
  }
}
