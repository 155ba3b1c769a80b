// Settings shared by server and worker: data folder, file storage, logging, metrics, tracing and outside services. Both read them
// here, so that one environment means the same to both.
import { resolve } from 'node:path'
import {
  describeFixedProviders,
  type ProviderEnvironment,
  readProviderEnvironment,
} from '@vitrine/providers/choice/environment'
import {
  ConfigurationError,
  type FixedField,
  listFixedFields,
  readVariables,
  type Variables,
} from '@vitrine/providers/configuration'
import type { LogFormat, LogLevel } from '@vitrine/providers/log'
import { readStorageSettings, type StorageSettings } from '@vitrine/providers/storage/settings'
import { readTracingUrl, type TracingSettings } from '@vitrine/providers/tracing'

export interface ProcessSettings {
  readonly databaseUrl: string
  readonly dataFolder: string
  /** The migrations that the database must have. */
  readonly migrationsFolder: string
  readonly storage: StorageSettings
  readonly logLevel: LogLevel
  readonly logFormat: LogFormat
  /** The address that serves metrics, when a port for them is configured. */
  readonly metricsHost: string
  /** Receiver of traces; undefined disables tracing. */
  readonly tracing: Pick<TracingSettings, 'url' | 'headers'> | undefined
  /** Mail, text message, sign-in, payment and analytics services, as far as variables decide. */
  readonly providers: ProviderEnvironment
  /** Fields of the store's settings that variables set. */
  readonly fixed: readonly FixedField[]
}

/** The validated variables and the settings derived from them. Throws `ConfigurationError`. */
export function readProcessSettings(environment: Readonly<Record<string, string | undefined>>): {
  variables: Variables
  shared: ProcessSettings
} {
  const variables = readVariables(environment)
  const problems: string[] = []
  const providers = readProviderEnvironment(variables, problems)
  const shared: ProcessSettings = {
    databaseUrl: variables.DATABASE_URL,
    dataFolder: resolve(variables.VITRINE_DATA),
    migrationsFolder: resolve(variables.VITRINE_ROOT, 'packages/store/migrations'),
    storage: readStorageSettings(variables, problems),
    logLevel: variables.VITRINE_LOG_LEVEL,
    logFormat: variables.VITRINE_LOG_FORMAT,
    metricsHost: variables.VITRINE_METRICS_HOST,
    tracing: readTracingUrl(variables, problems),
    providers,
    fixed: [...listFixedFields(variables), ...describeFixedProviders(providers.environment)],
  }
  if (problems.length > 0) throw new ConfigurationError(problems)
  return { variables, shared }
}
