import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type CryptoKey, exportJWK, generateKeyPair, type JWK, type JWTPayload, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { itBehavesAsSignIn } from '../../../testing/sign-in-contract.ts'
import { type SignInProvider, SignInUnavailable } from '../sign-in.ts'
import { createGoogleSignIn } from './google.ts'

const clientId = '1234-abc.apps.googleusercontent.com'

describe('sign-in with Google, against a key set on loopback', () => {
  let server: Server
  let keysUrl: string
  let provider: SignInProvider
  let privateKey: CryptoKey
  let published: { keys: JWK[] }
  let fetched = 0

  beforeAll(async () => {
    const pair = await generateKeyPair('RS256')
    privateKey = pair.privateKey
    published = { keys: [{ ...(await exportJWK(pair.publicKey)), kid: 'k1', alg: 'RS256', use: 'sig' }] }
    server = createServer((request, response) => {
      fetched++
      if (request.url === '/down') return response.writeHead(503).end('down')
      if (request.url === '/silent') return undefined
      const body = request.url === '/damaged' ? '{"keys": 1}' : JSON.stringify(published)
      return response.writeHead(200, { 'content-type': 'application/json' }).end(body)
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    keysUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    provider = createGoogleSignIn({ clientId, keysUrl })
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })

  const sign = (claims: JWTPayload, header: Record<string, unknown> = {}) =>
    new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'k1', ...header }).sign(privateKey)
  const tokenFor = (issuer: string) =>
    sign({
      iss: issuer,
      aud: clientId,
      sub: '1',
      email: 'asha@example.test',
      email_verified: true,
      nonce: 'n',
      iat: Math.floor(Date.now() / 1000),
      exp: Math.floor(Date.now() / 1000) + 60,
    })

  itBehavesAsSignIn(() => ({ provider, issuer: 'https://accounts.google.com', sign }))

  it('accepts both spellings of the issuer, and fetches the keys once for many tokens', async () => {
    const fresh = createGoogleSignIn({ clientId, keysUrl })
    const before = fetched
    for (const issuer of ['https://accounts.google.com', 'accounts.google.com']) {
      expect((await fresh.verify(await tokenFor(issuer))).subject).toBe('1')
    }
    expect(fetched - before).toBe(1)
  })

  it.each(['/down', '/damaged', '/silent', 'nobody'])('says that the keys cannot be had (%s)', async (path) => {
    const url = path === 'nobody' ? 'http://127.0.0.1:1/' : `${keysUrl}${path}`
    const failing = createGoogleSignIn({ clientId, keysUrl: url, timeoutMs: 100 })
    await expect(failing.verify(await tokenFor('accounts.google.com'))).rejects.toBeInstanceOf(SignInUnavailable)
  })
})
