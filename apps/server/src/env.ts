// The only reader of environment variables: turns them into one validated configuration, or says plainly what is wrong.

import { isIP } from 'node:net'
import { resolve } from 'node:path'
import type { TagIds } from '@vitrine/contract/tags'
import { type PaymentSettings, readPaymentSettings } from '@vitrine/providers/payment/settings'
import { type ProcessSettings, processVariables, readProcessSettings } from '@vitrine/providers/process-settings'
import { readOrCreateSecrets, type Secrets, SecretUnreadable } from '@vitrine/providers/secret'
import type { OtpCeiling } from '@vitrine/shop/accounts/otp-ceiling'
import { z } from 'zod'
import type { FixedField } from './deps/current-settings.ts'

export type MailSettings = { kind: 'sandbox' } | { kind: 'smtp'; url: string; from: string }
export type SmsSettings =
  | { kind: 'off' }
  | { kind: 'sandbox' }
  | { kind: 'gateway'; baseUrl: string; accountId: string; authToken: string; from: string }

export type SignInSettings = { kind: 'off' } | { kind: 'sandbox' } | { kind: 'google'; clientId: string }

export interface Settings extends ProcessSettings {
  readonly isProduction: boolean
  /** The pages of sandbox providers are for the owner alone. */
  readonly isSandboxPrivate: boolean
  readonly host: string
  readonly port: number
  /** The built pages, or their sources when `isDevelopment`. */
  readonly webFolder: string
  /** The texts of the written pages. */
  readonly contentFolder: string
  /** The scripts and styles of the payment sandbox. */
  readonly sandboxPaymentFolder: string
  readonly isDevelopment: boolean
  /** Scheme and host under which browsers reach the shop; undefined: whatever each request says. */
  readonly publicUrl: string | undefined
  /** Measuring services, loaded only for visitors who agree. */
  readonly tags: TagIds
  readonly trustedProxies: readonly string[]
  /** Newest first. */
  readonly secrets: Secrets
  /** Where metrics are served; undefined: nowhere. */
  readonly metricsPort: number | undefined
  /** The admin password as a PHC string of argon2id; undefined: the one stored in the database. */
  readonly adminPasswordHash: string | undefined
  /** Settings of the admin area that a variable sets instead. */
  readonly fixed: readonly FixedField[]
  /** Size limit of one customer's library. */
  readonly libraryBytes: number
  readonly signIn: SignInSettings
  readonly mail: MailSettings
  readonly sms: SmsSettings
  /** How many one-time codes the whole shop sends within a day. */
  readonly otpCeiling: OtpCeiling
  /** Limit of unused one-time codes per network and hour. */
  readonly unusedCodesPerHour: number
  readonly payment: PaymentSettings
}

/** The configuration cannot be used; the message names every variable at fault. */
export class SettingsError extends Error {
  constructor(problems: readonly string[]) {
    super(
      `The configuration has ${problems.length === 1 ? 'a problem' : 'problems'}:\n${problems.map((p) => `  ${p}`).join('\n')}`,
    )
    this.name = 'SettingsError'
  }
}

const isNetwork = (text: string) => {
  const [address = '', prefix, ...rest] = text.split('/')
  const family = isIP(address)
  return family !== 0 && rest.length === 0 && (prefix === undefined || Number(prefix) <= (family === 4 ? 32 : 128))
}

const isPlainLink = (text: string) => URL.canParse(text) && new URL(text).protocol === 'https:'

/** The entries of a list separated by commas, without blanks. */
const splitList = (list: string) =>
  list
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean)

const flag = z.enum(['', '0', '1'], 'must be 0 or 1').default('0')

/** In place of an address or an id: the shop does without the service. */
const OFF = 'off'

const codesPerDay = z.coerce.number('must be a number').int().min(1).max(10_000_000)

const variables = z.object({
  ...processVariables,
  NODE_ENV: z.string().default('development'),
  HOST: z.string().min(1).default('127.0.0.1'),
  PORT: z.coerce.number('must be a number').int().min(0).max(65_535).default(3000),
  VITRINE_DEV: flag,
  VITRINE_ALLOW_SANDBOX: flag,
  /** Set by `npm start` where a shop is only tried out: there everybody may see the pages of the sandbox. */
  VITRINE_OPEN_SANDBOX: flag,
  VITRINE_PUBLIC_URL: z
    .url({ protocol: /^https?$/, error: 'must be an address such as https://shop.example.com' })
    .transform((url) => new URL(url).origin)
    .optional(),
  VITRINE_CONTACT_EMAIL: z.email('must be an e-mail address').optional(),
  VITRINE_SOCIAL_LINKS: z
    .string()
    .transform((list) => splitList(list))
    .refine(
      (list) => list.every(isPlainLink),
      'must be addresses such as https://social.example/shop, separated by commas',
    )
    .optional(),
  VITRINE_TRUSTED_PROXIES: z
    .string()
    .transform((list) => splitList(list))
    .refine((list) => list.every(isNetwork), 'must be addresses or networks such as 10.0.0.0/8, separated by commas')
    .default([]),
  VITRINE_ADMIN_PASSWORD_HASH: z
    .string()
    .regex(
      /^\$argon2id\$v=19\$m=\d{1,7},t=\d{1,2},p=\d{1,2}\$[A-Za-z0-9+/]{11,}\$[A-Za-z0-9+/]{22,}$/,
      'must be an argon2id hash such as $argon2id$v=19$m=19456,t=2,p=1$…$…',
    )
    .optional(),
  VITRINE_METRICS_PORT: z.coerce.number('must be a number').int().min(0).max(65_535).optional(),
  VITRINE_INR_PER_USD: z.coerce.number('must be a number').min(1).max(1000).optional(),
  VITRINE_SIGNUP_CREDITS: z.coerce.number('must be a number').int().min(0).max(1_000_000).optional(),
  VITRINE_LIBRARY_MB: z.coerce.number('must be a number').int().min(1).max(10_000_000).default(5000),
  VITRINE_PROFILE_CREDITS: z.coerce.number('must be a number').int().min(0).max(1_000_000).optional(),
  VITRINE_GOOGLE_CLIENT_ID: z
    .string()
    .regex(/^[\w.-]+$/, 'must be a client id such as 1234-abc.apps.googleusercontent.com')
    .optional(),
  VITRINE_ANALYTICS_ID: z
    .string()
    .regex(/^G-[A-Z0-9]+$/, 'must be a Google Analytics 4 id such as G-ABC123')
    .optional(),
  VITRINE_TAG_MANAGER_ID: z
    .string()
    .regex(/^GTM-[A-Z0-9]+$/, 'must be a Google Tag Manager id such as GTM-ABC123')
    .optional(),
  VITRINE_PIXEL_ID: z.string().regex(/^\d+$/, 'must be the digits of a Meta pixel').optional(),
  VITRINE_HEATMAP_ID: z.string().regex(/^\d+$/, 'must be the digits of a Hotjar site').optional(),
  VITRINE_SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\/.+/, 'must be an address such as smtps://user:password@host:465')
    .optional(),
  VITRINE_MAIL_FROM: z.string().min(3).optional(),
  VITRINE_SMS_URL: z
    .union(
      [z.literal(OFF), z.url({ protocol: /^https?$/ })],
      'must be an address such as https://api.twilio.com, or off',
    )
    .optional(),
  VITRINE_SMS_ACCOUNT: z.string().min(1).optional(),
  VITRINE_SMS_TOKEN: z.string().min(1).optional(),
  VITRINE_SMS_FROM: z.string().min(1).optional(),
  VITRINE_SMS_CODES_PER_DAY: codesPerDay.default(500),
  VITRINE_MAIL_CODES_PER_DAY: codesPerDay.default(5000),
  VITRINE_UNUSED_CODES_PER_HOUR: z.coerce.number('must be a number').int().min(1).max(100_000).default(30),
  /** Name, address and tax number as they stand on receipts, separated by semicolons. */
  VITRINE_SELLER: z
    .string()
    .max(500)
    .transform((text) =>
      text
        .split(';')
        .map((line) => line.trim())
        .filter(Boolean),
    )
    .optional(),
  VITRINE_RAZORPAY_KEY_ID: z.string().optional(),
  VITRINE_RAZORPAY_KEY_SECRET: z.string().optional(),
  VITRINE_RAZORPAY_WEBHOOK_SECRET: z.string().optional(),
  VITRINE_RAZORPAY_API: z.string().optional(),
})
type Variables = z.infer<typeof variables>

/**
 * Reads and checks the configuration. Creates the data folder and, unless VITRINE_SECRET is set, its secret.
 * Throws `SettingsError` listing everything that is wrong at once.
 */
export function readSettings(environment: Readonly<Record<string, string | undefined>> = process.env): Settings {
  // An empty variable (`PORT= npm start`, an empty line in a compose file) means the same as none.
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  )
  const result = variables.safeParse(given)
  if (!result.success)
    throw new SettingsError(result.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`))
  const checked = result.data

  const problems: string[] = []
  const mail = mailSettings(checked, problems)
  const sms = smsSettings(checked, problems)
  const payment = readPaymentSettings(checked, problems)
  const shared = readProcessSettings(checked, problems)
  const isProduction = checked.NODE_ENV === 'production'
  if (isProduction && checked.VITRINE_ALLOW_SANDBOX !== '1') {
    if (mail.kind === 'sandbox')
      problems.push('VITRINE_SMTP_URL must be set: emails would only reach the sandbox outbox')
    if (sms.kind === 'sandbox')
      problems.push('VITRINE_SMS_URL must be set, or off: text messages would only reach the sandbox outbox')
    if (!checked.VITRINE_GOOGLE_CLIENT_ID)
      problems.push(
        'VITRINE_GOOGLE_CLIENT_ID must be set, or off: anybody could sign in with Google as anybody in the sandbox',
      )
    if (payment.kind === 'sandbox')
      problems.push('VITRINE_RAZORPAY_KEY_ID must be set: customers would get credits without paying anything')
    if (problems.length > 0)
      problems.push('(VITRINE_ALLOW_SANDBOX=1 allows the sandbox in production, for trying things out)')
  }
  if (problems.length > 0) throw new SettingsError(problems)

  return {
    ...shared,
    isProduction,
    isSandboxPrivate: isProduction && checked.VITRINE_OPEN_SANDBOX !== '1',
    host: checked.HOST,
    port: checked.PORT,
    webFolder: resolve(checked.VITRINE_ROOT, 'apps/web'),
    contentFolder: resolve(checked.VITRINE_ROOT, 'packages/shop/content'),
    // The bundle of the server is in another folder than its sources.
    sandboxPaymentFolder: resolve(checked.VITRINE_ROOT, 'packages/sandbox-payment/src/browser'),
    isDevelopment: checked.VITRINE_DEV === '1',
    publicUrl: checked.VITRINE_PUBLIC_URL,
    fixed: fixedFields(checked),
    tags: tagIds(checked),
    trustedProxies: checked.VITRINE_TRUSTED_PROXIES,
    secrets: readSecretsOf(checked, shared.dataFolder),
    metricsPort: checked.VITRINE_METRICS_PORT,
    adminPasswordHash: checked.VITRINE_ADMIN_PASSWORD_HASH,
    libraryBytes: checked.VITRINE_LIBRARY_MB * 2 ** 20,
    signIn: signInSettings(checked),
    mail,
    sms,
    otpCeiling: { mail: checked.VITRINE_MAIL_CODES_PER_DAY, sms: checked.VITRINE_SMS_CODES_PER_DAY },
    unusedCodesPerHour: checked.VITRINE_UNUSED_CODES_PER_HOUR,
    payment,
  }
}

function fixedFields(given: Variables): FixedField[] {
  const [legalName, ...address] = given.VITRINE_SELLER ?? []
  const fields: FixedField[] = [
    { section: 'seller', field: 'legalName', value: legalName, variable: 'VITRINE_SELLER' },
    { section: 'seller', field: 'address', value: legalName && address, variable: 'VITRINE_SELLER' },
    { section: 'seller', field: 'taxNumbers', value: legalName && [], variable: 'VITRINE_SELLER' },
    { section: 'seller', field: 'email', value: given.VITRINE_CONTACT_EMAIL, variable: 'VITRINE_CONTACT_EMAIL' },
    { section: 'seller', field: 'socialLinks', value: given.VITRINE_SOCIAL_LINKS, variable: 'VITRINE_SOCIAL_LINKS' },
    { section: 'pricing', field: 'inrPerUsd', value: given.VITRINE_INR_PER_USD, variable: 'VITRINE_INR_PER_USD' },
    {
      section: 'pricing',
      field: 'signupCredits',
      value: given.VITRINE_SIGNUP_CREDITS,
      variable: 'VITRINE_SIGNUP_CREDITS',
    },
    {
      section: 'pricing',
      field: 'profileCredits',
      value: given.VITRINE_PROFILE_CREDITS,
      variable: 'VITRINE_PROFILE_CREDITS',
    },
  ]
  return fields.filter(({ value }) => value !== undefined)
}

function tagIds(given: Variables): TagIds {
  return {
    ...(given.VITRINE_ANALYTICS_ID && { analytics: given.VITRINE_ANALYTICS_ID }),
    ...(given.VITRINE_TAG_MANAGER_ID && { tagManager: given.VITRINE_TAG_MANAGER_ID }),
    ...(given.VITRINE_PIXEL_ID && { pixel: given.VITRINE_PIXEL_ID }),
    ...(given.VITRINE_HEATMAP_ID && { heatmap: given.VITRINE_HEATMAP_ID }),
  }
}

function mailSettings(given: Variables, problems: string[]): MailSettings {
  if (!given.VITRINE_SMTP_URL) return { kind: 'sandbox' }
  if (!given.VITRINE_MAIL_FROM) problems.push('VITRINE_MAIL_FROM must be set when VITRINE_SMTP_URL is')
  return { kind: 'smtp', url: given.VITRINE_SMTP_URL, from: given.VITRINE_MAIL_FROM ?? '' }
}

function signInSettings({ VITRINE_GOOGLE_CLIENT_ID: clientId }: Variables): SignInSettings {
  if (clientId === undefined) return { kind: 'sandbox' }
  return clientId === OFF ? { kind: 'off' } : { kind: 'google', clientId }
}

function smsSettings(given: Variables, problems: string[]): SmsSettings {
  if (!given.VITRINE_SMS_URL) return { kind: 'sandbox' }
  if (given.VITRINE_SMS_URL === OFF) return { kind: 'off' }
  for (const name of ['VITRINE_SMS_ACCOUNT', 'VITRINE_SMS_TOKEN', 'VITRINE_SMS_FROM'] as const) {
    if (!given[name]) problems.push(`${name} must be set when VITRINE_SMS_URL is`)
  }
  return {
    kind: 'gateway',
    baseUrl: given.VITRINE_SMS_URL,
    accountId: given.VITRINE_SMS_ACCOUNT ?? '',
    authToken: given.VITRINE_SMS_TOKEN ?? '',
    from: given.VITRINE_SMS_FROM ?? '',
  }
}

function readSecretsOf(given: Variables, dataFolder: string): Secrets {
  try {
    return readOrCreateSecrets(given, dataFolder)
  } catch (error) {
    throw error instanceof SecretUnreadable ? new SettingsError([error.message]) : error
  }
}

/** The folder of built pages to load while the other settings, which include the secret, are not there yet. */
export function findBuiltPages({ VITRINE_ROOT, VITRINE_DEV } = process.env): string | undefined {
  return VITRINE_DEV === '1' ? undefined : resolve(VITRINE_ROOT || '.', 'apps/web')
}
