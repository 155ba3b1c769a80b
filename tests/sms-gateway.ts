// An HTTP server in place of a gateway, for the tests of messengers.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text as readText } from 'node:stream/consumers'
import { afterAll, beforeAll } from 'vitest'

export interface GatewayRequest {
  readonly method: string
  readonly url: URL
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: string
}

/** Undefined: the server never answers. */
export type GatewayAnswer = { readonly status: number; readonly body: unknown } | undefined

/** Call at the top of a `describe`. Returns how to read the server's address once tests run. */
export function useGateway(answer: (request: GatewayRequest) => GatewayAnswer): () => string {
  let baseUrl = ''
  const server = createServer(async (request, response) => {
    const { method = '', url = '/', headers } = request
    const body = await readText(request)
    const said = answer({ method, url: new URL(url, 'http://gateway.test'), headers, body })
    if (said) response.writeHead(said.status, { 'content-type': 'application/json' }).end(JSON.stringify(said.body))
  })
  beforeAll(async () => {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  return () => baseUrl
}
