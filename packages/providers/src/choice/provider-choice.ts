// Decides which outside services the store uses, and how: by environment variables, else by the owner's settings, else by the
// installation's default; creates their providers, and encrypts their secrets for the database. Server and worker share this, so
// that both agree.

import { isEncrypted } from '@vitrine/contract/encrypted'
import type { ProviderMode, ProviderSettings, ProviderState, ServiceSettings, TagIds } from '@vitrine/contract/settings'
import { msg } from '@vitrine/language/texts'
import { type MailDeps, type Mailer, MailNotAccepted } from '../mail/mail.ts'
import { pickTags } from '../measuring/measuring.ts'
import type { PaymentDeps, PaymentGateway } from '../payment/payment.ts'
import type { FieldTable, Service, ServiceChoice, SettingsOf } from '../provider/provider.ts'
import type { TextCipher } from '../secret/installation-secret.ts'
import {
  findProvider,
  listDestinationFields,
  SECRET_FIELDS,
  SERVICES,
  type ServiceName,
  selectProvider,
} from '../service/service-settings.ts'

export interface ProviderChoice extends Readonly<Record<ServiceName, ServiceChoice>> {
  /** The text of a message with a code, with placeholders; empty for the default. */
  readonly smsText: string
  /** False while no pack can be bought. Earlier payments are still completed. */
  readonly sellsPacks: boolean
  readonly tags: TagIds
  /** Services with unreadable keys, each with a sentence for the owner. They are off. */
  readonly problems: Readonly<Partial<Record<ServiceName, string>>>
}

/** The services that environment variables set. */
export type ProvidersOfEnvironment = Readonly<Partial<Record<ServiceName, ServiceChoice>>> & {
  readonly tags: TagIds
  /** Fields that only the environment sets, by service. */
  readonly only?: Readonly<Partial<Record<ServiceName, SettingsOf<FieldTable>>>>
}

interface ChoiceContext {
  readonly environment: ProvidersOfEnvironment
  readonly cipher: TextCipher
  /** For a service without a chosen mode. */
  readonly unchosen: 'off' | 'sandbox'
}

const UNREADABLE = msg('Its keys were encrypted under a secret that this installation no longer has. Enter them again.')

/** Decides every service. `stored` has encrypted secrets, from `encryptProviderSecrets`. */
export function chooseProviders(stored: ProviderSettings, context: ChoiceContext): ProviderChoice {
  const { environment, unchosen } = context
  const problems: Partial<Record<ServiceName, string>> = {}
  const resolveMode = (service: ServiceName): ProviderMode => stored[service].mode ?? unchosen
  const choose = (service: ServiceName, mode = resolveMode(service)): ServiceChoice => {
    const decided = environment[service]
    if (decided) return decided
    if (mode !== 'live') return { kind: mode }
    const live = openLive(service, stored[service], context)
    if (!live) problems[service] = UNREADABLE
    return live ?? { kind: 'off' }
  }
  const payment = choose('payment', isStillNeeded('payment', stored.payment) ? 'live' : resolveMode('payment'))
  return {
    mail: choose('mail'),
    sms: choose('sms'),
    smsText: String(stored.sms.text ?? ''),
    signIn: choose('signIn'),
    // Questions about payments always need a gateway.
    payment: payment.kind === 'off' ? { kind: 'sandbox' } : payment,
    sellsPacks: environment.payment !== undefined || (resolveMode('payment') !== 'off' && !problems.payment),
    tags: Object.keys(environment.tags).length > 0 ? environment.tags : pickTags(stored.analytics),
    problems,
  }
}

/** A disabled gateway is still asked about the payments that began with it. */
function isStillNeeded(service: ServiceName, settings: ServiceSettings): boolean {
  const required = Object.entries(selectProvider<unknown, never>(SERVICES[service], settings).fields).filter(
    ([, field]) => field.required,
  )
  return settings.mode === 'off' && required.every(([name]) => settings[name])
}

/** Undefined when a secret cannot be read. */
function openLive(service: ServiceName, stored: ServiceSettings, context: ChoiceContext): ServiceChoice | undefined {
  const provider = selectProvider<unknown, never>(SERVICES[service], stored)
  const settings: Record<string, string | number> = {}
  for (const [name, { kind }] of Object.entries(provider.fields)) {
    const value = (kind === 'variable' ? (context.environment.only?.[service] ?? {}) : stored)[name] ?? ''
    const opened =
      kind === 'secret' && value !== '' ? context.cipher.decrypt(toSecretPurpose(service, name), String(value)) : value
    if (opened === undefined) return undefined
    settings[name] = opened
  }
  return { kind: 'live', provider: provider.id, settings, isTrusted: false }
}

/** The encryption purpose of a secret: copied into another field, it cannot be decrypted. */
export function toSecretPurpose(service: string, field: string): string {
  return `provider ${service} ${field}`
}

/** The service of a choice; undefined when it is off. */
export function createService<Port, Deps>(
  service: Service<Port, Deps>,
  choice: ServiceChoice,
  deps: Deps,
): Port | undefined {
  if (choice.kind === 'off') return undefined
  if (choice.kind === 'sandbox') return service.sandbox(deps)
  return findProvider(service, choice)?.create(choice.settings, { ...deps, isTrusted: choice.isTrusted })
}

/** A disabled mailer refuses every mail temporarily: the queue sends it once mail is on again. */
export function createMailer(mail: ServiceChoice, deps: MailDeps): Mailer {
  const off: Mailer = {
    kind: 'off',
    send: () => Promise.reject(new MailNotAccepted('email is switched off', { isFinal: false })),
    close: () => Promise.resolve(),
  }
  return createService(SERVICES.mail, mail, deps) ?? off
}

const CLOSE_AFTER_MS = 60_000

/** Closes a replaced mailer after a minute, so that it can finish sending. */
export function closeReplacedMailer(mailer: Mailer): void {
  setTimeout(() => void mailer.close(), CLOSE_AFTER_MS).unref()
}

/** The gateway for questions about payments, which also works while no packs are sold. */
export function createPaymentGateway(payment: ServiceChoice, deps: PaymentDeps): PaymentGateway {
  return createService(SERVICES.payment, payment, deps) ?? SERVICES.payment.sandbox(deps)
}

/** The mode of a service, for the status page. */
export function describeService(name: ServiceName, choice: ProviderChoice): ProviderState {
  const problem = choice.problems[name] ?? null
  const service: Service<unknown, never> = SERVICES[name]
  const chosen = choice[name]
  if (chosen.kind === 'off' || (name === 'payment' && !choice.sellsPacks))
    return { mode: 'off', detail: 'off', problem }
  const provider = findProvider(service, chosen)
  if (chosen.kind === 'sandbox' || !provider) return { mode: 'sandbox', detail: service.sandboxPlace, problem }
  const { settings } = chosen
  return { mode: provider.isTest?.(settings) ? 'sandbox' : 'live', detail: provider.place(settings), problem }
}

type Values = Readonly<Record<string, Readonly<Record<string, unknown>> | undefined>>

/** An encrypted secret in a request is not the stored one of this field, cannot be read, or would go to another destination. */
export class SecretRejected extends Error {
  /** Such as `payment.keySecret`. */
  readonly path: string
  constructor(path: string) {
    super(`the secret of ${path} cannot be kept`)
    this.path = path
  }
}

/**
 * Encrypts secrets in clear. A form returns the encrypted text of a secret that it cannot show: it stays if it is the stored one
 * with the same destination. Otherwise throws `SecretRejected`, because anyone who may change a service's address could have the
 * secret sent to their own server.
 */
export function encryptProviderSecrets(
  cipher: TextCipher,
  value: Readonly<Record<string, unknown>>,
  stored: ProviderSettings,
) {
  const encrypted: Record<string, unknown> = { ...value }
  for (const [service, field] of SECRET_FIELDS) {
    const settings = (encrypted as Values)[service]
    const text = settings?.[field]
    if (typeof text !== 'string' || text.trim() === '') continue
    const purpose = toSecretPurpose(service, field)
    const current = stored[service]
    const goesElsewhere = listDestinationFields(service).some((each) => settings?.[each] !== current[each])
    if (!isEncrypted(text)) encrypted[service] = { ...settings, [field]: cipher.encrypt(purpose, text.trim()) }
    else if (text !== current[field] || goesElsewhere || cipher.decrypt(purpose, text) === undefined)
      throw new SecretRejected(`${service}.${field}`)
  }
  return encrypted
}

/** The settings with every secret under the newest key, for use after a rotation; undefined when nothing changes. */
export function renewProviderSecrets(cipher: TextCipher, value: ProviderSettings): ProviderSettings | undefined {
  const renewed = structuredClone(value)
  let isChanged = false
  for (const [service, field] of SECRET_FIELDS) {
    const settings = renewed[service] as Record<string, unknown>
    const encrypted = String(settings[field])
    const purpose = toSecretPurpose(service, field)
    const text =
      encrypted === '' || cipher.isCurrent(purpose, encrypted) ? undefined : cipher.decrypt(purpose, encrypted)
    if (text === undefined) continue
    settings[field] = cipher.encrypt(purpose, text)
    isChanged = true
  }
  return isChanged ? renewed : undefined
}
