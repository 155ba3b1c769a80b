// What buyers say about themselves before they pay, and what it does to the price.
import type { CreditPacks } from '@vitrine/contract/payments'
import type { taxSettings } from '@vitrine/contract/settings'
import { transaction } from '@vitrine/database/connection'
import { changeSettings, readSettings } from '@vitrine/store/settings'
import { sql } from 'drizzle-orm'
import { afterEach, describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { useApp } from '../../testing/app.ts'
import { insertMember, type MemberForTest } from '../../testing/member.ts'

const store = useApp()
const gstin = '27AAPFU0939F1ZV'
const gst = { profile: 'gst', gstin } as const
const pune = { country: 'IN', state: '27', taxNumber: '', legalName: '', address: [] }

const call = (member: MemberForTest | undefined, method: string, path: string, body?: unknown) =>
  store.call(method, `/api/${path}`, { token: member?.token, body })
const say = (member: MemberForTest, changes: object) => call(member, 'PUT', 'billing-details', { ...pune, ...changes })
const order = (member: MemberForTest, expectedPaise?: number) =>
  call(member, 'POST', 'create-razorpay-order', { credits: 500, expectedPaise })

async function setTax(value: z.input<typeof taxSettings>) {
  const { revisions } = await readSettings(store.db)
  await transaction(store.db, (tx) => changeSettings(tx, 'tax', { value, revision: revisions.tax }))
  await store.deps.settings.reload()
}

async function readPacks(member?: MemberForTest) {
  const { packs, tax } = (await call(member, 'GET', 'credit-packs')).body as unknown as CreditPacks
  const popular = packs.find(({ id }) => id === 'popular')
  return { tax, amountPaise: popular?.amountPaise, payablePaise: popular?.payablePaise }
}

afterEach(async () => {
  await store.db.execute(sql`delete from settings`)
  await store.deps.settings.reload()
})

describe('billing details', () => {
  it('are kept and can be changed; nobody else sees them', async () => {
    const [asha, other] = [await insertMember(store), await insertMember(store)]
    expect((await call(asha, 'GET', 'billing-details')).body).toEqual({ details: null })
    const business = { taxNumber: ' 27 aapfu-0939f1zv', legalName: ' Lamp House ', address: ['12 Lamp Street', 'Pune'] }
    const stored = { ...pune, taxNumber: gstin, legalName: 'Lamp House', address: ['12 Lamp Street', 'Pune'] }
    expect(await say(asha, business)).toMatchObject({ status: 200, body: { details: stored } })
    expect((await call(asha, 'GET', 'billing-details')).body).toEqual({ details: stored })
    expect((await call(other, 'GET', 'billing-details')).body).toEqual({ details: null })
    await say(other, { state: '29' })
    await say(asha, {})
    expect((await call(asha, 'GET', 'billing-details')).body).toEqual({ details: pune })
    expect((await call(undefined, 'PUT', 'billing-details', pune)).status).toBe(401)
  })

  it.each([
    [{ state: null }, 'state', 'Choose a state'],
    [{ state: '28' }, 'state', 'Choose a state'],
    [{ country: '' }, 'country', 'Choose a country'],
    [{ country: 'US' }, 'state', 'Leave the state empty outside India'],
    [
      { taxNumber: '27AAPFU0939F1ZW', legalName: 'Lamp House' },
      'taxNumber',
      'This GSTIN does not exist: please check each letter and digit',
    ],
    [{ taxNumber: gstin, legalName: 'Lamp House', state: '29' }, 'state', 'This GSTIN is of another state'],
    [{ taxNumber: gstin }, 'legalName', 'Enter the name of the business'],
    [
      { country: 'DE', state: null, taxNumber: '1234', legalName: 'Lampen' },
      'taxNumber',
      'Enter a VAT number of this country, with its letters',
    ],
  ])('that are wrong (%j) say so at the field, and change nothing', async (changes, path, message) => {
    const member = await insertMember(store)
    await say(member, { state: '29' })
    const { status, body } = await say(member, changes)
    expect(status).toBe(400)
    expect(body.issues).toContainEqual(expect.objectContaining({ path, message }))
    expect((await call(member, 'GET', 'billing-details')).body).toEqual({ details: { ...pune, state: '29' } })
  })

  it('take a VAT number as people write it', async () => {
    const member = await insertMember(store)
    const { body } = await say(member, { country: 'DE', state: null, taxNumber: '136.695 976', legalName: 'Lampen' })
    expect(body).toMatchObject({ details: { taxNumber: 'DE136695976' } })
  })
})

describe('the price of a pack', () => {
  it('is the one of the store without a profile, and nothing is missing', async () => {
    const none = { profile: 'none', taxPoint: 'none', pricesIncludeTax: true, taxName: '', missing: null }
    const untaxed = { terms: { supply: 'none', rateBp: 0 }, ...none }
    expect(await readPacks(await insertMember(store))).toEqual({
      tax: untaxed,
      amountPaise: 39_900,
      payablePaise: 39_900,
    })
    expect((await readPacks()).tax).toEqual(untaxed)
  })

  it('has the tax of the buyer’s state, once it is known', async () => {
    await setTax({ ...gst, pricesIncludeTax: false })
    const member = await insertMember(store)
    for (const unknown of [undefined, member]) {
      expect(await readPacks(unknown)).toMatchObject({
        tax: { profile: 'gst', taxPoint: 'sold', taxName: 'GST', terms: null, missing: 'country' },
        payablePaise: 39_900,
      })
    }
    const refused = await order(member, 39_900)
    expect(refused).toMatchObject({ status: 409, body: { code: 'billing-details-missing', missing: 'country' } })
    await say(member, {})
    const known = await readPacks(member)
    expect(known).toMatchObject({ tax: { terms: { supply: 'intra', rateBp: 1800 }, missing: null } })
    expect(known).toMatchObject({ amountPaise: 39_900, payablePaise: 47_082 })
    await say(member, { state: '29' })
    expect((await readPacks(member)).tax.terms).toEqual({ supply: 'inter', rateBp: 1800 })
    expect((await order(member, 47_082)).body).toMatchObject({ amount: 47_082 })
  })

  it('that changed since it was shown is refused, and nothing is ordered', async () => {
    await setTax({ profile: 'flat', flatName: 'Sales tax', flatRateBp: 1000, pricesIncludeTax: false })
    const member = await insertMember(store)
    const shown = await readPacks(member)
    expect(shown).toMatchObject({ tax: { taxName: 'Sales tax', missing: null }, payablePaise: 43_890 })
    await setTax({ profile: 'flat', flatRateBp: 1200, pricesIncludeTax: false })
    expect(await order(member, shown.payablePaise)).toMatchObject({
      status: 409,
      body: {
        code: 'price-changed',
        amountPaise: 44_688,
        error: 'The price of this pack has changed. Please check it and try again.',
      },
    })
    expect((await call(member, 'GET', 'credit-purchases')).body).toEqual({ items: [] })
    expect((await order(member, (await readPacks(member)).payablePaise)).status).toBe(200)
  })

  it('stays with its tax in an order, whatever changes before it is paid', async () => {
    await setTax(gst)
    const member = await insertMember(store)
    await say(member, {})
    const { body } = await order(member, 39_900)
    await setTax({ profile: 'flat', flatRateBp: 500, pricesIncludeTax: false })
    await say(member, { state: '29' })
    const { response } = await store.gateway.pay(String(body.orderId), { webhooks: 'never' })
    const paid = await call(member, 'POST', 'verify-razorpay-payment', response)
    expect(paid.body).toMatchObject({ success: true, amount: 39_900 })
    const { rows } = await store.db.execute(
      sql`select l.supply, l.place, l.taxable_paise::int as taxable, l.cgst_paise::int as cgst, l.sgst_paise::int as sgst
          from billing_documents d join billing_lines l on l.document_id = d.id where d.user_id = ${member.userId} and d.kind = 'invoice'`,
    )
    expect(rows).toEqual([{ supply: 'intra', place: '27', taxable: 33_814, cgst: 3043, sgst: 3043 }])
  })
})
