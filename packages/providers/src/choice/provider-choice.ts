// Which outside services the shop uses, and how: what environment variables say, else what the owner has entered in the admin
// area, else what the installation does when nobody has chosen. Server and worker decide it here, so that both agree.
import type { ProviderMode, ProviderSettings } from '@vitrine/contract/provider-settings'
import type { TagIds } from '@vitrine/contract/tags'
import { type PaymentSettings, RAZORPAY_API } from '../payment/payment-settings.ts'
import type { TextCipher } from '../secret/encryption.ts'

export type MailChoice = { kind: 'off' } | { kind: 'sandbox' } | { kind: 'smtp'; url: string; from: string }

export type SmsChoice =
  | { kind: 'off' }
  | { kind: 'sandbox' }
  | { kind: 'twilio'; baseUrl: string; accountId: string; authToken: string; from: string; isTrusted?: boolean }
  | { kind: 'msg91'; baseUrl: string; authKey: string; templateId: string }
  | {
      kind: 'http'
      url: string
      header: string
      token: string
      body: string
      entityId: string
      templateId: string
    }

export type SignInChoice = { kind: 'off' } | { kind: 'sandbox' } | { kind: 'google'; clientId: string }

export interface ProviderChoice {
  readonly mail: MailChoice
  readonly sms: SmsChoice
  /** The text of a message with a code, with words in braces; empty: the usual one. */
  readonly smsText: string
  readonly signIn: SignInChoice
  readonly payment: PaymentSettings
  /** False: no pack can be bought at the moment. Payments that were begun before are still finished. */
  readonly sellsPacks: boolean
  readonly tags: TagIds
  /** Services whose keys cannot be read, each with a sentence for the owner. They are off. */
  readonly problems: Readonly<Partial<Record<keyof ProviderSettings, string>>>
}

/** What environment variables decide. */
export type ProvidersOfEnvironment = Partial<Pick<ProviderChoice, 'mail' | 'sms' | 'signIn' | 'payment'>> & {
  readonly tags: TagIds
  /** Where Razorpay's API is, in place of Razorpay. */
  readonly razorpayApi?: string | undefined
}

export interface ChoiceContext {
  readonly environment: ProvidersOfEnvironment
  readonly cipher: TextCipher
  /** For a service that nobody has chosen a mode for. */
  readonly unchosen: 'off' | 'sandbox'
  /** Address of the server on this machine, which the payment sandbox is a part of. */
  readonly serverUrl: string
}

const TWILIO = 'https://api.twilio.com'
const MSG91 = 'https://control.msg91.com'

/** Decides every service. `stored` holds secrets as `encryptProviderSecrets` left them. */
export function chooseProviders(stored: ProviderSettings, context: ChoiceContext): ProviderChoice {
  const { environment, unchosen, serverUrl } = context
  const problems: Partial<Record<keyof ProviderSettings, string>> = {}
  const choose = <Choice>(service: keyof ProviderSettings, of: (read: ReadSecret) => Choice, off: Choice): Choice => {
    let isReadable = true
    const read: ReadSecret = (field, text) => {
      const secret = text === '' ? '' : context.cipher.decrypt(purposeOf(service, field), text)
      isReadable &&= secret !== undefined
      return secret ?? ''
    }
    const choice = of(read)
    if (isReadable) return choice
    const message = 'Its keys were encrypted under a secret that this installation no longer has. Enter them again.'
    problems[service] = message
    return off
  }
  const { mail, sms, signIn, payment, analytics } = stored
  const sandboxPayment: PaymentSettings = { kind: 'sandbox', serverUrl }
  const modeOf = (mode: ProviderMode | null) => mode ?? unchosen
  const api = environment.razorpayApi ?? RAZORPAY_API
  const ownPayment = choose('payment', (read) => paymentOf(payment, api, read) ?? sandboxPayment, sandboxPayment)
  return {
    mail: environment.mail ?? choose('mail', (read) => mailOf({ ...mail, mode: modeOf(mail.mode) }, read), OFF),
    sms: environment.sms ?? choose('sms', (read) => smsOf({ ...sms, mode: modeOf(sms.mode) }, read), OFF),
    smsText: sms.text,
    signIn: environment.signIn ?? signInOf({ ...signIn, mode: modeOf(signIn.mode) }),
    payment: environment.payment ?? ownPayment,
    sellsPacks: environment.payment !== undefined || (modeOf(payment.mode) !== 'off' && !problems.payment),
    tags: Object.keys(environment.tags).length > 0 ? environment.tags : tagsOf(analytics),
    problems,
  }
}

const OFF = { kind: 'off' } as const

type ReadSecret = (field: string, text: string) => string
type Decided<Settings> = Settings & { readonly mode: ProviderMode }

/** What a secret is encrypted for: copied into another field, it cannot be read. */
export function purposeOf(service: string, field: string): string {
  return `provider ${service} ${field}`
}

function mailOf(mail: Decided<ProviderSettings['mail']>, read: ReadSecret): MailChoice {
  if (mail.mode !== 'live') return { kind: mail.mode }
  const password = read('password', mail.password)
  const account = mail.user ? `${encodeURIComponent(mail.user)}:${encodeURIComponent(password)}@` : ''
  const { scheme, query } = {
    tls: { scheme: 'smtps', query: '' },
    starttls: { scheme: 'smtp', query: '?requireTLS=true' },
    none: { scheme: 'smtp', query: '?ignoreTLS=true' },
  }[mail.security]
  return { kind: 'smtp', url: `${scheme}://${account}${mail.host}:${mail.port}/${query}`, from: mail.from }
}

function smsOf(sms: Decided<ProviderSettings['sms']>, read: ReadSecret): SmsChoice {
  if (sms.mode !== 'live') return { kind: sms.mode }
  const token = read('token', sms.token)
  const { url, account, from, templateId, entityId, header, body } = sms
  if (sms.gateway === 'twilio') {
    return { kind: 'twilio', baseUrl: url || TWILIO, accountId: account, authToken: token, from }
  }
  if (sms.gateway === 'msg91') return { kind: 'msg91', baseUrl: url || MSG91, authKey: token, templateId }
  return { kind: 'http', url, header, token, body, entityId, templateId }
}

function signInOf({ mode, clientId }: Decided<ProviderSettings['signIn']>): SignInChoice {
  return mode === 'live' ? { kind: 'google', clientId } : { kind: mode }
}

/** A gateway that is switched off is still asked about the payments that were begun with it. */
function paymentOf(
  payment: ProviderSettings['payment'],
  apiUrl: string,
  read: ReadSecret,
): PaymentSettings | undefined {
  const { mode, keyId, keySecret, webhookSecret } = payment
  const hasKeys = keyId !== '' && keySecret !== '' && webhookSecret !== ''
  if (mode !== 'live' && !(mode === 'off' && hasKeys)) return undefined
  const webhookSecrets = read('webhookSecret', webhookSecret)
    .split(',')
    .map((each) => each.trim())
    .filter(Boolean)
  return { kind: 'razorpay', keyId, keySecret: read('keySecret', keySecret), webhookSecrets, apiUrl }
}

/** Those ids that are there. */
export function tagsOf({
  analytics,
  tagManager,
  pixel,
  heatmap,
}: Readonly<Record<keyof TagIds, string | undefined>>): TagIds {
  return {
    ...(analytics && { analytics }),
    ...(tagManager && { tagManager }),
    ...(pixel && { pixel }),
    ...(heatmap && { heatmap }),
  }
}
