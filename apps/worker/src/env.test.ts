import { mkdir, writeFile } from 'node:fs/promises'
import { ConfigurationError } from '@vitrine/providers/configuration'
import { expect, it } from 'vitest'
import { useFolder } from '../testing/video.ts'
import { readSettings } from './env.ts'

const folder = useFolder()
const DATABASE_URL = 'postgresql://localhost/vitrine'

it('takes the secret of the data folder unless one is given', async () => {
  await mkdir(folder.path('data'))
  await writeFile(folder.path('data/secret'), `${'s'.repeat(64)}\n`)
  const settings = readSettings({ DATABASE_URL, VITRINE_DATA: folder.path('data'), VITRINE_RENDERS: '' })
  expect(settings).toMatchObject({
    secrets: ['s'.repeat(64)],
    dataFolder: folder.path('data'),
    databaseUrl: DATABASE_URL,
  })
  expect(settings.renders).toBeGreaterThanOrEqual(1)
  const given = readSettings({ DATABASE_URL, VITRINE_SECRET: 'x'.repeat(32), VITRINE_RENDERS: '3' })
  expect(given).toMatchObject({ secrets: ['x'.repeat(32)], renders: 3 })
})

it('sends mail by SMTP when it is configured, and as the admin area says otherwise', () => {
  const minimal = { DATABASE_URL, VITRINE_SECRET: 'x'.repeat(32), PORT: '3210' }
  expect(readSettings(minimal)).toMatchObject({
    providers: { environment: { tags: {} }, unchosen: 'sandbox', serverUrl: 'http://127.0.0.1:3210' },
    publicUrl: 'http://localhost:3210',
  })
  const smtp = { VITRINE_SMTP_URL: 'smtp://mail.example:25', VITRINE_PUBLIC_URL: 'https://store.example.com' }
  expect(() => readSettings({ ...minimal, ...smtp })).toThrow(/VITRINE_MAIL_FROM must be set/)
  expect(readSettings({ ...minimal, ...smtp, VITRINE_MAIL_FROM: 'store@example.com' })).toMatchObject({
    providers: {
      environment: { mail: { settings: { url: 'smtp://mail.example:25', from: 'store@example.com' } } },
    },
    publicUrl: 'https://store.example.com',
  })
})

it('names every invalid setting', () => {
  expect(() => readSettings({ VITRINE_RENDERS: 'many', VITRINE_SECRET: 'short' })).toThrow(ConfigurationError)
  expect(() => readSettings({ VITRINE_RENDERS: 'many', VITRINE_SECRET: 'short' })).toThrow(
    /DATABASE_URL must be set[\s\S]*VITRINE_SECRET must have at least 32 characters[\s\S]*VITRINE_RENDERS must be a number/,
  )
  expect(() => readSettings({ DATABASE_URL, VITRINE_DATA: folder.path('nowhere') })).toThrow(
    /VITRINE_SECRET is not set/,
  )
})
