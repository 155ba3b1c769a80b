// The store's side of the Razorpay sandbox, a part of the server with the same API.
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

/** A gateway that calls the sandbox of the server at `serverUrl`, with keys derived from the installation's `secret`. */
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

/** Keys that are stable for one installation and differ between installations. */
export function deriveSandboxKeys(secret: string): SandboxKeys {
  const derive = (purpose: string, bytes: number) =>
    Buffer.from(hkdfSync('sha256', secret, '', `vitrine sandbox gateway ${purpose}`, bytes)).toString('hex')
  return {
    keyId: `rzp_test_${derive('key id', 7)}`,
    keySecret: derive('key secret', 16),
    webhookSecret: derive('webhook secret', 32),
  }
}
