// Owns the words in which one-time codes and account notices reach people.
import type { IssuedOtp } from './otp.ts'

export interface MailText {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
}

export interface SmsText {
  readonly to: string
  readonly text: string
}

/** The mail that carries a code. */
export function writeOtpMail(otp: IssuedOtp): MailText {
  const what =
    otp.target.purpose === 'reset'
      ? 'choose a new password for your Vitrine account'
      : 'finish creating your Vitrine account'
  const lines = [
    `Use this code to ${what}:`,
    otp.code,
    `It is good for ${otp.lifeMinutes} minutes and works once. If you did not ask for it, you can ignore this message.`,
  ]
  return {
    to: otp.target.address,
    subject: `${otp.code} is your Vitrine code`,
    text: lines.join('\n\n'),
    html: paragraphs([lines[0], `<strong style="font-size:28px;letter-spacing:6px">${otp.code}</strong>`, lines[2]]),
  }
}

/** The text message that carries a code. */
export function writeOtpSms(otp: IssuedOtp): SmsText {
  return {
    to: otp.target.address,
    text: `${otp.code} is your Vitrine code. It is good for ${otp.lifeMinutes} minutes. Do not share it.`,
  }
}

/** The notice after a password was reset, so that a reset by somebody else does not go unnoticed. */
export function writePasswordChangedMail(email: string): MailText {
  const lines = [
    'The password of your Vitrine account was changed a moment ago, and every device was signed out.',
    'If this was not you, choose a new password at once with "Forgot your password?" on the sign-in page.',
  ]
  return {
    to: email,
    subject: 'Your Vitrine password was changed',
    text: lines.join('\n\n'),
    html: paragraphs(lines.map((line) => line.replaceAll('"', '&quot;'))),
  }
}

/** Codes and our own sentences only: nothing a stranger typed is ever put between these tags. */
function paragraphs(lines: readonly (string | undefined)[]): string {
  return lines.map((line) => `<p style="font:16px/1.5 sans-serif;color:#16130F">${line}</p>`).join('\n')
}
