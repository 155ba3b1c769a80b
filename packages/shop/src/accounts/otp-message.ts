// The texts of one-time codes.
import { fillWords, type SmsWord } from '@vitrine/contract/sms-words'
import { frameMail, type MailBrand, type MailText } from './mail-frame.ts'
import type { IssuedOtp } from './otp.ts'

export interface SmsText {
  readonly to: string
  readonly text: string
  /** What the text is made of, for gateways that have the text themselves. */
  readonly words: Readonly<Record<SmsWord, string>>
}

/** What a text message with a code is made of. */
export interface SmsSource {
  /** The name of the shop. */
  readonly shop: string
  /** The shop's public address, if it is known. */
  readonly publicUrl: string | undefined
  /** The text as it is registered, with words such as `{code}`; empty: the usual one. */
  readonly pattern: string
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
 * The text message that carries a code. With the shop's public address the last line of the usual text is the one that phones
 * look for (WebOTP, domain-bound codes): they then fill the code in on that shop, and on no other that looks like it.
 */
export function writeOtpSms(
  { code, lifeMinutes, target }: Pick<IssuedOtp, 'code' | 'lifeMinutes' | 'target'>,
  { shop, publicUrl, pattern }: SmsSource,
): SmsText {
  const domain = publicUrl === undefined ? '' : new URL(publicUrl).hostname
  const words = { code, shop, minutes: String(lifeMinutes), domain }
  const text = fillWords(pattern || (domain ? BOUND_TEXT : USUAL_TEXT), words)
  return { to: target.address, text, words }
}

const USUAL_TEXT = '{code} is your {shop} code. It expires in {minutes} minutes. Do not share it.'
const BOUND_TEXT = `${USUAL_TEXT}\n\n@{domain} #{code}`
