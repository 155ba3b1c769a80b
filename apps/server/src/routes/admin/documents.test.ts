import type { WholeDocument } from '@vitrine/store/analytics/document-list'
import { sql } from 'drizzle-orm'
import { unzipSync } from 'fflate'
import { beforeAll, describe, expect, it } from 'vitest'
import { readPdf } from '../../../../../packages/billing-pdf/testing/pdf-reader.ts'
import { insertDocument, newSheet } from '../../../../../packages/store/testing/billing.ts'
import { insertStaff, type StaffForTest, setUpStaff, signInAsAdmin } from '../../../testing/admin.ts'
import { useApp } from '../../../testing/app.ts'
import { insertMember, type MemberForTest } from '../../../testing/member.ts'
import { streamArchive } from './document-archive.ts'

const store = useApp()
const SELLER = '27AAPFU0939F1ZV'
const intra = { supply: 'intra', rateBp: 1800 } as const
let accountant: StaffForTest
let asha: MemberForTest

beforeAll(async () => {
  await signInAsAdmin(store)
  accountant = await setUpStaff(store, await insertStaff(store, 'accountant'))
  asha = await insertMember(store)
  await store.db.execute(sql`with ordered as (
      insert into pack_orders (user_id, pack_id, is_starter, credits, amount_paise, currency, gateway_order_id)
      values (${asha.userId}, 'popular', false, 500, 39900, 'INR', 'order_asha') returning id)
    insert into payments (payment_id, order_id, amount_paise, currency, method, status, outcome, unapplied_reason, settled_at)
    select 'pay_asha', id, 39900, 'INR', 'upi', 'captured', 'unapplied', 'order-closed', now() from ordered`)
  const line = { terms: intra, gross: 399_00, place: '27' }
  const common = { userId: asha.userId, sellerTaxNumber: SELLER, paymentId: 'pay_asha', lines: [line] }
  const at = (day: number) => `2026-10-${day}T06:30:00Z`
  await insertDocument(store.db, { ...common, kind: 'invoice', number: 'I-2627-000001', issuedAt: at(10) })
  await insertDocument(store.db, {
    ...common,
    kind: 'credit-note',
    number: 'C-2627-000001',
    issuedAt: at(11),
    originalNumber: 'I-2627-000001',
    lines: [{ ...line, gross: 100_00, original: { number: 'I-2627-000001', position: 0 } }],
  })
  await insertDocument(store.db, {
    kind: 'receipt',
    number: 'R-2026-000001',
    issuedAt: at(12),
    userId: (await insertMember(store)).userId,
    buyerName: '=cmd',
    sellerTaxNumber: '',
    lines: [{ terms: { supply: 'none', rateBp: 0 }, gross: 1_00, place: '' }],
  })
})

/** Sends the cookie and reads the bytes. */
const download = (path: string, { cookie }: Pick<StaffForTest, 'cookie'> = accountant) =>
  store.app.inject({ method: 'GET', url: `/api/admin${path}`, headers: { cookie } })

describe('billing documents', () => {
  const numbers = async (query: string) => {
    const { body } = await accountant.call('GET', `/documents?${query}`)
    return (body.items as { number: string }[]).map(({ number }) => number)
  }

  it('are listed newest first, each with its tax, buyer and original', async () => {
    const { body } = await accountant.call('GET', '/documents')
    expect(body).toMatchObject({ matchingDocuments: 3 })
    expect((body.items as object[])[1]).toEqual({
      kind: 'credit-note',
      number: 'C-2627-000001',
      issuedAt: '2026-10-11T06:30:00.000Z',
      totalPaise: 100_00,
      taxPaise: 15_26,
      userId: asha.userId,
      username: expect.any(String),
      email: expect.any(String),
      buyer: 'Asha Rao',
      originalNumber: 'I-2627-000001',
      paymentId: 'pay_asha',
    })
    expect(await numbers('limit=2&page=2')).toEqual(['I-2627-000001'])
  })

  it('are found by number, original, payment, buyer, kind and day', async () => {
    expect(await numbers('search=i-2627-000001')).toEqual(['C-2627-000001', 'I-2627-000001'])
    expect(await numbers('search=pay_asha&kind=invoice')).toEqual(['I-2627-000001'])
    expect(await numbers(`search=${asha.userId}`)).toEqual(['C-2627-000001', 'I-2627-000001'])
    expect(await numbers('search=nobody')).toEqual([])
    expect(await numbers('period=custom&from=2026-10-12&to=2026-10-12&timeZone=Asia/Kolkata')).toEqual([
      'R-2026-000001',
    ])
  })

  it('are files for who reads payments, whoever the buyer is', async () => {
    const support = await setUpStaff(store, await insertStaff(store, 'support'))
    for (const staff of [accountant, support]) {
      const file = await download('/documents/I-2627-000001/pdf', staff)
      expect(file.headers).toMatchObject({
        'content-type': 'application/pdf',
        'content-disposition': expect.stringContaining('I-2627-000001.pdf'),
      })
      expect(readPdf(file.rawPayload).texts).toContain('I-2627-000001')
    }
    expect((await accountant.call('GET', '/documents/I-2627-999999/pdf')).body).toMatchObject({
      code: 'receipt-not-found',
    })
    const designer = await setUpStaff(store, await insertStaff(store, 'designer'))
    for (const path of ['/documents', '/documents/I-2627-000001/pdf']) {
      expect((await designer.call('GET', path)).body).toMatchObject({ code: 'permission-required' })
      expect((await store.call('GET', `/api/admin${path}`, { token: asha.token })).status).toBe(401)
    }
    for (const path of ['documents.zip', 'gstr1', 'gstr1.json', 'gstr1/b2cs.csv']) {
      const answer = await support.call('GET', `/month-end/${path}?kind=month&value=2026-10`)
      expect(answer.body).toMatchObject({ code: 'permission-required' })
    }
  })

  it('of a period are one archive, in folders by kind and with an index', async () => {
    const archive = await download('/month-end/documents.zip?kind=month&value=2026-10')
    expect(archive.headers).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': expect.stringContaining('documents-2026-10.zip'),
    })
    const files = unzipSync(archive.rawPayload)
    expect(Object.keys(files)).toEqual([
      'invoices/I-2627-000001.pdf',
      'credit-notes/C-2627-000001.pdf',
      'receipts/R-2026-000001.pdf',
      'documents.csv',
    ])
    const single = await download('/documents/I-2627-000001/pdf')
    expect(Buffer.from(files['invoices/I-2627-000001.pdf'] ?? [])).toEqual(single.rawPayload)
    expect(new TextDecoder().decode(files['documents.csv']).split('\r\n')).toEqual([
      'file,kind,number,issuedAt,buyer,email,country,state,taxNumber,originalNumber,cause,reason,paymentId,taxable,cgst,sgst,igst,otherTax,rounding,total',
      'invoices/I-2627-000001.pdf,invoice,I-2627-000001,2026-10-10T12:00:00.000+05:30,Asha Rao,,IN,,,,,,pay_asha,338.14,30.43,30.43,0.00,0.00,0.00,399.00',
      'credit-notes/C-2627-000001.pdf,credit-note,C-2627-000001,2026-10-11T12:00:00.000+05:30,Asha Rao,,IN,,,I-2627-000001,,,pay_asha,84.75,7.63,7.63,0.00,0.00,-0.01,100.00',
      "receipts/R-2026-000001.pdf,receipt,R-2026-000001,2026-10-12T12:00:00.000+05:30,'=cmd,,IN,,,,,,,1.00,0.00,0.00,0.00,0.00,0.00,1.00",
      '',
    ])
    const empty = await download('/month-end/documents.zip?kind=year&value=2025-26')
    expect(Object.keys(unzipSync(empty.rawPayload))).toEqual(['documents.csv'])
    expect((await accountant.call('GET', '/month-end/documents.zip?kind=month&value=2099-01')).status).toBe(400)
  })
})

describe('an archive of many documents', () => {
  async function* list(count: number): AsyncGenerator<WholeDocument> {
    for (let index = 0; index < count; index++) {
      yield {
        kind: 'invoice',
        number: `I-${index}`,
        issuedAt: new Date('2026-10-10T06:30:00Z'),
        buyer: { name: '', email: '', address: [], country: '', state: null, taxNumber: '' },
        originalNumber: null,
        cause: null,
        reason: null,
        paymentId: null,
        totalPaise: 0,
        taxablePaise: 0,
        cgstPaise: 0,
        sgstPaise: 0,
        igstPaise: 0,
        otherPaise: 0,
        roundingPaise: 0,
        sheet: newSheet(''),
      }
    }
  }

  it('is drawn only as fast as it is read, and no further when the reader has left', async () => {
    let drawn = 0
    const { promise: ended, resolve: end } = Promise.withResolvers<void>()
    async function* watched() {
      try {
        yield* list(10_000)
      } finally {
        end()
      }
    }
    const stream = streamArchive(watched(), async () => {
      drawn++
      return Buffer.alloc(100_000)
    })
    let read = 0
    for await (const piece of stream) {
      read += piece.length
      if (read > 1_000_000) break
    }
    await ended
    expect(drawn).toBeLessThan(20)
  })
})

describe('GSTR-1', () => {
  it('is a summary, a file for the portal, and files of the sections', async () => {
    const { body } = await accountant.call('GET', '/month-end/gstr1?kind=month&value=2026-10')
    expect(body).toMatchObject({ gstin: SELLER })
    const { body: books } = await accountant.call('GET', '/month-end?kind=month&value=2026-10')
    expect(books.gstins).toEqual([SELLER])
    expect((body.sections as { rows: number }[]).filter(({ rows }) => rows > 0)).toEqual([
      { section: 'b2cs', rows: 1, taxablePaise: 253_39, taxPaise: 45_60 },
      { section: 'hsn-b2c', rows: 1, taxablePaise: 253_39, taxPaise: 45_60 },
      { section: 'docs', rows: 2, taxablePaise: 0, taxPaise: 0 },
    ])
    const json = await download('/month-end/gstr1.json?kind=quarter&value=2026-27-Q3')
    expect(json.headers['content-disposition']).toContain('gstr1-27AAPFU0939F1ZV-122026.json')
    expect(json.json()).toMatchObject({ fp: '122026', b2cs: [{ txval: 253.39 }] })
    const csv = await download('/month-end/gstr1/b2cs.csv?kind=month&value=2026-10')
    expect(csv.headers['content-disposition']).toContain('b2cs-27AAPFU0939F1ZV-102026.csv')
    expect(csv.payload).toBe(
      'Type,Place Of Supply,Rate,Applicable % of Tax Rate,Taxable Value,Cess Amount,E-Commerce GSTIN\r\nOE,27-Maharashtra,18,,253.39,0.00,\r\n',
    )
  })

  it('is refused for years, other sections, and a time without a GSTIN', async () => {
    const ask = async (path: string) => (await accountant.call('GET', `/month-end/gstr1${path}`)).body.code
    expect(await ask('.json?kind=year&value=2026-27')).toBe('invalid-input')
    expect(await ask('/b2ba.csv?kind=month&value=2026-10')).toBe('invalid-input')
    for (const path of ['', '.json', '/b2b.csv']) {
      expect(await ask(`${path}?kind=month&value=2026-04`)).toBe('gstin-missing')
    }
  })
})
