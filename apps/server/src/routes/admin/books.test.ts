import { monthAt, periodOfMonth, stepPeriod } from '@vitrine/contract/books-period'
import { staffRoles } from '@vitrine/contract/permission'
import { sql } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import { type AdminForTest, insertStaff, setUpStaff, signInAsAdmin } from '../../../testing/admin.ts'
import { useApp } from '../../../testing/app.ts'
import { insertMember } from '../../../testing/member.ts'

const store = useApp()
let admin: AdminForTest

const thisMonth = periodOfMonth('month', monthAt(new Date()))
const query = `kind=month&value=${thisMonth.value}`

beforeAll(async () => {
  admin = await signInAsAdmin(store)
  const buyer = await insertMember(store)
  const order = await store.call('POST', '/api/create-razorpay-order', { token: buyer.token, body: { credits: 500 } })
  const { response } = await store.gateway.pay(String(order.body.orderId), { webhooks: 'never' })
  await store.call('POST', '/api/verify-razorpay-payment', { token: buyer.token, body: response })
  await store.db.execute(sql`
    update payments set fee_paise = 942, fee_tax_paise = 144, settlement_id = 'setl_1', settled_by_bank_at = '2026-11-03Z'`)
})

it('a month is read as a whole, and its payments in pages', async () => {
  const { status, body } = await admin.call('GET', `/month-end?${query}`)
  expect(status).toBe(200)
  expect(body).toMatchObject({
    period: { kind: 'month', value: thisMonth.value, isUnfinished: true },
    documents: [{ kind: 'receipt', documents: 1, grossPaise: 39_900 }],
    money: { payments: 1, receivedPaise: 39_900, settledPaise: 39_900, feePaise: 942, feeTaxPaise: 144 },
    faults: [],
  })
  expect((body.checks as { isEqual: boolean }[]).map(({ isEqual }) => isEqual)).toEqual([true, true, true, true, true])
  const page = await admin.call('GET', `/month-end/payments?${query}&limit=1`)
  expect(page.body).toMatchObject({ items: [{ grossPaise: 39_900, settlementId: 'setl_1' }], matchingPayments: 1 })
  expect((await admin.call('GET', `/month-end/payments?${query}&page=2`)).body).toMatchObject({ items: [] })
})

it('each table is a file with the rows of the page, named after the period', async () => {
  const lines = async (name: string) => {
    const { text, headers } = await admin.call('GET', `/month-end/${name}.csv?${query}`)
    expect(headers['content-disposition']).toContain(`filename="${name}-${thisMonth.value}.csv"`)
    return text.replace('\ufeff', '').trimEnd().split('\r\n')
  }
  const credits = await lines('credits')
  expect(credits[0]).toBe('line,promotionalCredits,paidCredits,paidValue,untaxedValue')
  expect(credits[2]).toBe('sold,0,500,399.00,399.00')
  expect(credits).toHaveLength(9)
  expect(await lines('sales')).toEqual([
    'supply,ratePercent,place,documents,taxable,cgst,sgst,igst,otherTax,rounding,total',
    'none,0,,1,399.00,0.00,0.00,0.00,0.00,0.00,399.00',
  ])
  const [heading, payment] = await lines('payments')
  expect(heading).toBe('paymentId,receiptNumber,capturedAt,gross,returned,fee,feeTax,settlementId,settledAt')
  expect(payment).toMatch(
    /^pay_\w+,R-\d{4}-\d\d-000001,.*\+05:30,399\.00,0\.00,9\.42,1\.44,setl_1,2026-11-03T05:30:00\.000\+05:30$/,
  )
})

it('a period that has not begun, or is none, is refused at its field', async () => {
  const next = stepPeriod(thisMonth, 1).value
  const notAPeriod = 'Enter a period such as 2026-11, 2026-27-Q3 or 2026-27'
  for (const [kind, value, message] of [
    ['month', next, 'This period has not begun yet'],
    ['month', '2026-13', notAPeriod],
    ['quarter', '2026-Q3', notAPeriod],
    ['year', '2026-28', notAPeriod],
  ]) {
    for (const path of ['', '/payments', '/credits.csv', '/sales.csv', '/payments.csv']) {
      const { status, body } = await admin.call('GET', `/month-end${path}?kind=${kind}&value=${value}`)
      expect([value, path, status, body.issues]).toEqual([value, path, 400, [{ path: 'value', message }]])
    }
  }
  expect((await admin.call('GET', '/month-end?kind=week&value=2026-11')).status).toBe(400)
  expect((await admin.call('GET', '/month-end')).status).toBe(400)
})

it('the books are open to those who may export: owner, manager and accountant', async () => {
  for (const role of staffRoles.filter((each) => each !== 'owner')) {
    const staff = await setUpStaff(store, await insertStaff(store, role))
    const { status } = await staff.call('GET', `/month-end?${query}`)
    expect([role, status]).toEqual([role, role === 'manager' || role === 'accountant' ? 200 : 403])
  }
  expect((await store.call('GET', `/api/admin/month-end?${query}`)).status).toBe(401)
})
