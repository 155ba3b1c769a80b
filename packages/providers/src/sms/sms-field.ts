// Fields that several SMS gateways share: each is one stored value, so that switching gateways loses nothing. A gateway spreads
// them into its own and adds the texts of the form.
import { GATEWAY_WORDS, listWords, SMS_WORDS } from '@vitrine/contract/sms-words'
import { msg } from '@vitrine/language/texts'
import { type Check, long, secret, word } from '../provider/field.ts'

/** A placeholder, which the store replaces before sending. */
export const inBraces = (name: string) => `{${name}}`

/** Refuses unknown placeholders. */
export const onlyWords = (known: readonly string[]): Check => ({
  accepts: (text) => listWords(text).every((name) => known.includes(name)),
  message: `Use only the words {${known.join('}, {')}}`,
})

const isHttps = (text: string) => URL.parse(text)?.protocol === 'https:' || isLocalhost(text)

/** Plain HTTP is allowed only for a gateway on this machine, because the request contains the key and a customer's code. */
function isLocalhost(text: string): boolean {
  const url = URL.parse(text)
  return url?.protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)
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
