import { GATEWAY_WORDS } from '@vitrine/contract/placeholder'
import { describe, expect, it } from 'vitest'
import { type GatewayRequest, useGateway } from '../../../../../tests/sms-gateway.ts'
import { itBehavesAsTextMessenger, wordsForTest } from '../../../testing/messenger-contract.ts'
import { createHttpMessenger } from './http-gateway.ts'

describe('text messages by any HTTP gateway', () => {
  const requests: GatewayRequest[] = []
  const baseUrl = useGateway((request) => {
    if (request.headers.authorization === 'Bearer wrong') return { status: 401, body: { error: 'no' } }
    requests.push(request)
    return { status: 202, body: {} }
  })
  const create = (more: { url?: string; body?: string; token?: string }) =>
    createHttpMessenger({
      url: `${baseUrl()}/send`,
      header: 'Authorization',
      token: 'Bearer key',
      body: '',
      entityId: '1101',
      templateId: '1107',
      ...more,
    })
  const json = '{"number": "{to}", "content": {"text": "{text}"}, "dlt": ["{entity}", "{template}"], "flash": false}'

  itBehavesAsTextMessenger(() => ({
    messenger: create({ body: json }),
    received: async () =>
      requests.map(({ body }) => {
        const { number, content } = JSON.parse(body)
        return { to: number, text: content.text }
      }),
  }))

  const message = { to: '+919876543210', text: 'Hi & "bye"&dlt=0', words: wordsForTest }

  it('sends JSON, a form or a query, none of which a text can break out of', async () => {
    await create({ body: json }).send(message)
    expect(requests.at(-1)).toMatchObject({ method: 'POST', headers: { authorization: 'Bearer key' } })
    expect(JSON.parse(requests.at(-1)?.body ?? '')).toEqual({
      number: '+919876543210',
      content: { text: message.text },
      dlt: ['1101', '1107'],
      flash: false,
    })
    await create({ body: 'number={digits}&text={text}&dlt={template}' }).send(message)
    expect([...new URLSearchParams(requests.at(-1)?.body)]).toEqual([
      ['number', '919876543210'],
      ['text', message.text],
      ['dlt', '1107'],
    ])
    await create({ url: `${baseUrl()}/send?to={digits}&otp={code}&from=LAMPHO`, token: '' }).send(message)
    expect(requests.at(-1)).toMatchObject({ method: 'GET' })
    expect(requests.at(-1)?.headers.authorization).toBeUndefined()
    expect(requests.at(-1)?.url.search).toBe('?to=919876543210&otp=123456&from=LAMPHO')
  })

  it('is not called in a private network, and what it answers is not repeated', async () => {
    for (const url of [
      'https://10.0.0.5/send',
      'https://169.254.169.254/latest',
      'https://[fd00::1]/',
      'https://localhost/',
    ]) {
      const failure = await create({ url })
        .send(message)
        .catch((error: unknown) => error)
      expect(failure, url).toMatchObject({
        message: 'the text message gateway is in a private network',
        isFinal: false,
      })
    }
    const refused = await create({ token: 'Bearer wrong' })
      .send(message)
      .catch((error: unknown) => error)
    expect(refused).toMatchObject({ message: 'the text message gateway answered 401' })
  })

  it('fills in every word that the settings allow', async () => {
    await create({ body: GATEWAY_WORDS.map((word) => `${word}={${word}}`).join('&') }).send(message)
    expect(Object.fromEntries(new URLSearchParams(requests.at(-1)?.body))).toEqual({
      ...{ to: '+919876543210', digits: '919876543210', text: message.text, entity: '1101', template: '1107' },
      ...wordsForTest,
    })
  })

  it('does not blame the number for what the gateway refuses', async () => {
    const failure = create({ body: json, token: 'Bearer wrong' }).send(message)
    await expect(failure).rejects.toMatchObject({ isFinal: false })
  })
})
