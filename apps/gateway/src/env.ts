// The gateway's only reader of environment variables.
import { resolve } from 'node:path'
import { deriveSandboxKeys, readPaymentSettings, type SandboxKeys } from '@vitrine/providers/payment/settings'
import { readSecrets, SecretUnreadable } from '@vitrine/providers/secret'

export interface GatewaySettings {
  readonly host: string
  readonly port: number
  readonly dataFolder: string
  readonly keys: SandboxKeys
  readonly webhookUrl: string
  /** Folder of the scripts and styles for browsers. */
  readonly browserFolder: string
}

/** The configuration cannot be used; shown without a stack trace. */
export class SettingsError extends Error {
  override name = 'SettingsError'
}

/** Reads VITRINE_GATEWAY_URL, VITRINE_DATA, VITRINE_ROOT, VITRINE_SECRET, HOST and PORT. Throws `SettingsError`. */
export function readSettings(environment: NodeJS.ProcessEnv = process.env): GatewaySettings {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const problems: string[] = []
  const payment = readPaymentSettings(given, problems)
  if (payment.kind === 'razorpay')
    problems.push('VITRINE_RAZORPAY_KEY_ID is set: the sandbox gateway has nothing to do')
  if (problems.length > 0 || payment.kind === 'razorpay') throw new SettingsError(problems.join('\n'))
  const { hostname, port } = new URL(payment.gatewayUrl)
  const dataFolder = resolve(given.VITRINE_DATA ?? './var')
  return {
    host: hostname,
    port: Number(port || 80),
    dataFolder,
    keys: deriveSandboxKeys(readSecret(given, dataFolder)),
    webhookUrl: `${shopUrl(given)}/api/webhooks/razorpay`,
    // The bundle of this process is in another folder than its source.
    browserFolder: resolve(given.VITRINE_ROOT ?? '.', 'apps/gateway/src/browser'),
  }
}

/** The shop's address on this machine. A server that listens on all addresses also listens on loopback. */
function shopUrl({ HOST: host = '127.0.0.1', PORT: port = '3000' }: NodeJS.ProcessEnv): string {
  const isEverywhere = host === '0.0.0.0' || host === '::'
  const name = isEverywhere ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host
  return `http://${name}:${port}`
}

/** The secret of this installation, which the server makes at its first start. */
function readSecret(given: NodeJS.ProcessEnv, dataFolder: string): string {
  try {
    return readSecrets(given, dataFolder)[0]
  } catch (error) {
    throw error instanceof SecretUnreadable ? new SettingsError(error.message) : error
  }
}
