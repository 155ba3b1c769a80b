import { drawBillingSheet } from '@vitrine/billing-pdf/draw'
import type { BillingSheet } from '@vitrine/billing-pdf/sheet'
import { readPdf } from '@vitrine/billing-pdf/testing/pdf-reader'
import { transaction } from '@vitrine/database/connection'
import { BUNDLED_LANGUAGES } from '@vitrine/language/language'
import { openTexts } from '@vitrine/language/texts'
import { saveBillingDetails } from '@vitrine/store/billing/quote'
import { isDrawable, writeBillingLabels, writeSheetHead } from '@vitrine/store/billing/sheet'
import { changeLanguageTexts, changeSettings } from '@vitrine/store/settings'
import { expect, it } from 'vitest'
import { signInAsAdmin } from '../../testing/admin.ts'
import { useApp } from '../../testing/app.ts'
import { insertMember, type MemberForTest } from '../../testing/member.ts'
import { addTemplate } from '../../testing/template.ts'

const store = useApp()

const call = (member: MemberForTest | undefined, method: string, path: string, body?: unknown) =>
  store.call(method, `/api/${path}`, { token: member?.token, body })
const linkTo = async (member: MemberForTest, receiptNumber: unknown) =>
  String((await call(member, 'POST', `receipts/${receiptNumber}/link`)).body.url)
const open = async (url: string) => {
  const answer = await store.app.inject({ url })
  return { answer, pdf: readPdf(answer.rawPayload) }
}
const buyPack = async (member: MemberForTest) => {
  const { body: order } = await call(member, 'POST', 'create-razorpay-order', { credits: 500 })
  const { response } = await store.gateway.pay(String(order.orderId), { webhooks: 'never' })
  return (await call(member, 'POST', 'verify-razorpay-payment', response)).body
}

it('the receipt of a template names both sides, licences, credits and the licence text', async () => {
  const member = await insertMember(store)
  const lamps = await addTemplate(store.db, { name: 'Lamps', priceCredits: 120 })
  await call(member, 'POST', 'add-to-cart', { templateId: lamps, quantity: 2 })
  const { body } = await call(member, 'POST', 'cart/checkout', { expectedCredits: 240, idempotencyKey: 'lamps-twice' })
  const [purchase] = body.purchased as { receiptNumber: string }[]
  const url = await linkTo(member, purchase?.receiptNumber)
  const { answer, pdf } = await open(url)
  expect(answer.statusCode).toBe(200)
  expect(answer.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': expect.stringContaining(`filename="receipt-${purchase?.receiptNumber}.pdf"`),
    'cache-control': 'private, no-store',
  })
  const expected = [purchase?.receiptNumber, 'Vitrine', 'A Member', member.email]
  expected.push('Lamps', `Template ${lamps}`, '2', '120 credits', '240 credits', '-', 'Licence: Standard')
  for (const text of [...expected, 'Personal and commercial use']) expect(pdf.texts).toContain(text)
})

it('names the seller as the settings do', async () => {
  const member = await insertMember(store)
  const lamps = await addTemplate(store.db, { name: 'Lamps', priceCredits: 120 })
  const { body } = await call(member, 'POST', 'purchase-template', { templateId: lamps })
  const seller = { legalName: 'Lamp House Pvt Ltd', address: ['12 Lamp Street', 'Pune'], taxNumbers: ['GSTIN 27A'] }
  await transaction(store.db, (tx) => changeSettings(tx, 'seller', { value: seller, revision: 0 }))
  await store.deps.settings.reload()
  const { pdf } = await open(await linkTo(member, body.receiptNumber))
  for (const text of ['Lamp House Pvt Ltd', '12 Lamp Street', 'Pune', 'GSTIN 27A']) expect(pdf.texts).toContain(text)
})

it('is in the language of the account, which signing in and choosing another one keep', async () => {
  const member = await insertMember(store)
  await transaction(store.db, (tx) =>
    changeSettings(tx, 'languages', { value: { offered: ['hi', 'ta'] }, revision: 0 }),
  )
  await store.deps.settings.reload()
  const lamps = await addTemplate(store.db, { name: 'Lamps', priceCredits: 120 })
  const { body } = await call(member, 'POST', 'purchase-template', { templateId: lamps })
  const read = async () => (await open(await linkTo(member, body.receiptNumber))).pdf.title
  expect(await read()).toBe(`Receipt ${body.receiptNumber}`)
  const login = { email: member.email, password: member.password }
  await store.call('POST', '/api/login', { body: login, headers: { 'accept-language': 'ta' } })
  expect(await read()).toBe(`ரசீது ${body.receiptNumber}`)
  expect((await call(member, 'PUT', 'profile', { language: 'hi' })).status).toBe(200)
  expect(await read()).toBe(`रसीद ${body.receiptNumber}`)
  expect((await call(member, 'PUT', 'profile', { language: 'Hindi!' })).status).toBe(400)
})

it.each(BUNDLED_LANGUAGES)('every label of billing documents has its letters in $name', (language) => {
  const texts = openTexts(language)
  const labels = Object.values(writeBillingLabels(texts)).flatMap((label) => (typeof label === 'string' ? label : []))
  for (const title of ['receipt', 'invoice', 'tax-invoice', 'credit-note', 'debit-note'] as const) {
    const original = { number: 'VTI-2627-000001', issuedAt: new Date('2026-04-02T08:00:00Z') }
    const party = { lines: ['Asha'], small: [] }
    const brand = { name: 'Lamp House', accent: '#1a1a4d', logo: null }
    const issuedAt = new Date('2026-11-20T20:00:00Z')
    const more = { brand, seller: party, buyer: party, goods: 'Lamps' }
    const head = { title, number: 'VTC-2627-000002', issuedAt, original, placeOfSupply: '27', ...more }
    const sheet: BillingSheet = {
      ...writeSheetHead(head, texts),
      table: { headings: { title: '', quantity: '', each: '', amount: '' }, rows: [] },
      sums: [],
      facts: [],
      notes: labels.map((label) => ({ title: label, text: label })),
    }
    const pdf = readPdf(drawBillingSheet(sheet, { logo: undefined }))
    expect(pdf.glyphs.flat()).not.toContain(0)
    expect(pdf.title).toBe(sheet.metadata.title)
    expect(pdf.title).toContain('VTC-2627-000002')
  }
  expect(isDrawable(language.tag)).toBe(true)
})

it('keeps the name and the licence of the day of the purchase', async () => {
  const member = await insertMember(store)
  const lamps = await addTemplate(store.db, { name: 'Lamps', priceCredits: 120 })
  const { body } = await call(member, 'POST', 'purchase-template', { templateId: lamps })
  await addTemplate(store.db, { id: lamps, name: 'Lanterns', license: { name: 'Strict', summary: 'Ask first' } })
  const { pdf } = await open(await linkTo(member, body.receiptNumber))
  expect(pdf.texts).toContain('Lamps')
  expect(pdf.texts).not.toContain('Ask first')
})

it('the receipt of a pack states amount, currency, transaction and order', async () => {
  const member = await insertMember(store)
  const paid = await buyPack(member)
  const { body } = await call(member, 'GET', `credit-purchases/${paid.orderId}`)
  const { pdf } = await open(await linkTo(member, body.receiptNumber))
  const expected = ['500 credits', '₹399.00', 'INR', 'UPI', String(paid.transactionId), String(paid.orderId)]
  for (const text of expected) expect(pdf.texts).toContain(text)
  expect(pdf.texts).not.toContain('Refunded')
})

it('an issued document has the same bytes whatever the store and the buyer change afterwards, and is its buyer’s alone', async () => {
  const [member, other, admin] = [await insertMember(store), await insertMember(store), await signInAsAdmin(store)]
  const { value, revision } = (await admin.call('GET', '/settings')).body.tax as { value: object; revision: number }
  const gst = { ...value, profile: 'gst', gstin: '27AAPFU0939F1ZV', taxedWhen: 'sold' }
  expect((await admin.call('PUT', '/settings/tax', { value: gst, revision })).status).toBe(200)
  const details = { country: 'IN', state: '29', taxNumber: '', legalName: '', address: [] }
  await transaction(store.db, (tx) => saveBillingDetails(tx, member.userId, details))
  const { orderId } = await buyPack(member)
  const { body } = await call(member, 'GET', `credit-purchases/${orderId}`)
  const number = String(body.receiptNumber)
  const { answer: first, pdf } = await open(await linkTo(member, number))
  expect(first.headers['content-disposition']).toContain(`filename="invoice-${number}.pdf"`)
  expect(pdf.title).toBe(`Tax invoice ${number}`)
  expect(pdf.texts).toEqual(expect.arrayContaining(['IGST 18%', '₹338.14', '₹60.87', '₹399.00']))

  const change = async (section: string, changes: object) => {
    const { value, revision } = (await admin.call('GET', '/settings')).body[section] as {
      value: object
      revision: number
    }
    const answer = await admin.call('PUT', `/settings/${section}`, { value: { ...value, ...changes }, revision })
    expect(answer.status).toBe(200)
  }
  await change('brand', { name: 'Sun House', accent: '#335511' })
  await change('languages', { offered: ['hi'] })
  await change('seller', { legalName: 'Sun House LLP' })
  await change('tax', value)
  const texts = { Number: 'No.', Total: 'Sum' }
  await transaction(store.db, (tx) => changeLanguageTexts(tx, { language: 'hi', texts }))
  await call(member, 'PUT', 'profile', { language: 'hi', actualName: 'Somebody Else' })
  await store.deps.settings.reload()
  const { answer: second } = await open(await linkTo(member, number))
  expect(second.rawPayload.equals(first.rawPayload)).toBe(true)
  expect(await call(other, 'POST', `receipts/${number}/link`)).toMatchObject({
    status: 404,
    body: { code: 'receipt-not-found' },
  })
  await change('languages', { offered: [] })
  await change('brand', { name: 'Vitrine' })
  await change('seller', { legalName: '' })
})

it('names the seller of the day of the sale, whatever the store is called afterwards', async () => {
  const member = await insertMember(store)
  const admin = await signInAsAdmin(store)
  const rename = async (legalName: string) => {
    const { body } = await admin.call('GET', '/settings')
    const { value, revision } = body.seller as { value: object; revision: number }
    await admin.call('PUT', '/settings/seller', { value: { ...value, legalName }, revision })
  }
  const readSeller = async (number: string) => (await open(await linkTo(member, number))).pdf.texts
  await rename('Lamp House Pvt Ltd')
  const lamps = await addTemplate(store.db, { priceCredits: 10 })
  const number = String((await call(member, 'POST', 'purchase-template', { templateId: lamps })).body.receiptNumber)
  await rename('Light House LLP')
  await rename('Sun House LLP')
  expect(await readSeller(number)).toContain('Lamp House Pvt Ltd')
  const other = await addTemplate(store.db, { priceCredits: 10 })
  const next = String((await call(member, 'POST', 'purchase-template', { templateId: other })).body.receiptNumber)
  expect(await readSeller(next)).toContain('Sun House LLP')
  await rename('')
})

it('is opened only by its owner’s link, for ten minutes', async () => {
  const [owner, other] = [await insertMember(store), await insertMember(store)]
  const lamps = await addTemplate(store.db, { priceCredits: 10 })
  const number = String((await call(owner, 'POST', 'purchase-template', { templateId: lamps })).body.receiptNumber)
  expect(await call(other, 'POST', `receipts/${number}/link`)).toMatchObject({
    status: 404,
    body: { code: 'receipt-not-found' },
  })
  expect((await call(owner, 'POST', 'receipts/VT-2026-999999/link')).status).toBe(404)
  expect((await call(owner, 'POST', 'receipts/nonsense/link')).status).toBe(404)
  expect((await call(undefined, 'POST', `receipts/${number}/link`)).status).toBe(401)

  const url = await linkTo(owner, number)
  const status = async (changed: string) => (await store.app.inject({ url: changed })).statusCode
  expect(await status(url)).toBe(200)
  expect(await status(url.replace(/expires=\d+/, 'expires=9999999999'))).toBe(404)
  const [, first] = /signature=(.)/.exec(url) ?? []
  expect(await status(url.replace(/signature=./, `signature=${first === 'A' ? 'B' : 'A'}`))).toBe(404)
  expect(await status(url.replace(owner.userId, other.userId))).toBe(404)
  expect(await status(`/receipts/${owner.userId}/${number}`)).toBe(404)
  // A link to a receipt opens no file, and one to a file opens no receipt.
  expect(await status(url.replace('/receipts/', '/files/'))).toBe(404)
  const file = store.deps.links?.sign(`${owner.userId}/${number}`, { expiresInSeconds: 60 }) ?? ''
  expect(await status(file.replace('/files/', '/receipts/'))).toBe(404)

  const seconds = Number(/expires=(\d+)/.exec(url)?.[1]) - Date.now() / 1000
  expect(seconds).toBeGreaterThan(0)
  expect(seconds).toBeLessThanOrEqual(600)
})

it('the library shows what is owned, page by page, also what was withdrawn', async () => {
  const member = await insertMember(store)
  const ids: string[] = []
  for (const priceCredits of [10, 20, 0]) {
    const id = await addTemplate(store.db, { name: `For ${priceCredits}`, priceCredits })
    await call(member, 'POST', 'download-template', { templateId: id })
    ids.unshift(id)
  }
  const first = (await call(member, 'GET', 'purchases?limit=2')).body
  const second = (await call(member, 'GET', `purchases?limit=2&cursor=${first.nextCursor}`)).body
  const items = [...(first.items as Record<string, unknown>[]), ...(second.items as Record<string, unknown>[])]
  expect(items.map((item) => item.templateId)).toEqual(ids)
  expect(second.nextCursor).toBeNull()
  expect(items[1]).toMatchObject({
    templateName: 'For 20',
    licences: 1,
    creditsCharged: 20,
    license: { name: 'Standard', summary: 'Personal and commercial use' },
    isOnSale: true,
    latestVideo: null,
    latestProject: null,
    receiptNumber: expect.stringMatching(/^T-/),
  })
  expect((await call(member, 'GET', 'purchases?cursor=nonsense')).status).toBe(400)
  expect((await call(undefined, 'GET', 'purchases')).status).toBe(401)
})

it('the history mixes what was paid in credits and in money, newest first', async () => {
  const member = await insertMember(store)
  const [lamps, rangoli] = [await addTemplate(store.db, { priceCredits: 10 }), await addTemplate(store.db)]
  await call(member, 'POST', 'purchase-template', { templateId: lamps })
  const paid = await buyPack(member)
  await call(member, 'POST', 'purchase-template', { templateId: rangoli })
  const { body } = await call(member, 'GET', 'payment-history')
  expect(body).toMatchObject({
    nextCursor: null,
    items: [
      { kind: 'template', templateId: rangoli, creditsCost: 120, licences: 1 },
      { kind: 'pack', orderId: paid.orderId, credits: 500, amountPaise: 39_900, currency: 'INR', status: 'paid' },
      { kind: 'template', templateId: lamps, creditsCost: 10 },
    ],
  })
  const page = (await call(member, 'GET', 'payment-history?limit=1')).body
  const rest = (await call(member, 'GET', `payment-history?limit=5&cursor=${page.nextCursor}`)).body
  expect(rest.items).toEqual((body.items as unknown[]).slice(1))
  const other = await insertMember(store)
  expect((await call(other, 'GET', 'payment-history')).body).toEqual({ items: [], nextCursor: null })
})
