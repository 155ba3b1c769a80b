// The launch checklist of a store: each line is done, open with a remedy, or accepted by the owner.

import { createSentence, fillSentence, type Sentence } from '@vitrine/contract/sentence'
import type { PricingSettings, ProviderState, SellerSettings, TaxSettings } from '@vitrine/contract/settings'
import type { LaunchCheck, LaunchTest } from '@vitrine/contract/status'
import { hasGstin } from '@vitrine/contract/tax-place'
import type { Db } from '@vitrine/database/connection'
import { msg } from '@vitrine/language/texts'
import { sql } from 'drizzle-orm'
import { ABSENT_HASH } from '../accounts/password.ts'
import { BACKUP_AFTER_MS, BACKUP_TODO, MIN_FREE_BYTES } from './alert.ts'
import { type LastMaintenance, listLastMaintenance } from './maintenance.ts'

const TEST_AFTER_MS = 7 * 24 * 3_600_000
const MAX_CLOCK_MS = 5000

export interface LaunchFacts extends LaunchRows {
  readonly now: Date
  /** Configured scheme and host of the store, as browsers see it. */
  readonly publicUrl: string | undefined
  readonly providers: Readonly<Record<'mail' | 'sms' | 'payment' | 'sign-in', Pick<ProviderState, 'mode' | 'problem'>>>
  readonly seller: SellerSettings
  readonly tax: Pick<TaxSettings, 'profile'>
  readonly pricing: Pick<PricingSettings, 'signupCredits' | 'profileCredits' | 'paisePer1000Credits'>
  /** Free space of the disk for files; null for a bucket. */
  readonly freeBytes: number | null
  /** DNS records of the senders' domain; undefined while mail is a sandbox. */
  readonly mailDomain: { readonly name: string; readonly hasSpf: boolean; readonly hasDmarc: boolean } | undefined
  /** Whether the shared admin password is enabled and still the demo one. */
  readonly isDemoAdminPasswordOn: boolean
  readonly accepted: readonly string[]
}

type Finding = Omit<LaunchCheck, 'state' | 'test' | 'hasFailed' | 'found'> & {
  readonly isDone: boolean
  readonly test?: LaunchTest
}

const toDay = (moment: Date) => moment.toISOString().slice(0, 10)

/** All lines, in the recommended order. */
export function findLaunchChecks(facts: LaunchFacts): LaunchCheck[] {
  const findings = [
    address(facts),
    seller(facts),
    tax(facts),
    provider(facts, 'mail', msg('Email'), msg('Enter your mail server under Settings, Providers.')),
    mailAuthentication(facts),
    provider(
      facts,
      'sms',
      msg('Text messages'),
      msg('Enter your gateway under Settings, Providers, or switch it off.'),
    ),
    provider(facts, 'payment', msg('Payments'), msg('Enter live keys of Razorpay under Settings, Providers.')),
    webhook(facts),
    signIn(facts),
    storage(facts),
    backup(facts),
    passwords(facts),
    gifts(facts),
    samples(facts),
    clock(facts),
  ]
  return findings.map(({ isDone, test = null, ...finding }) => {
    const state = isDone ? 'done' : facts.accepted.includes(finding.code) ? 'accepted' : 'open'
    const hasFailed = test !== null && facts.tests[test]?.isGood === false
    const found = finding.findings.map(fillSentence).join(' ')
    return { ...finding, found, todo: isDone ? '' : finding.todo, state, test, hasFailed }
  })
}

/** A test counts for a week. */
function readTestResult({ tests, now }: LaunchFacts, test: LaunchTest): { isTested: boolean; findings: Sentence[] } {
  const last = tests[test]
  if (!last) return { isTested: false, findings: [createSentence(msg('Never tested.'))] }
  const day = toDay(last.endedAt)
  if (!last.isGood)
    return { isTested: false, findings: [createSentence(msg('The test of {day} failed:'), { day }), last.sentence] }
  const isFresh = now.getTime() - last.endedAt.getTime() < TEST_AFTER_MS
  return { isTested: isFresh, findings: [last.sentence, createSentence(msg('Tested on {day}.'), { day })] }
}

function address(facts: LaunchFacts): Finding {
  const { isTested, findings } = readTestResult(facts, 'address')
  const isHttps = facts.publicUrl?.startsWith('https://') === true
  return {
    code: 'address',
    title: msg('Address'),
    isDone: isHttps && isTested,
    findings: facts.publicUrl
      ? [createSentence(msg('The address is {address}.'), { address: facts.publicUrl }), ...findings]
      : [createSentence(msg('No public address is configured.'))],
    todo: isHttps
      ? msg('Test whether the store can be reached there.')
      : msg('Set VITRINE_PUBLIC_URL to an address that begins with https://.'),
    test: 'address',
  }
}

function seller({ seller: { legalName, address, email, phone, grievanceOfficer } }: LaunchFacts): Finding {
  const missing = [
    legalName === '' && msg('The legal name is missing.'),
    address.length === 0 && msg('The address is missing.'),
    email === '' && msg('The email address is missing.'),
    phone === '' && msg('The phone number is missing.'),
    grievanceOfficer.name === '' && msg('The grievance officer is missing.'),
  ].filter((text) => text !== false)
  return {
    code: 'seller',
    title: msg('Seller'),
    isDone: missing.length === 0,
    findings:
      missing.length === 0
        ? [createSentence(msg('The seller is {seller}.'), { seller: [legalName, ...address].join(', ') })]
        : missing.map((text) => createSentence(text)),
    todo: msg(
      'Complete the details under Settings, Seller. The law asks for them on the contact page and on receipts.',
    ),
  }
}

function tax({ tax: { profile }, seller: { legalName, address, taxNumbers } }: LaunchFacts): Finding {
  const base = { code: 'tax', title: msg('Tax') }
  if (profile === 'none' && taxNumbers.some(hasGstin))
    return {
      ...base,
      isDone: false,
      findings: [createSentence(msg('A GSTIN is printed on receipts that charge no tax.'))],
      todo: msg('Choose India (GST) under Settings, Tax, or remove the number under Settings, Seller.'),
    }
  // CGST Rules 2017, rule 46(a).
  const isIncomplete = profile === 'gst' && (legalName === '' || address.length === 0)
  const finding = isIncomplete
    ? msg('Tax invoices lack the seller’s legal name or address, which rule 46 of the CGST Rules asks for.')
    : profile === 'none'
      ? msg('The store charges no tax.')
      : msg('The store charges tax and issues invoices.')
  return {
    ...base,
    isDone: !isIncomplete,
    findings: [createSentence(finding)],
    todo: msg('Complete legal name and address under Settings, Seller.'),
  }
}

function provider(facts: LaunchFacts, name: 'mail' | 'sms' | 'payment', title: string, todo: string): Finding {
  const { mode, problem } = facts.providers[name]
  const base = { code: name, title, test: name }
  if (problem) return { ...base, isDone: false, findings: [createSentence(problem)], todo }
  // A store works without text messages, but not without emails and payments.
  if (mode === 'off')
    return { code: name, title, isDone: name === 'sms', findings: [createSentence(msg('Switched off.'))], todo }
  const { isTested, findings } = readTestResult(facts, name)
  return {
    ...base,
    isDone: mode === 'live' && isTested,
    findings: mode === 'live' ? findings : [createSentence(msg('Still the sandbox.')), ...findings],
    todo: mode === 'live' ? msg('Send a test; it counts for a week.') : todo,
  }
}

function mailAuthentication({ mailDomain }: LaunchFacts): Finding {
  const base = {
    code: 'mail-authentication',
    title: msg('Sender of emails'),
    todo: msg('Add the records that your mail provider names to the domain, or emails end up as spam.'),
  }
  if (!mailDomain)
    return { ...base, isDone: false, findings: [createSentence(msg('Not known until emails are really sent.'))] }
  const { name: domain, hasSpf, hasDmarc } = mailDomain
  const isDone = hasSpf && hasDmarc
  const findings = [
    isDone && msg('{domain} has SPF and DMARC.'),
    !hasSpf && msg('{domain} has no SPF record.'),
    !hasDmarc && msg('{domain} has no DMARC record.'),
  ].flatMap((text) => (text === false ? [] : [createSentence(text, { domain })]))
  return { ...base, isDone, findings }
}

function webhook({ lastWebhookAt, providers }: LaunchFacts): Finding {
  return {
    code: 'webhook',
    title: msg('Webhook of the payment provider'),
    isDone: providers.payment.mode === 'live' && lastWebhookAt !== undefined,
    findings: [
      lastWebhookAt
        ? createSentence(msg('The last one came at {moment}.'), { moment: lastWebhookAt.toISOString() })
        : createSentence(msg('None has come.')),
    ],
    todo: msg('Add the webhook in the dashboard of the payment provider (docs/payments.md) and make a payment.'),
  }
}

function signIn(facts: LaunchFacts): Finding {
  const { mode, problem } = facts.providers['sign-in']
  const base = { code: 'sign-in', title: msg('Sign-in with Google') }
  const todo = msg('Enter the client id under Settings, Providers, or switch it off.')
  const untested = (text: string) => ({ ...base, isDone: false, findings: [createSentence(text)], todo })
  if (problem) return untested(problem)
  if (mode === 'off') return { ...untested(msg('Switched off.')), isDone: true }
  if (mode === 'sandbox') return untested(msg('Still the sandbox.'))
  const { isTested, findings } = readTestResult(facts, 'sign-in')
  const test = msg('Sign in with Google under Settings, Providers; it counts for a week.')
  return { ...base, isDone: isTested, findings, todo: test, test: 'sign-in' }
}

function storage(facts: LaunchFacts): Finding {
  const { isTested, findings } = readTestResult(facts, 'storage')
  const isFull = facts.freeBytes !== null && facts.freeBytes < MIN_FREE_BYTES
  const free =
    facts.freeBytes === null
      ? []
      : [createSentence(msg('{free} GB are free.'), { free: (facts.freeBytes / 2 ** 30).toFixed(1) })]
  return {
    code: 'storage',
    title: msg('Storage'),
    isDone: isTested && !isFull,
    findings: [...findings, ...free],
    todo: isFull ? msg('Free up space or enlarge the disk.') : msg('Test it: a file is stored, read and deleted.'),
    test: 'storage',
  }
}

function backup({ lastBackup, now }: LaunchFacts): Finding {
  const isFresh = lastBackup !== undefined && now.getTime() - lastBackup.endedAt.getTime() < BACKUP_AFTER_MS
  return {
    code: 'backup',
    title: msg('Backups'),
    isDone: isFresh && lastBackup.isGood,
    findings: lastBackup
      ? [createSentence(msg('The last one, of {day}:'), { day: toDay(lastBackup.endedAt) }), lastBackup.sentence]
      : [createSentence(msg('There is none yet.'))],
    todo: BACKUP_TODO,
  }
}

function passwords({ demoAccounts, isDemoAdminPasswordOn }: LaunchFacts): Finding {
  const accounts =
    demoAccounts === 0
      ? createSentence(msg('None can sign in.'))
      : createSentence(msg('{count} can sign in with a password that everybody can read.'), { count: demoAccounts })
  const shared = isDemoAdminPasswordOn ? [createSentence(msg('Everybody can read the shared admin password.'))] : []
  return {
    code: 'passwords',
    title: msg('Demo accounts'),
    isDone: demoAccounts === 0 && !isDemoAdminPasswordOn,
    findings: [accounts, ...shared],
    todo: msg(
      'Create an owner of your own first; the passwords are removed when the store starts with its public address or in production.',
    ),
  }
}

/** Free credits are given before anything is sold, so the owner must know their cost. */
function gifts({ pricing, providers }: LaunchFacts): Finding {
  const { signupCredits, paisePer1000Credits } = pricing
  // Google accounts receive it, if a phone number can be verified (`profileGift` of the server).
  const isProfileRewarded = providers['sign-in'].mode !== 'off' && providers.sms.mode !== 'off'
  const profileCredits = isProfileRewarded ? pricing.profileCredits : 0
  const describe = (credits: number, text: string) =>
    credits === 0
      ? []
      : [createSentence(text, { credits, amount: `₹${((credits * paisePer1000Credits) / 100_000).toFixed(2)}` })]
  const findings = [
    ...describe(signupCredits, msg('Each new account gets {credits} free credits, which buy goods for {amount}.')),
    ...describe(profileCredits, msg('Accounts that sign up with Google get {credits} more, for {amount}.')),
  ]
  return {
    code: 'gifts',
    title: msg('Free credits'),
    isDone: findings.length === 0,
    findings: findings.length === 0 ? [createSentence(msg('New accounts get none.'))] : findings,
    todo: msg('Change them under Settings, Pricing, or accept this.'),
  }
}

function samples({ samplesOnSale }: LaunchFacts): Finding {
  return {
    code: 'samples',
    title: msg('Sample templates'),
    isDone: samplesOnSale === 0,
    findings: [
      samplesOnSale === 0
        ? createSentence(msg('None is on sale.'))
        : createSentence(msg('{count} are on sale.'), { count: samplesOnSale }),
    ],
    todo: msg('Withdraw those that you do not want to sell under Publishing, or accept this.'),
  }
}

function clock({ clockMs }: LaunchFacts): Finding {
  return {
    code: 'clock',
    title: msg('Clock'),
    isDone: clockMs < MAX_CLOCK_MS,
    findings: [
      createSentence(msg('Server and database are {seconds} seconds apart.'), { seconds: (clockMs / 1000).toFixed(1) }),
    ],
    todo: msg('Synchronise the clocks (systemd-timesyncd or chrony): links and codes expire by them.'),
  }
}

interface LaunchRows {
  /** Accounts of the demo that can sign in with a password. */
  readonly demoAccounts: number
  /** Templates on sale that came with the program. */
  readonly samplesOnSale: number
  readonly lastWebhookAt: Date | undefined
  /** The difference between the clocks of database and server. */
  readonly clockMs: number
  readonly lastBackup: LastMaintenance | undefined
  readonly tests: Readonly<Record<LaunchTest, LastMaintenance | undefined>>
}

/** `samplesActor` is the actor's name of the samples' publication in the audit log. */
export async function readLaunchRows(db: Db, samplesActor: string): Promise<LaunchRows> {
  const { rows } = await db.execute<{ demo: number; samples: number; webhook: string | null; clock: number }>(sql`
    select (select count(*)::int from users
             where email like '%@vitrine.test' and deleted_at is null and password_hash <> ${ABSENT_HASH}) as demo,
           (select count(*)::int from templates t
             where t.status = 'published'
               and exists (select from admin_acts a where a.subject_kind = 'template' and a.subject_id = t.id
                             and a.action = 'template-published' and a.actor_name = ${samplesActor})) as samples,
           (select max(received_at)::text from payment_events) as webhook,
           extract(epoch from clock_timestamp())::float8 * 1000 as clock`)
  const found = rows[0]
  const last = await listLastMaintenance(db, [
    'backup',
    'test-mail',
    'test-sms',
    'test-payment',
    'test-address',
    'test-storage',
    'test-sign-in',
  ])
  return {
    demoAccounts: found?.demo ?? 0,
    samplesOnSale: found?.samples ?? 0,
    lastWebhookAt: found?.webhook ? new Date(found.webhook) : undefined,
    clockMs: Math.abs(Date.now() - (found?.clock ?? Date.now())),
    lastBackup: last.get('backup'),
    tests: {
      mail: last.get('test-mail'),
      sms: last.get('test-sms'),
      payment: last.get('test-payment'),
      address: last.get('test-address'),
      storage: last.get('test-storage'),
      'sign-in': last.get('test-sign-in'),
    },
  }
}
