// The SMS port: hands one short text for one phone number to a messenger.
import { isPhoneNumber } from '@vitrine/contract/phone'
import type { SmsWord } from '@vitrine/contract/sms-words'
import type { Outbox } from '../outbox/outbox.ts'
import type { FieldTable } from '../provider/field.ts'
import type { Provider } from '../provider/provider.ts'

export interface TextMessage {
  /** E.164: a plus sign, then 7 to 15 digits. */
  readonly to: string
  readonly text: string
  /** What the text is made of, for gateways that have the text themselves. */
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

/** What a folder of a gateway says about it. */
export const defineGateway = <Fields extends FieldTable>(gateway: Provider<TextMessenger, SmsDeps, Fields>) => gateway

/**
 * The gateway was not reached or said no. `isFinal`: the number is to blame, and sending it again cannot help. A wrong key or
 * an empty account is the store's own trouble and passes. The message does not hold the number: it may go to the log.
 */
export class TextMessageNotAccepted extends Error {
  readonly isFinal: boolean
  constructor(message: string, options: { isFinal: boolean; cause?: unknown }) {
    super(message, { cause: options.cause })
    this.name = 'TextMessageNotAccepted'
    this.isFinal = options.isFinal
  }
}

/** Throws `TextMessageNotAccepted`, final, for anything that is no phone number in E.164 form, as long as those of its country. */
export function requirePhoneNumber(to: string): void {
  if (!isPhoneNumber(to)) throw new TextMessageNotAccepted(`not a phone number: ${to}`, { isFinal: true })
}
