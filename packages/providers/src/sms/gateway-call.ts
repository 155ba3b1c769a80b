// One HTTP call to a gateway of text messages, with the errors of the port.
import { hasPrivateAddress } from '../network/private-address.ts'
import { TextMessageNotAccepted } from './sms.ts'

/** Default time limit of a call. */
export const GATEWAY_PATIENCE_MS = 10_000

export interface GatewayCall {
  readonly url: URL
  readonly method: 'GET' | 'POST'
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | URLSearchParams
  readonly timeoutMs: number
  /** Status codes that blame the number rather than the gateway or the account. */
  readonly finalStatuses: readonly number[]
  /** Removed from log messages. */
  readonly to: string
  /** Whether errors quote the response, which owners see: only of a service that answers about text messages and nothing else. */
  readonly quotesAnswer: boolean
  /** Whether the operator of the machine set the URL, who may name hosts in a private network. */
  readonly isTrusted?: boolean | undefined
}

/** Resolves with the response (at most 2,000 characters). Throws `TextMessageNotAccepted`. */
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

/** A gateway on this machine, which the settings allow by exactly these names (`sms-field.ts`). */
const isThisMachine = ({ protocol, hostname }: URL) =>
  protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname)

/** A gateway's response for the log, without the number, with or without its plus sign. */
export function withoutNumber(said: string, to: string): string {
  return said.slice(0, 500).replaceAll(to, '(the number)').replaceAll(to.slice(1), '(the number)')
}

/** The host of a URL, without a user and password. */
export const readHost = (url: string): string => URL.parse(url)?.host ?? ''
