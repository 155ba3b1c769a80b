// Sends SMS through any gateway with an HTTP call: the owner defines URL and request, with placeholders such as `{digits}` for
// the number, the text and the ids of DLT.

import { fillWords, GATEWAY_WORDS, isJsonBody, listWords } from '@vitrine/contract/placeholder'
import { msg } from '@vitrine/language/texts'
import { long, word } from '../../provider/provider.ts'
import {
  ADDRESS,
  callGateway,
  ENTITY_ID,
  GATEWAY_PATIENCE_MS,
  inBraces,
  MESSAGE,
  onlyWords,
  readHost,
  TEMPLATE_ID,
  TOKEN,
} from '../gateway.ts'
import { defineGateway, requirePhoneNumber, type TextMessage, type TextMessenger } from '../sms.ts'

/** In JSON, placeholders are quoted, because it is parsed before they are filled in. */
function isFormOrJson(text: string): boolean {
  if (!isJsonBody(text)) return true
  try {
    return typeof JSON.parse(text) === 'object'
  } catch {
    return false
  }
}

const BODY_WORDS = GATEWAY_WORDS.filter((name) => name !== 'domain').map(inBraces)

export const httpGateway = defineGateway({
  id: 'http',
  name: msg('Another gateway, by HTTP'),
  fields: {
    url: {
      ...ADDRESS,
      label: msg('Address'),
      hint: {
        text: msg('Begins with https://; words such as {digits} may stand in its query'),
        values: { digits: inBraces('digits') },
      },
      required: msg('Enter the gateway’s address'),
    },
    header: word(100, {
      label: msg('Header'),
      hint: { text: msg('In which the gateway expects the key'), values: {} },
      isDestination: true,
      first: 'Authorization',
      checks: [{ accepts: /^[A-Za-z0-9-]*$/, message: 'Enter a name such as Authorization' }],
    }),
    entityId: { ...ENTITY_ID, hint: { text: msg('Sent as {entity}'), values: { entity: inBraces('entity') } } },
    templateId: {
      ...TEMPLATE_ID,
      hint: { text: msg('Sent as {template}'), values: { template: inBraces('template') } },
    },
    token: { ...TOKEN, label: msg('Value of the header') },
    body: long(2000, {
      label: msg('What is sent'),
      hint: {
        text: msg('JSON, or a form such as {example}; empty: a GET request. Words: {words}'),
        values: { example: 'number={digits}&text={text}', words: BODY_WORDS.join(', ') },
      },
      checks: [onlyWords(GATEWAY_WORDS), { accepts: isFormOrJson, message: 'This begins as JSON and is none' }],
    }),
    text: MESSAGE,
  },
  check({ url, body }) {
    const sent = listWords(url + body)
    const isSent = sent.includes('text') || sent.includes('code')
    return isSent ? {} : { body: msg('Put {text} or {code} here, or into the address') }
  },
  place: ({ url }) => readHost(url),
  create: createHttpMessenger,
})

interface HttpGatewayOptions {
  /** May contain placeholders in its query values. */
  readonly url: string
  /** The name and value of a header that authenticates the caller; an empty value sends none. */
  readonly header: string
  readonly token: string
  /** JSON, or a form such as `number={digits}&text={text}`; empty: a GET request. */
  readonly body: string
  readonly entityId: string
  readonly templateId: string
  /** Time limit of a call (default 10 s). */
  readonly timeoutMs?: number
}

/** Connects to the gateway only to send a message. Any 2xx status counts as accepted. */
export function createHttpMessenger(options: HttpGatewayOptions): TextMessenger {
  const { header, token, body, timeoutMs = GATEWAY_PATIENCE_MS } = options
  const isJson = isJsonBody(body)
  return {
    kind: 'gateway',
    async send(message) {
      const { to } = message
      requirePhoneNumber(to)
      const fill = createFill(message, options)
      const url = new URL(options.url)
      url.search = fillForm(url.search, fill)
      await callGateway({
        url,
        method: body === '' ? 'GET' : 'POST',
        headers: { ...(token && { [header]: token }), ...(isJson && { 'content-type': 'application/json' }) },
        ...(body !== '' && { body: isJson ? fillJson(body, fill) : new URLSearchParams(fillForm(body, fill)) }),
        timeoutMs,
        finalStatuses: [],
        to,
        // The URL is arbitrary, so its responses must not appear in the admin area.
        quotesAnswer: false,
      })
    },
  }
}

type Fill = (text: string) => string

function createFill({ to, text, words }: TextMessage, { entityId, templateId }: HttpGatewayOptions): Fill {
  const values: Record<string, string> = {
    ...words,
    ...{ to, digits: to.slice(1), text, entity: entityId, template: templateId },
  }
  return (pattern) => fillWords(pattern, values)
}

/** Fills in values after parsing, so that no text can add a field. */
function fillForm(form: string, fill: Fill): string {
  const filled = new URLSearchParams()
  for (const [name, value] of new URLSearchParams(form)) filled.append(name, fill(value))
  return filled.toString()
}

function fillJson(json: string, fill: Fill): string {
  return JSON.stringify(JSON.parse(json), (_key, value: unknown) => (typeof value === 'string' ? fill(value) : value))
}
