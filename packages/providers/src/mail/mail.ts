// The mail port, which passes one message for one address to a mailer, and its sandbox.
import type { Attachment, Outbox } from '../outbox/outbox.ts'

export interface Mail {
  readonly to: string
  readonly subject: string
  /** The whole message for readers without HTML; never empty. */
  readonly text: string
  readonly html: string
  readonly attachments?: readonly Attachment[]
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
 * The mail server was unreachable or rejected the message. `isFinal`: another attempt cannot succeed (unknown address, rejected
 * content); a wrong password or sender is the store's own problem and can be fixed. The message does not contain the address.
 */
export class MailNotAccepted extends Error {
  readonly isFinal: boolean
  constructor(message: string, options: { isFinal: boolean; cause?: unknown }) {
    super(message, { cause: options.cause })
    this.name = 'MailNotAccepted'
    this.isFinal = options.isFinal
  }
}

/** Writes every message to the outbox page instead of sending it. Accepts any syntactically valid address, as a mail server would. */
export function createSandboxMailer(outbox: Outbox): Mailer {
  return {
    kind: 'sandbox',
    async send({ to, subject, text, html, attachments = [] }) {
      if (!/^[^\s@<>]+@[^\s@<>]+$/.test(to)) {
        throw new MailNotAccepted(`not a mail address: ${to}`, { isFinal: true })
      }
      await outbox.add({ channel: 'mail', to, subject, text, html, attachments })
    },
    async close() {},
  }
}
