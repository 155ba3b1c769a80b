// Sandbox mailer: writes every message to the outbox page instead of sending it.
import type { Outbox } from '../outbox/outbox.ts'
import { type Mailer, MailNotAccepted } from './mail.ts'

/** Accepts any syntactically valid address, as a mail server would. */
export function createSandboxMailer(outbox: Outbox): Mailer {
  return {
    kind: 'sandbox',
    async send({ to, subject, text, html }) {
      if (!/^[^\s@<>]+@[^\s@<>]+$/.test(to)) {
        throw new MailNotAccepted(`not a mail address: ${to}`, { isFinal: true })
      }
      await outbox.add({ channel: 'mail', to, subject, text, html })
    },
    async close() {},
  }
}
