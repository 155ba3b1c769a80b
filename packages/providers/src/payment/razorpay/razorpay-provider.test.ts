import { expect, it } from 'vitest'
import { createPaymentGateway } from '../../choice/create-provider.ts'
import { chooseProviders } from '../../choice/provider-choice.ts'
import { readProviderEnvironment } from '../../choice/provider-environment.ts'
import { readVariables } from '../../configuration/configuration.ts'
import { createTextCipher } from '../../secret/encryption.ts'
import { unchosenSettings } from '../../service/service-settings.ts'
import { createSandboxGateway, deriveSandboxKeys } from './razorpay-sandbox.ts'

const secret = 'a'.repeat(64)
const DATABASE_URL = 'postgresql://localhost/vitrine'
const read = (variables: Record<string, string>) => {
  const problems: string[] = []
  const environment = readProviderEnvironment(readVariables({ DATABASE_URL, ...variables }), problems)
  const { payment } = chooseProviders(unchosenSettings, { ...environment, cipher: createTextCipher([secret]) })
  return { payment, problems, serverUrl: environment.serverUrl }
}
const keys = {
  VITRINE_RAZORPAY_KEY_ID: 'rzp_live_AbCdEfGhIjKlMn',
  VITRINE_RAZORPAY_KEY_SECRET: 'secret',
  VITRINE_RAZORPAY_WEBHOOK_SECRET: 'new,old',
}

it('the sandbox runs without configured keys, with keys of its own per installation', () => {
  expect(read({})).toMatchObject({ payment: { kind: 'sandbox' }, problems: [] })
  const mine = deriveSandboxKeys(secret)
  expect(mine).toEqual(deriveSandboxKeys(secret))
  const theirs = deriveSandboxKeys('b'.repeat(64))
  expect(new Set([...Object.values(mine), ...Object.values(theirs)]).size).toBe(6)
  const gateway = createSandboxGateway('http://127.0.0.1:3000', secret)
  expect(gateway).toMatchObject({ keyId: mine.keyId, isSandbox: true, scriptUrl: '/sandbox/payment/checkout.js' })
})

it('Razorpay runs with its keys, and with old and new webhook secret during a rotation', () => {
  const { payment, problems, serverUrl } = read(keys)
  expect(problems).toEqual([])
  const gateway = createPaymentGateway(payment, { serverUrl, secret })
  const scriptUrl = 'https://checkout.razorpay.com/v1/checkout.js'
  expect(gateway).toMatchObject({ keyId: keys.VITRINE_RAZORPAY_KEY_ID, isSandbox: false, scriptUrl })
})

it('an incomplete configuration is rejected, naming what is missing', () => {
  const { VITRINE_RAZORPAY_KEY_ID, ...others } = keys
  expect(read({ VITRINE_RAZORPAY_KEY_ID }).problems).toEqual([
    'VITRINE_RAZORPAY_KEY_SECRET must be set when VITRINE_RAZORPAY_KEY_ID is',
    'VITRINE_RAZORPAY_WEBHOOK_SECRET must be set when VITRINE_RAZORPAY_KEY_ID is',
  ])
  expect(read(others).problems).toHaveLength(2)
  expect(() => read({ ...keys, VITRINE_RAZORPAY_KEY_ID: 'my key' })).toThrow(/KEY_ID must be .*rzp_live_/)
  expect(() => read({ ...keys, VITRINE_RAZORPAY_WEBHOOK_SECRET: 'new,,old' })).toThrow(/WEBHOOK_SECRET/)
  expect(() => read({ ...keys, VITRINE_RAZORPAY_API: 'api.razorpay.com' })).toThrow(/RAZORPAY_API/)
})
