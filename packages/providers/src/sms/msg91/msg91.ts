// Sends SMS through MSG91's flow call (https://docs.msg91.com/sms/send-sms). MSG91 stores the text as a template, registered for
// DLT; the call sends its id and the values.

import { msg } from '@vitrine/language/texts'
import { ADDRESS, callGateway, GATEWAY_PATIENCE_MS, readHost, TEMPLATE_ID, TOKEN, withoutNumber } from '../gateway.ts'
import { defineGateway, requirePhoneNumber, TextMessageNotAccepted, type TextMessenger } from '../sms.ts'

const API = 'https://control.msg91.com'

export const msg91 = defineGateway({
  id: 'msg91',
  name: 'MSG91',
  fields: {
    url: ADDRESS,
    templateId: {
      ...TEMPLATE_ID,
      label: msg('Template id'),
      hint: { text: msg('MSG91’s own id; its variables are OTP, STORE and MINUTES'), values: {} },
      required: msg('Enter the template id of MSG91'),
    },
    token: { ...TOKEN, label: msg('Auth key'), required: msg('Enter the auth key') },
  },
  place: ({ url }) => readHost(url || API),
  create: ({ url, token, templateId }) => createMsg91Messenger({ baseUrl: url || API, authKey: token, templateId }),
})

interface Msg91Options {
  /** `https://control.msg91.com`, without a path. */
  readonly baseUrl: string
  readonly authKey: string
  /** MSG91's own id of the template, whose variables are OTP, STORE and MINUTES. */
  readonly templateId: string
  /** Time limit of a call (default 10 s). */
  readonly timeoutMs?: number
}

/** Connects to the gateway only to send a message. */
export function createMsg91Messenger(options: Msg91Options): TextMessenger {
  const { baseUrl, authKey, templateId, timeoutMs = GATEWAY_PATIENCE_MS } = options
  const url = new URL('/api/v5/flow', baseUrl)
  const headers = { authkey: authKey, 'content-type': 'application/json' }
  return {
    kind: 'gateway',
    async send({ to, words }) {
      requirePhoneNumber(to)
      const recipient = { mobiles: to.slice(1), OTP: words.code, STORE: words.store, MINUTES: words.minutes }
      const body = JSON.stringify({ template_id: templateId, short_url: '0', recipients: [recipient] })
      const said = await callGateway({
        ...{ url, method: 'POST', headers, body, timeoutMs, finalStatuses: [], to },
        quotesAnswer: true,
      })
      // A wrong key or template is answered with 200 too.
      if (readType(said) === 'success') return
      const message = `the text message gateway did not accept the message: ${withoutNumber(said, to)}`
      throw new TextMessageNotAccepted(message, { isFinal: false })
    },
  }
}

function readType(said: string): unknown {
  try {
    return (JSON.parse(said) as { type?: unknown } | null)?.type
  } catch {
    return undefined
  }
}
