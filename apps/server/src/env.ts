// The only reader of environment variables: turns them into one validated configuration, or says plainly what is wrong.

import { isIP } from 'node:net'
import { resolve } from 'node:path'
import {
  describeFixedProviders,
  type ProviderEnvironment,
  providerVariables,
  readProviderEnvironment,
} from '@vitrine/providers/choice/environment'
import { type ProcessSettings, processVariables, readProcessSettings } from '@vitrine/providers/process-settings'
import { readOrCreateSecrets, type Secrets, SecretUnreadable } from '@vitrine/providers/secret'
import type { OtpCeiling } from '@vitrine/shop/accounts/otp-ceiling'
import { z } from 'zod'
import type { FixedField } from './deps/current-settings.ts'

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
  /** How many one-time codes the whole shop sends within a day. */
  readonly otpCeiling: OtpCeiling
  /** Limit of unused one-time codes per network and hour. */
  readonly unusedCodesPerHour: number
  /** Mail, text messages, sign-in, payment and measuring services, as far as variables decide. */
  readonly providers: ProviderEnvironment
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

const codesPerDay = z.coerce.number('must be a number').int().min(1).max(10_000_000)

const variables = z.object({
  ...processVariables,
  ...providerVariables,
  VITRINE_DEV: flag,
  /** Set by `npm start` where a shop is only tried out: there everybody may see the pages of the sandbox. */
  VITRINE_OPEN_SANDBOX: flag,
  VITRINE_PUBLIC_URL: z
    .url({ protocol: /^https?$/, error: 'must be an address such as https://shop.example.com' })
    .refine(
      isOrigin,
      'must be an address without a path, such as https://shop.example.com: the store needs one of its own',
    )
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
  const providers = readProviderEnvironment(checked, problems)
  const shared = readProcessSettings(checked, problems)
  const isProduction = checked.NODE_ENV === 'production'
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
    fixed: [...fixedFields(checked), ...fixedProviders(providers)],
    trustedProxies: checked.VITRINE_TRUSTED_PROXIES,
    secrets: readSecretsOf(checked, shared.dataFolder),
    metricsPort: checked.VITRINE_METRICS_PORT,
    adminPasswordHash: checked.VITRINE_ADMIN_PASSWORD_HASH,
    libraryBytes: checked.VITRINE_LIBRARY_MB * 2 ** 20,
    otpCeiling: { mail: checked.VITRINE_MAIL_CODES_PER_DAY, sms: checked.VITRINE_SMS_CODES_PER_DAY },
    unusedCodesPerHour: checked.VITRINE_UNUSED_CODES_PER_HOUR,
    providers,
  }
}

/** Scheme and host alone: links would lose a path, and pages would not be found below it. */
function isOrigin(address: string): boolean {
  const url = URL.parse(address)
  return url === null || url.href === `${url.origin}/`
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

function fixedProviders({ environment }: ProviderEnvironment): FixedField[] {
  return describeFixedProviders(environment).map(({ service, ...fixed }) => ({
    section: 'providers',
    field: service,
    ...fixed,
  }))
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
