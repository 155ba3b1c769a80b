import assert from 'node:assert/strict'
import { expect, it } from 'vitest'
import { createPaymentGateway, deriveSandboxKeys, readPaymentSettings } from './payment-settings.ts'

const read = (given: Parameters<typeof readPaymentSettings>[0]) => {
  const problems: string[] = []
  return { settings: readPaymentSettings(given, problems), problems }
}
const keys = {
  VITRINE_RAZORPAY_KEY_ID: 'rzp_live_AbCdEfGhIjKlMn',
  VITRINE_RAZORPAY_KEY_SECRET: 'secret',
  VITRINE_RAZORPAY_WEBHOOK_SECRET: 'new,old',
}

it('the sandbox runs without configured keys, with keys of its own per installation', () => {
  expect(read({})).toEqual({ settings: undefined, problems: [] })
  const mine = deriveSandboxKeys('a'.repeat(64))
  expect(mine).toEqual(deriveSandboxKeys('a'.repeat(64)))
  const theirs = deriveSandboxKeys('b'.repeat(64))
  expect(new Set([...Object.values(mine), ...Object.values(theirs)]).size).toBe(6)
  const gateway = createPaymentGateway({ kind: 'sandbox', serverUrl: 'http://127.0.0.1:3000' }, 'a'.repeat(64))
  expect(gateway).toMatchObject({ keyId: mine.keyId, isSandbox: true, scriptUrl: '/sandbox/payment/checkout.js' })
})

it('Razorpay runs with its keys, and with old and new webhook secret during a rotation', () => {
  const { settings, problems } = read(keys)
  expect(problems).toEqual([])
  expect(settings).toMatchObject({
    kind: 'razorpay',
    webhookSecrets: ['new', 'old'],
    apiUrl: 'https://api.razorpay.com',
  })
  assert(settings)
  const gateway = createPaymentGateway(settings, 'a'.repeat(64))
  expect(gateway).toMatchObject({ isSandbox: false, scriptUrl: 'https://checkout.razorpay.com/v1/checkout.js' })
})

it('an incomplete configuration is rejected, naming what is missing', () => {
  expect(read({ VITRINE_RAZORPAY_KEY_ID: keys.VITRINE_RAZORPAY_KEY_ID }).problems).toEqual([
    'VITRINE_RAZORPAY_KEY_SECRET must be set when VITRINE_RAZORPAY_KEY_ID is',
    'VITRINE_RAZORPAY_WEBHOOK_SECRET must be set when VITRINE_RAZORPAY_KEY_ID is',
  ])
  expect(read({ ...keys, VITRINE_RAZORPAY_KEY_ID: undefined }).problems).toHaveLength(2)
  expect(read({ ...keys, VITRINE_RAZORPAY_KEY_ID: 'my key' }).problems[0]).toMatch(/rzp_live_/)
  expect(read({ ...keys, VITRINE_RAZORPAY_WEBHOOK_SECRET: 'new,,old' }).problems[0]).toMatch(/WEBHOOK_SECRET/)
  expect(read({ ...keys, VITRINE_RAZORPAY_API: 'api.razorpay.com' }).problems[0]).toMatch(/RAZORPAY_API/)
})
