// Sends SMS through Twilio, or a gateway that answers Twilio's `Messages.json` call.

import { msg } from '@vitrine/language/texts'
import { z } from 'zod'
import { OFF, variable } from '../../provider/provider.ts'
import { ACCOUNT, ADDRESS, callGateway, GATEWAY_PATIENCE_MS, MESSAGE, readHost, SENDER, TOKEN } from '../gateway.ts'
import { defineGateway, requirePhoneNumber, type TextMessenger } from '../sms.ts'

const API = 'https://api.twilio.com'

const ADDRESS_VARIABLE = variable(
  'VITRINE_SMS_URL',
  {
    meaning:
      'a Twilio-compatible gateway (the settings know MSG91 and others too); `off`: no text messages, so registration asks for no phone code and there is no gift for a complete profile',
    example: API,
  },
  z.union([z.literal(OFF), z.url({ protocol: /^https?$/ })], `must be an address such as ${API}, or off`).optional(),
)
const required = (what: string) => ({ meaning: `the gateway’s ${what}; required with \`VITRINE_SMS_URL\`` })

export const twilio = defineGateway({
  id: 'twilio',
  name: 'Twilio',
  chosenBy: 'VITRINE_SMS_URL',
  fields: {
    url: { ...ADDRESS, variable: ADDRESS_VARIABLE },
    account: {
      ...ACCOUNT,
      label: msg('Account SID'),
      required: msg('Enter the account SID'),
      variable: variable('VITRINE_SMS_ACCOUNT', required('account')),
    },
    from: {
      ...SENDER,
      label: msg('Sender'),
      hint: { text: msg('A number such as +15551112222, or a registered name'), values: {} },
      required: msg('Enter the sender'),
      variable: variable('VITRINE_SMS_FROM', required('sender')),
    },
    token: {
      ...TOKEN,
      label: msg('Auth token'),
      required: msg('Enter the auth token'),
      variable: variable('VITRINE_SMS_TOKEN', required('token')),
    },
    text: MESSAGE,
  },
  place: ({ url }) => readHost(url || API),
  create: ({ url, account, token, from }, { isTrusted }) =>
    createTwilioMessenger({ baseUrl: url || API, accountId: account, authToken: token, from, isTrusted }),
})

interface TwilioOptions {
  /** `https://api.twilio.com` or a compatible gateway, without a path. */
  readonly baseUrl: string
  readonly accountId: string
  readonly authToken: string
  /** The sending number in E.164, or an alphanumeric sender the gateway knows. */
  readonly from: string
  /** Whether the operator of the machine named the gateway, which may then be in a private network. */
  readonly isTrusted?: boolean
  /** Time limit of a call (default 10 s). */
  readonly timeoutMs?: number
}

/** Twilio answers 400 to an invalid message, mostly because of the number; other statuses concern Twilio or the account. */
const FINAL_STATUSES = [400]

/** Connects to the gateway only to send a message. */
export function createTwilioMessenger(options: TwilioOptions): TextMessenger {
  const { baseUrl, accountId, authToken, from, timeoutMs = GATEWAY_PATIENCE_MS } = options
  const url = new URL(`/2010-04-01/Accounts/${encodeURIComponent(accountId)}/Messages.json`, baseUrl)
  const authorization = `Basic ${Buffer.from(`${accountId}:${authToken}`).toString('base64')}`
  return {
    kind: 'gateway',
    async send({ to, text }) {
      requirePhoneNumber(to)
      const body = new URLSearchParams({ To: to, From: from, Body: text })
      const headers = { authorization }
      const request = { url, method: 'POST', headers, body, timeoutMs, to } as const
      await callGateway({ ...request, finalStatuses: FINAL_STATUSES, quotesAnswer: true, isTrusted: options.isTrusted })
    },
  }
}
