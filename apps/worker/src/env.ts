// The worker's only reader of environment variables: turns them into one checked configuration, or says plainly what is
// wrong. The variables are the server's own where both need one.
import { availableParallelism } from 'node:os'
import {
  type ProviderEnvironment,
  providerVariables,
  readProviderEnvironment,
} from '@vitrine/providers/choice/environment'
import { type ProcessSettings, processVariables, readProcessSettings } from '@vitrine/providers/process-settings'
import { readSecrets, type Secrets, SecretUnreadable } from '@vitrine/providers/secret'
import { z } from 'zod'

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
  /** Mail and payment, as far as variables decide. */
  readonly providers: ProviderEnvironment
  /** Scheme and host under which people reach the shop, for links in mails. */
  readonly publicUrl: string
}

/** The configuration cannot be used; the message names every variable at fault. */
export class SettingsError extends Error {
  constructor(problems: readonly string[]) {
    super(`The worker's configuration is wrong:\n${problems.map((problem) => `  ${problem}`).join('\n')}`)
    this.name = 'SettingsError'
  }
}

const variables = z.object({
  ...processVariables,
  ...providerVariables,
  VITRINE_WORKER_METRICS_PORT: z.coerce.number('must be a number').int().min(0).max(65_535).optional(),
  VITRINE_RENDERS: z.coerce.number('must be a number').int().min(1).max(64).optional(),
  VITRINE_RENDER_MEMORY_MB: z.coerce.number('must be a number').int().min(512).max(1_000_000).default(3072),
  VITRINE_PUBLIC_URL: z
    .url({ protocol: /^https?$/, error: 'must be an address such as https://shop.example.com' })
    .transform((url) => new URL(url).origin)
    .optional(),
})

/** Reads and checks the configuration; throws `SettingsError`. */
export function readSettings(environment: Readonly<Record<string, string | undefined>> = process.env): WorkerSettings {
  // An empty variable means the same as none.
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  )
  const result = variables.safeParse(given)
  if (!result.success) {
    throw new SettingsError(result.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`))
  }
  const checked = result.data
  const problems: string[] = []
  const providers = readProviderEnvironment(checked, problems)
  const shared = readProcessSettings(checked, problems)
  if (problems.length > 0) throw new SettingsError(problems)
  return {
    ...shared,
    secrets: readSecretsOf(checked, shared.dataFolder),
    metricsPort: checked.VITRINE_WORKER_METRICS_PORT,
    // Each video draws on one core and encodes on the others; two cores per video keep both busy.
    renders: checked.VITRINE_RENDERS ?? Math.max(1, Math.floor(availableParallelism() / 2)),
    // One decodes, tone-maps and encodes on about two cores. Two at least, each of another account: no account waits until
    // another account's long recording is done.
    normalisings: Math.max(2, Math.floor(availableParallelism() / 2)),
    renderMemoryBytes: checked.VITRINE_RENDER_MEMORY_MB * 2 ** 20,
    providers,
    // Without one the shop runs on this machine, where the launcher's port is the shop's.
    publicUrl: checked.VITRINE_PUBLIC_URL ?? `http://localhost:${checked.PORT}`,
  }
}

/** The secrets of this installation; the server makes the first one at its first start. */
function readSecretsOf(given: z.infer<typeof variables>, dataFolder: string): Secrets {
  try {
    return readSecrets(given, dataFolder)
  } catch (error) {
    throw error instanceof SecretUnreadable ? new SettingsError([error.message]) : error
  }
}
