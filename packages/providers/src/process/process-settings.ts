// Settings shared by server and worker: data folder, file storage, logging, metrics and tracing. Both read them here, so
// that one environment means the same to both.
import { resolve } from 'node:path'
import { z } from 'zod'
import { LOG_FORMATS, LOG_LEVELS, type LogFormat, type LogLevel } from '../log/log.ts'
import { readStorageSettings, type StorageSettings } from '../storage/storage-settings.ts'
import type { TracingSettings } from '../tracing/tracer.ts'
import { readTracingUrl } from '../tracing/tracing.ts'

const secret = z.string().min(32, 'must have at least 32 characters').optional()
const text = z.string().optional()

/** To be spread into the schema of a process. */
export const processVariables = {
  DATABASE_URL: z.string('must be set').regex(/^postgres(ql)?:\/\//, 'must start with postgresql://'),
  VITRINE_DATA: z.string().min(1).default('./var'),
  VITRINE_ROOT: z.string().min(1).default('.'),
  VITRINE_SECRET: secret,
  VITRINE_OLD_SECRET: secret,
  VITRINE_S3_BUCKET: text,
  VITRINE_S3_ENDPOINT: text,
  VITRINE_S3_REGION: text,
  VITRINE_S3_ACCESS_KEY_ID: text,
  VITRINE_S3_SECRET_ACCESS_KEY: text,
  VITRINE_S3_PREFIX: text,
  VITRINE_S3_PUBLIC_ENDPOINT: text,
  VITRINE_LOG_LEVEL: z.enum(LOG_LEVELS, 'must be a level such as info or warn').default('warn'),
  VITRINE_LOG_FORMAT: z.enum(LOG_FORMATS, 'must be text or json').default('text'),
  VITRINE_METRICS_HOST: z.string().min(1).default('127.0.0.1'),
  OTEL_EXPORTER_OTLP_ENDPOINT: text,
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: text,
  OTEL_EXPORTER_OTLP_HEADERS: text,
}
type ProcessVariables = z.infer<z.ZodObject<typeof processVariables>>

export interface ProcessSettings {
  readonly databaseUrl: string
  readonly dataFolder: string
  /** The migration level that the database must have. */
  readonly migrationsFolder: string
  readonly storage: StorageSettings
  readonly logLevel: LogLevel
  readonly logFormat: LogFormat
  /** The address that serves metrics, when a port for them is configured. */
  readonly metricsHost: string
  /** Where traces are sent; undefined: nowhere. */
  readonly tracing: Pick<TracingSettings, 'url' | 'headers'> | undefined
}

/** The settings of checked variables; adds a sentence to `problems` for each that is wrong in itself. */
export function readProcessSettings(checked: ProcessVariables, problems: string[]): ProcessSettings {
  return {
    databaseUrl: checked.DATABASE_URL,
    dataFolder: resolve(checked.VITRINE_DATA),
    migrationsFolder: resolve(checked.VITRINE_ROOT, 'packages/shop/migrations'),
    storage: readStorageSettings(checked, problems),
    logLevel: checked.VITRINE_LOG_LEVEL,
    logFormat: checked.VITRINE_LOG_FORMAT,
    metricsHost: checked.VITRINE_METRICS_HOST,
    tracing: readTracingUrl(checked, problems),
  }
}
