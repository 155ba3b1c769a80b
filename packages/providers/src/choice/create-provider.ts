// Makes what a choice names.
import { type Mailer, MailNotAccepted } from '../mail/mail.ts'
import { createSandboxMailer } from '../mail/sandbox.ts'
import { createSmtpMailer } from '../mail/smtp.ts'
import type { Outbox } from '../outbox/outbox.ts'
import { createHttpMessenger } from '../sms/http-gateway.ts'
import { createMsg91Messenger } from '../sms/msg91.ts'
import { createSandboxMessenger } from '../sms/sandbox.ts'
import type { TextMessenger } from '../sms/sms.ts'
import { createTwilioMessenger } from '../sms/twilio.ts'
import type { MailChoice, SmsChoice } from './provider-choice.ts'

const CLOSE_AFTER_MS = 60_000

/** The mailer of a choice. One that is off refuses every mail, for now: what is queued is sent when it is on again. */
export function createMailer(mail: MailChoice, outbox: Outbox): Mailer {
  if (mail.kind === 'smtp') return createSmtpMailer(mail)
  if (mail.kind === 'sandbox') return createSandboxMailer(outbox)
  return {
    kind: 'off',
    send: () => Promise.reject(new MailNotAccepted('email is switched off', { isFinal: false })),
    close: () => Promise.resolve(),
  }
}

/** Closes a mailer that another has replaced, a minute later: it finishes what it is sending. */
export function closeReplacedMailer(mailer: Mailer): void {
  setTimeout(() => void mailer.close(), CLOSE_AFTER_MS).unref()
}

/** The messenger of a choice; undefined where the shop sends no text messages. */
export function createMessenger(sms: SmsChoice, outbox: Outbox): TextMessenger | undefined {
  if (sms.kind === 'off') return undefined
  if (sms.kind === 'sandbox') return createSandboxMessenger(outbox)
  if (sms.kind === 'twilio') return createTwilioMessenger(sms)
  return sms.kind === 'msg91' ? createMsg91Messenger(sms) : createHttpMessenger(sms)
}
