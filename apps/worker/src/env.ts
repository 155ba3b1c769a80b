// The worker's only reader of environment variables: turns them into one checked configuration, or says plainly what is wrong.
import { availableParallelism } from 'node:os'
import { type ProcessSettings, readProcessSettings } from '@vitrine/process/process-settings'
import { readSecrets, type Secrets } from '@vitrine/providers/secret'

export interface WorkerSettings extends ProcessSettings {
  /** Newest first. */
  readonly secrets: Secrets
  /** Where metrics are served; undefined: nowhere. */
  readonly metricsPort: number | undefined
  /** Videos made at the same time. */
  readonly renders: number
  readonly renderMemoryBytes: number
  /** Customers' recordings normalised at the same time. */
  readonly normalisings: number
  /** Scheme and host under which people reach the store, for links in mails. */
  readonly publicUrl: string
}

/** Reads and checks the configuration; throws `ConfigurationError` or `SecretUnreadable`. */
export function readSettings(environment: Readonly<Record<string, string | undefined>> = process.env): WorkerSettings {
  const { variables, shared } = readProcessSettings(environment)
  return {
    ...shared,
    secrets: readSecrets(variables, shared.dataFolder),
    metricsPort: variables.VITRINE_WORKER_METRICS_PORT,
    // Each video draws on one core and encodes on the others; two cores per video keep both busy.
    renders: variables.VITRINE_RENDERS ?? Math.max(1, Math.floor(availableParallelism() / 2)),
    // One decodes, tone-maps and encodes on about two cores. Two at least, each of another account: no account waits until
    // another account's long recording is done.
    normalisings: Math.max(2, Math.floor(availableParallelism() / 2)),
    renderMemoryBytes: variables.VITRINE_RENDER_MEMORY_MB * 2 ** 20,
    // Without one the store runs on this machine, where the launcher's port is the store's.
    publicUrl: variables.VITRINE_PUBLIC_URL ?? `http://localhost:${variables.PORT}`,
  }
}
