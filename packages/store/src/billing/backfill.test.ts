// What paid credits of an older store are worth is computed by the migration; here on histories that the program itself valued.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { transaction } from '@vitrine/database/connection'
import { sql } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import { useDatabase } from '../../../../tests/database.ts'
import { MemoryGateway } from '../../testing/gateway.ts'
import { addCatalogueFiles, addMember, addTemplate } from '../../testing/store.ts'
import { grantCredits } from '../credits/credits.ts'
import { checkMoney } from '../invariants/ledger-check.ts'
import { acquireTemplate } from '../library/library.ts'
import { receiveEvent } from '../payments/event.ts'
import { openOrder } from '../payments/order.ts'

const database = useDatabase()
const gateway = new MemoryGateway()
beforeAll(() => addCatalogueFiles(database.db))

async function buyPack(userId: string, packId: string) {
  const { orderId } = await openOrder(database.db, gateway, userId, { packId })
  const payment = gateway.pay(orderId)
  await receiveEvent(database.db, gateway, gateway.makeEvent('payment.captured', { payment }))
  return payment
}

async function buyTemplate(userId: string, priceCredits: number) {
  const templateId = await addTemplate(database.db, { priceCredits })
  const region = { isIndianUser: false }
  await transaction(database.db, (tx) => acquireTemplate(tx, { userId, templateId, region }))
}

async function giveBack(paymentId: string, amountPaise: number) {
  const refund = gateway.giveBack(paymentId, amountPaise)
  await receiveEvent(database.db, gateway, gateway.makeEvent('refund.processed', { refund }))
  return async () => {
    const failed = { ...refund, status: 'failed' as const }
    await receiveEvent(database.db, gateway, gateway.makeEvent('refund.failed', { refund: failed }))
  }
}

/** Buyers by what happened to them; the comment says what makes it hard. */
const histories: Readonly<Record<string, (userId: string) => Promise<void>>> = {
  // The credits that are left are worth less than the pack that is refunded.
  async 'a refund that fails after two packs were spent'(userId) {
    const first = await buyPack(userId, 'popular')
    await buyPack(userId, 'starter')
    await buyTemplate(userId, 500)
    const fail = await giveBack(first.paymentId, first.amountPaise)
    await fail()
  },
  // Fewer credits are taken by two parts than are given again by two others.
  async 'two partial refunds that fail'(userId) {
    const { paymentId } = await buyPack(userId, 'popular')
    const first = await giveBack(paymentId, 350)
    const second = await giveBack(paymentId, 449)
    await first()
    await second()
  },
  // A gift to an account without credits is worth nothing.
  async 'paid credits as a gift'(userId) {
    const gift = {
      account: 'paid',
      credits: 50,
      reason: 'adjustment',
      description: 'Sorry',
      key: `gift ${userId}`,
    } as const
    await transaction(database.db, (tx) => grantCredits(tx, userId, gift))
    await buyPack(userId, 'popular')
    await buyTemplate(userId, 333)
  },
}

it('an upgrade gives credits the value that the program gives them', async () => {
  for (const play of Object.values(histories)) await play(await addMember(database.db, 0))
  const readValues = async () =>
    (
      await database.db.execute(
        sql`select id, paise, untaxed_paise from credit_accounts where kind = 'user-paid' order by id`,
      )
    ).rows
  const expected = await readValues()
  const file = await readFile(join(import.meta.dirname, '../../migrations/0001_billing.sql'), 'utf8')
  const backfill = file.slice(file.indexOf('DO $$'))
  await database.db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`)
    await tx.execute(sql`update credit_entries set paise = 0, untaxed_paise = 0`)
    await tx.execute(sql`update credit_accounts set paise = 0, untaxed_paise = 0`)
    await tx.execute(sql`update payments set paise_clawed_back = 0, untaxed_clawed_back = 0`)
  })
  await database.db.transaction((tx) => tx.execute(sql.raw(backfill)))
  expect((await checkMoney(database.db)).faults).toEqual([])
  expect(await readValues()).toEqual(expected)
})
