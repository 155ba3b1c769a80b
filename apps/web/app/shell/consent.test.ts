// What a visitor agreed to: kept, read back, turned into signals and scripts.
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { dismissSignIn, isSignInDue } from '../features/sign-in/sign-in-popup.tsx'
import { allConsent, type Consent, consentCookie, consentSignals, noConsent, parseConsent } from './consent.ts'
import { tagScripts } from './measuring-tags.ts'

const tags = { analytics: 'G-ABC', tagManager: 'GTM-ABC', pixel: '123', heatmap: '456' }
const noon = new Date('2026-11-20T12:00:00Z')

beforeEach(() => {
  const entries = new Map<string, string>()
  vi.stubGlobal('location', { protocol: 'https:' })
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => entries.set(key, value),
  })
})
afterEach(() => vi.unstubAllGlobals())

it('is kept for 365 days and read back as it was', () => {
  const consent: Consent = { essential: true, analytics: true, marketing: false, personalization: true }
  const cookie = consentCookie(consent, noon)
  expect(cookie).toContain('Max-Age=31536000; Path=/; SameSite=Lax; Secure')
  expect(parseConsent(`a=b; ${cookie.split(';')[0]}; c=d`)).toEqual(consent)
})

it('is unknown without a cookie, with a broken one and with one of another version', () => {
  const other = encodeURIComponent(JSON.stringify({ version: 0, analytics: true }))
  for (const cookies of ['', 'other=1', 'vitrine-consent=%7B', `vitrine-consent=${other}`]) {
    expect(parseConsent(cookies)).toBeUndefined()
  }
})

it('denies analytics and advertising by default, and grants what the store needs', () => {
  expect(consentSignals(noConsent)).toEqual({
    analytics_storage: 'denied',
    ad_storage: 'denied',
    ad_user_data: 'denied',
    ad_personalization: 'denied',
    personalization_storage: 'denied',
    functionality_storage: 'granted',
    security_storage: 'granted',
  })
  expect(new Set(Object.values(consentSignals(allConsent)))).toEqual(new Set(['granted']))
})

it('loads a service only when it is set up and its purpose was agreed to', () => {
  expect(tagScripts(noConsent, tags)).toEqual([])
  expect(tagScripts(allConsent, {})).toEqual([])
  const hosts = (consent: Consent) => tagScripts(consent, tags).map((src) => new URL(src).host)
  expect(hosts({ ...noConsent, marketing: true })).toEqual(['www.googletagmanager.com', 'connect.facebook.net'])
  expect(hosts({ ...noConsent, analytics: true })).toEqual([
    'www.googletagmanager.com',
    'www.googletagmanager.com',
    'static.hotjar.com',
  ])
  expect(hosts({ ...noConsent, personalization: true })).toEqual([])
})

it('invites to sign in again a day after the invitation was closed', () => {
  const day = 86_400_000
  expect(isSignInDue(noon.getTime())).toBe(true)
  dismissSignIn(noon.getTime())
  expect(isSignInDue(noon.getTime() + day - 1)).toBe(false)
  expect(isSignInDue(noon.getTime() + day)).toBe(true)
})
