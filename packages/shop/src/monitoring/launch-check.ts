// The checklist of a shop that is about to open: each line is done, open with what to do, or accepted by the owner.
import type { ProviderState } from '@vitrine/contract/provider-settings'
import type { SellerSettings } from '@vitrine/contract/settings'
import type { LaunchCheck, LaunchTest } from '@vitrine/contract/status'
import { msg } from '@vitrine/language/texts'
import { BACKUP_AFTER_MS, BACKUP_TODO, MIN_FREE_BYTES } from './alert.ts'
import type { LaunchRows } from './launch-facts.ts'

const TEST_AFTER_MS = 7 * 24 * 3_600_000
const MAX_CLOCK_MS = 5000
const NEVER_TESTED = msg('Never tested.')

export interface LaunchFacts extends LaunchRows {
  readonly now: Date
  /** Scheme and host under which browsers reach the shop, where it is configured. */
  readonly publicUrl: string | undefined
  readonly providers: Readonly<Record<'mail' | 'sms' | 'payment' | 'sign-in', Pick<ProviderState, 'mode' | 'problem'>>>
  readonly seller: SellerSettings
  /** Of the disk that files are stored on; null for a bucket. */
  readonly freeBytes: number | null
  /** What the name servers say about the sender of emails; undefined while mail is a sandbox. */
  readonly mailDomain: { readonly name: string; readonly hasSpf: boolean; readonly hasDmarc: boolean } | undefined
  /** The shared admin password is on and the one of the demo. */
  readonly isDemoAdminPasswordOn: boolean
  readonly accepted: readonly string[]
}

type Finding = Omit<LaunchCheck, 'state' | 'test' | 'hasFailed'> & {
  readonly isDone: boolean
  readonly test?: LaunchTest
}

/** All lines, in the order in which they are best worked through. */
export function findLaunchChecks(facts: LaunchFacts): LaunchCheck[] {
  const findings = [
    address(facts),
    seller(facts),
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
    samples(facts),
    clock(facts),
  ]
  return findings.map(({ isDone, test = null, ...finding }) => {
    const state = isDone ? 'done' : facts.accepted.includes(finding.code) ? 'accepted' : 'open'
    const hasFailed = test !== null && facts.tests[test]?.isGood === false
    return { ...finding, todo: isDone ? '' : finding.todo, state, test, hasFailed }
  })
}

/** A test counts for a week. */
function testedOf({ tests, now }: LaunchFacts, test: LaunchTest): { isTested: boolean; found: string } {
  const last = tests[test]
  if (!last) return { isTested: false, found: NEVER_TESTED }
  const day = last.endedAt.toISOString().slice(0, 10)
  if (!last.isGood) return { isTested: false, found: `The test of ${day} failed: ${last.summary}` }
  const isFresh = now.getTime() - last.endedAt.getTime() < TEST_AFTER_MS
  return { isTested: isFresh, found: `${last.summary} (${day})` }
}

function address(facts: LaunchFacts): Finding {
  const { isTested, found } = testedOf(facts, 'address')
  const isHttps = facts.publicUrl?.startsWith('https://') === true
  return {
    code: 'address',
    title: msg('Address'),
    isDone: isHttps && isTested,
    found: facts.publicUrl ? `${facts.publicUrl}. ${found}` : msg('No public address is configured.'),
    todo: isHttps
      ? msg('Test whether the shop can be reached there.')
      : msg('Set VITRINE_PUBLIC_URL to an address that begins with https://.'),
    test: 'address',
  }
}

function seller({ seller: { legalName, address, email, phone, grievanceOfficer } }: LaunchFacts): Finding {
  const missing = [
    legalName === '' && 'legal name',
    address.length === 0 && 'address',
    email === '' && 'email',
    phone === '' && 'phone',
    grievanceOfficer.name === '' && 'grievance officer',
  ].filter((part) => part !== false)
  return {
    code: 'seller',
    title: msg('Seller'),
    isDone: missing.length === 0,
    found: missing.length === 0 ? `${legalName}, ${address.join(', ')}` : `Missing: ${missing.join(', ')}.`,
    todo: msg(
      'Complete the details under Settings, Seller. The law asks for them on the contact page and on receipts.',
    ),
  }
}

function provider(facts: LaunchFacts, name: 'mail' | 'sms' | 'payment', title: string, todo: string): Finding {
  const { mode, problem } = facts.providers[name]
  const base = { code: name, title, test: name }
  if (problem) return { ...base, isDone: false, found: problem, todo }
  // A shop can do without text messages, but not without emails and payments.
  if (mode === 'off') return { code: name, title, isDone: name === 'sms', found: msg('Switched off.'), todo }
  const { isTested, found } = testedOf(facts, name)
  return {
    ...base,
    isDone: mode === 'live' && isTested,
    found: mode === 'live' ? found : inSandbox(found),
    todo: mode === 'live' ? msg('Send a test; it counts for a week.') : todo,
  }
}

const inSandbox = (found: string) =>
  found === NEVER_TESTED ? msg('Still the sandbox. Never tested.') : `Still the sandbox. ${found}`

function mailAuthentication({ mailDomain }: LaunchFacts): Finding {
  const missing = [!mailDomain?.hasSpf && 'SPF', !mailDomain?.hasDmarc && 'DMARC'].filter((part) => part !== false)
  return {
    code: 'mail-authentication',
    title: msg('Sender of emails'),
    isDone: mailDomain !== undefined && missing.length === 0,
    found: !mailDomain
      ? msg('Not known until emails are really sent.')
      : missing.length === 0
        ? `${mailDomain.name} has SPF and DMARC.`
        : `${mailDomain.name} has no ${missing.join(' and no ')} record.`,
    todo: msg('Add the records that your mail provider names to the domain, or emails end up as spam.'),
  }
}

function webhook({ lastWebhookAt, providers }: LaunchFacts): Finding {
  return {
    code: 'webhook',
    title: msg('Webhook of the payment provider'),
    isDone: providers.payment.mode === 'live' && lastWebhookAt !== undefined,
    found: lastWebhookAt ? `The last one came at ${lastWebhookAt.toISOString()}.` : msg('None has come.'),
    todo: msg('Add the webhook in the dashboard of the payment provider (docs/payments.md) and make a payment.'),
  }
}

function signIn(facts: LaunchFacts): Finding {
  const { mode, problem } = facts.providers['sign-in']
  const base = { code: 'sign-in', title: msg('Sign-in with Google') }
  const todo = msg('Enter the client id under Settings, Providers, or switch it off.')
  if (problem) return { ...base, isDone: false, found: problem, todo }
  if (mode === 'off') return { ...base, isDone: true, found: msg('Switched off.'), todo }
  if (mode === 'sandbox') return { ...base, isDone: false, found: msg('Still the sandbox.'), todo }
  const { isTested, found } = testedOf(facts, 'sign-in')
  const test = msg('Sign in with Google under Settings, Providers; it counts for a week.')
  return { ...base, isDone: isTested, found, todo: test, test: 'sign-in' }
}

function storage(facts: LaunchFacts): Finding {
  const { isTested, found } = testedOf(facts, 'storage')
  const isFull = facts.freeBytes !== null && facts.freeBytes < MIN_FREE_BYTES
  const free = facts.freeBytes === null ? '' : ` ${(facts.freeBytes / 2 ** 30).toFixed(1)} GB are free.`
  return {
    code: 'storage',
    title: msg('Storage'),
    isDone: isTested && !isFull,
    found: `${found}${free}`,
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
    found: lastBackup
      ? `${lastBackup.summary} (${lastBackup.endedAt.toISOString().slice(0, 10)})`
      : msg('There is none yet.'),
    todo: BACKUP_TODO,
  }
}

function passwords({ demoAccounts, isDemoAdminPasswordOn }: LaunchFacts): Finding {
  const accounts =
    demoAccounts === 0 ? 'None can sign in.' : `${demoAccounts} can sign in with a password that everybody can read.`
  const shared = isDemoAdminPasswordOn ? ' Everybody can read the shared admin password.' : ''
  return {
    code: 'passwords',
    title: msg('Demo accounts'),
    isDone: demoAccounts === 0 && !isDemoAdminPasswordOn,
    found: `${accounts}${shared}`,
    todo: msg(
      'Create an owner of your own first; the passwords are removed when the shop starts with its public address or in production.',
    ),
  }
}

function samples({ samplesOnSale }: LaunchFacts): Finding {
  return {
    code: 'samples',
    title: msg('Sample templates'),
    isDone: samplesOnSale === 0,
    found: samplesOnSale === 0 ? msg('None is on sale.') : `${samplesOnSale} are on sale.`,
    todo: msg('Withdraw those that you do not want to sell under Publishing, or accept this.'),
  }
}

function clock({ clockMs }: LaunchFacts): Finding {
  return {
    code: 'clock',
    title: msg('Clock'),
    isDone: clockMs < MAX_CLOCK_MS,
    found: `Server and database are ${(clockMs / 1000).toFixed(1)} seconds apart.`,
    todo: msg('Synchronise the clocks (systemd-timesyncd or chrony): links and codes expire by them.'),
  }
}
