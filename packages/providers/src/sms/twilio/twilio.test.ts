import { describe, expect, it } from 'vitest'
import { useGateway } from '../../../../../tests/sms-gateway.ts'
import { itBehavesAsTextMessenger, wordsForTest } from '../../../testing/messenger-contract.ts'
import { createTwilioMessenger } from './twilio.ts'

const REFUSALS: Readonly<Record<string, { status: number; body: unknown }>> = {
  '+15550000429': { status: 429, body: { message: 'too many requests' } },
  '+15550000503': { status: 503, body: { message: 'down' } },
  '+15550000400': { status: 400, body: { message: 'not a mobile number: +15550000400' } },
  '+15550000402': { status: 402, body: { message: 'insufficient funds' } },
}

describe('text messages by Twilio', () => {
  const received: { to: string; text: string }[] = []
  const baseUrl = useGateway(({ method, url, headers, body }) => {
    const form = new URLSearchParams(body)
    if (headers.authorization !== `Basic ${btoa('AC1:token')}`) return { status: 401, body: { message: 'who are you' } }
    if (url.pathname !== '/2010-04-01/Accounts/AC1/Messages.json' || method !== 'POST') return { status: 404, body: {} }
    const to = form.get('To') ?? ''
    if (to === '+15550000000') return undefined
    const refusal = REFUSALS[to]
    if (refusal) return refusal
    if (form.get('From') === '+15551112222') received.push({ to, text: form.get('Body') ?? '' })
    return { status: 201, body: { sid: 'SM1', status: 'queued' } }
  })

  const create = (more: { authToken?: string; timeoutMs?: number; baseUrl?: string } = {}) =>
    createTwilioMessenger({
      baseUrl: baseUrl(),
      accountId: 'AC1',
      authToken: 'token',
      from: '+15551112222',
      ...more,
    })

  itBehavesAsTextMessenger(() => ({ messenger: create(), received: async () => [...received] }))

  it('distinguishes permanent from temporary errors', async () => {
    const failure = (to: string, messenger = create()) =>
      messenger.send({ to, text: 'x', words: wordsForTest }).catch((error: unknown) => error)
    expect(await failure('+15550000400')).toMatchObject({
      isFinal: true,
      message: expect.stringMatching(/400.*not a mobile number: \(the number\)/),
    })
    expect(await failure('+15550000429')).toMatchObject({ isFinal: false })
    expect(await failure('+15550000503')).toMatchObject({ isFinal: false })
    // With a wrong key, the number is not at fault: users must not be asked to check theirs.
    expect(await failure('+15551234567', create({ authToken: 'wrong' }))).toMatchObject({ isFinal: false })
    expect(await failure('+15550000402')).toMatchObject({ isFinal: false })
    expect(await failure('+15551234567', create({ baseUrl: 'http://127.0.0.1:1' }))).toMatchObject({ isFinal: false })
    expect(await failure('+15550000000', create({ timeoutMs: 50 }))).toMatchObject({ isFinal: false })
  })
})
