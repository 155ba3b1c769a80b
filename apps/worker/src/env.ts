// The only reader of the worker's environment variables: converts them to one validated configuration, or explains what is
// wrong.
import { availableParallelism } from 'node:os'
import { type ProcessSettings, readProcessSettings } from '@vitrine/process/process-settings'
import { readSecrets, type Secrets } from '@vitrine/providers/secret'

export interface WorkerSettings extends ProcessSettings {
  /** Newest first. */
  readonly secrets: Secrets
  /** Port of the metrics; undefined disables them. */
  readonly metricsPort: number | undefined
  /** Concurrent renders. */
  readonly renders: number
  readonly renderMemoryBytes: number
  /** Recordings normalised concurrently. */
  readonly normalisations: number
  /** Public scheme and host of the store, for links in emails. */
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
    // Each normalisation decodes, tone-maps and encodes on about two cores. At least two run concurrently, for different
    // accounts: no account waits for another account's long recording.
    normalisations: Math.max(2, Math.floor(availableParallelism() / 2)),
    renderMemoryBytes: variables.VITRINE_RENDER_MEMORY_MB * 2 ** 20,
    // Without a public URL the store runs on this machine, on the launcher's port.
    publicUrl: variables.VITRINE_PUBLIC_URL ?? `http://localhost:${variables.PORT}`,
  }
}
