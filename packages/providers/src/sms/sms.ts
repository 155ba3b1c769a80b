// The SMS port, which passes one short text for one phone number to a messenger, and its sandbox.

import { isPhoneNumber } from '@vitrine/contract/phone'
import type { SmsWord } from '@vitrine/contract/placeholder'
import type { Outbox } from '../outbox/outbox.ts'
import type { FieldTable, Provider } from '../provider/provider.ts'

export interface TextMessage {
  /** E.164: a plus sign, then 7 to 15 digits. */
  readonly to: string
  readonly text: string
  /** The words of the text, for gateways that store the text themselves. */
  readonly words: Readonly<Record<SmsWord, string>>
}

export interface TextMessenger {
  readonly kind: 'gateway' | 'sandbox'
  /** Resolves when the message was accepted for delivery. Throws `TextMessageNotAccepted`. */
  send(message: TextMessage): Promise<void>
}

export interface SmsDeps {
  readonly outbox: Outbox
}

/** Types the definition of a gateway. */
export const defineGateway = <Fields extends FieldTable>(gateway: Provider<TextMessenger, SmsDeps, Fields>) => gateway

/**
 * The gateway was unreachable or rejected the message. `isFinal`: the number is to blame, and another attempt cannot succeed. A
 * wrong key or an empty account is the store's own problem and can be fixed. The message does not contain the number, so it may
 * be logged.
 */
export class TextMessageNotAccepted extends Error {
  readonly isFinal: boolean
  constructor(message: string, options: { isFinal: boolean; cause?: unknown }) {
    super(message, { cause: options.cause })
    this.name = 'TextMessageNotAccepted'
    this.isFinal = options.isFinal
  }
}

/**
 * Throws a final `TextMessageNotAccepted` unless the text is a phone number in E.164 form with a length that its country allows.
 */
export function requirePhoneNumber(to: string): void {
  if (!isPhoneNumber(to)) throw new TextMessageNotAccepted(`not a phone number: ${to}`, { isFinal: true })
}

/** Writes every message to the outbox page instead of sending it. Accepts any number in E.164 form, as a gateway would. */
export function createSandboxMessenger(outbox: Outbox): TextMessenger {
  return {
    kind: 'sandbox',
    async send({ to, text }) {
      requirePhoneNumber(to)
      await outbox.add({ channel: 'sms', to, subject: '', text, html: '' })
    },
  }
}
