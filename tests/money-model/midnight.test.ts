// The turn of the financial year: the clock of one server shows the last second of 31 March in India, that of another the first of
// 1 April. (PostgreSQL has one clock; transactions that began before midnight end beside later ones all the same.)
import { transaction } from '@vitrine/database/connection'
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { checkMoney } from '../../packages/store/src/invariants/ledger-check.ts'
import { acquireTemplate } from '../../packages/store/src/library/library.ts'
import { receiveEvent } from '../../packages/store/src/payments/event.ts'
import { openOrder } from '../../packages/store/src/payments/order.ts'
import { changeSettings } from '../../packages/store/src/settings/settings.ts'
import { MemoryGateway } from '../../packages/store/testing/gateway.ts'
import { addCatalogueFiles, addMember, addTemplate } from '../../packages/store/testing/store.ts'
import { useTravellingDatabase } from '../travelling-database.ts'

const BEFORE = '2027-03-31T23:59:59.900+05:30'
const AFTER = '2027-04-01T00:00:00.100+05:30'

const database = useTravellingDatabase()
const connectBoth = () => [database.connect('before', 8, BEFORE), database.connect('after', 8, AFTER)] as const
let servers: ReturnType<typeof connectBoth>
let templateId: string

beforeAll(async () => {
  servers = connectBoth()
  const [before] = servers
  await addCatalogueFiles(before)
  templateId = await addTemplate(before, { priceCredits: 90 })
  const value = { profile: 'flat', taxedWhen: 'spent', flatRateBp: 1800 }
  await transaction(before, (tx) => changeSettings(tx, 'tax', { value, revision: 0 }))
})

/** A customer with a pack that is paid in the old year. */
async function addCustomer() {
  const [before] = servers
  const gateway = new MemoryGateway()
  const userId = await addMember(before, 0)
  const { orderId } = await openOrder(before, gateway, userId, { packId: 'popular' })
  const payment = gateway.pay(orderId)
  await receiveEvent(before, gateway, gateway.makeEvent('payment.captured', { payment }))
  return { userId, gateway, paymentId: payment.paymentId }
}

describe('at midnight of 1 April in India', () => {
  it('100 sales, purchases and refunds at once: no number is missing, and each date is in the year of its number', async () => {
    const customers = []
    for (let count = 0; count < 34; count++) customers.push(await addCustomer())
    const work = customers.flatMap(({ userId, gateway, paymentId }, index) => {
      const [here, there] = index % 2 === 0 ? servers : servers.toReversed()
      if (!here || !there) throw new Error('there are two servers')
      const buy = () =>
        transaction(there, (tx) => acquireTemplate(tx, { userId, templateId, region: { isIndianUser: false } }))
      const payAnother = async () => {
        const { orderId } = await openOrder(here, gateway, userId, { packId: 'large' })
        const payment = gateway.pay(orderId)
        await receiveEvent(there, gateway, gateway.makeEvent('payment.captured', { payment }))
      }
      const giveBack = () => {
        const refund = gateway.giveBack(paymentId, 10_000)
        return receiveEvent(here, gateway, gateway.makeEvent('refund.processed', { refund }))
      }
      return [buy(), payAnother(), giveBack()]
    })
    expect(work.length).toBeGreaterThan(100)
    await Promise.all(work)
    expect((await checkMoney(servers[1])).faults).toEqual([])
    const { rows } = await servers[1].execute<{ series: string; count: number; highest: number; dates: string[] }>(sql`
      select regexp_replace(number, '-[0-9]+$', '') as series, count(*)::int as count,
             max(substring(number from '[0-9]+$')::int) as highest,
             array_agg(distinct to_char(issued_at at time zone 'Asia/Kolkata', 'DD.MM.YY HH24:MI')) as dates
        from billing_documents group by 1 order by 1`)
    expect(rows).toEqual(
      ['C-2627', 'C-2728', 'I-2627', 'I-2728', 'R-2026-27', 'R-2027-28'].map((series) => {
        const count = series === 'R-2026-27' ? 34 + 17 : 17
        const date = series.endsWith('28') ? '01.04.27 00:00' : '31.03.27 23:59'
        return { series, count, highest: count, dates: [date] }
      }),
    )
  })

  it('what is stored beside a document has its date', async () => {
    const { rows } = await servers[1].execute<Record<string, number>>(sql`
      select count(*) filter (where o.paid_at = d.issued_at and p.settled_at = d.issued_at)::int as sales,
             count(*) filter (where r.created_at = d.issued_at)::int as refunds,
             count(*) filter (where t.created_at = d.issued_at)::int as purchases
        from billing_documents d
        left join pack_orders o on o.receipt_number = d.number
        left join payments p on p.order_id = o.id
        left join payment_refunds r on r.refund_id = d.cause_id
        left join entitlements e on e.receipt_number = any(d.receipt_numbers)
        left join credit_transfers t on t.idempotency_key = e.spend_key`)
    expect(rows).toEqual([{ sales: 68, refunds: 34, purchases: 34 }])
  })
})
