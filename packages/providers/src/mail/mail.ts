// The mail port: hands one message for one address to a mailer.

import type { Outbox } from '../outbox/outbox.ts'

export interface Mail {
  readonly to: string
  readonly subject: string
  /** The whole message for readers without HTML; never empty. */
  readonly text: string
  readonly html: string
}

export interface Mailer {
  readonly kind: 'smtp' | 'sandbox' | 'off'
  /** Resolves when the message was accepted for delivery. Throws `MailNotAccepted`. */
  send(mail: Mail): Promise<void>
  close(): Promise<void>
}

export interface MailDeps {
  readonly outbox: Outbox
}

/**
 * The mail server was not reached or said no. `isFinal`: sending it again cannot help (unknown address, refused content); a
 * wrong password or a sender it does not know is the store's own trouble and passes. The message does not hold the address.
 */
export class MailNotAccepted extends Error {
  readonly isFinal: boolean
  constructor(message: string, options: { isFinal: boolean; cause?: unknown }) {
    super(message, { cause: options.cause })
    this.name = 'MailNotAccepted'
    this.isFinal = options.isFinal
  }
}
