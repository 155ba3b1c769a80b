// Sends SMS through an HTTP gateway with Twilio's `Messages.json` call.
import { isPhoneNumber, TextMessageNotAccepted, type TextMessenger } from './sms.ts'

export interface GatewayOptions {
  /** `https://api.twilio.com` or a compatible gateway, without a path. */
  readonly baseUrl: string
  readonly accountId: string
  readonly authToken: string
  /** The sending number in E.164, or an alphanumeric sender the gateway knows. */
  readonly from: string
  /** A call that has not ended by then has failed (default 10 s). */
  readonly timeoutMs?: number
}

/** Talks to the gateway only when a message is sent. */
export function createGatewayMessenger(options: GatewayOptions): TextMessenger {
  const { baseUrl, accountId, authToken, from, timeoutMs = 10_000 } = options
  const url = new URL(`/2010-04-01/Accounts/${encodeURIComponent(accountId)}/Messages.json`, baseUrl)
  const authorization = `Basic ${Buffer.from(`${accountId}:${authToken}`).toString('base64')}`

  return {
    kind: 'gateway',
    async send({ to, text }) {
      if (!isPhoneNumber(to)) throw new TextMessageNotAccepted(`not a phone number: ${to}`, { isFinal: true })
      let response: Response
      try {
        response = await fetch(url, {
          method: 'POST',
          headers: { authorization, accept: 'application/json' },
          body: new URLSearchParams({ To: to, From: from, Body: text }),
          signal: AbortSignal.timeout(timeoutMs),
          redirect: 'error',
        })
      } catch (error) {
        throw new TextMessageNotAccepted('the text message gateway did not answer', { isFinal: false, cause: error })
      }
      if (response.ok) {
        await response.body?.cancel()
        return
      }
      const said = (await response.text().catch(() => '')).slice(0, 500).replaceAll(to, '(the number)')
      // Twilio says 400 to what is wrong with a message, and mostly it is the number; everything else concerns the gateway
      // or the account: a wrong key, no money left, too many requests.
      const isFinal = response.status === 400
      throw new TextMessageNotAccepted(`the text message gateway answered ${response.status}: ${said}`, { isFinal })
    },
  }
}
