import { booksPeriodQuery } from '@vitrine/contract/books'
import { type Gstr1Section, gstr1Section } from '@vitrine/contract/gstr1'
import { writeDecimal } from '@vitrine/contract/paise'
import { splitGross, subtractParts, type TaxTerms } from '@vitrine/contract/tax'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { useDatabase } from '../../../../tests/database.ts'
import { type DocumentForTest, insertDocument, type LineForTest } from '../../testing/billing.ts'
import { addMember, catchApiError } from '../../testing/store.ts'
import { resolveBooksPeriod } from './books-period.ts'
import { type Gstr1, readGstr1 } from './gstr1.ts'
import { listGstr1Rows, summarizeGstr1, writeGstr1Json } from './gstr1-file.ts'
import { readMonthEnd } from './month-end.ts'

const database = useDatabase()
const SELLER = '27AAPFU0939F1ZV'
const BANGALORE = '29AAGCB7383J1Z4'
const MUMBAI = '27AABCU9603R1ZM'
const LATER = new Date('2031-01-01')
const period = (kind: 'month' | 'quarter', value: string) =>
  resolveBooksPeriod(booksPeriodQuery.parse({ kind, value }), LATER)
const read = (kind: 'month' | 'quarter', value: string, gstin?: string) =>
  readGstr1(database.db, period(kind, value), { gstin, settings: '' })

const intra: TaxTerms = { supply: 'intra', rateBp: 1800 }
const inter: TaxTerms = { supply: 'inter', rateBp: 1800 }
const lowInter: TaxTerms = { supply: 'inter', rateBp: 500 }
const exported: TaxTerms = { supply: 'export', rateBp: 0 }
const exportedPaid: TaxTerms = { supply: 'export-paid', rateBp: 1800 }
const untaxed: TaxTerms = { supply: 'none', rateBp: 0 }

let userId: string
const issue = (kind: DocumentForTest['kind'], number: string, issuedAt: string, lines: LineForTest[], more = {}) =>
  insertDocument(database.db, { kind, number, issuedAt, userId, sellerTaxNumber: SELLER, lines, ...more })

/** A sale on the given day of November 2026. */
const sell = (serial: number, day: string, ...lines: LineForTest[]) =>
  issue('invoice', `I-2627-${String(serial).padStart(6, '0')}`, `2026-11-${day}T06:30:00Z`, lines)
const note = (kind: 'credit-note' | 'debit-note', number: string, original: number, line: LineForTest) => {
  const originalNumber = `I-2627-${String(original).padStart(6, '0')}`
  const lines = line.terms === untaxed ? [line] : [{ ...line, original: { number: originalNumber, position: 0 } }]
  return issue(kind, number, '2026-11-20T06:30:00Z', lines, { originalNumber })
}

async function sellNovember(): Promise<void> {
  const business = { place: '29', buyerTaxNumber: BANGALORE }
  // The first moment of November in India, and the last one.
  await issue('invoice', 'I-2627-000001', '2026-10-31T18:30:00Z', [
    { terms: intra, gross: 399_00, place: '27', buyerTaxNumber: MUMBAI },
  ])
  await sell(2, '02', { terms: inter, gross: 699_00, ...business })
  await sell(3, '03', { terms: intra, gross: 399_00, place: '27' })
  await sell(4, '04', { terms: intra, gross: 1_00, place: '27' })
  await sell(5, '05', { terms: inter, gross: 1499_00, place: '29' })
  await sell(6, '06', { terms: inter, gross: 1_18_000_00, place: '29' })
  await sell(7, '07', { terms: inter, gross: 1_00_000_00, place: '29' })
  await sell(8, '08', { terms: exported, gross: 399_00, place: 'US' })
  await sell(9, '09', { terms: exportedPaid, gross: 399_00, place: 'US' })
  await issue('invoice', 'I-2627-000010', '2026-11-30T18:29:59.999Z', [
    { terms: inter, gross: 100_00, saleKind: 'video', ...business },
    { terms: lowInter, gross: 50_00, saleKind: 'image', sac: '998433', ...business },
  ])
  await issue('receipt', 'R-2627-000001', '2026-11-10T06:30:00Z', [{ terms: untaxed, gross: 399_00, place: '27' }])
  await note('credit-note', 'C-2627-000001', 2, { terms: inter, gross: 699_00, ...business })
  await note('debit-note', 'D-2627-000001', 2, { terms: inter, gross: 699_00, ...business })
  await note('credit-note', 'C-2627-000002', 6, { terms: inter, gross: 18_000_00, place: '29' })
  await note('credit-note', 'C-2627-000003', 9, { terms: exportedPaid, gross: 399_00, place: 'US' })
  await note('credit-note', 'C-2627-000004', 8, { terms: exported, gross: 399_00, place: 'US' })
  await note('credit-note', 'C-2627-000005', 3, { terms: intra, gross: 399_00, place: '27' })
  await note('credit-note', 'C-2627-000006', 3, { terms: untaxed, gross: 100_00, place: '27' })
  // Outside of the month.
  await issue('invoice', 'I-2627-000011', '2026-11-30T18:30:00Z', [{ terms: intra, gross: 399_00, place: '27' }])
}

const item = (num: number, det: object) => ({ num, itm_det: det })
const sold = (inum: string, idt: string, val: number, rest: object) => ({ inum, idt, val, ...rest })
const noted = (nt_num: string, ntty: 'C' | 'D', val: number, rest: object) => ({
  nt_num,
  nt_dt: '20-11-2026',
  ntty,
  val,
  ...rest,
})
const business = { rchrg: 'N', inv_typ: 'R' }

/** Worked by hand. */
const november = {
  gstin: SELLER,
  fp: '112026',
  version: 'GST3.2.4',
  hash: 'hash',
  b2b: [
    {
      ctin: MUMBAI,
      inv: [
        sold('I-2627-000001', '01-11-2026', 399, {
          pos: '27',
          ...business,
          itms: [item(1801, { txval: 338.14, rt: 18, camt: 30.43, samt: 30.43, csamt: 0 })],
        }),
      ],
    },
    {
      ctin: BANGALORE,
      inv: [
        sold('I-2627-000002', '02-11-2026', 699, {
          pos: '29',
          ...business,
          itms: [item(1801, { txval: 592.37, rt: 18, iamt: 106.63, csamt: 0 })],
        }),
        sold('I-2627-000010', '30-11-2026', 150, {
          pos: '29',
          ...business,
          itms: [
            item(1801, { txval: 84.75, rt: 18, iamt: 15.26, csamt: 0 }),
            item(501, { txval: 47.62, rt: 5, iamt: 2.38, csamt: 0 }),
          ],
        }),
      ],
    },
  ],
  b2cl: [
    {
      pos: '29',
      inv: [
        sold('I-2627-000006', '06-11-2026', 118_000, {
          itms: [item(1801, { txval: 100_000, rt: 18, iamt: 18_000, csamt: 0 })],
        }),
      ],
    },
  ],
  b2cs: [
    // The invoice for ₹399.00 was credited in full; what is left is ₹1.00: 0.85 + 0.08 + 0.08 - 0.01 rounding.
    { sply_ty: 'INTRA', rt: 18, typ: 'OE', pos: '27', txval: 0.85, camt: 0.08, samt: 0.08, csamt: 0 },
    // 1,270.34 + 84,745.76 and 228.66 + 15,254.24: exactly one lakh is not large.
    { sply_ty: 'INTER', rt: 18, typ: 'OE', pos: '29', txval: 86_016.1, iamt: 15_482.9, csamt: 0 },
  ],
  exp: [
    {
      exp_typ: 'WOPAY',
      inv: [sold('I-2627-000008', '08-11-2026', 399, { itms: [{ txval: 399, rt: 0, iamt: 0, csamt: 0 }] })],
    },
    {
      exp_typ: 'WPAY',
      inv: [sold('I-2627-000009', '09-11-2026', 399, { itms: [{ txval: 338.14, rt: 18, iamt: 60.87, csamt: 0 }] })],
    },
  ],
  cdnr: [
    {
      ctin: BANGALORE,
      nt: (['C', 'D'] as const).map((type) =>
        noted(`${type}-2627-000001`, type, 699, {
          pos: '29',
          ...business,
          itms: [item(1801, { txval: 592.37, rt: 18, iamt: 106.63, csamt: 0 })],
        }),
      ),
    },
  ],
  cdnur: [
    noted('C-2627-000002', 'C', 18_000, {
      typ: 'B2CL',
      pos: '29',
      itms: [item(1801, { txval: 15_254.24, rt: 18, iamt: 2745.76, csamt: 0 })],
    }),
    noted('C-2627-000003', 'C', 399, {
      typ: 'EXPWP',
      itms: [item(1801, { txval: 338.14, rt: 18, iamt: 60.87, csamt: 0 })],
    }),
    noted('C-2627-000004', 'C', 399, { typ: 'EXPWOP', itms: [item(1, { txval: 399, rt: 0, iamt: 0, csamt: 0 })] }),
  ],
  doc_issue: {
    doc_det: [
      [1, 'Invoices for outward supply', 'I', 10] as const,
      [4, 'Debit Note', 'D', 1] as const,
      [5, 'Credit Note', 'C', 6] as const,
    ].map(([doc_num, doc_typ, letter, totnum]) => ({
      doc_num,
      doc_typ,
      docs: [
        {
          num: 1,
          from: `${letter}-2627-000001`,
          to: `${letter}-2627-${String(totnum).padStart(6, '0')}`,
          totnum,
          cancel: 0,
          net_issue: totnum,
        },
      ],
    })),
  },
  hsn: {
    hsn_b2b: [
      { num: 1, hsn_sc: '998433', rt: 5, txval: 47.62, iamt: 2.38, samt: 0, camt: 0 },
      // 338.14 + 592.37 + 84.75; 106.63 + 15.26.
      { num: 2, hsn_sc: '998439', rt: 18, txval: 1015.26, iamt: 121.89, samt: 30.43, camt: 30.43 },
    ].map((row) => ({ ...row, uqc: 'NA', qty: 0, csamt: 0 })),
    hsn_b2c: [
      // 0.85 + 86,016.10 + 1,00,000.00 - 15,254.24; 15,482.90 + 18,000.00 - 2,745.76. The exports were credited.
      { num: 1, hsn_sc: '998439', rt: 18, txval: 170_762.71, iamt: 30_737.14, samt: 0.08, camt: 0.08 },
    ].map((row) => ({ ...row, uqc: 'NA', qty: 0, csamt: 0 })),
  },
}

describe('GSTR-1 of a month with every kind of sale', () => {
  let gstr1: Gstr1
  beforeAll(async () => {
    userId = await addMember(database.db)
    await sellNovember()
    gstr1 = await read('month', '2026-11')
  })

  it('is what was worked by hand, to the paisa and in the portal’s form', () => {
    const text = writeGstr1Json(gstr1)
    expect(JSON.parse(text)).toEqual(november)
    expect(text).toContain('"inum":"I-2627-000001","idt":"01-11-2026","val":399.00,"pos":"27"')
    expect(Object.keys(JSON.parse(text))).toEqual(Object.keys(november))
  })

  it('is a file for each section, with the headings of the offline tool', () => {
    const lines = (section: Gstr1Section) =>
      listGstr1Rows(gstr1, section).map((row) =>
        row.map((cell) => (typeof cell === 'object' ? writeDecimal(cell.paise) : String(cell))).join(','),
      )
    expect(Object.fromEntries(gstr1Section.options.map((section) => [section, lines(section)]))).toEqual({
      b2b: [
        'GSTIN/UIN of Recipient,Receiver Name,Invoice Number,Invoice date,Invoice Value,Place Of Supply,Reverse Charge,Applicable % of Tax Rate,Invoice Type,E-Commerce GSTIN,Rate,Taxable Value,Cess Amount',
        `${MUMBAI},Asha Rao,I-2627-000001,01-Nov-2026,399.00,27-Maharashtra,N,,Regular B2B,,18,338.14,0.00`,
        `${BANGALORE},Asha Rao,I-2627-000002,02-Nov-2026,699.00,29-Karnataka,N,,Regular B2B,,18,592.37,0.00`,
        `${BANGALORE},Asha Rao,I-2627-000010,30-Nov-2026,150.00,29-Karnataka,N,,Regular B2B,,18,84.75,0.00`,
        `${BANGALORE},Asha Rao,I-2627-000010,30-Nov-2026,150.00,29-Karnataka,N,,Regular B2B,,5,47.62,0.00`,
      ],
      b2cl: [
        'Invoice Number,Invoice date,Invoice Value,Place Of Supply,Applicable % of Tax Rate,Rate,Taxable Value,Cess Amount,E-Commerce GSTIN',
        'I-2627-000006,06-Nov-2026,118000.00,29-Karnataka,,18,100000.00,0.00,',
      ],
      b2cs: [
        'Type,Place Of Supply,Rate,Applicable % of Tax Rate,Taxable Value,Cess Amount,E-Commerce GSTIN',
        'OE,27-Maharashtra,18,,0.85,0.00,',
        'OE,29-Karnataka,18,,86016.10,0.00,',
      ],
      exp: [
        'Export Type,Invoice Number,Invoice date,Invoice Value,Port Code,Shipping Bill Number,Shipping Bill Date,Rate,Taxable Value,Cess Amount',
        'WOPAY,I-2627-000008,08-Nov-2026,399.00,,,,0,399.00,0.00',
        'WPAY,I-2627-000009,09-Nov-2026,399.00,,,,18,338.14,0.00',
      ],
      cdnr: [
        'GSTIN/UIN of Recipient,Receiver Name,Note Number,Note Date,Note Type,Place Of Supply,Reverse Charge,Note Supply Type,Note Value,Applicable % of Tax Rate,Rate,Taxable Value,Cess Amount',
        `${BANGALORE},Asha Rao,C-2627-000001,20-Nov-2026,C,29-Karnataka,N,Regular B2B,699.00,,18,592.37,0.00`,
        `${BANGALORE},Asha Rao,D-2627-000001,20-Nov-2026,D,29-Karnataka,N,Regular B2B,699.00,,18,592.37,0.00`,
      ],
      cdnur: [
        'UR Type,Note Number,Note Date,Note Type,Place Of Supply,Note Value,Applicable % of Tax Rate,Rate,Taxable Value,Cess Amount',
        'B2CL,C-2627-000002,20-Nov-2026,C,29-Karnataka,18000.00,,18,15254.24,0.00',
        'EXPWP,C-2627-000003,20-Nov-2026,C,,399.00,,18,338.14,0.00',
        'EXPWOP,C-2627-000004,20-Nov-2026,C,,399.00,,0,399.00,0.00',
      ],
      'hsn-b2b': [
        'HSN,Description,UQC,Total Quantity,Total Value,Rate,Taxable Value,Integrated Tax Amount,Central Tax Amount,State/UT Tax Amount,Cess Amount',
        '998433,,NA,0,50.00,5,47.62,2.38,0.00,0.00,0.00',
        '998439,,NA,0,1198.00,18,1015.26,121.89,30.43,30.43,0.00',
      ],
      'hsn-b2c': [
        'HSN,Description,UQC,Total Quantity,Total Value,Rate,Taxable Value,Integrated Tax Amount,Central Tax Amount,State/UT Tax Amount,Cess Amount',
        '998439,,NA,0,201500.00,18,170762.71,30737.14,0.08,0.08,0.00',
      ],
      docs: [
        'Nature of Document,Sr. No. From,Sr. No. To,Total Number,Cancelled',
        'Invoices for outward supply,I-2627-000001,I-2627-000010,10,0',
        'Debit Note,D-2627-000001,D-2627-000001,1,0',
        'Credit Note,C-2627-000001,C-2627-000006,6,0',
      ],
    })
  })

  it('comes to the same sums by sections and by codes', () => {
    const { sections } = summarizeGstr1(gstr1)
    const sum = (names: readonly string[], what: 'taxablePaise' | 'taxPaise') =>
      sections.filter(({ section }) => names.includes(section)).reduce((all, row) => all + row[what], 0)
    for (const what of ['taxablePaise', 'taxPaise'] as const) {
      expect(sum(['b2b', 'b2cl', 'b2cs', 'exp', 'cdnr', 'cdnur'], what)).toBe(sum(['hsn-b2b', 'hsn-b2c'], what))
    }
    expect(sections.find(({ section }) => section === 'cdnr')).toEqual({
      section: 'cdnr',
      rows: 2,
      taxablePaise: 0,
      taxPaise: 0,
    })
  })

  it('of a quarter is filed under its last month', async () => {
    const { fp, doc_issue } = JSON.parse(writeGstr1Json(await read('quarter', '2026-27-Q3')))
    expect(fp).toBe('122026')
    expect(doc_issue.doc_det[0].docs[0]).toMatchObject({ to: 'I-2627-000011', totnum: 11 })
  })

  it('splits a series where a number belongs to the other month', async () => {
    const lines = [{ terms: intra, gross: 399_00, place: '27' }]
    const march = { sellerTaxNumber: MUMBAI }
    await issue('invoice', 'I-2829-000001', '2029-02-10T06:30:00Z', lines, march)
    await issue('invoice', 'I-2829-000002', '2029-02-28T18:30:00.100Z', lines, march)
    await issue('invoice', 'I-2829-000003', '2029-02-28T18:29:59.900Z', lines, march)
    const rows = async (month: string) => listGstr1Rows(await read('month', month), 'docs').slice(1)
    expect(await rows('2029-02')).toEqual([
      ['Invoices for outward supply', 'I-2829-000001', 'I-2829-000001', 1, 0],
      ['Invoices for outward supply', 'I-2829-000003', 'I-2829-000003', 1, 0],
    ])
    expect(await rows('2029-03')).toEqual([['Invoices for outward supply', 'I-2829-000002', 'I-2829-000002', 1, 0]])
  })

  it('is one for each GSTIN, the one that sold last by default', async () => {
    await issue('invoice', 'I-2930-000001', '2029-06-10T06:30:00Z', [{ terms: intra, gross: 399_00, place: '27' }])
    const other = { sellerTaxNumber: BANGALORE }
    await issue('invoice', 'I-2930-000002', '2029-06-11T06:30:00Z', [{ terms: intra, gross: 1_00, place: '29' }], other)
    const { gstins } = await readMonthEnd(database.db, period('month', '2029-06'), '')
    expect(gstins).toEqual([BANGALORE, SELLER])
    const last = await read('month', '2029-06')
    expect(last.gstin).toBe(BANGALORE)
    expect(JSON.parse(writeGstr1Json(last)).b2cs).toMatchObject([{ pos: '29', txval: 0.85 }])
    expect(JSON.parse(writeGstr1Json(await read('month', '2029-06', SELLER))).b2cs).toMatchObject([{ txval: 338.14 }])
    expect((await catchApiError(read('month', '2029-06', MUMBAI))).message).toBe(
      'Nothing was sold with this GSTIN in the period',
    )
  })

  it('is refused for a time without a GSTIN, and is nil for a registered store that sold nothing', async () => {
    expect((await catchApiError(read('month', '2026-04'))).code).toBe('gstin-missing')
    const { gstins } = await readMonthEnd(database.db, period('month', '2026-04'), SELLER)
    expect(gstins).toEqual([SELLER])
    const nil = await readGstr1(database.db, period('month', '2026-04'), { settings: SELLER })
    expect(JSON.parse(writeGstr1Json(nil))).toEqual({ gstin: SELLER, fp: '042026', version: 'GST3.2.4', hash: 'hash' })
  })
})

describe('GSTR-1 of random sales and notes', () => {
  const sales = fc.array(
    fc.record({
      supply: fc.constantFrom('none', 'intra', 'inter', 'export', 'export-paid'),
      rateBp: fc.constantFrom(500, 1200, 1800),
      gross: fc.integer({ min: 100, max: 2_00_000_00 }),
      isBusiness: fc.boolean(),
      returned: fc.array(fc.double({ min: 0.01, max: 0.99, noNaN: true }), { maxLength: 3 }),
    }),
    { minLength: 60, maxLength: 60 },
  )

  it('has the value and the tax of all lines, to the paisa', async () => {
    const seller = await addMember(database.db)
    let run = 0
    await fc.assert(
      fc.asyncProperty(sales, async (sold) => {
        const month = `2030-${String(++run).padStart(2, '0')}`
        let serial = 0
        for (const { supply, rateBp, gross, isBusiness, returned } of sold) {
          const terms = { supply, rateBp: supply === 'none' || supply === 'export' ? 0 : rateBp } as TaxTerms
          const place = supply.startsWith('export') ? 'US' : supply === 'intra' ? '27' : '29'
          const line = { terms, place, buyerTaxNumber: isBusiness && place !== 'US' ? BANGALORE : '' }
          const number = `I-${month}-${++serial}`
          const common = { issuedAt: `${month}-10T06:30:00Z`, userId: seller, sellerTaxNumber: SELLER }
          await insertDocument(database.db, { ...common, kind: 'invoice', number, lines: [{ ...line, gross }] })
          let left = gross
          for (const share of returned) {
            const after = Math.round(left * share)
            if (after === left || after === 0) continue
            const parts = subtractParts(splitGross(terms, left), splitGross(terms, after))
            const lines = [{ ...line, gross: parts, original: { number, position: 0 } }]
            const kind = 'credit-note' as const
            const noteNumber = `C-${month}-${++serial}`
            await insertDocument(database.db, { ...common, kind, number: noteNumber, originalNumber: number, lines })
            left = after
          }
        }
        await expectSameSums(month)
      }),
      // Without shrinking, because each run needs a month of its own.
      { numRuns: 4, endOnFailure: true },
    )
  })

  async function expectSameSums(month: string): Promise<void> {
    const { rows } = await database.db.execute<{ taxable: number; tax: number; gross: number }>(sql`
      select sum(sign * taxable_paise)::float8 as taxable, sum(sign * (cgst_paise + sgst_paise + igst_paise))::float8 as tax,
             sum(sign * gross_paise)::float8 as gross
        from billing_lines l join (select *, case kind when 'credit-note' then -1 else 1 end as sign
                                     from billing_documents where number like ${`%-${month}-%`}) d on d.id = l.document_id
       where supply <> 'none'`)
    const gstr1 = await read('month', month)
    const file = JSON.parse(writeGstr1Json(gstr1))
    // A section without rows is not in the file.
    const { b2b = [], b2cl = [], exp = [], cdnr = [], cdnur = [], b2cs = [], hsn } = file
    const invoices = [...b2b, ...b2cl, ...exp].flatMap(({ inv }) => inv)
    const notes = [...cdnr.flatMap(({ nt }: { nt: object[] }) => nt), ...cdnur]
    type Item = { txval: number; iamt?: number; camt?: number; samt?: number }
    const paise = (rupees = 0) => Math.round(rupees * 100)
    const itemsOf = (documents: { itms: (Item & { itm_det?: Item })[]; ntty?: string }[]) =>
      documents.flatMap(({ itms, ntty }) =>
        itms.map((each) => ({ sign: ntty === 'C' ? -1 : 1, item: each.itm_det ?? each })),
      )
    const all = [...itemsOf(invoices), ...itemsOf(notes), ...itemsOf([{ itms: b2cs }])]
    const sum = (of: (item: Item) => number) => all.reduce((total, { sign, item }) => total + sign * of(item), 0)
    const [expected] = rows
    expect(sum(({ txval }) => paise(txval))).toBe(expected?.taxable)
    expect(sum(({ iamt, camt, samt }) => paise(iamt) + paise(camt) + paise(samt))).toBe(expected?.tax)
    const codes = [...(hsn.hsn_b2b ?? []), ...(hsn.hsn_b2c ?? [])] as Required<Item>[]
    expect(codes.reduce((total, { txval }) => total + paise(txval), 0)).toBe(expected?.taxable)
    expect(gstr1.codes.reduce((total, { valuePaise }) => total + valuePaise, 0)).toBe(expected?.gross)
  }
})
