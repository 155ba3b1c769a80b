// The environment variables of outside services. Server and worker read them here, so that one environment means the same to
// both. A service that is set here cannot be changed in the admin area.
import { mailProvider, type ProviderSettings, signInProvider, smsProvider } from '@vitrine/contract/provider-settings'
import { type FixedField, OFF, type Variables } from '../configuration/configuration.ts'
import { readPaymentSettings } from '../payment/payment-settings.ts'
import {
  type MailChoice,
  type ProvidersOfEnvironment,
  type SignInChoice,
  type SmsChoice,
  tagsOf,
} from './provider-choice.ts'

/** What a process knows about outside services before it reads the database. */
export interface ProviderEnvironment {
  readonly environment: ProvidersOfEnvironment
  readonly unchosen: 'off' | 'sandbox'
  readonly serverUrl: string
}

/** Reads the checked variables; adds a sentence to `problems` for each that is wrong. */
export function readProviderEnvironment(given: Variables, problems: string[]): ProviderEnvironment {
  const mail = mailOf(given, problems)
  const sms = smsOf(given, problems)
  const signIn = signInOf(given)
  const payment = readPaymentSettings(given, problems)
  return {
    environment: {
      ...(mail && { mail }),
      ...(sms && { sms }),
      ...(signIn && { signIn }),
      ...(payment && { payment }),
      tags: tagsOf({
        analytics: given.VITRINE_ANALYTICS_ID,
        tagManager: given.VITRINE_TAG_MANAGER_ID,
        pixel: given.VITRINE_PIXEL_ID,
        heatmap: given.VITRINE_HEATMAP_ID,
      }),
      razorpayApi: given.VITRINE_RAZORPAY_API,
    },
    // In production a sandbox has to be chosen: otherwise a shop would take orders whose emails reach nobody.
    unchosen: given.NODE_ENV === 'production' && given.VITRINE_ALLOW_SANDBOX !== '1' ? 'off' : 'sandbox',
    serverUrl: localUrl(given),
  }
}

function mailOf(given: Variables, problems: string[]): MailChoice | undefined {
  if (!given.VITRINE_SMTP_URL) return undefined
  if (!given.VITRINE_MAIL_FROM) problems.push('VITRINE_MAIL_FROM must be set when VITRINE_SMTP_URL is')
  return { kind: 'smtp', url: given.VITRINE_SMTP_URL, from: given.VITRINE_MAIL_FROM ?? '' }
}

function smsOf(given: Variables, problems: string[]): SmsChoice | undefined {
  if (!given.VITRINE_SMS_URL) return undefined
  if (given.VITRINE_SMS_URL === OFF) return { kind: 'off' }
  for (const name of ['VITRINE_SMS_ACCOUNT', 'VITRINE_SMS_TOKEN', 'VITRINE_SMS_FROM'] as const) {
    if (!given[name]) problems.push(`${name} must be set when VITRINE_SMS_URL is`)
  }
  return {
    kind: 'twilio',
    isTrusted: true,
    baseUrl: given.VITRINE_SMS_URL,
    accountId: given.VITRINE_SMS_ACCOUNT ?? '',
    authToken: given.VITRINE_SMS_TOKEN ?? '',
    from: given.VITRINE_SMS_FROM ?? '',
  }
}

function signInOf({ VITRINE_GOOGLE_CLIENT_ID: clientId }: Variables): SignInChoice | undefined {
  if (clientId === undefined) return undefined
  return clientId === OFF ? { kind: 'off' } : { kind: 'google', clientId }
}

/** The server's address on this machine. A server that listens on all addresses also listens on loopback. */
function localUrl({ HOST: host, PORT: port }: Variables): string {
  const isEverywhere = host === '0.0.0.0' || host === '::'
  const name = isEverywhere ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host
  return `http://${name}:${port}`
}

/** The services that variables set, as settings without secrets. */
export function describeFixedProviders({ mail, sms, signIn, payment, tags }: ProvidersOfEnvironment): FixedField[] {
  const fixed: FixedField[] = []
  const add = (field: keyof ProviderSettings, value: unknown, variable: string) =>
    fixed.push({ section: 'providers', field, value, variable })
  if (mail) add('mail', mailSettings(mail), 'VITRINE_SMTP_URL')
  if (sms) add('sms', smsSettings(sms), 'VITRINE_SMS_URL')
  if (signIn) {
    const value =
      signIn.kind === 'google'
        ? { mode: 'live', clientId: signIn.clientId }
        : { ...signInProvider.parse({}), mode: signIn.kind }
    add('signIn', value, 'VITRINE_GOOGLE_CLIENT_ID')
  }
  if (payment?.kind === 'razorpay') {
    const value = { mode: 'live', keyId: payment.keyId, keySecret: '', webhookSecret: '' }
    add('payment', value, 'VITRINE_RAZORPAY_KEY_ID')
  }
  if (Object.keys(tags).length > 0) {
    const none = { analytics: '', tagManager: '', pixel: '', heatmap: '' }
    add('analytics', { ...none, ...tags }, 'VITRINE_ANALYTICS_ID and others')
  }
  return fixed
}

function mailSettings(mail: MailChoice): unknown {
  const none = mailProvider.parse({})
  if (mail.kind !== 'smtp') return { ...none, mode: mail.kind }
  const url = URL.parse(mail.url)
  const port = Number(url?.port) || (url?.protocol === 'smtps:' ? 465 : 587)
  return { ...none, mode: 'live', host: url?.hostname ?? '', port, user: url?.username ?? '', from: mail.from }
}

function smsSettings(sms: SmsChoice): unknown {
  const none = smsProvider.parse({})
  if (sms.kind !== 'twilio') return { ...none, mode: sms.kind }
  return { ...none, mode: 'live', url: sms.baseUrl, account: sms.accountId, from: sms.from }
}
