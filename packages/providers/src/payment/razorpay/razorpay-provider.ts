// Razorpay in the settings.
import { msg } from '@vitrine/language/texts'
import { z } from 'zod'
import { fromVariable, secret, word } from '../../provider/field.ts'
import type { Provider } from '../../provider/provider.ts'
import { variable } from '../../provider/variable.ts'
import type { PaymentDeps, PaymentGateway } from '../payment.ts'
import { RazorpayGateway } from './razorpay.ts'

const API = 'https://api.razorpay.com'
const SCRIPT = 'https://checkout.razorpay.com/v1/checkout.js'

const KEY_ID = /^rzp_(test|live)_\w+$/
const EXAMPLE = 'a key id such as rzp_live_AbCdEfGhIjKlMn'

/** Several during a rotation: newest first, separated by commas. */
const splitSecrets = (list: string) => list.split(',').map((each) => each.trim())

const isComplete = (list: string) => !list.includes(',') || !splitSecrets(list).includes('')

const fields = {
  keyId: word(60, {
    label: msg('Key id'),
    hint: { text: msg('From Razorpay, Account & Settings, API keys'), values: {} },
    required: msg('Enter the key id'),
    isDestination: true,
    checks: [{ accepts: KEY_ID, message: `Enter ${EXAMPLE}` }],
    variable: variable(
      'VITRINE_RAZORPAY_KEY_ID',
      { meaning: 'the key of Razorpay, which takes payments ([how](docs/payments.md))' },
      z.string().regex(KEY_ID, `must be ${EXAMPLE}`).optional(),
    ),
  }),
  keySecret: secret({
    label: msg('Key secret'),
    required: msg('Enter the key secret'),
    variable: variable('VITRINE_RAZORPAY_KEY_SECRET', {
      meaning: 'the key’s secret; required with `VITRINE_RAZORPAY_KEY_ID`',
    }),
  }),
  webhookSecret: secret({
    label: msg('Webhook secret'),
    hint: {
      text: msg('You choose it at Razorpay for the webhook {webhookUrl}'),
      values: { webhookUrl: '{publicUrl}/api/webhooks/razorpay' },
    },
    required: msg('Enter the webhook secret'),
    variable: variable(
      'VITRINE_RAZORPAY_WEBHOOK_SECRET',
      {
        meaning: 'the webhook’s secret; required with `VITRINE_RAZORPAY_KEY_ID`; `new,old` while it is replaced',
      },
      z.string().refine(isComplete, 'must hold one secret, or several separated by commas').optional(),
    ),
  }),
  /** URL of the API, if not Razorpay's. */
  apiUrl: fromVariable(
    variable(
      'VITRINE_RAZORPAY_API',
      {},
      z.url({ protocol: /^https?$/, error: `must be an address such as ${API}` }).optional(),
    ),
  ),
}

const isTest = ({ keyId }: { readonly keyId: string }) => keyId.startsWith('rzp_test_')

export const razorpay: Provider<PaymentGateway, PaymentDeps, typeof fields> = {
  id: 'razorpay',
  name: 'Razorpay',
  chosenBy: 'VITRINE_RAZORPAY_KEY_ID',
  isRefusedInPart: true,
  fields,
  isTest,
  place: (settings) => (isTest(settings) ? 'Razorpay, test mode' : 'razorpay'),
  create: ({ keyId, keySecret, webhookSecret, apiUrl }) =>
    new RazorpayGateway({
      keyId,
      keySecret,
      webhookSecrets: splitSecrets(webhookSecret).filter(Boolean),
      apiUrl: apiUrl || API,
      scriptUrl: SCRIPT,
      isSandbox: false,
    }),
}
