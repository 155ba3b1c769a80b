import { adminUsersQuery } from '@vitrine/contract/admin'
import { transaction } from '@vitrine/database/connection'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { useDatabase } from '../../../../tests/database.ts'
import { MemoryGateway } from '../../testing/gateway.ts'
import { addCatalogueFiles, addMember, addTemplate } from '../../testing/store.ts'
import { getUserFigures } from '../analytics/analytics.ts'
import { acquireTemplate } from '../library/library.ts'
import { receiveEvent } from '../payments/event.ts'
import { openOrder } from '../payments/order.ts'
import { checkMoney, checkSales } from './ledger-check.ts'

const database = useDatabase()

describe('what is kept of sales', () => {
  it('equals the sum of the rows after purchases, grants, refunds, failed refunds and disputes, in sequence and in parallel', async () => {
    await addCatalogueFiles(database.db)
    const gateway = new MemoryGateway()
    const buyers = [await addMember(database.db, 2000), await addMember(database.db, 0)]
    const templateIds = await Promise.all([1, 2, 3, 4, 5].map(() => addTemplate(database.db, { priceCredits: 60 })))
    const proven = async () => expect(await checkSales(database.db)).toEqual([])
    const hear = (...event: Parameters<MemoryGateway['makeEvent']>) =>
      receiveEvent(database.db, gateway, gateway.makeEvent(...event))
    const acquire = (userId: string, templateId: string) =>
      transaction(database.db, (tx) => acquireTemplate(tx, { userId, templateId, region: { isIndianUser: false } }))

    const payments = []
    for (const userId of buyers) {
      for (const packId of ['popular', 'starter']) {
        const { orderId } = await openOrder(database.db, gateway, userId, { packId })
        const payment = gateway.pay(orderId)
        await hear('payment.captured', { payment })
        payments.push(payment)
        await proven()
      }
    }
    // Both buy all templates at once, twice, while a pack comes in and money of others goes back.
    const [first, second] = payments
    if (!first || !second) throw new Error('four payments were made')
    const half = gateway.giveBack(first.paymentId, first.amountPaise / 2)
    const { orderId } = await openOrder(database.db, gateway, buyers[0] ?? '', { packId: 'popular' })
    const late = gateway.pay(orderId)
    await Promise.all([
      ...[...templateIds, ...templateIds].flatMap((templateId) => buyers.map((userId) => acquire(userId, templateId))),
      hear('refund.processed', { refund: half }),
      hear('payment.captured', { payment: late }),
      hear('payment.captured', { payment: late }),
    ])
    await proven()
    const dispute = (status: 'open' | 'won' | 'lost', disputeId: string, paymentId: string) => ({
      dispute: {
        disputeId,
        paymentId,
        amountPaise: second.amountPaise,
        amountDeductedPaise: second.amountPaise,
        status,
        reason: 'fraud',
      },
    })
    await hear('payment.dispute.created', dispute('open', 'disp_1', second.paymentId))
    await proven()
    await hear('payment.dispute.won', dispute('won', 'disp_1', second.paymentId))
    await proven()
    const whole = gateway.giveBack(late.paymentId, late.amountPaise)
    await hear('refund.processed', { refund: whole })
    await proven()
    await hear('refund.failed', { refund: { ...whole, status: 'failed' } })
    await proven()
    expect((await getUserFigures(database.db, adminUsersQuery.parse({}))).totalRevenue).toBe(
      (payments.reduce((left, payment) => left + payment.amountPaise, 0) + late.amountPaise - half.amountPaise) / 100,
    )
    expect((await checkMoney(database.db)).faults).toEqual([])
  })

  it('can be rebuilt, and a difference is reported', async () => {
    await database.db.execute(sql`update buyer_sums set purchases = purchases + 1`)
    await database.db.execute(sql`delete from pack_sales`)
    expect((await checkSales(database.db)).length).toBeGreaterThan(5)
    await database.db.execute(sql`select rebuild_sales()`)
    expect(await checkSales(database.db)).toEqual([])
  })

  it('counts purchases that cannot be removed or changed', async () => {
    for (const statement of [sql`delete from entitlements`, sql`update entitlements set credits_charged = 1`]) {
      await expect(transaction(database.db, (tx) => tx.execute(statement))).rejects.toThrow()
    }
  })
})
