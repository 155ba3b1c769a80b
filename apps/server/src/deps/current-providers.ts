// The outside services as this server uses them: made anew when what the owner or the environment chooses changes.
import { isDeepStrictEqual } from 'node:util'
import type { ProviderState } from '@vitrine/contract/provider-settings'
import type { TagIds } from '@vitrine/contract/tags'
import { chooseProviders, type ProviderChoice } from '@vitrine/providers/choice'
import { closeReplacedMailer, createMailer, createMessenger } from '@vitrine/providers/choice/create'
import type { ProviderEnvironment } from '@vitrine/providers/choice/environment'
import type { TextCipher } from '@vitrine/providers/encryption'
import type { Mailer } from '@vitrine/providers/mail'
import type { Outbox } from '@vitrine/providers/outbox'
import type { PaymentGateway } from '@vitrine/providers/payment'
import { createPaymentGateway } from '@vitrine/providers/payment/settings'
import type { Secrets } from '@vitrine/providers/secret'
import type { SignInProvider } from '@vitrine/providers/sign-in'
import { createGoogleSignIn } from '@vitrine/providers/sign-in/google'
import type { TextMessenger } from '@vitrine/providers/sms'
import type { CurrentSettings } from './current-settings.ts'

export type ServiceName = 'mail' | 'sms' | 'payment' | 'sign-in'

/** The outside services of one moment. */
export interface Providers {
  readonly mailer: Mailer
  /** Undefined: the shop sends no text messages, and asks for no codes that come by one. */
  readonly messenger: TextMessenger | undefined
  /** The text of a message with a code, as the owner registered it; empty: the usual one. */
  readonly smsText: string
  /** Undefined: nobody signs in with Google. */
  readonly signIn: SignInProvider | undefined
  readonly payments: PaymentGateway
  /** False: no pack can be bought at the moment. */
  readonly sellsPacks: boolean
  /** Measuring services that may load in visitors' browsers when they agree. */
  readonly tags: TagIds
  readonly states: Readonly<Record<ServiceName, ProviderState>>
  /** Of the address that emails come from; undefined unless they are really sent. */
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
  /** Of the installation, from which the keys of the payment sandbox come. */
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

function createProviders(choice: ProviderChoice, { outbox, sandboxSignIn, secrets }: Source): Providers {
  const { mail, sms, signIn, payment } = choice
  return {
    mailer: createMailer(mail, outbox),
    messenger: createMessenger(sms, outbox),
    smsText: choice.smsText,
    signIn:
      signIn.kind === 'google' ? createGoogleSignIn(signIn) : signIn.kind === 'sandbox' ? sandboxSignIn : undefined,
    payments: createPaymentGateway(payment, secrets[0]),
    sellsPacks: choice.sellsPacks,
    tags: choice.tags,
    states: describeProviders(choice),
    mailDomain: mail.kind === 'smtp' ? mail.from.match(/@([^\s>]+)/)?.[1] : undefined,
  }
}

function describeProviders(choice: ProviderChoice): Providers['states'] {
  const { mail, sms, signIn, payment, sellsPacks, problems } = choice
  const isTest = payment.kind === 'razorpay' && payment.keyId.startsWith('rzp_test_')
  const isSandbox = payment.kind === 'sandbox' || isTest
  return {
    mail: {
      mode: mail.kind === 'smtp' ? 'live' : mail.kind,
      detail: mail.kind === 'smtp' ? hostOf(mail.url) : placeOf(mail.kind),
      problem: problems.mail ?? null,
    },
    sms: {
      mode: sms.kind === 'off' || sms.kind === 'sandbox' ? sms.kind : 'live',
      detail: sms.kind === 'off' || sms.kind === 'sandbox' ? placeOf(sms.kind) : smsPlace(sms),
      problem: problems.sms ?? null,
    },
    payment: {
      mode: !sellsPacks ? 'off' : isSandbox ? 'sandbox' : 'live',
      detail: !sellsPacks ? 'off' : isTest ? 'Razorpay, test mode' : payment.kind,
      problem: problems.payment ?? null,
    },
    'sign-in': {
      mode: signIn.kind === 'google' ? 'live' : signIn.kind,
      detail: signIn.kind,
      problem: problems.signIn ?? null,
    },
  }
}

const placeOf = (kind: 'off' | 'sandbox') => (kind === 'off' ? 'off' : '/sandbox')

function smsPlace(sms: Exclude<ProviderChoice['sms'], { kind: 'off' | 'sandbox' }>): string {
  return hostOf(sms.kind === 'http' ? sms.url : sms.baseUrl)
}

/** Without the user and password that may stand in an address. */
function hostOf(url: string): string {
  return URL.parse(url)?.host ?? ''
}
