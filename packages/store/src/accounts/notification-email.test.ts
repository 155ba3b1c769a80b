import { transaction } from '@vitrine/database/connection'
import { BUNDLED_LANGUAGES } from '@vitrine/language/language'
import { openTexts } from '@vitrine/language/texts'
import { type Mail, type Mailer, MailNotAccepted } from '@vitrine/providers/mail'
import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { useDatabase } from '../../../../tests/database.ts'
import { addMember } from '../../testing/store.ts'
import { changeLanguageTexts, changeSettings } from '../settings/settings.ts'
import { suggestUsername } from './google.ts'
import { deliverEmail, type NotificationEmail, writeEmail } from './notification-email.ts'
import { smsLanguage, writeOtpMail, writeOtpSms } from './otp-message.ts'
import { users } from './tables.ts'

const database = useDatabase()
const to = 'asha@example.test'
const publicUrl = 'https://store.example.com'
const brand = { name: 'Lamp & House', accent: '#1a1a4d' }
const userId = '00000000-0000-7000-8000-000000000000'

const drawDocument = async () => undefined

const notices: NotificationEmail[] = [
  { kind: 'password-changed', userId, how: 'reset' },
  { kind: 'password-changed', userId, how: 'change' },
  { kind: 'new-sign-in', userId, device: 'Firefox on <b>Linux</b>', at: '2026-11-21T03:37:25.000Z' },
  { kind: 'google-linked', userId },
  { kind: 'video-ready', userId, renderId: 'r1', templateName: 'Lamps & <Light>' },
  { kind: 'pack-paid', userId, credits: 2500, amountPaise: 149_900, receiptNumber: 'VT-2026-000123' },
  { kind: 'pack-refunded', userId, amountPaise: 39_900, receiptNumber: 'VT-2026-000123', refundId: 'rfnd_1' },
  { kind: 'payment-returned', userId, amountPaise: 39_900, transactionId: 'pay_1', explanation: 'It came <twice>.' },
  { kind: 'account-deleted', email: to },
  { kind: 'purchase-invoiced', userId, amountPaise: 9576, invoiceNumber: 'VTI-2627-000004' },
]

it.each(notices)(
  'the mail of $kind reads the same as text and as HTML, and nothing in it is taken for tags',
  (notice) => {
    const mail = writeEmail(notice, { to, publicUrl, brand })
    expect(mail.to).toBe(to)
    expect(mail.subject.length).toBeLessThan(80)
    expect(mail.text).not.toMatch(/<\/?(p|a|table|td)\b/)
    expect(mail.html).toMatch(/^<!doctype html>\n<html lang="en" dir="ltr">/)
    expect(mail.html).not.toMatch(/<script|<Light>|<b>Linux/)
    expect(`${mail.subject}${mail.text}${mail.html}`).not.toContain('Vitrine')
    const words = (text: string) => text.replace(/&#(\d+);/g, (_all, code) => String.fromCharCode(Number(code)))
    const sentences = mail.text.split('\n\n').filter((part) => !part.startsWith('-- ') && !part.includes('https://'))
    expect(sentences.length).toBeGreaterThan(0)
    for (const sentence of sentences) expect(words(mail.html)).toContain(sentence)
  },
)

it('emails link to the store, and state time and place of a sign-in', () => {
  const signIn = writeEmail(notices[2] as NotificationEmail, { to, publicUrl, brand })
  expect(signIn.text).toContain('21 November 2026, 03:37 UTC')
  expect(signIn.text).toContain('Firefox on')
  expect(signIn.text).toContain('https://store.example.com/login')
  const nameless = writeEmail(
    { kind: 'new-sign-in', userId, device: '', at: new Date().toISOString() },
    { to, publicUrl, brand },
  )
  expect(nameless.text).toContain('an unknown browser')
})

it('emails name the device of a sign-in and its time in their language', () => {
  const write = (tag: string) => {
    const language = BUNDLED_LANGUAGES.find((one) => one.tag === tag)
    if (!language) throw new Error(`there is no ${tag}`)
    const email = { kind: 'new-sign-in', userId, device: 'Chrome on Android', at: '2026-11-21T03:37:25.000Z' } as const
    return writeEmail(email, { to, publicUrl, brand, texts: openTexts(language) }).text
  }
  expect(write('hi')).toContain('Android पर Chrome')
  expect(write('ar')).toContain('Chrome على Android')
  expect(write('ar')).toContain('2026، 03:37 UTC')
})

it('a mail is in the language of the account, in the owner’s words, if the store offers it', async () => {
  const { db } = database
  const asha = await addMember(db)
  await db.update(users).set({ language: 'ar' }).where(eq(users.id, asha))
  const sent: Mail[] = []
  const mailer: Mailer = { kind: 'smtp', send: async (mail) => void sent.push(mail), close: async () => {} }
  const deliver = () => deliverEmail({ db, mailer, publicUrl, drawDocument }, { ...notices[3], userId: asha })
  const texts = { 'This is no text': 'x', 'Choose a new password': 'كلمة مرور أخرى' }
  await transaction(db, (tx) => changeLanguageTexts(tx, { language: 'ar', texts }))
  await deliver()
  await transaction(db, (tx) => changeSettings(tx, 'languages', { value: { offered: ['ar'] }, revision: 0 }))
  await deliver()
  expect(sent[0]?.html).toContain('<html lang="en" dir="ltr">')
  expect(sent[0]?.text).toContain('Choose a new password: https://store.example.com/login')
  expect(sent[1]?.html).toContain('<html lang="ar" dir="rtl">')
  expect(sent[1]?.text).toContain('كلمة مرور أخرى: https://store.example.com/ar/login')
})

it('refuses what is no tag of a language for an account', async () => {
  const asha = await addMember(database.db)
  const change = database.db.update(users).set({ language: 'Hindi' }).where(eq(users.id, asha))
  await expect(change).rejects.toMatchObject({ cause: { constraint: 'users_language' } })
})

it('a text message to India stays as registered, another one is in the language of the page', () => {
  const otp = {
    code: '042042',
    lifeMinutes: 10,
    target: { channel: 'sms', address: '+97150', purpose: 'phone' },
  } as const
  const store = { store: 'Lamp House', publicUrl: undefined, pattern: '' }
  const usual =
    '{code} is your {store} code. It expires in {minutes, plural, one {# minute} other {# minutes}}. Do not share it.'
  const arabic = openTexts(
    { tag: 'ar', name: '', direction: 'rtl' },
    { [usual]: '{code} {store} {minutes, plural, other {#}}' },
  )
  expect(writeOtpSms(otp, { ...store, texts: arabic }).text).toBe('042042 Lamp House 10')
  expect(writeOtpSms(otp, { ...store, pattern: 'OTP {code}', texts: arabic }).text).toBe('OTP 042042')
  expect([smsLanguage('+97150', 'ar'), smsLanguage('+919876543210', 'hi')]).toEqual(['ar', 'en'])
})

it('the mail of a pack names credits, amount and receipt', () => {
  const { subject, text } = writeEmail(notices[5] as NotificationEmail, { to, publicUrl, brand })
  expect(subject).toBe('Your receipt VT-2026-000123')
  expect(text).toContain('2,500 credits for ₹1,499.00')
  expect(text).toContain('https://store.example.com/payment-history')
})

it('the mail of a document has it attached, and goes without it when it cannot be drawn', async () => {
  const { db } = database
  const asha = await addMember(db)
  const sent: Mail[] = []
  const mailer: Mailer = { kind: 'smtp', send: async (mail) => void sent.push(mail), close: async () => {} }
  const drawn: unknown[] = []
  const drawDocument = async (...asked: unknown[]) => {
    drawn.push(asked)
    const [, name] = asked
    return name === 'VT-2' ? undefined : { name: `${name}.pdf`, contentType: 'application/pdf', content: Buffer.of(1) }
  }
  const paid = { kind: 'pack-paid', userId: asha, credits: 500, amountPaise: 39_900 } as const
  const refunded = { kind: 'pack-refunded', userId: asha, amountPaise: 100, refundId: 'rfnd_1' } as const
  const emails: NotificationEmail[] = [
    { ...paid, receiptNumber: 'VTI-1', receiptKind: 'invoice' },
    { ...paid, receiptNumber: 'VT-2', receiptKind: 'receipt' },
    { ...refunded, receiptNumber: 'VTI-1', noteNumbers: ['VTC-1'] },
    { ...refunded, receiptNumber: 'VTI-1', noteNumbers: ['VTC-2', 'VTC-3'] },
    { ...refunded, receiptNumber: 'VTI-1' },
    { kind: 'purchase-invoiced', userId: asha, amountPaise: 9576, invoiceNumber: 'VTI-3' },
    { kind: 'google-linked', userId: asha },
  ]
  for (const email of emails) await deliverEmail({ db, mailer, publicUrl, drawDocument }, email)
  expect(drawn).toEqual(['VTI-1', 'VT-2', 'VTC-1', 'VTC-2', 'VTC-3', 'VTI-3'].map((number) => [asha, number]))
  expect(sent.map(({ attachments }) => attachments?.map(({ name }) => name))).toEqual([
    ['VTI-1.pdf'],
    [],
    ['VTC-1.pdf'],
    ['VTC-2.pdf', 'VTC-3.pdf'],
    [],
    ['VTI-3.pdf'],
    [],
  ])
  expect(sent.map(({ subject }) => subject)).toMatchObject({
    0: 'Your invoice VTI-1',
    1: 'Your receipt VT-2',
    5: 'Your invoice VTI-3',
  })
  expect(sent[0]?.text).toContain('download the invoice as a PDF')
  expect(sent[1]?.text).toContain('download the receipt as a PDF')
  expect(sent[2]?.text).toContain('The credit note VTC-1 records')
  expect(sent[3]?.text).toContain('The credit notes VTC-2 and VTC-3 record')
  expect(sent[4]?.text).not.toContain('credit note')
})

it('a code stands in its mail as large text and in plain words', () => {
  const otp = {
    id: userId,
    target: { channel: 'mail', address: to, purpose: 'reset' } as const,
    code: '042042',
    lifeMinutes: 10,
    retryAfterSeconds: 60,
    linkToken: 'x.y',
    proof: 'z',
  }
  const mail = writeOtpMail(otp, { brand })
  expect(mail.subject).toBe('042042 is your Lamp & House code')
  expect(mail.text).toContain('choose a new password')
  expect(mail.html).toMatch(/font:bold 32px[^>]*>042042</)
  const other = writeOtpMail({ ...otp, target: { ...otp.target, purpose: 'register' } }, { brand })
  expect(other.text).toContain('finish creating your Lamp & House account')
})

it('is retried while the mail server is down, and fails for an address that does not accept mail', async () => {
  const sent: Mail[] = []
  let trouble: Error | undefined
  const mailer: Mailer = {
    kind: 'smtp',
    async send(mail) {
      if (trouble) throw trouble
      sent.push(mail)
    },
    async close() {},
  }
  const known = await addMember(database.db)
  const deliver = (notice: NotificationEmail) =>
    deliverEmail({ db: database.db, mailer, publicUrl, drawDocument }, notice)
  trouble = new MailNotAccepted('down', { isFinal: false })
  await expect(deliver({ kind: 'google-linked', userId: known })).rejects.toThrow('down')
  trouble = new MailNotAccepted('no such address', { isFinal: true })
  await deliver({ kind: 'google-linked', userId: known })
  trouble = undefined
  await deliver({ kind: 'google-linked', userId })
  expect(sent).toEqual([])
  await deliver({ kind: 'google-linked', userId: known })
  expect(sent).toHaveLength(1)
})

it.each([
  ['asha.rao@gmail.com', 'asha.rao'],
  ['asha+store@gmail.com', 'asha'],
  ['ab@gmail.com', 'userab'],
  ['"odd name!"@gmail.com', 'oddname'],
  [`${'x'.repeat(60)}@gmail.com`, 'x'.repeat(24)],
  ['été@gmail.com', 'ete'],
  ['नाम@gmail.com', 'user'],
])('a username is made from %s', (email, username) => {
  expect(suggestUsername(email, 0)).toBe(username)
  expect(suggestUsername(email, 1)).toMatch(/^[A-Za-z0-9._-]{3,25}\d{5}$/)
})
