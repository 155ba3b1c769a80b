import { describe, expect, it } from 'vitest'
import { useGateway } from '../../../../../tests/sms-gateway.ts'
import { itBehavesAsTextMessenger, wordsForTest } from '../../../testing/messenger-contract.ts'
import { createMsg91Messenger } from './msg91.ts'

describe('text messages by MSG91', () => {
  const received: { to: string; text: string }[] = []
  const baseUrl = useGateway(({ method, url, headers, body }) => {
    if (method !== 'POST' || url.pathname !== '/api/v5/flow') return { status: 404, body: {} }
    if (headers.authkey !== 'key') return { status: 200, body: { type: 'error', message: 'Authentication failure' } }
    const { template_id, recipients } = JSON.parse(body)
    if (template_id !== 'abc123') return { status: 400, body: { type: 'error', message: 'template id missing' } }
    for (const { mobiles, OTP } of recipients)
      received.push({ to: `+${mobiles}`, text: `Your code is ${OTP} & counts – कोड` })
    return { status: 200, body: { type: 'success', message: '3763646c3058373530393938' } }
  })
  const create = (more: { authKey?: string; templateId?: string } = {}) =>
    createMsg91Messenger({ baseUrl: baseUrl(), authKey: 'key', templateId: 'abc123', ...more })

  itBehavesAsTextMessenger(() => ({ messenger: create(), received: async () => [...received] }))

  it('does not blame the number for a wrong key or template', async () => {
    const failure = (messenger = create()) =>
      messenger.send({ to: '+919876543210', text: 'x', words: wordsForTest }).catch((error: unknown) => error)
    expect(await failure(create({ authKey: 'wrong' }))).toMatchObject({
      isFinal: false,
      message: expect.stringContaining('Authentication failure'),
    })
    expect(await failure(create({ templateId: 'other' }))).toMatchObject({ isFinal: false })
  })
})
