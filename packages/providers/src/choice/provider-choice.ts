// Decides which outside services the store uses, and how: by environment variables, else by the owner's settings, else by the
// installation's default. Server and worker share this, so that both agree.
import type { ProviderMode, ProviderSettings, ServiceSettings } from '@vitrine/contract/provider-settings'
import type { TagIds } from '@vitrine/contract/tags'
import { msg } from '@vitrine/language/texts'
import { pickTags } from '../measuring/measuring.ts'
import type { FieldTable, SettingsOf } from '../provider/field.ts'
import type { ServiceChoice } from '../provider/provider.ts'
import type { TextCipher } from '../secret/encryption.ts'
import { SERVICES, type ServiceName } from '../service/service.ts'
import { selectProvider } from '../service/service-settings.ts'

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

export interface ChoiceContext {
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
