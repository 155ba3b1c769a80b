// Writes GSTR-1 in the forms that the GST portal takes: the JSON of its offline tool (Returns Offline Tool 3.2.4), and the tool's
// CSV file of each section. Keys, their order and the headings are the tool's; sections without content are left out.
import { type Gstr1Section, type Gstr1Summary, gstr1Section } from '@vitrine/contract/gstr1'
import { writeDecimal } from '@vitrine/contract/paise'
import { findStateName } from '@vitrine/contract/tax-place'
import type { Gstr1, Gstr1Code, Gstr1Document, Gstr1Item, Gstr1Series } from './gstr1.ts'

/** A cell of a CSV file. */
type Gstr1Cell = string | number | { readonly paise: number }

/** The percentage of a rate in hundredths: `18` or `0.25`. */
function writeRate(basisPoints: number): string {
  return writeDecimal(basisPoints).replace(/\.?0+$/, '')
}

/** Numbers of JSON that no float has touched. */
const { rawJSON } = JSON as unknown as { rawJSON(text: string): object }
const amount = (paise: number) => rawJSON(writeDecimal(paise))
const rate = (basisPoints: number) => rawJSON(writeRate(basisPoints))

const india = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Asia/Kolkata',
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
})
const indiaShort = new Intl.DateTimeFormat('en-US', {
  timeZone: 'Asia/Kolkata',
  day: '2-digit',
  month: 'short',
  year: 'numeric',
})

/** `30-11-2026`. */
const writeDay = (moment: Date) => india.format(moment).replaceAll('/', '-')

/** `30-Nov-2026`, the only form of a date that the tool imports. */
function writeShortDay(moment: Date): string {
  const { day, month, year } = Object.fromEntries(
    indiaShort.formatToParts(moment).map(({ type, value }) => [type, value]),
  )
  return `${day}-${month}-${year}`
}

/** The month of a return: `112026`. */
export function writeReturnPeriod(month: number): string {
  return `${String((month % 12) + 1).padStart(2, '0')}${Math.trunc(month / 12)}`
}

/** The tax of an item under the tool's keys: within a state its halves, else all of it. On-line services bear no cess. */
function writeTax({ parts: { cgst, sgst, igst } }: Gstr1Item, supply: Gstr1Document['supply']) {
  const tax = supply === 'intra' ? { camt: amount(cgst), samt: amount(sgst) } : { iamt: amount(igst) }
  return { ...tax, csamt: 0 }
}

const writeItem = (item: Gstr1Item, supply: Gstr1Document['supply']) => ({
  txval: amount(item.parts.taxable),
  rt: rate(item.rateBp),
  ...writeTax(item, supply),
})

/** The tool numbers the items of an invoice by their rate: 1801 for 18 %. */
const writeItems = ({ items, supply }: Gstr1Document) =>
  items.map((item) => ({ num: item.rateBp + 1, itm_det: writeItem(item, supply) }))

const writeInvoice = ({ number, issuedAt, valuePaise }: Gstr1Document) => ({
  inum: number,
  idt: writeDay(issuedAt),
  val: amount(valuePaise),
})

const writeNote = ({ number, issuedAt, isCredit, valuePaise }: Gstr1Document) => ({
  nt_num: number,
  nt_dt: writeDay(issuedAt),
  ntty: isCredit ? 'C' : 'D',
  val: amount(valuePaise),
})

const isPaid = ({ supply }: Gstr1Document) => supply === 'export-paid'

/** Which of the notes to buyers without a GSTIN it is: about a large invoice, or an export with or without tax. */
const findNoteType = (document: Gstr1Document) =>
  document.place !== '' ? 'B2CL' : isPaid(document) ? 'EXPWP' : 'EXPWOP'

/** Groups documents under a key, in the order of their first ones. */
function groupBy<Group>(
  documents: readonly Gstr1Document[],
  findKey: (document: Gstr1Document) => string,
  write: (key: string, members: readonly Gstr1Document[]) => Group,
): Group[] {
  return [...Map.groupBy(documents, findKey)].map(([key, members]) => write(key, members))
}

/** The natures of documents that the portal knows, by their number. */
const NATURES: Readonly<Record<Gstr1Series['kind'], { readonly number: number; readonly name: string }>> = {
  invoice: { number: 1, name: 'Invoices for outward supply' },
  'debit-note': { number: 4, name: 'Debit Note' },
  'credit-note': { number: 5, name: 'Credit Note' },
}

/** Services have neither unit nor quantity, and the portal knows their descriptions. */
const writeCode = ({ sac, rateBp, parts }: Gstr1Code, index: number) => ({
  num: index + 1,
  hsn_sc: sac,
  uqc: 'NA',
  qty: 0,
  rt: rate(rateBp),
  txval: amount(parts.taxable),
  iamt: amount(parts.igst),
  samt: amount(parts.sgst),
  camt: amount(parts.cgst),
  csamt: 0,
})

function writeCodes(codes: readonly Gstr1Code[]) {
  const [b2b, b2c] = [codes.filter(({ isB2b }) => isB2b), codes.filter(({ isB2b }) => !isB2b)]
  return {
    ...(b2b.length > 0 && { hsn_b2b: b2b.map(writeCode) }),
    ...(b2c.length > 0 && { hsn_b2c: b2c.map(writeCode) }),
  }
}

/** No document is ever cancelled: a credit note takes it back. */
function writeSeries(series: readonly Gstr1Series[]) {
  const doc_det = [...Map.groupBy(series, ({ kind }) => kind)].map(([kind, runs]) => ({
    doc_num: NATURES[kind].number,
    doc_typ: NATURES[kind].name,
    docs: runs.map(({ first, last, count }, index) => ({
      num: index + 1,
      from: first,
      to: last,
      totnum: count,
      cancel: 0,
      net_issue: count,
    })),
  }))
  return { doc_det }
}

/** The whole return as the text of a JSON file. */
export function writeGstr1Json({ gstin, month, documents, sums, codes, series }: Gstr1): string {
  const of = (section: Gstr1Document['section']) => documents.filter((document) => document.section === section)
  const sections = {
    b2b: groupBy(
      of('b2b'),
      ({ buyerGstin }) => buyerGstin,
      (ctin, members) => ({
        ctin,
        inv: members.map((document) => ({
          ...writeInvoice(document),
          pos: document.place,
          rchrg: 'N',
          inv_typ: 'R',
          itms: writeItems(document),
        })),
      }),
    ),
    b2cl: groupBy(
      of('b2cl'),
      ({ place }) => place,
      (pos, members) => ({
        pos,
        inv: members.map((document) => ({ ...writeInvoice(document), itms: writeItems(document) })),
      }),
    ),
    b2cs: sums.map((sum) => ({
      sply_ty: sum.supply === 'intra' ? 'INTRA' : 'INTER',
      rt: rate(sum.rateBp),
      typ: 'OE',
      pos: sum.place,
      txval: amount(sum.parts.taxable),
      ...writeTax(sum, sum.supply),
    })),
    exp: groupBy(
      of('exp'),
      (document) => (isPaid(document) ? 'WPAY' : 'WOPAY'),
      (exp_typ, members) => ({
        exp_typ,
        inv: members.map((document) => ({
          ...writeInvoice(document),
          itms: document.items.map((item) => writeItem(item, document.supply)),
        })),
      }),
    ),
    cdnr: groupBy(
      of('cdnr'),
      ({ buyerGstin }) => buyerGstin,
      (ctin, members) => ({
        ctin,
        nt: members.map((document) => ({
          ...writeNote(document),
          pos: document.place,
          rchrg: 'N',
          inv_typ: 'R',
          itms: writeItems(document),
        })),
      }),
    ),
    cdnur: of('cdnur').map((document) => ({
      ...writeNote(document),
      typ: findNoteType(document),
      ...(document.place !== '' && { pos: document.place }),
      itms: writeItems(document),
    })),
    doc_issue: writeSeries(series),
    hsn: writeCodes(codes),
  }
  const filled = Object.entries(sections).filter(([, content]) =>
    Object.values(content).some((part) => !Array.isArray(part) || part.length > 0),
  )
  // `hash` is what the tool itself writes.
  const head = { gstin, fp: writeReturnPeriod(month), version: 'GST3.2.4', hash: 'hash' }
  return JSON.stringify({ ...head, ...Object.fromEntries(filled) })
}

const PLACE = 'Place Of Supply'
const PERCENT = 'Applicable % of Tax Rate'
const ITEM = ['Rate', 'Taxable Value', 'Cess Amount'] as const
const ECOMMERCE = 'E-Commerce GSTIN'
const CODE_HEADINGS = [
  'HSN',
  'Description',
  'UQC',
  'Total Quantity',
  'Total Value',
  'Rate',
  'Taxable Value',
  'Integrated Tax Amount',
  'Central Tax Amount',
  'State/UT Tax Amount',
  'Cess Amount',
]

const HEADINGS: Readonly<Record<Gstr1Section, readonly string[]>> = {
  b2b: [
    'GSTIN/UIN of Recipient',
    'Receiver Name',
    'Invoice Number',
    'Invoice date',
    'Invoice Value',
    PLACE,
    'Reverse Charge',
    PERCENT,
    'Invoice Type',
    ECOMMERCE,
    ...ITEM,
  ],
  b2cl: ['Invoice Number', 'Invoice date', 'Invoice Value', PLACE, PERCENT, ...ITEM, ECOMMERCE],
  b2cs: ['Type', PLACE, 'Rate', PERCENT, 'Taxable Value', 'Cess Amount', ECOMMERCE],
  exp: [
    'Export Type',
    'Invoice Number',
    'Invoice date',
    'Invoice Value',
    'Port Code',
    'Shipping Bill Number',
    'Shipping Bill Date',
    ...ITEM,
  ],
  cdnr: [
    'GSTIN/UIN of Recipient',
    'Receiver Name',
    'Note Number',
    'Note Date',
    'Note Type',
    PLACE,
    'Reverse Charge',
    'Note Supply Type',
    'Note Value',
    PERCENT,
    ...ITEM,
  ],
  cdnur: ['UR Type', 'Note Number', 'Note Date', 'Note Type', PLACE, 'Note Value', PERCENT, ...ITEM],
  'hsn-b2b': CODE_HEADINGS,
  'hsn-b2c': CODE_HEADINGS,
  docs: ['Nature of Document', 'Sr. No. From', 'Sr. No. To', 'Total Number', 'Cancelled'],
}

/** `27-Maharashtra`; empty for exports. */
const writePlace = (place: string) => (place === '' ? '' : `${place}-${findStateName(place)}`)

const itemCells = ({ rateBp, parts }: Gstr1Item): readonly Gstr1Cell[] => [
  writeRate(rateBp),
  { paise: parts.taxable },
  { paise: 0 },
]

/** The rows of a section, the headings first. The tool computes the tax from rate and value. */
export function listGstr1Rows(gstr1: Gstr1, section: Gstr1Section): (readonly Gstr1Cell[])[] {
  return [HEADINGS[section], ...listRows(gstr1, section)]
}

function listRows({ documents, sums, codes, series }: Gstr1, section: Gstr1Section): (readonly Gstr1Cell[])[] {
  switch (section) {
    case 'b2cs':
      return sums.map(({ place, rateBp, parts }) => [
        'OE',
        writePlace(place),
        writeRate(rateBp),
        '',
        { paise: parts.taxable },
        { paise: 0 },
        '',
      ])
    case 'hsn-b2b':
    case 'hsn-b2c':
      return codes.filter(({ isB2b }) => isB2b === (section === 'hsn-b2b')).map(codeCells)
    case 'docs':
      return series.map(({ kind, first, last, count }) => [NATURES[kind].name, first, last, count, 0])
    default:
      return documents
        .filter((document) => document.section === section)
        .flatMap((document) => document.items.map((item) => documentCells(document, itemCells(item))))
  }
}

function documentCells(document: Gstr1Document, item: readonly Gstr1Cell[]): readonly Gstr1Cell[] {
  const { section, number, issuedAt, isCredit, buyerGstin, buyerName, valuePaise } = document
  const [day, value, place] = [writeShortDay(issuedAt), { paise: valuePaise }, writePlace(document.place)]
  const noteType = isCredit ? 'C' : 'D'
  switch (section) {
    case 'b2b':
      return [buyerGstin, buyerName, number, day, value, place, 'N', '', 'Regular B2B', '', ...item]
    case 'b2cl':
      return [number, day, value, place, '', ...item, '']
    case 'exp':
      return [isPaid(document) ? 'WPAY' : 'WOPAY', number, day, value, '', '', '', ...item]
    case 'cdnr':
      return [buyerGstin, buyerName, number, day, noteType, place, 'N', 'Regular B2B', value, '', ...item]
    case 'cdnur':
      return [findNoteType(document), number, day, noteType, place, value, '', ...item]
  }
}

function codeCells({ sac, valuePaise, rateBp, parts }: Gstr1Code): readonly Gstr1Cell[] {
  const taxes = [parts.igst, parts.cgst, parts.sgst, 0].map((paise) => ({ paise }))
  return [sac, '', 'NA', 0, { paise: valuePaise }, writeRate(rateBp), { paise: parts.taxable }, ...taxes]
}

/** What each section comes to; credit notes subtract. */
export function summarizeGstr1(gstr1: Gstr1): Gstr1Summary {
  const { gstin, documents, sums, codes } = gstr1
  const sections = gstr1Section.options.map((section) => {
    const signed = documents
      .filter((document) => document.section === section)
      .flatMap(({ items, isCredit }) => items.map(({ parts }) => ({ sign: isCredit ? -1 : 1, parts })))
    const others = section === 'b2cs' ? sums : codes.filter(({ isB2b }) => section === (isB2b ? 'hsn-b2b' : 'hsn-b2c'))
    const all = [...signed, ...others.map(({ parts }) => ({ sign: 1, parts }))]
    return {
      section,
      rows: listRows(gstr1, section).length,
      taxablePaise: all.reduce((sum, { sign, parts }) => sum + sign * parts.taxable, 0),
      taxPaise: all.reduce((sum, { sign, parts }) => sum + sign * (parts.cgst + parts.sgst + parts.igst), 0),
    }
  })
  return { gstin, sections }
}
