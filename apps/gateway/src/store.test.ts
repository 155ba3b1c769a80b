import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createId, type OrderEntity } from './entity.ts'
import { openPaymentEngine } from './payment-engine.ts'
import type { Plan } from './scenario.ts'
import { openStore } from './store.ts'

const plan: Plan = { outcome: 'success', webhooks: 'at-once', delayMs: 0 }

function open(file: string, maxOrders?: number) {
  const store = openStore(file, maxOrders)
  const engine = openPaymentEngine(store, { now: () => Date.now(), onChange: () => {} })
  const order = (receipt: string): OrderEntity =>
    engine.createOrder({ amount: 39_900, currency: 'INR', receipt, notes: {}, isReceiptUnique: true })
  const pay = (orderId: string) => {
    const details = { method: 'upi', account: 'success@razorpay', email: '', contact: '' } as const
    return engine.pay({ orderId, ...details, description: null, plan, fault: undefined }).entity
  }
  return { store, engine, order, pay }
}

it('keeps a bounded number of orders, and drops the oldest with all that belongs to them', () => {
  const { store, engine, order, pay } = open(':memory:', 3)
  const orders = ['a', 'b', 'c', 'd', 'e'].map((receipt) => {
    const opened = order(receipt)
    const payment = pay(opened.id)
    engine.openDispute(payment.id)
    engine.refund({ paymentId: payment.id, amount: 100, notes: {}, receipt: null, key: 'key-0123456789' })
    return { orderId: opened.id, paymentId: payment.id }
  })
  const isKept = orders.map(({ orderId, paymentId }) => [
    store.findOrder(orderId) !== undefined,
    store.findPayment(paymentId) !== undefined,
    store.listRefunds(paymentId).length > 0,
    store.listDisputes(paymentId).length > 0,
    store.listDeliveries(paymentId).length > 0,
  ])
  expect(isKept).toEqual([false, false, true, true, true].map((kept) => Array(5).fill(kept)))
  store.close()
})

it('remembers everything when it is opened again', () => {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-book-'))
  const file = join(folder, 'book.sqlite')
  const first = open(file)
  const { id } = first.order('kept')
  const { id: paymentId } = first.pay(id)
  first.store.writeSetting('webhook', 'off')
  first.store.close()
  const second = open(file)
  expect(second.order('kept')).toMatchObject({ id, status: 'paid' })
  expect(second.store.findPayment(paymentId)).toMatchObject({ plan, entity: { status: 'captured' } })
  expect(second.store.listDueDeliveries(Date.now(), 10)).toHaveLength(3)
  expect(second.store.readSetting('webhook')).toBe('off')
  second.store.close()
  rmSync(folder, { recursive: true })
})

it('rolls back a change that fails half-way', () => {
  const { store, order } = open(':memory:')
  const { id } = order('whole')
  const half = () =>
    store.transaction(() => {
      store.saveOrder({ ...(store.findOrder(id) as OrderEntity), amount_paid: 39_900 })
      throw new Error('half-way')
    })
  expect(half).toThrow('half-way')
  expect(store.findOrder(id)?.amount_paid).toBe(0)
  store.close()
})

it('names things as Razorpay does', () => {
  const ids = Array.from({ length: 1000 }, () => createId('order'))
  expect(new Set(ids).size).toBe(1000)
  for (const id of ids) expect(id).toMatch(/^order_[A-Za-z0-9]{14}$/)
})
