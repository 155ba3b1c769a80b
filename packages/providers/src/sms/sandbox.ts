// Sandbox SMS: writes every message to the outbox page instead of sending it.
import type { Outbox } from '../outbox/outbox.ts'
import { requirePhoneNumber, type TextMessenger } from './sms.ts'

/** Accepts any number in E.164 form, as a gateway would. */
export function createSandboxMessenger(outbox: Outbox): TextMessenger {
  return {
    kind: 'sandbox',
    async send({ to, text }) {
      requirePhoneNumber(to)
      await outbox.add({ channel: 'sms', to, subject: '', text, html: '' })
    },
  }
}
