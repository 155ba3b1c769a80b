// SMTP mailer with a small pool of open connections.
import nodemailer from 'nodemailer'
import { type Mailer, MailNotAccepted } from './mail.ts'

export interface SmtpOptions {
  /** `smtp://user:password@host:587` (STARTTLS when offered) or `smtps://…:465`; query parameters as in nodemailer. */
  readonly url: string
  /** `Name <address>` or an address. */
  readonly from: string
}

/**
 * Commands at which a server rejects an address or a message. At earlier ones (AUTH, MAIL FROM) it rejects the shop.
 */
const RECIPIENT_COMMANDS = ['RCPT TO', 'DATA']

/** RFC 3834: nobody’s out-of-office note or ticket system answers such mail. */
const AUTOMATIC = { 'Auto-Submitted': 'auto-generated' }

/** Connects when the first mail is sent. */
export function createSmtpMailer({ url, from }: SmtpOptions): Mailer {
  const transport = nodemailer.createTransport(
    { url, pool: true, maxConnections: 3, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 },
    { from },
  )
  return {
    kind: 'smtp',
    async send({ to, subject, text, html }) {
      try {
        // An address object is never split at commas or parsed for a display name: one mail, one recipient.
        await transport.sendMail({ to: { name: '', address: to }, subject, text, html, headers: AUTOMATIC })
      } catch (error) {
        const { responseCode, command, message } = error as Error & { responseCode?: number; command?: string }
        const isAboutMessage = command !== undefined && RECIPIENT_COMMANDS.includes(command)
        const isFinal = isAboutMessage && responseCode !== undefined && responseCode >= 500
        const said = message.replaceAll(to, '(the address)')
        throw new MailNotAccepted(`the mail server did not accept the message: ${said}`, { isFinal, cause: error })
      }
    },
    async close() {
      transport.close()
    },
  }
}
