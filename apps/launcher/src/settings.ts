// Settings of the launcher itself; server and worker read their own settings.
import { resolve } from 'node:path'

/** The root folder of the repository or the package; bundles are in its `build/node`. */
export const root = resolve(import.meta.dirname, import.meta.url.endsWith('.ts') ? '../../..' : '../..')

/** How users call the commands. */
export const COMMAND = import.meta.url.endsWith('.ts') ? 'npm run vitrine --' : 'npx vitrine'

export interface LauncherSettings {
  host: string
  port: number
  /** The store's address for a browser on this machine. */
  address: string
  dataFolder: string
  /** Undefined: the embedded PostgreSQL below the data folder. */
  databaseUrl: string | undefined
  /**
   * True for a trial: no real mail, text message, sign-in or payment provider is configured, the environment is not production,
   * and only addresses of this machine are used. Outgoing messages appear at /sandbox and everybody can see them.
   */
  isSandbox: boolean
  /** `--setup`: the store begins empty and leads its owner through the setup instead of creating demo accounts. */
  wantsSetup: boolean
}

/** Message to the launcher from the process that prepares the database. */
export interface Prepared {
  /** The demo accounts exist. */
  readonly isDemo: boolean
  /** Opens the setup of a store that is not set up yet. */
  readonly setupKey?: string
}

/** A message for the person who typed the command; shown without a stack trace. */
export class LaunchError extends Error {
  override name = 'LaunchError'
}

/**
 * The variables that choose a real provider; with any of them set, the installation is meant for real customers. A separate
 * list that a test compares with the providers: the launcher stays running and must not load their code.
 */
export const REAL_PROVIDERS = [
  'VITRINE_SMTP_URL',
  'VITRINE_SMS_URL',
  'VITRINE_GOOGLE_CLIENT_ID',
  'VITRINE_RAZORPAY_KEY_ID',
]

/**
 * Reads the command line (`--setup`), PORT, HOST, VITRINE_DATA, DATABASE_URL and whether any real provider is configured. Empty
 * values count as not set. Throws `LaunchError` for an unknown word and for an invalid port.
 */
export function readLauncherSettings(environment: NodeJS.ProcessEnv, words: readonly string[] = []): LauncherSettings {
  const unknown = words.find((word) => word !== '--setup')
  if (unknown !== undefined)
    throw new LaunchError(`"${unknown}" is not understood. The only option of a start is --setup.`)
  const port = Number(environment.PORT || 3000)
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    throw new LaunchError(`PORT must be a number from 1 to 65535, not "${environment.PORT}".`)
  }
  const host = environment.HOST || '127.0.0.1'
  return {
    host,
    port,
    address: `http://${isReachableAsLocalhost(host) ? 'localhost' : host.includes(':') ? `[${host}]` : host}:${port}`,
    dataFolder: resolve(root, environment.VITRINE_DATA || 'var'),
    databaseUrl: environment.DATABASE_URL || undefined,
    isSandbox: isTriedOut(environment),
    wantsSetup: words.includes('--setup'),
  }
}

function isTriedOut(environment: NodeJS.ProcessEnv): boolean {
  const address = URL.parse(environment.VITRINE_PUBLIC_URL || 'http://localhost')
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(address?.hostname ?? '')
  return (
    isLocal &&
    environment.NODE_ENV !== 'production' &&
    REAL_PROVIDERS.every((name) => !environment[name] || environment[name] === 'off')
  )
}

function isReachableAsLocalhost(host: string): boolean {
  return ['127.0.0.1', '0.0.0.0', '::1', '::', 'localhost'].includes(host)
}
