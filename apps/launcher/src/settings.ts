// Settings of the launcher itself; server and worker read their own.
import { resolve } from 'node:path'

/** The folder of the repository or the package; bundles lie in its `build/node`. */
export const root = resolve(import.meta.dirname, import.meta.url.endsWith('.ts') ? '../../..' : '../..')

/** How somebody calls the commands. */
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
   * True where the store is only tried out: no real mail, text message, sign-in or payment provider is configured, nothing says
   * that this is production, and no address but one of this machine. What would be sent shows at /sandbox, to everybody.
   */
  isSandbox: boolean
  /** `--setup`: the store begins empty, and its owner is led through the setup instead of finding demo accounts. */
  wantsSetup: boolean
}

/** What the process that prepares the database tells the launcher. */
export interface Prepared {
  /** The demo accounts are there. */
  readonly isDemo: boolean
  /** Opens the setup of a store that is not set up yet. */
  readonly setupKey?: string
}

/** A sentence for the person who typed the command; shown without a stack trace. */
export class LaunchError extends Error {
  override name = 'LaunchError'
}

/**
 * The variables that choose a real provider; with any of them set, the installation is meant for real customers. A list of its own,
 * which a test compares with the providers': the launcher runs as long as the store does, and loads none of their code.
 */
export const REAL_PROVIDERS = [
  'VITRINE_SMTP_URL',
  'VITRINE_SMS_URL',
  'VITRINE_GOOGLE_CLIENT_ID',
  'VITRINE_RAZORPAY_KEY_ID',
]

/**
 * Reads the words of the command line (`--setup`), PORT, HOST, VITRINE_DATA, DATABASE_URL and whether any real provider is
 * configured. Empty means not set. Throws `LaunchError` for an unknown word and for what is no port.
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
