// The texts of one-time codes.
import { fillWords, type SmsWord } from '@vitrine/contract/placeholder'
import { ENGLISH, getPathPrefix } from '@vitrine/language/language'
import { ENGLISH_TEXTS, type Texts } from '@vitrine/language/texts'
import { frameMail, type MailBrand, type MailText } from './mail-frame.ts'
import type { IssuedOtp, OtpTarget } from './otp.ts'

interface SmsText {
  readonly to: string
  readonly text: string
  /** The words of the text, for gateways that store the text themselves. */
  readonly words: Readonly<Record<SmsWord, string>>
}

/** What a text message with a code is written from. */
interface SmsSource {
  /** The name of the store. */
  readonly store: string
  /** The store's public address, if known. */
  readonly publicUrl: string | undefined
  /** The registered text with placeholders such as `{code}`, never translated; empty for the default text. */
  readonly pattern: string
  readonly texts?: Texts
}

/** What an email with a code is written from. */
interface OtpMailSource {
  readonly brand: MailBrand
  readonly texts?: Texts
  /** The store's public address. Without it the mail has no link, because a client can send any Host header. */
  readonly publicUrl?: string | undefined
}

/** The email with a code, and with a link that verifies it on the device that opens the link. */
export function writeOtpMail(otp: IssuedOtp, { brand, texts = ENGLISH_TEXTS, publicUrl }: OtpMailSource): MailText {
  const { translate } = texts
  const { code, lifeMinutes: minutes, target, linkToken } = otp
  const store = brand.name
  const content = {
    to: target.address,
    subject: translate('{code} is your {store} code', { code, store }),
    paragraphs: [
      purposeText(target, store, translate),
      translate(
        'It expires in {minutes, plural, one {# minute} other {# minutes}} and works once. Nobody from {store} will ever ask you for it.',
        { minutes, store },
      ),
    ],
    code,
    // The token follows the #, so that it reaches no server or log. A registration continues on the device where it began, with
    // the code.
    ...(publicUrl !== undefined &&
      target.purpose !== 'register' && {
        link: {
          label: translate('Go on without the code'),
          url: `${publicUrl}${getPathPrefix(texts.language)}/sign-in-link#${linkToken}`,
        },
      }),
    reason: translate(
      'You’re receiving this email because someone entered this address on {store}. If it wasn’t you, you can ignore it.',
      { store },
    ),
  }
  return frameMail(content, brand, texts.language)
}

function purposeText({ purpose }: OtpTarget, store: string, translate: Texts['translate']): string {
  if (purpose === 'sign-in') return translate('Use this code to continue with your {store} account:', { store })
  return purpose === 'reset'
    ? translate('Use this code to choose a new password for your {store} account:', { store })
    : translate('Use this code to finish creating your {store} account:', { store })
}

/** Indian operators drop every text that is not registered with them, and the English one is registered. */
export const smsLanguage = (phoneNumber: string, language: string | null | undefined): string | null | undefined =>
  phoneNumber.startsWith('+91') ? ENGLISH.tag : language

/**
 * The text message that carries a code. With a public address, the default text ends with the line that phones look for (WebOTP,
 * domain-bound codes): they offer the code on that site only, never on an imitation.
 */
export function writeOtpSms(
  { code, lifeMinutes, target }: Pick<IssuedOtp, 'code' | 'lifeMinutes' | 'target'>,
  { store, publicUrl, pattern, texts: { translate } = ENGLISH_TEXTS }: SmsSource,
): SmsText {
  const domain = publicUrl === undefined ? '' : new URL(publicUrl).hostname
  const words = { code, store, minutes: String(lifeMinutes), domain }
  const usual = translate(
    '{code} is your {store} code. It expires in {minutes, plural, one {# minute} other {# minutes}}. Do not share it.',
    words,
  )
  const bound = domain ? `${usual}\n\n@${domain} #${code}` : usual
  return { to: target.address, text: pattern ? fillWords(pattern, words) : bound, words }
}
