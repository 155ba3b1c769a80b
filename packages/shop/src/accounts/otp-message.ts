// The texts of one-time codes.
import { frameMail, type MailBrand, type MailText } from './mail-frame.ts'
import type { IssuedOtp } from './otp.ts'

export interface SmsText {
  readonly to: string
  readonly text: string
}

/** The email with a code. */
export function writeOtpMail(otp: IssuedOtp, brand: MailBrand): MailText {
  const what =
    otp.target.purpose === 'reset'
      ? `choose a new password for your ${brand.name} account`
      : `finish creating your ${brand.name} account`
  const content = {
    to: otp.target.address,
    subject: `${otp.code} is your ${brand.name} code`,
    paragraphs: [
      `Use this code to ${what}:`,
      `It expires in ${otp.lifeMinutes} minutes and works once. Nobody from ${brand.name} will ever ask you for it.`,
    ],
    code: otp.code,
    reason: `You’re receiving this email because someone entered this address on ${brand.name}. If it wasn’t you, you can ignore it.`,
  }
  return frameMail(content, brand)
}

/**
 * The text message that carries a code. With the shop's public address its last line is the one that phones look for (WebOTP,
 * domain-bound codes): they then fill the code in on that shop, and on no other that looks like it.
 */
export function writeOtpSms(otp: IssuedOtp, { name }: Pick<MailBrand, 'name'>, publicUrl?: string): SmsText {
  const text = `${otp.code} is your ${name} code. It expires in ${otp.lifeMinutes} minutes. Do not share it.`
  const bound = publicUrl === undefined ? '' : `\n\n@${new URL(publicUrl).hostname} #${otp.code}`
  return { to: otp.target.address, text: text + bound }
}
