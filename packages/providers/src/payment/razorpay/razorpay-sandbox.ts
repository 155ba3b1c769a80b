// The sandbox of Razorpay, a part of the server with the same API: the store's side of it.
import { hkdfSync } from 'node:crypto'
import { RazorpayGateway } from './razorpay.ts'

/** The keys of the sandbox gateway. */
export interface SandboxKeys {
  readonly keyId: string
  readonly keySecret: string
  readonly webhookSecret: string
}

/** The path below which the server serves the sandbox. */
const SANDBOX_PATH = '/sandbox/payment'

/** The gateway that asks the sandbox of the server at `serverUrl`, whose keys come from the installation's `secret`. */
export function createSandboxGateway(serverUrl: string, secret: string): RazorpayGateway {
  const { keyId, keySecret, webhookSecret } = deriveSandboxKeys(secret)
  return new RazorpayGateway({
    keyId,
    keySecret,
    webhookSecrets: [webhookSecret],
    apiUrl: serverUrl + SANDBOX_PATH,
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
