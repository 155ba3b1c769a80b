import { pricingSettings, sellerSettings } from '@vitrine/contract/settings'
import { SOURCE_TEXTS } from '@vitrine/language/catalogue'
import { expect, it } from 'vitest'
import { useDatabase } from '../../../../tests/database.ts'
import { addMember } from '../../testing/store.ts'
import { findLaunchChecks, type LaunchFacts, readLaunchRows } from './launch-check.ts'
import { recordMaintenance } from './maintenance.ts'

const database = useDatabase()
const now = new Date()
const good = { endedAt: now, isGood: true, summary: 'It worked.', sentence: { text: 'It worked.', values: {} } }

const live = { mode: 'live', problem: null } as const
const off = { mode: 'off', problem: null } as const
const sandbox = { mode: 'sandbox', problem: null } as const

const ready: LaunchFacts = {
  now,
  publicUrl: 'https://lamps.example',
  providers: { mail: live, sms: off, payment: live, 'sign-in': off },
  seller: {
    ...sellerSettings.parse({}),
    ...{ legalName: 'Lamp House', address: ['12 Lamp Street'], email: 'a@lamps.example', phone: '+91 1' },
    grievanceOfficer: { name: 'Asha Rao', email: '', phone: '' },
  },
  tax: { profile: 'none' },
  pricing: { ...pricingSettings.parse({}), signupCredits: 0, profileCredits: 0 },
  freeBytes: 50 * 2 ** 30,
  mailDomain: { name: 'lamps.example', hasSpf: true, hasDmarc: true },
  accepted: [],
  demoAccounts: 0,
  isDemoAdminPasswordOn: false,
  samplesOnSale: 0,
  lastWebhookAt: now,
  clockMs: 3,
  lastBackup: good,
  tests: { mail: good, sms: undefined, payment: good, address: good, storage: good, 'sign-in': undefined },
}

const withGstin = { ...ready.seller, taxNumbers: ['CIN U72900', 'GSTIN: 27 AAPFU0939F 1ZV'] }
const listOpenCodes = (changes: Partial<LaunchFacts>) =>
  findLaunchChecks({ ...ready, ...changes })
    .filter(({ state }) => state === 'open')
    .map(({ code }) => code)

const old = { ...good, endedAt: new Date(now.getTime() - 8 * 24 * 3_600_000) }

it.each<[string, Partial<LaunchFacts>, string[]]>([
  ['nothing is missing', {}, []],
  ['there is no public address', { publicUrl: undefined }, ['address']],
  ['the address is not encrypted', { publicUrl: 'http://lamps.example' }, ['address']],
  [
    'email is a sandbox',
    { providers: { ...ready.providers, mail: sandbox }, mailDomain: undefined },
    ['mail', 'mail-authentication'],
  ],
  ['the test of payments is older than a week', { tests: { ...ready.tests, payment: old } }, ['payment']],
  ['the last test failed', { tests: { ...ready.tests, storage: { ...good, isGood: false } } }, ['storage']],
  ['text messages are on and were never tested', { providers: { ...ready.providers, sms: live } }, ['sms']],
  ['Google is on and nobody signed in to test it', { providers: { ...ready.providers, 'sign-in': live } }, ['sign-in']],
  ['email is off', { providers: { ...ready.providers, mail: off } }, ['mail']],
  ['payments are off', { providers: { ...ready.providers, payment: off } }, ['payment', 'webhook']],
  [
    'keys cannot be read',
    { providers: { ...ready.providers, sms: { mode: 'off', problem: 'Enter them again.' } } },
    ['sms'],
  ],
  ['nobody is named as the seller', { seller: sellerSettings.parse({}) }, ['seller']],
  ['receipts name a GSTIN but charge no tax', { seller: withGstin }, ['tax']],
  ['receipts name a GSTIN and GST is charged', { seller: withGstin, tax: { profile: 'gst' } }, []],
  [
    'tax invoices would have no address',
    { seller: { ...ready.seller, address: [] }, tax: { profile: 'gst' } },
    ['seller', 'tax'],
  ],
  ['no webhook has come', { lastWebhookAt: undefined }, ['webhook']],
  ['the backup is old', { lastBackup: old }, ['backup']],
  ['demo accounts can sign in', { demoAccounts: 2 }, ['passwords']],
  ['everybody knows the admin password', { isDemoAdminPasswordOn: true }, ['passwords']],
  ['samples are on sale', { samplesOnSale: 36 }, ['samples']],
  ['the disk is nearly full', { freeBytes: 2 ** 30 }, ['storage']],
  ['the clocks differ', { clockMs: 60_000 }, ['clock']],
  [
    'emails may end up as spam',
    { mailDomain: { name: 'lamps.example', hasSpf: true, hasDmarc: false } },
    ['mail-authentication'],
  ],
  ['new accounts are given credits', { pricing: pricingSettings.parse({}) }, ['gifts']],
  ['the owner accepts the samples', { samplesOnSale: 36, accepted: ['samples'] }, []],
])('when %s', (_what, changes, expected) => {
  expect(listOpenCodes(changes)).toEqual(expected)
})

it('names the gift for accounts of Google only where somebody can have it', () => {
  const findGifts = (changes: Partial<LaunchFacts['providers']>) =>
    findLaunchChecks({
      ...ready,
      pricing: pricingSettings.parse({}),
      providers: { ...ready.providers, 'sign-in': live, sms: live, ...changes },
    }).find(({ code }) => code === 'gifts')?.found
  const off = { mode: 'off', problem: null } as const
  expect(findGifts({})).toContain('Google')
  for (const changes of [{ 'sign-in': off }, { sms: off }]) {
    expect(findGifts(changes)).toBe('Each new account gets 500 free credits, which buy goods for ₹399.00.')
  }
})

it('says whether the last test failed, also of a sandbox, whose line stays open', () => {
  const findMailCheck = (isGood: boolean) =>
    findLaunchChecks({
      ...ready,
      providers: { ...ready.providers, mail: sandbox },
      tests: { ...ready.tests, mail: { ...good, isGood } },
    }).find(({ code }) => code === 'mail')
  expect(findMailCheck(true)).toMatchObject({ state: 'open', hasFailed: false })
  expect(findMailCheck(false)).toMatchObject({ state: 'open', hasFailed: true })
})

it('says what to do about each open line, and nothing about the others', () => {
  for (const { state, todo, found } of findLaunchChecks({ ...ready, samplesOnSale: 3 })) {
    expect(found).toMatch(/^[^{}]+$/)
    expect(todo !== '').toBe(state === 'open')
  }
})

it('finds nothing that pages could not translate', () => {
  const nothing: Partial<LaunchFacts> = {
    ...{ publicUrl: undefined, seller: sellerSettings.parse({}), lastWebhookAt: undefined, lastBackup: undefined },
    ...{ demoAccounts: 2, isDemoAdminPasswordOn: true, samplesOnSale: 36, pricing: pricingSettings.parse({}) },
    providers: { mail: sandbox, sms: live, payment: off, 'sign-in': sandbox },
    mailDomain: { name: 'lamps.example', hasSpf: false, hasDmarc: false },
    tests: { ...ready.tests, mail: { ...good, isGood: false } },
  }
  const taxes: Partial<LaunchFacts>[] = [
    { seller: withGstin },
    { tax: { profile: 'flat' } },
    { seller: sellerSettings.parse({}), tax: { profile: 'gst' } },
  ]
  const findings = [{}, nothing, { mailDomain: undefined }, ...taxes]
    .map((changes) => ({ ...ready, ...changes }))
    .flatMap((facts) => findLaunchChecks(facts).flatMap((check) => check.findings))
  const unknown = findings.filter(({ text }) => !SOURCE_TEXTS.server.includes(text) && text !== good.summary)
  expect(unknown).toEqual([])
})

it('reads what the database knows', async () => {
  expect(await readLaunchRows(database.db, 'samples')).toMatchObject({
    demoAccounts: 0,
    samplesOnSale: 0,
    lastWebhookAt: undefined,
  })
  await addMember(database.db)
  await recordMaintenance(database.db, { kind: 'test-mail', startedAt: now, isGood: true, summary: 'It arrived.' })
  const rows = await readLaunchRows(database.db, 'samples')
  expect(rows.tests.mail).toMatchObject({ isGood: true, summary: 'It arrived.' })
  expect(rows.clockMs).toBeLessThan(5000)
})
