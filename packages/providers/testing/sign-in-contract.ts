// Contract tests of social sign-in, run against each implementation by its own test file.
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose'
import { describe, expect, it } from 'vitest'
import { IdTokenRejected, type SignInProvider } from '../src/sign-in/sign-in.ts'

export interface SignInUnderTest {
  readonly provider: SignInProvider
  readonly issuer: string
  /** Signs any claims with the issuer's own key. `header` replaces parts of the header. */
  sign(claims: JWTPayload, header?: Record<string, unknown>): Promise<string>
}

const now = () => Math.floor(Date.now() / 1000)

/** Valid claims except for `changes`; undefined omits one. */
function createClaims({ provider, issuer }: SignInUnderTest, changes: Record<string, unknown> = {}): JWTPayload {
  const whole = {
    iss: issuer,
    aud: provider.clientId,
    azp: provider.clientId,
    sub: '110169484474386276334',
    email: 'Asha@Example.test',
    email_verified: true,
    name: 'Asha Rao',
    nonce: 'n-1',
    iat: now(),
    exp: now() + 3600,
    ...changes,
  }
  return Object.fromEntries(Object.entries(whole).filter(([, value]) => value !== undefined))
}

async function reject({ provider }: SignInUnderTest, token: string): Promise<IdTokenRejected> {
  const outcome = await provider.verify(token).catch((error: unknown) => error)
  expect(outcome).toBeInstanceOf(IdTokenRejected)
  return outcome as IdTokenRejected
}

export function itBehavesAsSignIn(underTest: () => SignInUnderTest): void {
  itAcceptsSoundTokens(underTest)
  describe('rejects a token', () => {
    itRejectsUnsoundClaims(underTest)
    itRejectsForgeries(underTest)
  })
}

function itAcceptsSoundTokens(underTest: () => SignInUnderTest): void {
  const claims = (changes?: Record<string, unknown>) => createClaims(underTest(), changes)
  const rejected = (token: string) => reject(underTest(), token)

  it('returns the subject of a token, with the address in lower case', async () => {
    const { sign, provider } = underTest()
    expect(await provider.verify(await sign(claims()))).toEqual({
      subject: '110169484474386276334',
      email: 'asha@example.test',
      name: 'Asha Rao',
      nonce: 'n-1',
    })
    expect(
      await provider.verify(await sign(claims({ name: undefined, azp: undefined, email_verified: 'true' }))),
    ).toMatchObject({
      name: '',
    })
  })

  it('allows clocks to differ by a minute and no more', async () => {
    const { sign, provider } = underTest()
    await provider.verify(await sign(claims({ exp: now() - 30 })))
    await rejected(await sign(claims({ exp: now() - 90 })))
    await provider.verify(await sign(claims({ iat: now() + 30 })))
    await rejected(await sign(claims({ iat: now() + 300 })))
    await rejected(await sign(claims({ nbf: now() + 300 })))
    await rejected(await sign(claims({ iat: now() - 7200 })))
  })
}

function itRejectsUnsoundClaims(underTest: () => SignInUnderTest): void {
  const claims = (changes?: Record<string, unknown>) => createClaims(underTest(), changes)
  const rejected = (token: string) => reject(underTest(), token)

  it.each([
    ['for another client', { aud: 'other.apps.example' }],
    ['for several clients that was made for another one', { aud: ['PROVIDER', 'other'], azp: 'other' }],
    ['made for another client', { azp: 'other.apps.example' }],
    ['of another issuer', { iss: 'https://accounts.evil.example' }],
    ['of an issuer that only begins like ours', { iss: 'ISSUER.evil.example' }],
    ['without a subject', { sub: undefined }],
    ['with an empty subject', { sub: '' }],
    ['without an end', { exp: undefined }],
    ['without a beginning', { iat: undefined }],
    ['without a nonce', { nonce: undefined }],
    ['with an empty nonce', { nonce: '' }],
    ['without an address', { email: undefined }],
    ['with an address that is none', { email: 'asha' }],
  ])('%s', async (_what, changes) => {
    const { sign, provider, issuer } = underTest()
    const filled = JSON.parse(
      JSON.stringify(changes, (_key, value) => value ?? null)
        .replaceAll('PROVIDER', provider.clientId)
        .replaceAll('ISSUER', issuer),
    ) as Record<string, unknown>
    const removed = Object.fromEntries(Object.entries(filled).map(([key, value]) => [key, value ?? undefined]))
    expect((await rejected(await sign(claims(removed)))).reason).toBe('invalid')
  })

  it.each([false, undefined, 'no', 1])('whose address is not verified (%j)', async (email_verified) => {
    const { sign } = underTest()
    expect((await rejected(await sign(claims({ email_verified })))).reason).toBe('email-not-verified')
  })
}

function itRejectsForgeries(underTest: () => SignInUnderTest): void {
  const claims = (changes?: Record<string, unknown>) => createClaims(underTest(), changes)
  const rejected = (token: string) => reject(underTest(), token)

  it('that is not signed, or signed with a shared secret', async () => {
    await rejected(new UnsecuredJWT(claims()).encode())
    const secret = new TextEncoder().encode('x'.repeat(64))
    await rejected(await new SignJWT(claims()).setProtectedHeader({ alg: 'HS256' }).sign(secret))
  })

  it('signed by another key, also with the id of the right key, also with an embedded key', async () => {
    const { sign } = underTest()
    const { kid } = JSON.parse(atob((await sign(claims())).split('.')[0] ?? '')) as { kid: string }
    const stranger = await generateKeyPair('RS256', { extractable: true })
    const forge = (header: object) =>
      new SignJWT(claims()).setProtectedHeader({ alg: 'RS256', ...header }).sign(stranger.privateKey)
    await rejected(await forge({ kid }))
    await rejected(await forge({ kid: 'unknown' }))
    await rejected(await forge({ kid, jwk: await exportJWK(stranger.publicKey) }))
  })

  it('that was changed after it was signed', async () => {
    const { sign } = underTest()
    const [header, , signature] = (await sign(claims())).split('.')
    const changed = btoa(JSON.stringify(claims({ email: 'owner@example.test' }))).replace(/=+$/, '')
    await rejected(`${header}.${changed.replaceAll('+', '-').replaceAll('/', '_')}.${signature}`)
  })

  it.each(['', 'x', 'a.b.c', '..', `${'a'.repeat(9000)}.b.c`, '{"alg":"none"}'])(
    'that is none: %.12s',
    async (text) => {
      await rejected(text)
    },
  )
}
