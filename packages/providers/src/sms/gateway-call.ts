// One HTTP call to a gateway of text messages, with the errors of the port.
import { hasPrivateAddress } from '../network/private-address.ts'
import { TextMessageNotAccepted } from './sms.ts'

/** A call that has not ended by then has failed. */
export const GATEWAY_PATIENCE_MS = 10_000

export interface GatewayCall {
  readonly url: URL
  readonly method: 'GET' | 'POST'
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | URLSearchParams
  readonly timeoutMs: number
  /** Status codes that blame the number rather than the gateway or the account. */
  readonly finalStatuses: readonly number[]
  /** Is left out of what the log says. */
  readonly to: string
  /** Whether errors quote the answer, which owners see: only of a service that answers about text messages and nothing else. */
  readonly quotesAnswer: boolean
  /** Set by the operator of the machine, who may call what is around it. */
  readonly isTrusted?: boolean | undefined
}

/** Resolves with what the gateway said (at most 2,000 characters). Throws `TextMessageNotAccepted`. */
export async function callGateway(call: GatewayCall): Promise<string> {
  const { url, method, headers, body, timeoutMs, finalStatuses, to, quotesAnswer } = call
  if (!call.isTrusted && !isThisMachine(url) && (await hasPrivateAddress(url.hostname))) {
    throw new TextMessageNotAccepted('the text message gateway is in a private network', { isFinal: false })
  }
  let response: Response
  try {
    response = await fetch(url, {
      method,
      headers: { accept: 'application/json', ...headers },
      ...(body !== undefined && { body }),
      signal: AbortSignal.timeout(timeoutMs),
      redirect: 'error',
    })
  } catch (error) {
    throw new TextMessageNotAccepted('the text message gateway did not answer', { isFinal: false, cause: error })
  }
  const said = (await response.text().catch(() => '')).slice(0, 2000)
  if (response.ok) return said
  const quoted = quotesAnswer ? `: ${withoutNumber(said, to)}` : ''
  const isFinal = finalStatuses.includes(response.status)
  throw new TextMessageNotAccepted(`the text message gateway answered ${response.status}${quoted}`, { isFinal })
}

/** A gateway beside the store, which the settings allow by exactly these names (`sms-field.ts`). */
const isThisMachine = ({ protocol, hostname }: URL) =>
  protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname)

/** What a gateway said, fit for the log: without the number, with or without its plus sign. */
export function withoutNumber(said: string, to: string): string {
  return said.slice(0, 500).replaceAll(to, '(the number)').replaceAll(to.slice(1), '(the number)')
}

/** Of an address, without the user and password that may stand in it. */
export const readHost = (url: string): string => URL.parse(url)?.host ?? ''
