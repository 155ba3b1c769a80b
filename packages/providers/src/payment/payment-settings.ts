// Selects the payment gateway: Razorpay when its keys are configured, otherwise the sandbox in the server, with keys of its
// own. Server and worker both use this file and therefore agree on its address and its keys.
import { hkdfSync } from 'node:crypto'
import { SERVICE_IDS } from '@vitrine/contract/provider-settings'
import { RazorpayGateway } from './razorpay.ts'

export type PaymentSettings =
  | {
      readonly kind: 'razorpay'
      readonly keyId: string
      readonly keySecret: string
      /** Newest first. */
      readonly webhookSecrets: readonly string[]
      readonly apiUrl: string
    }
  | {
      readonly kind: 'sandbox'
      /** Address of the server on this machine, which the sandbox is a part of. */
      readonly serverUrl: string
    }

/** The keys of the sandbox gateway. */
export interface SandboxKeys {
  readonly keyId: string
  readonly keySecret: string
  readonly webhookSecret: string
}

/** The environment variables from both env.ts files; empty ones must be left out. */
export type PaymentVariables = Partial<
  Record<
    | 'VITRINE_RAZORPAY_KEY_ID'
    | 'VITRINE_RAZORPAY_KEY_SECRET'
    | 'VITRINE_RAZORPAY_WEBHOOK_SECRET'
    | 'VITRINE_RAZORPAY_API',
    string | undefined
  >
>

/** The path below which the server serves the sandbox. */
const SANDBOX_PATH = '/sandbox/payment'

/** Razorpay's own API. */
export const RAZORPAY_API = 'https://api.razorpay.com'
const RAZORPAY_SCRIPT = 'https://checkout.razorpay.com/v1/checkout.js'

const isHttpUrl = (text: string) => /^https?:$/.test(URL.parse(text)?.protocol ?? '')

/**
 * Reads the variables of payment; undefined where they choose none. Adds a sentence to `problems` for each that is wrong.
 */
export function readPaymentSettings(given: PaymentVariables, problems: string[]): PaymentSettings | undefined {
  const { VITRINE_RAZORPAY_KEY_ID: keyId } = given
  if (!keyId) {
    for (const name of ['VITRINE_RAZORPAY_KEY_SECRET', 'VITRINE_RAZORPAY_WEBHOOK_SECRET'] as const) {
      if (given[name]) problems.push(`VITRINE_RAZORPAY_KEY_ID must be set when ${name} is`)
    }
    return undefined
  }
  for (const name of ['VITRINE_RAZORPAY_KEY_SECRET', 'VITRINE_RAZORPAY_WEBHOOK_SECRET'] as const) {
    if (!given[name]) problems.push(`${name} must be set when VITRINE_RAZORPAY_KEY_ID is`)
  }
  const { pattern, description } = SERVICE_IDS.razorpay
  if (!pattern.test(keyId)) problems.push(`VITRINE_RAZORPAY_KEY_ID must be ${description}`)
  const webhookSecrets = (given.VITRINE_RAZORPAY_WEBHOOK_SECRET ?? '').split(',').map((secret) => secret.trim())
  if (webhookSecrets.length > 1 && webhookSecrets.includes('')) {
    problems.push('VITRINE_RAZORPAY_WEBHOOK_SECRET must hold one secret, or several separated by commas')
  }
  const apiUrl = given.VITRINE_RAZORPAY_API ?? RAZORPAY_API
  if (!isHttpUrl(apiUrl)) problems.push(`VITRINE_RAZORPAY_API must be an address such as ${RAZORPAY_API}`)
  return { kind: 'razorpay', keyId, keySecret: given.VITRINE_RAZORPAY_KEY_SECRET ?? '', webhookSecrets, apiUrl }
}

/** The gateway of these settings. `secret` is the installation's, from which the keys of the sandbox come. */
export function createPaymentGateway(settings: PaymentSettings, secret: string): RazorpayGateway {
  if (settings.kind === 'razorpay') {
    return new RazorpayGateway({ ...settings, scriptUrl: RAZORPAY_SCRIPT, isSandbox: false })
  }
  const { keyId, keySecret, webhookSecret } = deriveSandboxKeys(secret)
  return new RazorpayGateway({
    keyId,
    keySecret,
    webhookSecrets: [webhookSecret],
    apiUrl: settings.serverUrl + SANDBOX_PATH,
    scriptUrl: `${SANDBOX_PATH}/checkout.js`,
    isSandbox: true,
  })
}

/** The same installation has the same keys at every start, and no two installations have the same. */
export function deriveSandboxKeys(secret: string): SandboxKeys {
  const derive = (purpose: string, bytes: number) =>
    Buffer.from(hkdfSync('sha256', secret, '', `vitrine sandbox gateway ${purpose}`, bytes)).toString('hex')
  return {
    keyId: `rzp_test_${derive('key id', 7)}`,
    keySecret: derive('key secret', 16),
    webhookSecret: derive('webhook secret', 32),
  }
}
