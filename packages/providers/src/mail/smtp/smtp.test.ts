import type { AddressInfo } from 'node:net'
import { text as readText } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { itBehavesAsMailer, type ReceivedMail } from '../../../testing/mailer-contract.ts'
import { type Mailer, MailNotAccepted } from '../mail.ts'
import { createSmtpMailer, writeSmtpUrl } from './smtp.ts'

describe('mail by SMTP', () => {
  const received: ReceivedMail[] = []
  const seen: { users: (string | undefined)[]; raw: string[] } = { users: [], raw: [] }
  let server: SMTPServer
  let mailer: Mailer
  let port: number

  beforeAll(async () => {
    server = new SMTPServer({
      allowInsecureAuth: true,
      disabledCommands: ['STARTTLS'],
      onAuth: ({ username, password }, _session, done) =>
        password === 'p@ss' ? done(null, { user: username }) : done(new Error('wrong password')),
      onMailFrom: ({ address }, _session, done) =>
        done(address.startsWith('stranger@') ? Object.assign(new Error('who?'), { responseCode: 550 }) : null),
      onRcptTo({ address }, _session, done) {
        if (address.startsWith('unknown@')) done(Object.assign(new Error('no such mailbox'), { responseCode: 550 }))
        else if (address.startsWith('full@'))
          done(Object.assign(new Error(`no room for ${address}`), { responseCode: 552 }))
        else if (address.startsWith('busy@')) done(Object.assign(new Error('try later'), { responseCode: 451 }))
        else if (/^[^\s@]+@[^\s@]+$/.test(address)) done()
        else done(Object.assign(new Error('not an address'), { responseCode: 553 }))
      },
      async onData(stream, session, done) {
        const raw = await readText(stream)
        seen.raw.push(raw)
        seen.users.push(session.user)
        for (const { address } of session.envelope.rcptTo) received.push({ to: address, ...parse(raw) })
        done()
      },
    })
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
    port = (server.server.address() as AddressInfo).port
    mailer = createSmtpMailer({ url: `smtp://store:p%40ss@127.0.0.1:${port}`, from: 'Vitrine <store@vitrine.test>' })
  })
  afterAll(async () => {
    await mailer.close()
    await new Promise<void>((closed) => server.close(closed))
  })

  itBehavesAsMailer(() => ({ mailer, received: async () => [...received] }))

  it('signs in as configured and names the store as sender', async () => {
    await mailer.send({ to: 'ben@example.test', subject: 's', text: 't', html: '<p>t</p>' })
    expect(seen.users.at(-1)).toBe('store')
    expect(seen.raw.at(-1)).toContain('From: Vitrine <store@vitrine.test>')
    // Out-of-office replies to the store are prevented.
    expect(seen.raw.at(-1)).toContain('Auto-Submitted: auto-generated')
  })

  it('is reached as the settings say', () => {
    const server = { host: 'smtp.lamp.example', port: 465, user: 'me@lamp', password: 'p/w', security: 'tls' } as const
    expect(writeSmtpUrl(server)).toBe('smtps://me%40lamp:p%2Fw@smtp.lamp.example:465/')
    const url = writeSmtpUrl({ ...server, security: 'starttls', port: 587 })
    expect(url).toMatch(/^smtp:.*:587\/\?requireTLS=true$/)
  })

  it('distinguishes permanent from temporary errors', async () => {
    const content = { subject: 's', text: 't', html: '<p>t</p>' }
    const failure = (to: string, by = mailer) => by.send({ to, ...content }).catch((error: unknown) => error)
    expect(await failure('unknown@example.test')).toMatchObject({ name: 'MailNotAccepted', isFinal: true })
    expect(await failure('busy@example.test')).toMatchObject({ name: 'MailNotAccepted', isFinal: false })
    expect(await failure('full@example.test')).toMatchObject({
      isFinal: true,
      message: expect.stringContaining('no room for (the address)'),
    })
    // When the server rejects the store, the address is not at fault: users must not be asked to check theirs.
    const wrongPassword = createSmtpMailer({ url: `smtp://store:wrong@127.0.0.1:${port}`, from: 'store@vitrine.test' })
    expect(await failure('ben@example.test', wrongPassword)).toMatchObject({ isFinal: false })
    await wrongPassword.close()
    const stranger = createSmtpMailer({ url: `smtp://store:p%40ss@127.0.0.1:${port}`, from: 'stranger@vitrine.test' })
    expect(await failure('ben@example.test', stranger)).toMatchObject({ isFinal: false })
    await stranger.close()
    const unreachableMailer = createSmtpMailer({ url: 'smtp://127.0.0.1:1', from: 'store@vitrine.test' })
    const unreachable = await failure('ben@example.test', unreachableMailer)
    expect(unreachable).toBeInstanceOf(MailNotAccepted)
    expect(unreachable).toMatchObject({ isFinal: false })
    expect((unreachable as Error).cause).toBeInstanceOf(Error)
    await unreachableMailer.close()
  })
})

/** Reads the messages nodemailer writes, of two parts and files: enough MIME for this test. */
function parse(raw: string): Omit<ReceivedMail, 'to'> {
  const head = raw.slice(0, raw.indexOf('\r\n\r\n'))
  const boundaries = [...raw.matchAll(/boundary="([^"]+)"/g)].map(([, boundary = '']) => `--${boundary}`)
  const parts = boundaries.reduce((pieces, boundary) => pieces.flatMap((piece) => piece.split(boundary)), [raw])
  const readPart = (type: string) => {
    const part = parts.find((candidate) => candidate.includes(`Content-Type: ${type}`)) ?? ''
    const body = part.slice(part.indexOf('\r\n\r\n') + 4)
    return /Content-Transfer-Encoding: base64/.test(part) ? String(Buffer.from(body, 'base64')) : unquote(body)
  }
  const subject = (/Subject: ((?:.|\r\n )*)/.exec(head)?.[1] ?? '').replaceAll('\r\n ', '')
  const attachments = parts.flatMap((part) => {
    const name = /Content-Disposition: attachment; filename=(\S+)/.exec(part)?.[1]
    if (name === undefined) return []
    const contentType = /Content-Type: ([^;\s]+)/.exec(part)?.[1] ?? ''
    return [{ name, contentType, content: Buffer.from(part.slice(part.indexOf('\r\n\r\n') + 4), 'base64') }]
  })
  return { subject: decodeWords(subject), text: readPart('text/plain'), html: readPart('text/html'), attachments }
}

function unquote(text: string): string {
  const bytes = text.replaceAll('=\r\n', '').replace(/=([0-9A-F]{2})/g, (_, hex: string) => `%${hex}`)
  return decodeURIComponent(bytes.replace(/%(?![0-9A-F]{2})/g, '%25'))
}

function decodeWords(text: string): string {
  return text
    .replace(/\?=\s*=\?UTF-8\?([BQ])\?/g, '')
    .replace(/=\?UTF-8\?([BQ])\?([^?]*)\?=/g, (_, how: string, word: string) =>
      how === 'B' ? String(Buffer.from(word, 'base64')) : unquote(word.replaceAll('_', ' ')),
    )
}
