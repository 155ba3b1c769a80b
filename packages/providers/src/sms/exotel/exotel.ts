// Sends SMS through Exotel (https://developer.exotel.com/api/sms), with the ids of DLT for numbers in India.

import { msg } from '@vitrine/language/texts'
import { choice, word } from '../../provider/provider.ts'
import {
  ACCOUNT,
  callGateway,
  ENTITY_ID,
  GATEWAY_PATIENCE_MS,
  MESSAGE,
  readHost,
  SENDER,
  TEMPLATE_ID,
  TOKEN,
} from '../gateway.ts'
import { defineGateway, requirePhoneNumber, type TextMessenger } from '../sms.ts'

const API = { mumbai: 'https://api.in.exotel.com', singapore: 'https://api.exotel.com' } as const

export const exotel = defineGateway({
  id: 'exotel',
  name: 'Exotel',
  fields: {
    region: choice(
      [
        { value: 'mumbai', label: msg('Mumbai') },
        { value: 'singapore', label: msg('Singapore') },
      ],
      { label: msg('Region of the account'), isDestination: true },
    ),
    account: { ...ACCOUNT, label: msg('Account SID'), required: msg('Enter the account SID') },
    apiKey: word(200, { label: msg('API key'), required: msg('Enter the API key'), isDestination: true }),
    token: { ...TOKEN, label: msg('API token'), required: msg('Enter the API token') },
    from: { ...SENDER, label: msg('Sender'), required: msg('Enter the sender') },
    entityId: ENTITY_ID,
    templateId: TEMPLATE_ID,
    text: MESSAGE,
  },
  place: ({ region }) => readHost(API[region]),
  create: ({ region, ...settings }) => createExotelMessenger({ baseUrl: API[region], ...settings }),
})

interface ExotelOptions {
  /** `https://api.in.exotel.com`, without a path. */
  readonly baseUrl: string
  /** The account's SID, and a key and its token. */
  readonly account: string
  readonly apiKey: string
  readonly token: string
  /** The sending number or registered name. */
  readonly from: string
  /** Of DLT; empty outside India. */
  readonly entityId: string
  readonly templateId: string
  /** Time limit of a call (default 10 s). */
  readonly timeoutMs?: number
}

/** Connects to the gateway only to send a message. */
export function createExotelMessenger(options: ExotelOptions): TextMessenger {
  const { baseUrl, account, apiKey, token, from, entityId, templateId, timeoutMs = GATEWAY_PATIENCE_MS } = options
  const url = new URL(`/v1/Accounts/${encodeURIComponent(account)}/Sms/send.json`, baseUrl)
  const headers = { authorization: `Basic ${Buffer.from(`${apiKey}:${token}`).toString('base64')}` }
  return {
    kind: 'gateway',
    async send({ to, text }) {
      requirePhoneNumber(to)
      const body = new URLSearchParams({
        From: from,
        To: to,
        Body: text,
        EncodingType: /^\p{ASCII}*$/u.test(text) ? 'plain' : 'unicode',
        Priority: 'high',
        ...(entityId && { DltEntityId: entityId, SmsType: 'transactional' }),
        ...(templateId && { DltTemplateId: templateId }),
      })
      // An unregistered sender or text is answered with 400, too, so no status blames the number.
      const request = { url, method: 'POST', headers, body, timeoutMs, to, finalStatuses: [] } as const
      await callGateway({ ...request, quotesAnswer: true })
    },
  }
}
