import { describe, expect, it } from 'vitest'
import { createTotpSecret, findTotpStep, totpUrl } from './factor-code.ts'

/** RFC 6238, appendix B: the ASCII digits 12345678901234567890, in base32. */
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

describe('codes of authenticator apps', () => {
  it.each([
    // The RFC has eight digits, of which apps show the last six.
    [59, '287082'],
    [1111111109, '081804'],
    [1111111111, '050471'],
    [1234567890, '005924'],
    [2000000000, '279037'],
  ])('are those of RFC 6238 at %i seconds', (seconds, code) => {
    expect(findTotpStep(secret, code, seconds * 1000)).toBe(Math.floor(seconds / 30))
  })

  it('are accepted one step early and one step late, as the step that they belong to', () => {
    const at = (seconds: number) => findTotpStep(secret, '287082', seconds * 1000)
    expect([at(0), at(29.999), at(30), at(89.999)]).toEqual([1, 1, 1, 1])
    expect([at(90), at(3000)]).toEqual([undefined, undefined])
    expect(findTotpStep(secret, '287083', 59_000)).toBeUndefined()
    expect(findTotpStep(secret, '', 59_000)).toBeUndefined()
  })

  it('rest on 160 random bits, which an app takes over with the names that it shows', () => {
    const secret = createTotpSecret()
    expect(secret).toMatch(/^[A-Z2-7]{32}$/)
    expect(createTotpSecret()).not.toBe(secret)
    const url = new URL(totpUrl(secret, { issuer: 'Lamps & Co', label: 'asha' }))
    expect(url.protocol).toBe('otpauth:')
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      secret: secret,
      issuer: 'Lamps & Co',
      digits: '6',
      period: '30',
    })
  })
})
