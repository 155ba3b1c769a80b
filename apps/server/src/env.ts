// The only reader of environment variables: turns them into one validated configuration, or explains what is wrong.

import { resolve } from 'node:path'
import { type ProcessSettings, readProcessSettings } from '@vitrine/process/process-settings'
import { readOrCreateSecrets, type Secrets } from '@vitrine/providers/secret'
import type { OtpCeiling } from '@vitrine/store/accounts/otp-ceiling'

export interface Settings extends ProcessSettings {
  readonly isProduction: boolean
  /** Restricts the pages of sandbox providers to the owner. */
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
  /** Scheme and host of the store as browsers see it; undefined to use each request's own. */
  readonly publicUrl: string | undefined
  readonly trustedProxies: readonly string[]
  /** Newest first. */
  readonly secrets: Secrets
  /** Port of the metrics; undefined disables them. */
  readonly metricsPort: number | undefined
  /** The admin password as a PHC string of argon2id; undefined to use the stored one. */
  readonly adminPasswordHash: string | undefined
  /** Size limit of one customer's library. */
  readonly libraryBytes: number
  /** How many one-time codes the whole store sends within a day. */
  readonly otpCeiling: OtpCeiling
  /** Limit of unused one-time codes per network and hour. */
  readonly unusedCodesPerHour: number
}

/**
 * Reads and validates the configuration. Creates the data folder and, unless VITRINE_SECRET is set, its secret. Throws
 * `ConfigurationError` or `SecretUnreadable`.
 */
export function readSettings(environment: Readonly<Record<string, string | undefined>> = process.env): Settings {
  const { variables, shared } = readProcessSettings(environment)
  const isProduction = variables.NODE_ENV === 'production'
  return {
    ...shared,
    isProduction,
    isSandboxPrivate: isProduction && variables.VITRINE_OPEN_SANDBOX !== '1',
    host: variables.HOST,
    port: variables.PORT,
    webFolder: resolve(variables.VITRINE_ROOT, 'apps/web'),
    contentFolder: resolve(variables.VITRINE_ROOT, 'packages/store/content'),
    // The bundled server is in another folder than its sources.
    sandboxPaymentFolder: resolve(variables.VITRINE_ROOT, 'packages/sandbox-payment/src/browser'),
    isDevelopment: variables.VITRINE_DEV === '1',
    publicUrl: variables.VITRINE_PUBLIC_URL,
    trustedProxies: variables.VITRINE_TRUSTED_PROXIES,
    secrets: readOrCreateSecrets(variables, shared.dataFolder),
    metricsPort: variables.VITRINE_METRICS_PORT,
    adminPasswordHash: variables.VITRINE_ADMIN_PASSWORD_HASH,
    libraryBytes: variables.VITRINE_LIBRARY_MB * 2 ** 20,
    otpCeiling: { mail: variables.VITRINE_MAIL_CODES_PER_DAY, sms: variables.VITRINE_SMS_CODES_PER_DAY },
    unusedCodesPerHour: variables.VITRINE_UNUSED_CODES_PER_HOUR,
  }
}

/** The folder of built pages, which can be loaded before the other settings, which include the secret, are available. */
export function findBuiltPages({ VITRINE_ROOT, VITRINE_DEV } = process.env): string | undefined {
  return VITRINE_DEV === '1' ? undefined : resolve(VITRINE_ROOT || '.', 'apps/web')
}
