// Emails about events in an account, such as a new sign-in, a receipt or a finished video. They are jobs of the transaction
// that they report: none is lost when a process dies, and none is sent after a rollback.
import { writeCredits, writeRupees } from '@vitrine/contract/money'
import type { Db, Tx } from '@vitrine/database/connection'
import { enqueue } from '@vitrine/database/jobs'
import type { Mailer, MailNotAccepted } from '@vitrine/providers/mail'
import { and, eq, isNull } from 'drizzle-orm'
import { frameMail, type MailContent, type MailText } from './mail-frame.ts'
import { users } from './tables.ts'

/** The name of the job that sends a notice; its payload is a `NotificationEmail`. */
export const EMAIL_TASK = 'mail'

const MAX_RUNS = 8

export type NotificationEmail =
  | { readonly kind: 'password-changed'; readonly userId: string; readonly how: 'reset' | 'change' }
  | { readonly kind: 'new-sign-in'; readonly userId: string; readonly device: string; readonly at: string }
  | { readonly kind: 'google-linked'; readonly userId: string }
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

/** Sends a notice soon after this transaction commits. With `key`, however often it is asked for, it is one mail. */
export async function queueEmail(tx: Tx, notice: NotificationEmail, { key }: { key?: string } = {}): Promise<void> {
  await enqueue(tx, EMAIL_TASK, notice, { maxAttempts: MAX_RUNS, ...(key !== undefined && { jobKey: key }) })
}

/**
 * Runs the job `mail`. Throws when the mail server cannot be reached, so that it is tried again; an address that does not
 * accept mail ends it. `publicUrl` is scheme and host of the shop, for links.
 */
export async function deliverEmail(
  { db, mailer, publicUrl }: { db: Db; mailer: Mailer; publicUrl: string },
  payload: unknown,
): Promise<void> {
  const notice = payload as NotificationEmail
  const to = notice.kind === 'account-deleted' ? notice.email : await findAddress(db, notice.userId)
  if (to === undefined) return
  try {
    await mailer.send(writeEmail(notice, { to, publicUrl }))
  } catch (error) {
    if ((error as Partial<MailNotAccepted>).isFinal !== true) throw error
  }
}

/** The mail of a notice. */
export function writeEmail(notice: NotificationEmail, { to, publicUrl }: { to: string; publicUrl: string }): MailText {
  return frameMail({ to, ...contentOf(notice, publicUrl) })
}

const ACCOUNT_REASON = 'You get this mail because it concerns the safety of your Vitrine account.'

function contentOf(notice: NotificationEmail, publicUrl: string): Omit<MailContent, 'to'> {
  const resetLink = { label: 'Choose a new password', url: `${publicUrl}/login` }
  switch (notice.kind) {
    case 'password-changed':
      return {
        subject: 'Your Vitrine password was changed',
        paragraphs: [
          notice.how === 'reset'
            ? 'The password of your Vitrine account was changed a moment ago, and every device was signed out.'
            : 'The password of your Vitrine account was changed a moment ago, and every other device was signed out.',
          'If this was you, there is nothing to do. If not, choose a new password at once with “Forgot your password?” on the sign-in page.',
        ],
        link: resetLink,
        reason: ACCOUNT_REASON,
      }
    case 'new-sign-in':
      return {
        subject: 'New sign-in to your Vitrine account',
        paragraphs: [
          `Your account was signed in to from a device we have not seen before: ${notice.device || 'an unknown browser'}, on ${writeTime(notice.at)}.`,
          'If this was you, there is nothing to do. If not, choose a new password: that signs every device out.',
        ],
        link: resetLink,
        reason: ACCOUNT_REASON,
      }
    case 'google-linked':
      return {
        subject: 'Google sign-in was added to your Vitrine account',
        paragraphs: [
          'From now on you can sign in to your Vitrine account with Google, too. Your password still works.',
          'If you did not do this, choose a new password at once and write to us.',
        ],
        link: resetLink,
        reason: ACCOUNT_REASON,
      }
    case 'film-ready':
      return {
        subject: `Your video “${notice.templateName}” is ready`,
        paragraphs: [
          `Your video made from “${notice.templateName}” is finished. You can watch, share and download it in your profile.`,
        ],
        link: { label: 'Open my videos', url: `${publicUrl}/profile?tab=videos` },
        reason: 'You get this mail because you asked Vitrine to make this video.',
      }
    case 'pack-paid':
      return {
        subject: `Your receipt ${notice.receiptNumber}`,
        paragraphs: [
          `Thank you. ${writeCredits(notice.credits)} for ${writeRupees(notice.amountPaise)} are in your Vitrine account, ready to be spent.`,
          `The number of your receipt is ${notice.receiptNumber}. It waits in your payment history, where you can save it as PDF.`,
        ],
        link: { label: 'Open my payment history', url: `${publicUrl}/payment-history` },
        reason: 'You get this mail because credits were bought for your Vitrine account.',
      }
    case 'payment-returned':
      return {
        subject: `Your payment of ${writeRupees(notice.amountPaise)} goes back to you`,
        paragraphs: [
          `We received a payment of ${writeRupees(notice.amountPaise)} that bought nothing. ${notice.explanation}`,
          `Banks take some days for that. Should you need to ask about it: the transaction is ${notice.transactionId}.`,
        ],
        reason: 'You get this mail because a payment was made for your Vitrine account.',
      }
    case 'account-deleted':
      return {
        subject: 'Your Vitrine account was deleted',
        paragraphs: [
          'Your Vitrine account was deleted as you asked. Your files, projects and videos are being removed.',
          'Records of credits and payments stay, without your name, for as long as the law asks us to keep them.',
        ],
        reason: 'This is the last mail about this account.',
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
