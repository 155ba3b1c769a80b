// Emails about events in an account, such as a new sign-in, a receipt or a finished video. Each is queued in the transaction that
// it reports: none is lost when a process dies, and none is sent after a rollback.

import type { Db, Tx } from '@vitrine/database/connection'
import { enqueue } from '@vitrine/database/jobs'
import { ENGLISH, getPathPrefix } from '@vitrine/language/language'
import { ENGLISH_TEXTS, type Texts, writeRupees } from '@vitrine/language/texts'
import type { Mailer, MailNotAccepted } from '@vitrine/providers/mail'
import type { Attachment } from '@vitrine/providers/outbox'
import { and, eq, isNull } from 'drizzle-orm'
import { readSections, readTexts } from '../settings/settings.ts'
import { shownAddress } from './address.ts'
import { frameMail, type MailBrand, type MailContent, type MailText } from './mail-frame.ts'
import { users } from './tables.ts'

/** The job that sends a notification email; its payload is a `NotificationEmail`. */
export const EMAIL_TASK = 'mail'

const MAX_RUNS = 8

export type NotificationEmail =
  | { readonly kind: 'password-changed'; readonly userId: string; readonly how: 'reset' | 'change' }
  | { readonly kind: 'new-sign-in'; readonly userId: string; readonly device: string; readonly at: string }
  | { readonly kind: 'google-linked'; readonly userId: string }
  /** `what` is a sentence fragment such as `an authenticator app was added`; it contains the name of the `passkey`. */
  | {
      readonly kind: 'admin-sign-in-changed'
      readonly userId: string
      readonly what: string
      readonly passkey?: string
    }
  /** `count` is the number of failed attempts to open the admin area within a day. */
  | { readonly kind: 'admin-sign-in-guessed'; readonly userId: string; readonly count: number }
  | {
      readonly kind: 'video-ready'
      readonly userId: string
      readonly renderId: string
      readonly templateName: string
    }
  | {
      readonly kind: 'pack-paid'
      readonly userId: string
      readonly credits: number
      readonly amountPaise: number
      readonly receiptNumber: string
      /** Absent in mails that an earlier release queued: a receipt. */
      readonly receiptKind?: 'receipt' | 'invoice'
    }
  | {
      readonly kind: 'pack-refunded'
      readonly userId: string
      readonly amountPaise: number
      readonly receiptNumber: string
      readonly refundId: string
      /** The credit notes; absent in mails that an earlier release queued. */
      readonly noteNumbers?: readonly string[]
    }
  /** Templates whose credits are taxed as they are spent. */
  | {
      readonly kind: 'purchase-invoiced'
      readonly userId: string
      readonly amountPaise: number
      readonly invoiceNumber: string
    }
  | {
      readonly kind: 'payment-returned'
      readonly userId: string
      readonly amountPaise: number
      readonly transactionId: string
      /** The reason, as a sentence of the text catalogue. */
      readonly explanation: string
    }
  /** Carries address and language, because the account no longer has them when the mail is sent. */
  | { readonly kind: 'account-deleted'; readonly email: string; readonly language?: string | null }

type SecurityEmail = Extract<
  NotificationEmail,
  { kind: 'password-changed' | 'new-sign-in' | 'google-linked' | 'admin-sign-in-changed' | 'admin-sign-in-guessed' }
>

type PaymentEmail = Extract<
  NotificationEmail,
  { kind: 'pack-paid' | 'pack-refunded' | 'purchase-invoiced' | 'payment-returned' }
>

/** Queues an email that is sent after this transaction commits. Calls with the same `key` send one email. */
export async function queueEmail(tx: Tx, email: NotificationEmail, { key }: { key?: string } = {}): Promise<void> {
  await enqueue(tx, EMAIL_TASK, email, { maxAttempts: MAX_RUNS, ...(key !== undefined && { jobKey: key }) })
}

interface DeliveryDeps {
  readonly db: Db
  readonly mailer: Mailer
  readonly publicUrl: string
  /** Draws a billing document of this user; undefined for one that is not stored or cannot be drawn. */
  drawDocument(userId: string, number: string): Promise<Attachment | undefined>
}

/**
 * Runs the job `mail`. Throws when the mail server is unreachable, so that the queue retries; an address that rejects mail ends
 * the job. `publicUrl` is scheme and host of the store, for links.
 */
export async function deliverEmail(
  { db, mailer, publicUrl, drawDocument }: DeliveryDeps,
  payload: unknown,
): Promise<void> {
  const email = payload as NotificationEmail
  const recipient = email.kind === 'account-deleted' ? email : await findRecipient(db, email.userId)
  // Accounts with only a phone number have no address.
  if (recipient === undefined || shownAddress(recipient.email) === '') return
  const { brand, languages } = await readSections(db, 'brand', 'languages')
  const texts = await readTexts(db, recipient.language, languages)
  try {
    const attachments = await drawAttachments(email, drawDocument)
    await mailer.send({ ...writeEmail(email, { to: recipient.email, publicUrl, brand, texts }), attachments })
  } catch (error) {
    if ((error as Partial<MailNotAccepted>).isFinal !== true) throw error
  }
}

async function drawAttachments(
  email: NotificationEmail,
  drawDocument: DeliveryDeps['drawDocument'],
): Promise<Attachment[]> {
  const files: Attachment[] = []
  for (const number of listDocumentNumbers(email)) {
    const file = 'userId' in email && (await drawDocument(email.userId, number))
    if (file) files.push(file)
  }
  return files
}

/** The numbers of the billing documents that go with an email. */
function listDocumentNumbers(email: NotificationEmail): readonly string[] {
  if (email.kind === 'pack-paid') return [email.receiptNumber]
  if (email.kind === 'pack-refunded') return email.noteNumbers ?? []
  return email.kind === 'purchase-invoiced' ? [email.invoiceNumber] : []
}

/** What an email is written from. `publicUrl` is scheme and host of the store. */
interface MailSource {
  readonly to: string
  readonly publicUrl: string
  readonly brand: MailBrand
  readonly texts?: Texts
}

export function writeEmail(
  email: NotificationEmail,
  { to, publicUrl, brand, texts = ENGLISH_TEXTS }: MailSource,
): MailText {
  // Links lead to pages in the language of the mail, whatever language the browser prefers.
  const pages = `${publicUrl}${getPathPrefix(texts.language)}`
  return frameMail({ to, ...writeContent(email, { store: brand.name, pages, texts }) }, brand, texts.language)
}

/** `pages` is the common prefix of all page URLs. */
interface ContentSource {
  readonly store: string
  readonly pages: string
  readonly texts: Texts
}

/** Emails about account security. */
function writeSecurityContent(email: SecurityEmail, { store, pages, texts }: ContentSource): Omit<MailContent, 'to'> {
  const { translate } = texts
  const reason = translate('You’re receiving this email because it concerns the security of your {store} account.', {
    store,
  })
  const link = { label: translate('Choose a new password'), url: `${pages}/login` }
  switch (email.kind) {
    case 'password-changed':
      return {
        subject: translate('Your {store} password was changed', { store }),
        paragraphs: [
          email.how === 'reset'
            ? translate('Your {store} password was just changed, and every device was signed out.', { store })
            : translate('Your {store} password was just changed, and every other device was signed out.', { store }),
          translate(
            'If this was you, you don’t need to do anything. If not, reset your password now with “Forgot your password?” on the sign-in page.',
          ),
        ],
        link,
        reason,
      }
    case 'new-sign-in':
      return {
        subject: translate('New sign-in to your {store} account', { store }),
        paragraphs: [
          translate('We noticed a sign-in to your account from a new device: {device}, on {time}.', {
            device: writeDevice(email.device, translate),
            time: writeTime(email.at, texts),
          }),
          translate(
            'If this was you, you don’t need to do anything. If not, choose a new password, which signs out every device.',
          ),
        ],
        link,
        reason,
      }
    case 'google-linked':
      return {
        subject: translate('Google sign-in was added to your {store} account', { store }),
        paragraphs: [
          translate('You can now sign in to your {store} account with Google. Your password still works.', { store }),
          translate('If this wasn’t you, choose a new password now and contact us.'),
        ],
        link,
        reason,
      }
    case 'admin-sign-in-changed':
      return {
        subject: translate('Your sign-in to the admin area of {store} was changed', { store }),
        paragraphs: [
          translate('Your sign-in to the admin area of {store} was just changed: {what}.', {
            store,
            what: translate(email.what, { passkey: email.passkey }),
          }),
          translate(
            'If this was you, you don’t need to do anything. If not, choose a new password now, and tell the owner of the store.',
          ),
        ],
        link,
        reason,
      }
    case 'admin-sign-in-guessed':
      return {
        subject: translate('Someone is trying to open the admin area of {store} with your account', { store }),
        paragraphs: [
          translate(
            'Someone who is signed in with your account tried {count, plural, one {# time} other {# times}} today to open the admin area of {store}, each time with a wrong password, code or passkey.',
            { count: email.count, store },
          ),
          translate(
            'If this was you, you don’t need to do anything. If not, choose a new password now, which signs out every device, and tell the owner of the store.',
          ),
        ],
        link,
        reason,
      }
  }
}

/** Emails about payments and refunds. */
function writePaymentContent(email: PaymentEmail, { store, pages, texts }: ContentSource): Omit<MailContent, 'to'> {
  const { translate } = texts
  switch (email.kind) {
    case 'pack-paid': {
      const { receiptNumber: receipt, receiptKind, credits } = email
      const amount = writeRupees(email.amountPaise, texts)
      const thanks = translate(
        'Thank you. {credits, plural, one {# credit} other {# credits}} for {amount} are now in your {store} account.',
        { credits, amount, store },
      )
      const reason = translate('You’re receiving this email because credits were bought for your {store} account.', {
        store,
      })
      if (receiptKind === 'invoice') return { ...writeInvoiceContent(receipt, thanks, { pages, texts }), reason }
      return {
        subject: translate('Your receipt {receipt}', { receipt }),
        paragraphs: [
          thanks,
          translate(
            'Your receipt number is {receipt}. You can download the receipt as a PDF from your payment history.',
            { receipt },
          ),
        ],
        link: { label: translate('Open my payment history'), url: `${pages}/payment-history` },
        reason,
      }
    }
    case 'purchase-invoiced': {
      const amount = writeRupees(email.amountPaise, texts)
      const thanks = translate(
        'Thank you for your purchase. The invoice is for the credits worth {amount} that you spent on it. There is nothing more to pay.',
        { amount },
      )
      const reason = translate(
        'You’re receiving this email because credits of your {store} account were spent on templates.',
        { store },
      )
      return { ...writeInvoiceContent(email.invoiceNumber, thanks, { pages, texts }), reason }
    }
    case 'pack-refunded': {
      const { receiptNumber: purchase, refundId: refund, noteNumbers = [] } = email
      const amount = writeRupees(email.amountPaise, texts)
      return {
        subject: translate('Your refund of {amount}', { amount }),
        paragraphs: [
          translate(
            'We are refunding {amount} of your purchase {purchase}. Credits from it that you had left were removed from your account.',
            { amount, purchase },
          ),
          ...(noteNumbers.length === 0
            ? []
            : [
                translate(
                  '{count, plural, one {The credit note {notes} records this. You can download it as a PDF from your payment history.} other {The credit notes {notes} record this. You can download them as PDFs from your payment history.}}',
                  { count: noteNumbers.length, notes: new Intl.ListFormat(texts.locale).format(noteNumbers) },
                ),
              ]),
          translate(
            'Refunds usually take a few business days. If you need to contact your bank, quote transaction {transaction}.',
            { transaction: refund },
          ),
        ],
        link: { label: translate('Open my payment history'), url: `${pages}/payment-history` },
        reason: translate('You’re receiving this email because credits were bought for your {store} account.', {
          store,
        }),
      }
    }
    case 'payment-returned': {
      const { transactionId: transaction } = email
      const amount = writeRupees(email.amountPaise, texts)
      return {
        subject: translate('Your payment of {amount} is being refunded', { amount }),
        paragraphs: [
          translate('We received a payment of {amount} that could not be applied to an order. {explanation}', {
            amount,
            explanation: translate(email.explanation),
          }),
          translate(
            'Refunds usually take a few business days. If you need to contact your bank, quote transaction {transaction}.',
            { transaction },
          ),
        ],
        reason: translate('You’re receiving this email because a payment was made for your {store} account.', {
          store,
        }),
      }
    }
  }
}

function writeInvoiceContent(
  invoice: string,
  thanks: string,
  { pages, texts: { translate } }: Omit<ContentSource, 'store'>,
): Omit<MailContent, 'to' | 'reason'> {
  return {
    subject: translate('Your invoice {invoice}', { invoice }),
    paragraphs: [
      thanks,
      translate('Your invoice number is {invoice}. You can download the invoice as a PDF from your payment history.', {
        invoice,
      }),
    ],
    link: { label: translate('Open my payment history'), url: `${pages}/payment-history` },
  }
}

function writeContent(email: NotificationEmail, source: ContentSource): Omit<MailContent, 'to'> {
  const { store, pages, texts } = source
  const { translate } = texts
  switch (email.kind) {
    case 'password-changed':
    case 'new-sign-in':
    case 'google-linked':
    case 'admin-sign-in-changed':
    case 'admin-sign-in-guessed':
      return writeSecurityContent(email, source)
    case 'video-ready': {
      const template = email.templateName
      return {
        subject: translate('Your video “{template}” is ready', { template }),
        paragraphs: [
          translate(
            'Your video made from “{template}” is ready. You can watch, share and download it in your profile.',
            { template },
          ),
        ],
        link: { label: translate('Open my videos'), url: `${pages}/profile?tab=videos` },
        reason: translate('You’re receiving this email because you requested this video on {store}.', { store }),
      }
    }
    case 'pack-paid':
    case 'pack-refunded':
    case 'purchase-invoiced':
    case 'payment-returned':
      return writePaymentContent(email, source)
    case 'account-deleted':
      return {
        subject: translate('Your {store} account was deleted', { store }),
        paragraphs: [
          translate(
            'Your {store} account was deleted as you asked. Your files, projects and videos are being removed.',
            { store },
          ),
          translate(
            'Receipts and invoices that were issued to you are kept unchanged for as long as the law requires. Other records of credits and payments are kept without your name.',
          ),
        ],
        reason: translate('This is the last email about this account.'),
      }
  }
}

async function findRecipient(db: Db, userId: string): Promise<{ email: string; language: string | null } | undefined> {
  const [user] = await db
    .select({ email: users.email, language: users.language })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deletedAt)))
  return user
}

/** A device name such as `Chrome on Windows` (see `describeDevice`) in the language of the mail. */
function writeDevice(device: string, translate: Texts['translate']): string {
  const [, browser, system] = /^(.+) on (.+)$/.exec(device) ?? []
  if (browser && system) return translate('{browser} on {system}', { browser, system })
  return device || translate('an unknown browser')
}

/** A time such as `21 November 2026, 03:37 UTC`, unambiguous in every country. */
function writeTime(iso: string, { language, locale }: Texts): string {
  const english = language.tag === ENGLISH.tag
  const write = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(english ? 'en-GB' : locale, {
      timeZone: 'UTC',
      numberingSystem: 'latn',
      ...options,
    }).format(new Date(iso))
  const comma = language.direction === 'rtl' ? '،' : ','
  return `${write({ dateStyle: 'long' })}${comma} ${write({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })} UTC`
}
