import { transaction } from '@vitrine/database/connection'
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { type AdminForTest, signInAsAdmin } from '../../../testing/admin.ts'
import { useApp } from '../../../testing/app.ts'
import { insertMember, type MemberForTest } from '../../../testing/member.ts'
import { addTemplate } from '../../../testing/template.ts'

const store = useApp()
let admin: AdminForTest
let buyer: MemberForTest
let templateId: string

type Body = Record<string, unknown>
const read = async (path: string) => {
  const answer = await admin.call('GET', path)
  expect([path, answer.status]).toEqual([path, 200])
  return answer.body
}

beforeAll(async () => {
  admin = await signInAsAdmin(store)
  buyer = await insertMember(store)
  templateId = await addTemplate(store.db, { name: 'Lamps, "and" more', priceCredits: 120 })
  await addTemplate(store.db, { name: 'Never sold' })
  const order = await store.call('POST', '/api/create-razorpay-order', { token: buyer.token, body: { credits: 500 } })
  const { response } = await store.gateway.pay(String(order.body.orderId), { webhooks: 'never' })
  await store.call('POST', '/api/verify-razorpay-payment', { token: buyer.token, body: response })
  const bought = await store.call('POST', '/api/purchase-template', { token: buyer.token, body: { templateId } })
  expect(bought.status).toBe(200)
})

describe('the dashboard', () => {
  it('has the shape and the names of the specification, from two calls with the cookie alone', async () => {
    const whole = { ...(await read('/users')), ...(await read('/templates')) }
    expect(whole).toMatchObject({
      totalUsers: 2,
      totalTemplates: 2,
      totalPurchases: 1,
      totalRevenue: 399,
      payingUsers: 1,
    })
    const purchase = { templateId, creditsCost: 120, purchaseDate: expect.stringMatching(/^\d{4}-.*Z$/) }
    expect((whole.users as Body[])[0]).toMatchObject({
      username: buyer.username,
      actualName: 'A Member',
      email: buyer.email,
      isGoogleUser: false,
      credits: 880,
      creditsPurchased: 500,
      moneySpent: 399,
      templatesPurchased: [purchase],
      filteredCreditsPurchased: 500,
      filteredMoneySpent: 399,
      filteredTemplatesPurchased: [purchase],
    })
    expect((whole.templates as Body[]).map((template) => [template.templateId, template.purchaseCount])).toEqual([
      [templateId, 1],
      [expect.any(String), 0],
    ])
    expect((whole.templates as Body[])[0]).toMatchObject({
      templateName: 'Lamps, "and" more',
      videoLayout: '16:9',
      templatePrice: 120,
      filteredPurchaseCount: 1,
    })
  })

  it('lists for a period only who bought something in it, and separates earlier purchases', async () => {
    // The purchase a hundred days ago, the pack today.
    await store.db.execute(sql`update entitlements set created_at = now() - interval '100 days'`)
    for (const period of ['week', 'month', '60days']) {
      const { users, ...totals } = await read(`/users?period=${period}`)
      expect(totals).toMatchObject({ totalUsers: 2, totalPurchases: 0, totalRevenue: 399, matchingUsers: 1 })
      expect(users).toMatchObject([{ templatesPurchased: [{ templateId }], filteredTemplatesPurchased: [] }])
      const { templates } = await read(`/templates?period=${period}`)
      expect((templates as Body[]).find((template) => template.templateId === templateId)).toMatchObject({
        purchaseCount: 1,
        filteredPurchaseCount: 0,
      })
    }
    await store.db.execute(sql`update entitlements set created_at = now()`)
  })

  it('accepts a custom period of whole days, and explains an invalid one', async () => {
    // From yesterday on: midnight may have passed since the purchase.
    const { rows } = await store.db.execute<{ today: string; yesterday: string }>(
      sql`select (now() at time zone 'UTC')::date::text as today, ((now() at time zone 'UTC')::date - 1)::text as yesterday`,
    )
    const [day] = rows
    expect(await read(`/users?period=custom&from=${day?.yesterday}&to=${day?.today}`)).toMatchObject({
      totalPurchases: 1,
    })
    expect(await read('/users?period=custom&from=2020-01-01&to=2020-12-31')).toMatchObject({
      totalPurchases: 0,
      totalRevenue: 0,
      users: [],
      period: { name: 'custom', from: '2020-01-01T00:00:00.000Z', to: '2021-01-01T00:00:00.000Z', timeZone: 'UTC' },
    })
    for (const [query, error] of [
      ['period=custom&from=2021-01-02&to=2021-01-01', 'The start must be on or before the end'],
      ['period=custom&from=2021-01-02&to=2999-01-01', 'The end must not be after today'],
      ['period=custom&from=2021-02-30&to=2021-03-01', 'Some of the information sent is missing or not valid'],
      ['period=year', 'Some of the information sent is missing or not valid'],
      ['timeZone=Nowhere', 'This time zone is not known'],
    ]) {
      const answer = await admin.call('GET', `/users?${query}`)
      expect([query, answer.status, answer.body.error]).toEqual([query, 400, error])
    }
  })

  it('shows revenue over time, its customers, and the funnel', async () => {
    const revenue = await read('/revenue?period=week&interval=day')
    expect(revenue.topUsers).toMatchObject([{ username: buyer.username, moneySpent: 399, purchaseCount: 1 }])
    const series = revenue.series as Body[]
    expect(series).toHaveLength(8)
    const sum = (name: string) => series.reduce((left, point) => left + Number(point[name]), 0)
    expect(['revenue', 'packs', 'purchases', 'creditsSpent', 'newUsers'].map(sum)).toEqual([399, 1, 1, 120, 2])
    expect((await admin.call('GET', '/revenue?period=custom&from=1900-01-01&to=2020-01-01&interval=day')).status).toBe(
      400,
    )
    const funnel = await read('/funnel')
    // Counted since before the first account.
    expect(funnel.visits).toEqual({ countedFrom: expect.stringMatching(/Z$/), covers: 'all' })
    expect(funnel.steps).toEqual([
      { step: 'visited', users: 0 },
      { step: 'signed-up', users: 2 },
      { step: 'project', users: 1 },
      { step: 'preview', users: 1 },
      { step: 'purchase', users: 1 },
      { step: 'full-video', users: 0 },
    ])
  })

  it('finds a user by a part of the name or address, and a payment by any of its numbers', async () => {
    const found = async (search: string) =>
      ((await read(`/users?search=${encodeURIComponent(search)}`)).users as Body[]).map((user) => user.userId)
    for (const search of [buyer.email.slice(3, 20).toUpperCase(), buyer.username, buyer.userId]) {
      expect(await found(search)).toEqual([buyer.userId])
    }
    expect(await found('%')).toEqual([])
    expect(await found("' or true --")).toEqual([])
    const [payment] = (await read('/payments')).items as Body[]
    for (const key of ['paymentId', 'orderId', 'receiptNumber', 'userId', 'email']) {
      const { items, matchingPayments } = await read(`/payments?search=${encodeURIComponent(String(payment?.[key]))}`)
      expect([key, items, matchingPayments]).toEqual([key, [payment], 1])
    }
    expect(await read('/payments?status=unapplied')).toEqual({ items: [], matchingPayments: 0 })
    expect(await read(`/payments/${payment?.paymentId}`)).toEqual(payment)
    expect((await admin.call('GET', '/payments/pay_unknown')).status).toBe(404)
  })
})

describe('an export', () => {
  it('is a file for spreadsheets with all rows, of every table', async () => {
    const templates = await admin.call('GET', '/templates.csv?period=week')
    expect(templates.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(templates.headers['content-disposition']).toContain('filename="templates-week.csv"')
    const lines = templates.text.replace('\ufeff', '').split('\r\n')
    expect(lines[0]).toContain('templateId,templateName,kind,status')
    expect(lines[1]).toContain(`${templateId},"Lamps, ""and"" more",video,published,16:9,120`)
    expect(lines).toHaveLength(4)
    expect((await admin.call('GET', '/revenue.csv?period=week')).text).toMatch(/,399,0,1,500,/)
    const paid = (await admin.call('GET', '/payments.csv')).text
    expect(paid).toContain(`${buyer.email},399,0,INR`)
    expect(paid).toMatch(/,500,0,0,,,,\r\n/)
    await store.db.execute(sql`
      update payments set fee_paise = 942, fee_tax_paise = 144, settlement_id = 'setl_1', settled_by_bank_at = '2026-11-03Z'`)
    const settled = (await admin.call('GET', '/payments.csv')).text
    expect(settled).toMatch(/,creditsShort,fee,feeTax,settlementId,settledAt\r\n/)
    expect(settled).toMatch(/,500,0,0,9.42,1.44,setl_1,2026-11-03T00:00:00.000Z\r\n/)
    expect((await admin.call('GET', '/refunds.csv')).text.replace('\ufeff', '').trimEnd()).toBe(
      'refundId,refundedAt,amount,currency,status,reason,paymentId,receiptNumber,paidAt,userId,email',
    )
  })

  it('contains all pages, and no formula that a customer typed', async () => {
    await transaction(store.db, (tx) =>
      tx.execute(sql`insert into users (username, email, password_hash, actual_name)
        select 'crowd' || n, 'crowd' || n || '@example.test', 'x', '=1+' || n from generate_series(1, 1200) n`),
    )
    const lines = (await admin.call('GET', '/users.csv?sort=name&direction=asc')).text.split('\r\n')
    expect(lines).toHaveLength(1 + 1202 + 1)
    expect(lines.filter((line) => line.includes("'=1+"))).toHaveLength(1200)
    expect(new Set(lines).size).toBe(lines.length)
    expect((await read('/users')).users).toHaveLength(1000)
    const last = await read('/users?page=2')
    expect([(last.users as Body[]).length, last.matchingUsers]).toEqual([202, 1202])
    expect(await read('/users?page=9')).toMatchObject({ users: [], matchingUsers: 1202 })
  })
})
