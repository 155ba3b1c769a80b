// Sends SMS through Twilio, or a gateway that answers Twilio's `Messages.json` call.
import { callGateway, GATEWAY_PATIENCE_MS } from './gateway-call.ts'
import { requirePhoneNumber, type TextMessenger } from './sms.ts'

export interface TwilioOptions {
  /** `https://api.twilio.com` or a compatible gateway, without a path. */
  readonly baseUrl: string
  readonly accountId: string
  readonly authToken: string
  /** The sending number in E.164, or an alphanumeric sender the gateway knows. */
  readonly from: string
  /** The operator of the machine has named the gateway: it may be in a private network. */
  readonly isTrusted?: boolean
  /** A call that has not ended by then has failed (default 10 s). */
  readonly timeoutMs?: number
}

/** Twilio says 400 to what is wrong with a message, and mostly it is the number; everything else concerns it or the account. */
const FINAL_STATUSES = [400]

/** Talks to the gateway only when a message is sent. */
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
