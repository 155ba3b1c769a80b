// The texts of one-time codes.
import { frameMail, type MailText } from './mail-frame.ts'
import type { IssuedOtp } from './otp.ts'

export interface SmsText {
  readonly to: string
  readonly text: string
}

/** The email with a code. */
export function writeOtpMail(otp: IssuedOtp): MailText {
  const what =
    otp.target.purpose === 'reset'
      ? 'choose a new password for your Vitrine account'
      : 'finish creating your Vitrine account'
  return frameMail({
    to: otp.target.address,
    subject: `${otp.code} is your Vitrine code`,
    paragraphs: [
      `Use this code to ${what}:`,
      `It expires in ${otp.lifeMinutes} minutes and works once. Nobody from Vitrine will ever ask you for it.`,
    ],
    code: otp.code,
    reason:
      'You’re receiving this email because someone entered this address on Vitrine. If it wasn’t you, you can ignore it.',
  })
}

/**
 * The text message that carries a code. With the shop's public address its last line is the one that phones look for (WebOTP,
 * domain-bound codes): they then fill the code in on that shop, and on no other that looks like it.
 */
export function writeOtpSms(otp: IssuedOtp, publicUrl?: string): SmsText {
  const text = `${otp.code} is your Vitrine code. It expires in ${otp.lifeMinutes} minutes. Do not share it.`
  const bound = publicUrl === undefined ? '' : `\n\n@${new URL(publicUrl).hostname} #${otp.code}`
  return { to: otp.target.address, text: text + bound }
}
