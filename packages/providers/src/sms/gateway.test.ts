import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text as readText } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createGatewayMessenger } from './gateway.ts'
import { itBehavesAsTextMessenger } from './messenger-contract.ts'
import type { TextMessage } from './sms.ts'

describe('text messages by HTTP gateway', () => {
  const received: TextMessage[] = []
  let server: Server
  let baseUrl: string

  beforeAll(async () => {
    server = createServer(async (request, response) => {
      const form = new URLSearchParams(await readText(request))
      const answer = (status: number, body: unknown) =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
      if (request.headers.authorization !== `Basic ${btoa('AC1:token')}`) return answer(401, { message: 'who are you' })
      if (request.url !== '/2010-04-01/Accounts/AC1/Messages.json' || request.method !== 'POST') return answer(404, {})
      const to = form.get('To') ?? ''
      if (to === '+15550000429') return answer(429, { message: 'too many requests' })
      if (to === '+15550000503') return answer(503, { message: 'down' })
      if (to === '+15550000400') return answer(400, { message: `not a mobile number: ${to}` })
      if (to === '+15550000402') return answer(402, { message: 'insufficient funds' })
      if (to === '+15550000000') return undefined
      if (form.get('From') === '+15551112222') received.push({ to, text: form.get('Body') ?? '' })
      return answer(201, { sid: 'SM1', status: 'queued' })
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })

  const create = (more: { authToken?: string; timeoutMs?: number; baseUrl?: string } = {}) =>
    createGatewayMessenger({ baseUrl, accountId: 'AC1', authToken: 'token', from: '+15551112222', ...more })

  itBehavesAsTextMessenger(() => ({ messenger: create(), received: async () => [...received] }))

  it('distinguishes permanent from temporary errors', async () => {
    const failure = (to: string, messenger = create()) =>
      messenger.send({ to, text: 'x' }).catch((error: unknown) => error)
    expect(await failure('+15550000400')).toMatchObject({
      isFinal: true,
      message: expect.stringMatching(/400.*not a mobile number: \(the number\)/),
    })
    expect(await failure('+15550000429')).toMatchObject({ isFinal: false })
    expect(await failure('+15550000503')).toMatchObject({ isFinal: false })
    // A wrong key is no fault of the number: nobody may be asked to check theirs.
    expect(await failure('+15551234567', create({ authToken: 'wrong' }))).toMatchObject({ isFinal: false })
    expect(await failure('+15550000402')).toMatchObject({ isFinal: false })
    expect(await failure('+15551234567', create({ baseUrl: 'http://127.0.0.1:1' }))).toMatchObject({ isFinal: false })
    expect(await failure('+15550000000', create({ timeoutMs: 50 }))).toMatchObject({ isFinal: false })
  })
})
