// SMTP mailer with a small pool of open connections.

import { msg } from '@vitrine/language/texts'
import type { Transporter } from 'nodemailer'
import { z } from 'zod'
import { choice, fromVariable, integer, type Provider, secret, text, variable, word } from '../../provider/provider.ts'
import { type MailDeps, type Mailer, MailNotAccepted } from '../mail.ts'

const fields = {
  /** The whole server as one URL, with query parameters as in nodemailer. */
  url: fromVariable(
    variable(
      'VITRINE_SMTP_URL',
      { meaning: 'a real mail server', example: '"smtps://user:password@mail.example.com:465"' },
      z
        .string()
        .regex(/^smtps?:\/\/.+/, 'must be an address such as smtps://user:password@host:465')
        .optional(),
    ),
  ),
  host: word(200, {
    label: msg('Mail server'),
    hint: { text: msg('Such as {example}'), values: { example: 'smtp.example.com' } },
    required: msg('Enter the mail server'),
    isDestination: true,
    checks: [{ accepts: /^[A-Za-z0-9.:[\]-]*$/, message: 'Enter a host such as smtp.example.com' }],
  }),
  /** TLS from the first byte; STARTTLS before the password is sent; or no encryption. */
  security: choice(
    [
      { value: 'tls', label: 'TLS', sets: { port: 465 } },
      { value: 'starttls', label: 'STARTTLS', sets: { port: 587 } },
      { value: 'none', label: msg('None'), sets: { port: 25 } },
    ],
    { label: msg('Encryption'), isDestination: true, isNarrow: true },
  ),
  port: integer(
    { min: 1, max: 65_535, first: 465, message: msg('Enter a port') },
    { label: msg('Port'), isDestination: true, isNarrow: true },
  ),
  user: word(200, { label: msg('User'), isDestination: true }),
  password: secret({ label: msg('Password') }),
  from: text(200, {
    label: msg('Sender'),
    hint: { text: msg('Such as {example}'), values: { example: 'Store <hello@store.example>' } },
    required: msg('Enter the address that emails come from'),
    checks: [
      {
        accepts: /^[^<>]*<[^<>\s]+@[^<>\s]+>$|^[^<>\s]+@[^<>\s]+$/,
        message: 'Enter an address such as Store <hello@store.example>',
      },
    ],
    variable: variable(
      'VITRINE_MAIL_FROM',
      {
        meaning: 'the sender of its mails; required with `VITRINE_SMTP_URL`',
        example: '"Example Store <store@example.com>"',
      },
      z.string().min(3).optional(),
    ),
  }),
}

export const smtp: Provider<Mailer, MailDeps, typeof fields> = {
  id: 'smtp',
  name: 'SMTP',
  chosenBy: 'VITRINE_SMTP_URL',
  fields,
  complete({ url: input }) {
    const url = URL.parse(input)
    const port = Number(url?.port) || (url?.protocol === 'smtps:' ? 465 : 587)
    return { host: url?.hostname ?? '', port, user: url?.username ?? '' }
  },
  place: ({ url, host, port }) => URL.parse(url || `smtp://${host}:${port}`)?.host ?? '',
  create: (settings) => createSmtpMailer({ url: settings.url || writeSmtpUrl(settings), from: settings.from }),
}

type Server = Readonly<Record<'host' | 'user' | 'password', string>> & {
  readonly port: number
  readonly security: 'tls' | 'starttls' | 'none'
}

/** A server in nodemailer's form. */
export function writeSmtpUrl({ host, port, user, password, security }: Server): string {
  const account = user ? `${encodeURIComponent(user)}:${encodeURIComponent(password)}@` : ''
  const { scheme, query } = {
    tls: { scheme: 'smtps', query: '' },
    starttls: { scheme: 'smtp', query: '?requireTLS=true' },
    none: { scheme: 'smtp', query: '?ignoreTLS=true' },
  }[security]
  return `${scheme}://${account}${host}:${port}/${query}`
}

interface SmtpOptions {
  /** `smtp://user:password@host:587` (STARTTLS when offered) or `smtps://…:465`; query parameters as in nodemailer. */
  readonly url: string
  /** `Name <address>` or an address. */
  readonly from: string
}

/** Commands at which a server rejects an address or a message. At earlier ones (AUTH, MAIL FROM) it rejects the store. */
const RECIPIENT_COMMANDS = ['RCPT TO', 'DATA']

/** RFC 3834: prevents replies from out-of-office notes and ticket systems. */
const AUTOMATIC = { 'Auto-Submitted': 'auto-generated' }

/** Connects when the first mail is sent. */
export function createSmtpMailer({ url, from }: SmtpOptions): Mailer {
  let transport: Promise<Transporter> | undefined
  // Loaded on demand, because it costs every process 20 MB.
  async function open(): Promise<Transporter> {
    const { createTransport } = await import('nodemailer')
    const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 }
    return createTransport({ url, pool: true, maxConnections: 3, ...timeouts }, { from })
  }
  return {
    kind: 'smtp',
    async send({ to, subject, text, html, attachments = [] }) {
      try {
        // An address object is never split at commas or parsed for a display name: one mail, one recipient.
        transport ??= open()
        await (await transport).sendMail({
          to: { name: '', address: to },
          ...{ subject, text, html },
          attachments: attachments.map(({ name, ...file }) => ({ filename: name, ...file })),
          headers: AUTOMATIC,
        })
      } catch (error) {
        const { responseCode, command, message } = error as Error & { responseCode?: number; command?: string }
        const isAboutMessage = command !== undefined && RECIPIENT_COMMANDS.includes(command)
        const isFinal = isAboutMessage && responseCode !== undefined && responseCode >= 500
        const said = message.replaceAll(to, '(the address)')
        throw new MailNotAccepted(`the mail server did not accept the message: ${said}`, { isFinal, cause: error })
      }
    },
    async close() {
      ;(await transport)?.close()
    },
  }
}
