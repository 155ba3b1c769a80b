// Contract tests of mailers, run against each implementation by its own test file.
import { expect, it } from 'vitest'
import { type Mailer, MailNotAccepted } from '../src/mail/mail.ts'
import type { Attachment } from '../src/outbox/outbox.ts'

export interface ReceivedMail {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly attachments: readonly Attachment[]
}

export interface MailerUnderTest {
  readonly mailer: Mailer
  /** The messages received so far, oldest first. */
  received(): Promise<ReceivedMail[]>
}

export function itBehavesAsMailer(underTest: () => MailerUnderTest): void {
  it('delivers subject, text and HTML to the one address, beyond ASCII too', async () => {
    const { mailer, received } = underTest()
    const before = (await received()).length
    await mailer.send({
      to: 'asha@example.test',
      subject: 'Your code – कोड',
      text: 'Your code is 123456.',
      html: '<p>Your code is <b>123456</b>. नमस्ते</p>',
    })
    const arrived = (await received()).slice(before)
    expect(arrived).toHaveLength(1)
    expect(arrived[0]?.to).toBe('asha@example.test')
    expect(arrived[0]?.subject).toBe('Your code – कोड')
    expect(arrived[0]?.text.trim()).toBe('Your code is 123456.')
    expect(arrived[0]?.html.trim()).toBe('<p>Your code is <b>123456</b>. नमस्ते</p>')
  })

  it('delivers attached files byte for byte, with their names and types', async () => {
    const { mailer, received } = underTest()
    const file = {
      name: 'invoice-VTI-1.pdf',
      contentType: 'application/pdf',
      content: Buffer.from([37, 80, 0, 255, 10]),
    }
    const text = { subject: 'Your invoice', text: 'It is attached.', html: '<p>It is attached.</p>' }
    await mailer.send({ to: 'asha@example.test', ...text, attachments: [file] })
    const mail = (await received()).at(-1)
    expect(mail?.text.trim()).toBe('It is attached.')
    expect(mail?.attachments).toEqual([file])
  })

  it('rejects an address that contains a second one or a header', async () => {
    const { mailer, received } = underTest()
    const before = (await received()).length
    const content = { subject: 'x', text: 'x', html: 'x' }
    await expect(mailer.send({ to: 'not an address', ...content })).rejects.toThrow(MailNotAccepted)
    const smuggled = ['a@example.test\r\nBcc: b@example.test', 'a@example.test, <b@example.test>']
    for (const to of smuggled) await mailer.send({ to, ...content }).catch(() => undefined)
    const recipients = (await received()).slice(before).map((mail) => mail.to)
    expect(recipients).not.toContain('b@example.test')
  })
}
