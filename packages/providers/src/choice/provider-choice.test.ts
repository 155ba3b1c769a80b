import type { ProviderSettings } from '@vitrine/contract/settings'
import { describe, expect, it } from 'vitest'
import { readVariables } from '../configuration/configuration.ts'
import { createTextCipher } from '../secret/installation-secret.ts'
import { providerSettings, SERVICES } from '../service/service-settings.ts'
import { chooseProviders, describeService, encryptProviderSecrets, renewProviderSecrets } from './provider-choice.ts'
import { describeFixedProviders, readProviderEnvironment } from './provider-environment.ts'

const secret = 's'.repeat(32)
const cipher = createTextCipher([secret])

const readEnvironment = (variables: Record<string, string> = {}) => {
  const problems: string[] = []
  const environment = readProviderEnvironment(
    readVariables({ DATABASE_URL: 'postgresql://localhost/vitrine', ...variables }),
    problems,
  )
  return { ...environment, problems }
}
/** Settings as the owner enters them, stored. */
const store = (entered: Record<string, unknown>): ProviderSettings =>
  providerSettings.parse(encryptProviderSecrets(cipher, entered, providerSettings.parse({})))
const choose = (entered: Record<string, unknown> = {}, variables: Record<string, string> = {}) =>
  chooseProviders(store(entered), { ...readEnvironment(variables), cipher })

const live = {
  mail: { mode: 'live', host: 'smtp.lamp.example', user: 'me@lamp', password: 'p/w', from: 'Lamp <hi@lamp.example>' },
  sms: { mode: 'live', gateway: 'msg91', token: 'auth key', templateId: 'abc1', text: '{code} for {store}' },
  signIn: { mode: 'live', clientId: '1-a.apps.googleusercontent.com' },
  payment: { mode: 'live', keyId: 'rzp_live_AbCd', keySecret: 'key', webhookSecret: 'new, old' },
  analytics: { pixel: '42' },
}

const OFF = { mail: { kind: 'off' }, sms: { kind: 'off' }, signIn: { kind: 'off' }, sellsPacks: false }
const SANDBOX = { mail: { kind: 'sandbox' }, sms: { kind: 'sandbox' }, signIn: { kind: 'sandbox' }, sellsPacks: true }

describe('outside services', () => {
  it('are sandboxes while the store is tried out, and off in production until somebody chooses', () => {
    expect(choose()).toMatchObject(SANDBOX)
    const production = { NODE_ENV: 'production' }
    expect(choose({}, production)).toMatchObject(OFF)
    expect(choose({}, { ...production, VITRINE_ALLOW_SANDBOX: '1' })).toMatchObject(SANDBOX)
    const modes = { mail: { mode: 'sandbox' }, sms: { mode: 'sandbox' }, signIn: { mode: 'sandbox' } }
    expect(choose({ ...modes, payment: { mode: 'sandbox' } }, production)).toMatchObject(SANDBOX)
  })

  it('are what the owner has entered, whose secrets are stored encrypted', () => {
    const stored = store(live)
    for (const text of ['p/w', 'auth key', '"key"', 'new, old']) expect(JSON.stringify(stored)).not.toContain(text)
    expect(choose(live)).toMatchObject({
      mail: {
        kind: 'live',
        provider: 'smtp',
        settings: { password: 'p/w', from: 'Lamp <hi@lamp.example>', port: 465 },
      },
      sms: { kind: 'live', provider: 'msg91', settings: { token: 'auth key', templateId: 'abc1' } },
      smsText: '{code} for {store}',
      signIn: { provider: 'google', settings: { clientId: '1-a.apps.googleusercontent.com' } },
      payment: {
        provider: 'razorpay',
        settings: { keyId: 'rzp_live_AbCd', keySecret: 'key', webhookSecret: 'new, old' },
      },
      sellsPacks: true,
      tags: { pixel: '42' },
      problems: {},
    })
    const places = Object.keys(SERVICES).map(
      (name) => describeService(name as keyof typeof SERVICES, choose(live)).detail,
    )
    expect(places).toEqual(['smtp.lamp.example:465', 'control.msg91.com', 'razorpay', 'google'])
  })

  it('keep a gateway that is switched off for the payments that were begun with it', () => {
    expect(choose({ payment: { ...live.payment, mode: 'off' } })).toMatchObject({
      payment: { kind: 'live', settings: { keySecret: 'key' } },
      sellsPacks: false,
    })
  })

  it('are what the environment says where it says something', () => {
    const variables = {
      VITRINE_SMTP_URL: 'smtps://u:p@mail.example.com:465',
      VITRINE_MAIL_FROM: 'Store <s@example.com>',
      VITRINE_SMS_URL: 'off',
      VITRINE_GOOGLE_CLIENT_ID: 'off',
      VITRINE_RAZORPAY_KEY_ID: 'rzp_live_EfGh',
      VITRINE_RAZORPAY_KEY_SECRET: 'other',
      VITRINE_RAZORPAY_WEBHOOK_SECRET: 'hook',
      VITRINE_ANALYTICS_ID: 'G-ABC123',
    }
    expect(choose(live, variables)).toMatchObject({
      mail: { kind: 'live', settings: { url: variables.VITRINE_SMTP_URL } },
      sms: { kind: 'off' },
      signIn: { kind: 'off' },
      payment: { kind: 'live', settings: { keyId: 'rzp_live_EfGh', webhookSecret: 'hook' } },
      tags: { analytics: 'G-ABC123' },
    })
    const { environment, problems } = readEnvironment(variables)
    expect(problems).toEqual([])
    const fixed = describeFixedProviders(environment)
    const shown = Object.fromEntries(fixed.map(({ field, value }) => [field, value]))
    // They are settings as any others, but their secrets stay in the environment.
    expect(providerSettings.parse({ mail: shown.mail }).mail).toMatchObject({
      mode: 'live',
      host: 'mail.example.com',
      port: 465,
      user: 'u',
    })
    expect(fixed.map(({ field }) => field)).toEqual(['mail', 'sms', 'payment', 'signIn', 'analytics'])
    expect(JSON.stringify(shown)).not.toMatch(/:p@|"other|hook"/)
  })

  it('name what is missing in the environment', () => {
    expect(readEnvironment({ VITRINE_SMTP_URL: 'smtp://a:1' }).problems).toEqual([
      'VITRINE_MAIL_FROM must be set when VITRINE_SMTP_URL is',
    ])
    expect(readEnvironment({ VITRINE_SMS_URL: 'https://sms.example' }).problems).toHaveLength(3)
    expect(() => readEnvironment({ VITRINE_TAG_MANAGER_ID: "GTM-1'); evil(" })).toThrow(/Tag Manager/)
  })

  it.each([
    ['0.0.0.0', 'http://127.0.0.1:80'],
    ['::', 'http://127.0.0.1:80'],
    ['::1', 'http://[::1]:80'],
    ['10.0.0.5', 'http://10.0.0.5:80'],
    ['store.internal', 'http://store.internal:80'],
  ])('have their sandbox, where the server listens at %s, at %s', (HOST, serverUrl) => {
    expect(choose({}, { HOST, PORT: '80' }).payment).toEqual({ kind: 'sandbox' })
    expect(readEnvironment({ HOST, PORT: '80' }).serverUrl).toBe(serverUrl)
  })
})

describe('secrets of outside services', () => {
  it('stay as they are when they come back encrypted, and only in their own field', () => {
    const stored = store(live)
    expect(encryptProviderSecrets(cipher, stored, stored)).toEqual(stored)
    const moved = { ...stored, payment: { ...stored.payment, keySecret: stored.mail.password } }
    expect(() => encryptProviderSecrets(cipher, moved, stored)).toThrow(/payment.keySecret/)
    expect(() => encryptProviderSecrets(createTextCipher(['t'.repeat(32)]), stored, stored)).toThrow(/mail.password/)
    const other = store({ ...live, mail: { ...live.mail, password: 'another' } })
    expect(() => encryptProviderSecrets(cipher, { ...stored, mail: other.mail }, stored)).toThrow(/mail.password/)
  })

  it.each([
    ['mail', 'password', { host: 'smtp.thief.example' }],
    ['mail', 'password', { port: 26 }],
    ['mail', 'password', { security: 'none' }],
    ['mail', 'password', { user: 'thief@lamp' }],
    ['sms', 'token', { gateway: 'http', url: 'https://thief.example', body: '{text}' }],
    ['sms', 'token', { url: 'https://thief.example' }],
    ['sms', 'token', { account: 'thief' }],
    ['sms', 'token', { header: 'X-Other' }],
    ['payment', 'keySecret', { keyId: 'rzp_live_Thief' }],
  ] as const)('of %s (%s) must be entered again for %o', (service, field, changes) => {
    const stored = store(live)
    const changed = { ...stored, [service]: { ...stored[service], ...changes } }
    expect(() => encryptProviderSecrets(cipher, changed, stored)).toThrow(`${service}.${field}`)
    const retyped = { ...changed, [service]: { ...changed[service], [field]: 'typed', webhookSecret: '' } }
    expect(() => encryptProviderSecrets(cipher, retyped, stored)).not.toThrow()
  })

  it('outlive a rotation of the installation’s secret, and are reported once it is gone', () => {
    const stored = store(live)
    const next = 'n'.repeat(32)
    const renewed = renewProviderSecrets(createTextCipher([next, secret]), stored)
    expect(renewProviderSecrets(createTextCipher([next, secret]), renewed ?? stored)).toBeUndefined()
    const context = { ...readEnvironment(), cipher: createTextCipher([next]) }
    expect(chooseProviders(renewed ?? stored, context)).toMatchObject({
      payment: { settings: { keySecret: 'key' } },
      problems: {},
    })
    const lost = chooseProviders(stored, context)
    expect(lost).toMatchObject({ mail: { kind: 'off' }, sms: { kind: 'off' }, sellsPacks: false })
    expect(Object.keys(lost.problems).sort()).toEqual(['mail', 'payment', 'sms'])
  })

  it('are required, with all else that a live service needs', () => {
    const missing = (entered: object) => {
      const { error } = providerSettings.safeParse(entered)
      return error?.issues.map(({ path }) => path.join('.'))
    }
    expect(missing({ mail: { mode: 'live' }, payment: { mode: 'live' }, signIn: { mode: 'live' } })).toEqual([
      'mail.host',
      'mail.from',
      'signIn.clientId',
      'payment.keyId',
      'payment.keySecret',
      'payment.webhookSecret',
    ])
    expect(missing({ mail: { mode: 'sandbox', host: 'smtp.example' } })).toBeUndefined()
    const http = { mode: 'live', gateway: 'http', url: 'https://sms.example/send' }
    expect(missing({ sms: http })).toEqual(['sms.body'])
    expect(missing({ sms: { ...http, body: 'to={digits}&text={text}' } })).toBeUndefined()
    expect(missing({ sms: { ...http, url: 'https://sms.example/?to={digits}&otp={code}' } })).toBeUndefined()
    expect(missing({ sms: { ...http, body: '{"to": {digits}, "text": "{text}"}' } })).toEqual(['sms.body'])
    expect(missing({ sms: { ...http, body: 'to={digits}&text={text}&id={message}' } })).toEqual(['sms.body'])
    expect(missing({ sms: { ...http, url: 'http://sms.example/?{text}' } })).toEqual(['sms.url'])
    expect(missing({ sms: { text: 'Hello {store}' } })).toEqual(['sms.text'])
  })
})
