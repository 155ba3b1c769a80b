import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { paymentFailureText } from './payment-failure.ts'

test('the reasons that the gateway documents have texts of the message catalogue, others have none', () => {
  const path = new URL('../../language/messages/en.json', import.meta.url)
  const { server } = JSON.parse(readFileSync(path, 'utf8')) as { server: string[] }
  for (const reason of ['payment_cancelled', 'insufficient_funds', 'payment_timed_out', 'incorrect_cvv'])
    expect(server).toContain(paymentFailureText(reason))
  for (const reason of ['constructor', 'invented_yesterday', '', null, undefined])
    expect(paymentFailureText(reason)).toBeUndefined()
})
