import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ConfigurationError } from '@vitrine/providers/configuration'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readSettings } from './env.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-env-'))
})
afterAll(() => rm(folder, { recursive: true }))

const minimal = () => ({ DATABASE_URL: 'postgresql://localhost/vitrine', VITRINE_DATA: folder })

describe('settings', () => {
  it('need only a database, and run the sandbox on a laptop', () => {
    expect(readSettings({ ...minimal(), PORT: '', VITRINE_SMTP_URL: '' })).toMatchObject({
      isProduction: false,
      host: '127.0.0.1',
      port: 3000,
      dataFolder: folder,
      publicUrl: undefined,
      trustedProxies: [],
      logLevel: 'warn',
      fixed: [],
      providers: { environment: { tags: {} }, unchosen: 'sandbox', serverUrl: 'http://127.0.0.1:3000' },
      otpCeiling: { mail: 5000, sms: 500 },
      unusedCodesPerHour: 30,
    })
  })

  /** The settings of the admin area that variables set instead. */
  const fixedBy = (input: Record<string, string>) =>
    Object.fromEntries(readSettings({ ...minimal(), ...input }).fixed.map(({ field, value }) => [field, value]))

  it('name the seller on receipts, with an address when there is one', () => {
    const input = { VITRINE_SELLER: 'Lamp House; 12 Lamp Street, Pune;; GSTIN 27AAAAA0000A1Z5 ' }
    expect(fixedBy(input)).toEqual({
      legalName: 'Lamp House',
      address: ['12 Lamp Street, Pune', 'GSTIN 27AAAAA0000A1Z5'],
      taxNumbers: [],
    })
  })

  it('take the contact address, and reject an invalid one', () => {
    const input = { VITRINE_CONTACT_EMAIL: 'help@store.example' }
    expect(fixedBy(input)).toEqual({ email: 'help@store.example' })
    expect(() => readSettings({ ...minimal(), VITRINE_CONTACT_EMAIL: 'help' })).toThrow(/VITRINE_CONTACT_EMAIL/)
  })

  it('take the store’s social profiles, and reject invalid addresses', () => {
    const input = { VITRINE_SOCIAL_LINKS: 'https://instagram.com/store, https://youtube.com/@store' }
    expect(fixedBy(input)).toEqual({ socialLinks: ['https://instagram.com/store', 'https://youtube.com/@store'] })
    for (const wrong of ['instagram', 'javascript:alert(1)', 'http://instagram.com/store']) {
      expect(() => readSettings({ ...minimal(), VITRINE_SOCIAL_LINKS: wrong })).toThrow(/VITRINE_SOCIAL_LINKS/)
    }
  })

  it('make a secret once, for the owner of the folder only', async () => {
    const { secrets } = readSettings(minimal())
    const [secret] = secrets
    expect(secret).toMatch(/^[0-9a-f]{64}$/)
    expect(readSettings(minimal()).secrets).toEqual([secret])
    expect((await readFile(join(folder, 'secret'), 'utf8')).trim()).toBe(secret)
    expect((await stat(join(folder, 'secret'))).mode & 0o777).toBe(0o600)
    const chosen = 'a secret chosen by the operator, long enough'
    expect(readSettings({ ...minimal(), VITRINE_SECRET: chosen }).secrets).toEqual([chosen])
    const old = 'the one before it, also long enough'
    const both = { VITRINE_SECRET: chosen, VITRINE_OLD_SECRET: old }
    expect(readSettings({ ...minimal(), ...both }).secrets).toEqual([chosen, old])
    await writeFile(join(folder, 'secret'), 'cut')
    expect(() => readSettings(minimal())).toThrow(/damaged/)
    await rm(join(folder, 'secret'))
  })

  it('name all invalid settings at once', () => {
    const broken = {
      VITRINE_DATA: folder,
      PORT: 'eighty',
      VITRINE_PUBLIC_URL: 'store.example.com',
      VITRINE_TRUSTED_PROXIES: '10.0.0.0/8, nearby',
      VITRINE_SECRET: 'short',
      VITRINE_LOG_LEVEL: 'loud',
    }
    expect(() => readSettings(broken)).toThrow(ConfigurationError)
    for (const problem of [
      'PORT must be',
      'DATABASE_URL must be set',
      'PUBLIC_URL must be',
      'PROXIES must be',
      'SECRET must have',
      'LOG_LEVEL must be',
    ]) {
      expect(() => readSettings(broken), problem).toThrow(problem)
    }
  })

  it('show the pages of the sandbox to the owner alone in production, and start without any service', () => {
    const production = { ...minimal(), NODE_ENV: 'production' }
    expect(readSettings(production)).toMatchObject({
      isProduction: true,
      isSandboxPrivate: true,
      providers: { unchosen: 'off' },
    })
    expect(readSettings({ ...production, VITRINE_ALLOW_SANDBOX: '1' }).providers.unchosen).toBe('sandbox')
    expect(readSettings({ ...production, VITRINE_OPEN_SANDBOX: '1' }).isSandboxPrivate).toBe(false)
    expect(readSettings(minimal()).isSandboxPrivate).toBe(false)
  })

  it('take the services of the environment, which the admin area shows as set there', () => {
    const smtp = { VITRINE_SMTP_URL: 'smtps://u:p@mail.example.com:465', VITRINE_MAIL_FROM: 'Store <s@example.com>' }
    const settings = readSettings({ ...minimal(), ...smtp })
    expect(settings.providers.environment.mail).toMatchObject({
      provider: 'smtp',
      settings: { url: smtp.VITRINE_SMTP_URL },
    })
    expect(settings.fixed).toMatchObject([{ section: 'providers', field: 'mail', variable: 'VITRINE_SMTP_URL' }])
    expect(() => readSettings({ ...minimal(), VITRINE_SMTP_URL: smtp.VITRINE_SMTP_URL })).toThrow(/VITRINE_MAIL_FROM/)
  })

  it('refuse a public address with a path, which pages are not found below', () => {
    const read = (address: string) => readSettings({ ...minimal(), VITRINE_PUBLIC_URL: address }).publicUrl
    expect(read('https://store.example.com/')).toBe('https://store.example.com')
    expect(() => read('https://store.example.com/some/path')).toThrow('without a path')
    expect(() => read('https://store.example.com/?x')).toThrow('without a path')
  })
})
