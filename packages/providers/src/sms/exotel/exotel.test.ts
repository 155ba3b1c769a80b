import { describe, expect, it } from 'vitest'
import { useGateway } from '../../../../../tests/sms-gateway.ts'
import { itBehavesAsTextMessenger, wordsForTest } from '../../../testing/messenger-contract.ts'
import { createExotelMessenger, exotel } from './exotel.ts'

const refusal = (Status: number, Message: string) => ({ status: Status, body: { RestException: { Status, Message } } })

describe('text messages by Exotel', () => {
  const forms: Record<string, string>[] = []
  const baseUrl = useGateway(({ method, url, headers, body }) => {
    if (headers.authorization !== `Basic ${btoa('key:token')}`) return refusal(401, 'Authentication failed')
    if (method !== 'POST' || url.pathname !== '/v1/Accounts/lamps1/Sms/send.json') return refusal(404, 'Not found')
    const form = Object.fromEntries(new URLSearchParams(body))
    if (form.From !== 'LAMPHO') return refusal(400, `No such sender for ${form.To}`)
    forms.push(form)
    return { status: 200, body: { SMSMessage: { Sid: 's1', To: form.To, Status: 'queued' } } }
  })
  const create = (more: { token?: string; from?: string; entityId?: string; templateId?: string } = {}) =>
    createExotelMessenger({
      baseUrl: baseUrl(),
      ...{ account: 'lamps1', apiKey: 'key', token: 'token', from: 'LAMPHO', entityId: '1101', templateId: '1107' },
      ...more,
    })

  itBehavesAsTextMessenger(() => ({
    messenger: create(),
    received: async () => forms.map(({ To = '', Body = '' }) => ({ to: To, text: Body })),
  }))

  const message = { to: '+919876543210', text: '123456 is your code', words: wordsForTest }

  it('sends the ids of DLT in India, and none where there are none', async () => {
    await create().send(message)
    const dlt = { DltEntityId: '1101', DltTemplateId: '1107', SmsType: 'transactional' }
    expect(forms.at(-1)).toMatchObject({ ...dlt, EncodingType: 'plain', Priority: 'high' })
    await create({ entityId: '', templateId: '' }).send({ ...message, text: 'आपका कोड 123456' })
    expect(Object.keys(forms.at(-1) ?? {})).toEqual(['From', 'To', 'Body', 'EncodingType', 'Priority'])
    expect(forms.at(-1)).toMatchObject({ EncodingType: 'unicode' })
  })

  it('does not blame the number for a wrong key or sender', async () => {
    const failure = (messenger = create()) => messenger.send(message).catch((error: unknown) => error)
    expect(await failure(create({ token: 'wrong' }))).toMatchObject({ isFinal: false })
    expect(await failure(create({ from: 'OTHERS' }))).toMatchObject({
      isFinal: false,
      message: expect.stringMatching(/400.*No such sender for \(the number\)/),
    })
  })

  it('is in the region of the account', () => {
    const settings = { account: '', apiKey: '', token: '', from: '', entityId: '', templateId: '', text: '' }
    expect(exotel.place({ ...settings, region: 'mumbai' })).toBe('api.in.exotel.com')
    expect(exotel.place({ ...settings, region: 'singapore' })).toBe('api.exotel.com')
  })
})
