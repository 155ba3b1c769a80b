// Outside services as the owner enters them in the admin area: which are on, and with which keys. Secret fields hold an
// encrypted text once they are saved; a request may hold a new one in clear.
import { z } from 'zod'
import { line } from './line.ts'
import { GATEWAY_WORDS, isJsonBody, listWords, SMS_WORDS } from './sms-words.ts'

/** Null: nobody has chosen, and the installation decides (a trial uses the sandbox, a shop in production does without). */
const mode = z.enum(['off', 'sandbox', 'live']).nullable().default(null)
const secret = z.string().trim().max(2000).default('').describe('Encrypted once it is saved')

/** Ids that services give to their customers, and how each is described to who enters one. */
export const SERVICE_IDS = {
  google: { pattern: /^[\w.-]+$/, description: 'a client id such as 1234-abc.apps.googleusercontent.com' },
  razorpay: { pattern: /^rzp_(test|live)_\w+$/, description: 'a key id such as rzp_live_AbCdEfGhIjKlMn' },
  analytics: { pattern: /^G-[A-Z0-9]+$/, description: 'a Google Analytics 4 id such as G-ABC123' },
  tagManager: { pattern: /^GTM-[A-Z0-9]+$/, description: 'a Google Tag Manager id such as GTM-ABC123' },
  pixel: { pattern: /^\d+$/, description: 'the digits of a Meta pixel' },
  heatmap: { pattern: /^\d+$/, description: 'the digits of a Hotjar site' },
} as const

/** An id of at most `longest` characters, or nothing. */
function serviceId(service: keyof typeof SERVICE_IDS, longest: number) {
  const { pattern, description } = SERVICE_IDS[service]
  return line(longest)
    .regex(new RegExp(`^$|${pattern.source}`), `Enter ${description}`)
    .default('')
}

type Context = z.core.$RefinementCtx

/** Reports each field that a live service needs and does not have. */
function requireFields(fields: Readonly<Record<string, string>>) {
  return (value: { readonly mode: string | null }, context: Context) => {
    if (value.mode !== 'live') return
    for (const [field, message] of Object.entries(fields)) {
      if ((value as Readonly<Record<string, unknown>>)[field]) continue
      context.addIssue({ code: 'custom', path: [field], message, input: value })
    }
  }
}

/** How emails are sent. */
export const mailProvider = z
  .object({
    mode,
    host: line(200)
      .regex(/^[A-Za-z0-9.:[\]-]*$/, 'Enter a host such as smtp.example.com')
      .default(''),
    port: z.int('Enter a port').min(1, 'Enter a port').max(65_535, 'Enter a port').default(465),
    security: z
      .enum(['tls', 'starttls', 'none'])
      .default('tls')
      .describe('tls: from the first byte (port 465); starttls: required before the password is sent (port 587)'),
    user: line(200).default(''),
    password: secret,
    from: line(200)
      .regex(/^$|^[^<>]*<[^<>\s]+@[^<>\s]+>$|^[^<>\s]+@[^<>\s]+$/, 'Enter an address such as Shop <hello@shop.example>')
      .default(''),
  })
  .superRefine(requireFields({ host: 'Enter the mail server', from: 'Enter the address that emails come from' }))

const isHttps = (text: string) => text === '' || URL.parse(text)?.protocol === 'https:' || isLocalhost(text)

/** Plain HTTP is for a gateway on this machine alone: the request holds the key and a customer's code. */
function isLocalhost(text: string): boolean {
  const url = URL.parse(text)
  return url?.protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)
}

/** Words are in quotes in JSON, or it could not be taken apart before they are filled in. */
function isFormOrJson(text: string): boolean {
  if (!isJsonBody(text)) return true
  try {
    return typeof JSON.parse(text) === 'object'
  } catch {
    return false
  }
}

const hasOnlyWords = (known: readonly string[]) => (text: string) =>
  listWords(text).every((word) => known.includes(word))

/** How text messages are sent, and which text. */
export const smsProvider = z
  .object({
    mode,
    gateway: z.enum(['twilio', 'msg91', 'http']).default('twilio'),
    url: line(500)
      .refine(isHttps, 'Enter an address that begins with https://')
      .refine(hasOnlyWords(GATEWAY_WORDS), `Use only the words {${GATEWAY_WORDS.join('}, {')}}`)
      .default(''),
    account: line(200).default('').describe('Of Twilio'),
    token: secret.describe('The token of Twilio, the auth key of MSG91, or the value of the header'),
    from: line(40).default('').describe('The sending number or name'),
    header: line(100)
      .regex(/^[A-Za-z0-9-]*$/, 'Enter a name such as Authorization')
      .default('Authorization')
      .describe('In which a gateway of the kind `http` expects the token'),
    body: z
      .string()
      .trim()
      .max(2000)
      .default('')
      .refine(hasOnlyWords(GATEWAY_WORDS), `Use only the words {${GATEWAY_WORDS.join('}, {')}}`)
      .refine(isFormOrJson, 'This begins as JSON and is none')
      .describe('What a gateway of the kind `http` is sent, as JSON or as a form; empty: a GET request'),
    text: z
      .string()
      .trim()
      .max(500)
      .default('')
      .refine(hasOnlyWords(SMS_WORDS), `Use only the words {${SMS_WORDS.join('}, {')}}`)
      .refine((text) => text === '' || listWords(text).includes('code'), 'Put {code} where the code belongs')
      .describe('The message, exactly as it is registered; empty: the usual one'),
    entityId: line(40).regex(/^\d*$/, 'Digits only').default('').describe('DLT: the principal entity id of the shop'),
    templateId: line(60)
      .regex(/^\w*$/, 'Letters and digits only')
      .default('')
      .describe('DLT: the id of the content template'),
  })
  .superRefine((value, context) => {
    if (value.gateway === 'twilio') {
      const needs = { account: 'Enter the account SID', token: 'Enter the auth token', from: 'Enter the sender' }
      return requireFields(needs)(value, context)
    }
    if (value.gateway === 'msg91') {
      const needs = { token: 'Enter the auth key', templateId: 'Enter the template id of MSG91' }
      return requireFields(needs)(value, context)
    }
    requireFields({ url: 'Enter the gateway’s address' })(value, context)
    const sent = listWords(value.url + value.body)
    if (value.mode !== 'live' || sent.includes('text') || sent.includes('code')) return
    const message = 'Put {text} or {code} here, or into the address'
    context.addIssue({ code: 'custom', path: ['body'], message, input: value })
  })

/** Sign-in with Google. */
export const signInProvider = z
  .object({
    mode,
    clientId: serviceId('google', 200),
  })
  .superRefine(requireFields({ clientId: 'Enter the client id' }))

/** Razorpay. */
export const paymentProvider = z
  .object({
    mode,
    keyId: serviceId('razorpay', 60),
    keySecret: secret,
    webhookSecret: secret.describe('Several while one is replaced: newest first, separated by commas'),
  })
  .superRefine(
    requireFields({
      keyId: 'Enter the key id',
      keySecret: 'Enter the key secret',
      webhookSecret: 'Enter the webhook secret',
    }),
  )

/** Measuring services, loaded for visitors who agree. */
export const analyticsProvider = z.object({
  analytics: serviceId('analytics', 40),
  tagManager: serviceId('tagManager', 40),
  pixel: serviceId('pixel', 40),
  heatmap: serviceId('heatmap', 40),
})

export const providerSettings = z.object({
  mail: mailProvider.prefault({}),
  sms: smsProvider.prefault({}),
  signIn: signInProvider.prefault({}),
  payment: paymentProvider.prefault({}),
  analytics: analyticsProvider.prefault({}),
})
export type ProviderSettings = z.infer<typeof providerSettings>

/** Fields that are encrypted before they are stored. */
export const SECRET_FIELDS = [
  ['mail', 'password'],
  ['sms', 'token'],
  ['payment', 'keySecret'],
  ['payment', 'webhookSecret'],
] as const satisfies readonly (readonly [keyof ProviderSettings, string])[]

/** Where a secret goes, and as whom: with any of these changed it has to be entered again, or it could be sent anywhere. */
export const SECRET_DESTINATION = {
  mail: ['host', 'port', 'security', 'user'],
  sms: ['gateway', 'url', 'account', 'header'],
  payment: ['keyId'],
} as const satisfies {
  readonly [Service in (typeof SECRET_FIELDS)[number][0]]: readonly (keyof ProviderSettings[Service])[]
}

/** How a service works at the moment, wherever that was decided. */
export const providerState = z.object({
  mode: z.enum(['off', 'sandbox', 'live']),
  detail: z.string().describe('Where it is, without keys'),
  problem: z.string().nullable().describe('Why it is off although it should not be'),
})
export type ProviderState = z.infer<typeof providerState>
export type ProviderMode = ProviderState['mode']
