// Creates the chosen providers.
import type { ProviderState } from '@vitrine/contract/provider-settings'
import { type MailDeps, type Mailer, MailNotAccepted } from '../mail/mail.ts'
import type { PaymentDeps, PaymentGateway } from '../payment/payment.ts'
import type { Provider, Service, ServiceChoice } from '../provider/provider.ts'
import { SERVICES, type ServiceName } from '../service/service.ts'
import type { ProviderChoice } from './provider-choice.ts'

const CLOSE_AFTER_MS = 60_000

/** The service of a choice; undefined when it is off. */
export function createService<Port, Deps>(
  service: Service<Port, Deps>,
  choice: ServiceChoice,
  deps: Deps,
): Port | undefined {
  if (choice.kind === 'off') return undefined
  if (choice.kind === 'sandbox') return service.sandbox(deps)
  return liveProvider(service, choice)?.create(choice.settings, { ...deps, isTrusted: choice.isTrusted })
}

const liveProvider = <Port, Deps>({ providers }: Service<Port, Deps>, choice: { readonly provider: string }) =>
  providers.find(({ id }): boolean => id === choice.provider)

/** A disabled mailer refuses every mail temporarily: the queue sends it once mail is on again. */
export function createMailer(mail: ServiceChoice, deps: MailDeps): Mailer {
  const off: Mailer = {
    kind: 'off',
    send: () => Promise.reject(new MailNotAccepted('email is switched off', { isFinal: false })),
    close: () => Promise.resolve(),
  }
  return createService(SERVICES.mail, mail, deps) ?? off
}

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
  const provider: Provider<unknown, never> | undefined =
    chosen.kind === 'live' ? liveProvider(service, chosen) : undefined
  if (chosen.kind === 'sandbox' || !provider) return { mode: 'sandbox', detail: service.sandboxPlace, problem }
  const { settings } = chosen
  return { mode: provider.isTest?.(settings) ? 'sandbox' : 'live', detail: provider.place(settings), problem }
}
