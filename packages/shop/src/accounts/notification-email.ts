// Emails about events in an account, such as a new sign-in, a receipt or a finished video. They are jobs of the transaction
// that they report: none is lost when a process dies, and none is sent after a rollback.
import { writeCredits, writeRupees } from '@vitrine/contract/money'
import type { Db, Tx } from '@vitrine/database/connection'
import { enqueue } from '@vitrine/database/jobs'
import type { Mailer, MailNotAccepted } from '@vitrine/providers/mail'
import { and, eq, isNull } from 'drizzle-orm'
import { readSettings } from '../settings/settings.ts'
import { frameMail, type MailBrand, type MailContent, type MailText } from './mail-frame.ts'
import { users } from './tables.ts'

/** The job that sends a notification email; its payload is a `NotificationEmail`. */
export const EMAIL_TASK = 'mail'

const MAX_RUNS = 8

export type NotificationEmail =
  | { readonly kind: 'password-changed'; readonly userId: string; readonly how: 'reset' | 'change' }
  | { readonly kind: 'new-sign-in'; readonly userId: string; readonly device: string; readonly at: string }
  | { readonly kind: 'google-linked'; readonly userId: string }
  /** `what`: a sentence without its beginning and end, such as `an authenticator app was added`. */
  | { readonly kind: 'admin-sign-in-changed'; readonly userId: string; readonly what: string }
  | {
      readonly kind: 'film-ready'
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
    }
  | {
      readonly kind: 'payment-returned'
      readonly userId: string
      readonly amountPaise: number
      readonly transactionId: string
      /** Why, in a sentence. */
      readonly explanation: string
    }
  /** Carries its address: when it is sent, the account has none any more. */
  | { readonly kind: 'account-deleted'; readonly email: string }

type SecurityEmail = Extract<
  NotificationEmail,
  { kind: 'password-changed' | 'new-sign-in' | 'google-linked' | 'admin-sign-in-changed' }
>

/** Sends an email soon after this transaction commits. Calls with the same `key` send one email. */
export async function queueEmail(tx: Tx, email: NotificationEmail, { key }: { key?: string } = {}): Promise<void> {
  await enqueue(tx, EMAIL_TASK, email, { maxAttempts: MAX_RUNS, ...(key !== undefined && { jobKey: key }) })
}

/**
 * Runs the job `mail`. Throws when the mail server cannot be reached, so that it is tried again; an address that does not
 * accept mail ends it. `publicUrl` is scheme and host of the shop, for links.
 */
export async function deliverEmail(
  { db, mailer, publicUrl }: { db: Db; mailer: Mailer; publicUrl: string },
  payload: unknown,
): Promise<void> {
  const email = payload as NotificationEmail
  const to = email.kind === 'account-deleted' ? email.email : await findAddress(db, email.userId)
  if (to === undefined) return
  try {
    const { brand } = (await readSettings(db)).values
    await mailer.send(writeEmail(email, { to, publicUrl, brand }))
  } catch (error) {
    if ((error as Partial<MailNotAccepted>).isFinal !== true) throw error
  }
}

/** Renders an email. */
export function writeEmail(
  email: NotificationEmail,
  { to, publicUrl, brand }: { to: string; publicUrl: string; brand: MailBrand },
): MailText {
  return frameMail({ to, ...contentOf(email, brand.name, publicUrl) }, brand)
}

/** About the security of an account. */
function securityContentOf(email: SecurityEmail, shop: string, publicUrl: string): Omit<MailContent, 'to'> {
  const accountReason = `You’re receiving this email because it concerns the security of your ${shop} account.`
  const resetLink = { label: 'Choose a new password', url: `${publicUrl}/login` }
  switch (email.kind) {
    case 'password-changed':
      return {
        subject: `Your ${shop} password was changed`,
        paragraphs: [
          email.how === 'reset'
            ? `Your ${shop} password was just changed, and every device was signed out.`
            : `Your ${shop} password was just changed, and every other device was signed out.`,
          'If this was you, you don’t need to do anything. If not, reset your password now with “Forgot your password?” on the sign-in page.',
        ],
        link: resetLink,
        reason: accountReason,
      }
    case 'new-sign-in':
      return {
        subject: `New sign-in to your ${shop} account`,
        paragraphs: [
          `We noticed a sign-in to your account from a new device: ${email.device || 'an unknown browser'}, on ${writeTime(email.at)}.`,
          'If this was you, you don’t need to do anything. If not, choose a new password, which signs out every device.',
        ],
        link: resetLink,
        reason: accountReason,
      }
    case 'google-linked':
      return {
        subject: `Google sign-in was added to your ${shop} account`,
        paragraphs: [
          `You can now sign in to your ${shop} account with Google. Your password still works.`,
          'If this wasn’t you, choose a new password now and contact us.',
        ],
        link: resetLink,
        reason: accountReason,
      }
    case 'admin-sign-in-changed':
      return {
        subject: `Your sign-in to the admin area of ${shop} was changed`,
        paragraphs: [
          `Your sign-in to the admin area of ${shop} was just changed: ${email.what}.`,
          'If this was you, you don’t need to do anything. If not, choose a new password now, and tell the owner of the shop.',
        ],
        link: resetLink,
        reason: accountReason,
      }
  }
}

function contentOf(email: NotificationEmail, shop: string, publicUrl: string): Omit<MailContent, 'to'> {
  switch (email.kind) {
    case 'password-changed':
    case 'new-sign-in':
    case 'google-linked':
    case 'admin-sign-in-changed':
      return securityContentOf(email, shop, publicUrl)
    case 'film-ready':
      return {
        subject: `Your video “${email.templateName}” is ready`,
        paragraphs: [
          `Your video made from “${email.templateName}” is ready. You can watch, share and download it in your profile.`,
        ],
        link: { label: 'Open my videos', url: `${publicUrl}/profile?tab=videos` },
        reason: `You’re receiving this email because you requested this video on ${shop}.`,
      }
    case 'pack-paid':
      return {
        subject: `Your receipt ${email.receiptNumber}`,
        paragraphs: [
          `Thank you. ${writeCredits(email.credits)} for ${writeRupees(email.amountPaise)} are now in your ${shop} account.`,
          `Your receipt number is ${email.receiptNumber}. You can download the receipt as a PDF from your payment history.`,
        ],
        link: { label: 'Open my payment history', url: `${publicUrl}/payment-history` },
        reason: `You’re receiving this email because credits were bought for your ${shop} account.`,
      }
    case 'payment-returned':
      return {
        subject: `Your payment of ${writeRupees(email.amountPaise)} is being refunded`,
        paragraphs: [
          `We received a payment of ${writeRupees(email.amountPaise)} that could not be applied to an order. ${email.explanation}`,
          `Refunds usually take a few business days. If you need to contact your bank, quote transaction ${email.transactionId}.`,
        ],
        reason: `You’re receiving this email because a payment was made for your ${shop} account.`,
      }
    case 'account-deleted':
      return {
        subject: `Your ${shop} account was deleted`,
        paragraphs: [
          `Your ${shop} account was deleted as you asked. Your files, projects and videos are being removed.`,
          'Records of credits and payments are kept, without your name, for as long as the law requires.',
        ],
        reason: 'This is the last email about this account.',
      }
  }
}

async function findAddress(db: Db, userId: string): Promise<string | undefined> {
  const [user] = await db
    .select({ email: users.email })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deletedAt)))
  return user?.email
}

/** `21 November 2026, 03:37 UTC`: unambiguous wherever it is read. */
function writeTime(iso: string): string {
  const time = new Intl.DateTimeFormat('en-GB', {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  }).format(new Date(iso))
  return `${time.replace(' at ', ', ')} UTC`
}
