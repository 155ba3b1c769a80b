// What SMS gateways share: fields of their settings, and the HTTP call with the errors of the port. Each field is one stored
// value, so that switching gateways loses nothing; a gateway spreads it into its own and adds the texts of the form.
import { GATEWAY_WORDS, listWords, SMS_WORDS } from '@vitrine/contract/placeholder'
import { msg } from '@vitrine/language/texts'
import { hasPrivateAddress } from '../network/private-address.ts'
import { type Check, long, secret, word } from '../provider/provider.ts'
import { TextMessageNotAccepted } from './sms.ts'

/** A placeholder, which the store replaces before sending. */
export const inBraces = (name: string) => `{${name}}`

/** Refuses unknown placeholders. */
export const onlyWords = (known: readonly string[]): Check => ({
  accepts: (text) => listWords(text).every((name) => known.includes(name)),
  message: `Use only the words {${known.join('}, {')}}`,
})

const isHttps = (text: string) => {
  const url = URL.parse(text)
  return url !== null && (url.protocol === 'https:' || isThisMachine(url))
}

/** Plain HTTP is allowed only for a gateway on this machine, because the request contains the key and a customer's code. */
function isThisMachine({ protocol, hostname }: URL): boolean {
  return protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
}

export const ADDRESS = word(500, {
  isDestination: true,
  checks: [{ accepts: isHttps, message: 'Enter an address that begins with https://' }, onlyWords(GATEWAY_WORDS)],
})
export const ACCOUNT = word(200, { isDestination: true })
export const TOKEN = secret()
/** A number or name. */
export const SENDER = word(40)

const DIGITS = { accepts: /^\d*$/, message: 'Digits only' }
/** DLT: the principal entity id of the store. */
export const ENTITY_ID = { ...word(40, { checks: [DIGITS] }), label: msg('DLT entity id') }
/** The id of the registered text, at DLT or at the gateway. */
export const TEMPLATE_ID = {
  ...word(60, { checks: [{ accepts: /^\w*$/, message: 'Letters and digits only' }] }),
  label: msg('DLT template id'),
}

const hasCode = {
  accepts: (text: string) => listWords(text).includes('code'),
  message: 'Put {code} where the code belongs',
}
/** The message, exactly as it is registered; for gateways that receive the text. */
export const MESSAGE = long(500, {
  label: msg('Text of the message'),
  hint: {
    text: msg(
      'In India exactly as it is registered with DLT, with {words} in place of the variables. Empty: the usual text',
    ),
    values: { words: SMS_WORDS.map(inBraces) },
  },
  checks: [onlyWords(SMS_WORDS), hasCode],
})

/** Default time limit of a call. */
export const GATEWAY_PATIENCE_MS = 10_000

interface GatewayCall {
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

/** A gateway's response for the log, without the number, with or without its plus sign. */
export function withoutNumber(said: string, to: string): string {
  return said.slice(0, 500).replaceAll(to, '(the number)').replaceAll(to.slice(1), '(the number)')
}

/** The host of a URL, without a user and password. */
export const readHost = (url: string): string => URL.parse(url)?.host ?? ''
