// The current outside services of this server, recreated when the owner's or the environment's choice changes.
import { isDeepStrictEqual } from 'node:util'
import type { ProviderState, TagIds } from '@vitrine/contract/settings'
import {
  chooseProviders,
  closeReplacedMailer,
  createMailer,
  createPaymentGateway,
  createService,
  describeService,
  type ProviderChoice,
} from '@vitrine/providers/choice'
import type { ProviderEnvironment } from '@vitrine/providers/choice/environment'
import type { Mailer } from '@vitrine/providers/mail'
import type { Outbox } from '@vitrine/providers/outbox'
import type { PaymentGateway } from '@vitrine/providers/payment'
import type { Secrets, TextCipher } from '@vitrine/providers/secret'
import { SERVICES } from '@vitrine/providers/service/settings'
import type { SignInProvider } from '@vitrine/providers/sign-in'
import type { TextMessenger } from '@vitrine/providers/sms'
import type { CurrentSettings } from './current-settings.ts'

type ServiceName = 'mail' | 'sms' | 'payment' | 'sign-in'

/** The outside services at one moment. */
export interface Providers {
  readonly mailer: Mailer
  /** Undefined when the store sends no text messages, nor codes by text message. */
  readonly messenger: TextMessenger | undefined
  /** The text of a message with a code, as the owner registered it; empty for the default. */
  readonly smsText: string
  /** Undefined without sign-in by Google. */
  readonly signIn: SignInProvider | undefined
  readonly payments: PaymentGateway
  /** False while no pack can be bought. */
  readonly sellsPacks: boolean
  /** Analytics services that may load in the browsers of visitors who agree. */
  readonly tags: TagIds
  readonly states: Readonly<Record<ServiceName, ProviderState>>
  /** Domain of the sender of emails; undefined unless emails are really sent. */
  readonly mailDomain: string | undefined
}

export interface CurrentProviders {
  get(): Providers
  close(): Promise<void>
}

interface Source {
  readonly settings: Pick<CurrentSettings, 'get' | 'watch'>
  readonly environment: ProviderEnvironment
  readonly cipher: TextCipher
  /** Secrets of the installation, from which the keys of the payment sandbox derive. */
  readonly secrets: Secrets
  readonly outbox: Outbox
  /** Google's sandbox, which is a part of the server. */
  readonly sandboxSignIn: SignInProvider
  readonly log: { readonly error: (facts: object, message: string) => void }
}

/** Follows the settings until it is closed. */
export function openCurrentProviders(source: Source): CurrentProviders {
  const { settings, environment, cipher, log } = source
  let choice = choose()
  let providers = createProviders(choice, source)

  function choose(): ProviderChoice {
    const chosen = chooseProviders(settings.get().providers, { ...environment, cipher })
    for (const [service, problem] of Object.entries(chosen.problems)) log.error({ service }, problem)
    return chosen
  }
  const stop = settings.watch(() => {
    const next = choose()
    if (isDeepStrictEqual(next, choice)) return
    const { mailer } = providers
    choice = next
    providers = createProviders(next, source)
    closeReplacedMailer(mailer)
  })
  return {
    get: () => providers,
    async close() {
      stop()
      await providers.mailer.close()
    },
  }
}

function createProviders(choice: ProviderChoice, source: Source): Providers {
  const { mail, sms, signIn, payment } = choice
  const { environment, secrets } = source
  return {
    mailer: createMailer(mail, source),
    messenger: createService(SERVICES.sms, sms, source),
    smsText: choice.smsText,
    signIn: createService(SERVICES.signIn, signIn, source),
    payments: createPaymentGateway(payment, { serverUrl: environment.serverUrl, secret: secrets[0] }),
    sellsPacks: choice.sellsPacks,
    tags: choice.tags,
    states: {
      mail: describeService('mail', choice),
      sms: describeService('sms', choice),
      payment: describeService('payment', choice),
      'sign-in': describeService('signIn', choice),
    },
    mailDomain: mail.kind === 'live' ? String(mail.settings.from).match(/@([^\s>]+)/)?.[1] : undefined,
  }
}
