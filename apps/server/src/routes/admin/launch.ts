// Routes of the launch checklist: the checks, and the tests that some of them require.

import { randomUUID } from 'node:crypto'
import { resolveTxt } from 'node:dns/promises'
import { isPhoneNumber } from '@vitrine/contract/phone'
import { adminLaunchRoutes } from '@vitrine/contract/routes/admin-status'
import { createSentence, fillSentence, type Sentence } from '@vitrine/contract/sentence'
import type { LaunchTest, LaunchTestRequest } from '@vitrine/contract/status'
import { transaction } from '@vitrine/database/connection'
import { msg } from '@vitrine/language/texts'
import { getUser } from '@vitrine/store/accounts'
import { useSignInNonce } from '@vitrine/store/accounts/google'
import { frameMail } from '@vitrine/store/accounts/mail-frame'
import { smsLanguage, writeOtpSms } from '@vitrine/store/accounts/otp-message'
import { isDemoPasswordOn } from '@vitrine/store/admin/admin-password'
import { SAMPLES } from '@vitrine/store/admin/audit-log'
import { findLaunchChecks, readLaunchRows } from '@vitrine/store/monitoring/launch-check'
import { recordMaintenance } from '@vitrine/store/monitoring/maintenance'
import { textsFor } from '@vitrine/store/settings'
import type { FastifyRequest } from 'fastify'
import type { AppDeps } from '../../deps/deps.ts'
import { type ApiScope, serve } from '../../http/serve.ts'
import { getAdmin } from '../../session/admin-session.ts'
import { withTimeout } from '../health.ts'

export function addAdminLaunchRoutes(scope: ApiScope, deps: AppDeps): void {
  serve(scope, adminLaunchRoutes, {
    'GET /api/admin/launch': () => describeLaunch(deps),

    'POST /api/admin/launch/tests/:test': async (request) => {
      await runAndRecord(deps, request.params.test, request)
      return describeLaunch(deps)
    },
  })
}

async function runAndRecord(deps: AppDeps, test: LaunchTest, request: FastifyRequest<{ Body: LaunchTestRequest }>) {
  const startedAt = new Date()
  const context = { userId: getAdmin(request).userId, credential: request.body }
  const result = await runLaunchTest(deps, test, context)
  if (!result.isGood)
    request.log.warn({ test, problem: fillSentence(result.summary) }, 'a test before the opening failed')
  await recordMaintenance(deps.db, { kind: `test-${test}`, startedAt, ...result })
}

async function describeLaunch({ db, storage, providers, settings, publicUrl, adminPasswordHash }: AppDeps) {
  const { states, mailDomain } = providers.get()
  const { seller, tax, pricing, launch, revisions } = settings.get()
  const { accepted } = launch
  const checks = findLaunchChecks({
    ...(await readLaunchRows(db, SAMPLES.name)),
    now: new Date(),
    publicUrl,
    providers: states,
    seller,
    tax,
    pricing,
    freeBytes: (await withTimeout(storage.findFreeBytes()).catch(() => undefined)) ?? null,
    mailDomain: mailDomain === undefined ? undefined : await readMailDomain(mailDomain),
    isDemoAdminPasswordOn: await isDemoPasswordOn(db, adminPasswordHash),
    accepted,
  })
  return { checks, accepted: [...accepted], revision: revisions.launch }
}

/** RFC 7208 §3.1 and RFC 7489 §6.1: both are TXT records. An unreachable name server counts as no record. */
async function readMailDomain(name: string) {
  const has = async (host: string, begin: string) =>
    (await withTimeout(resolveTxt(host)).catch(() => [])).some((parts) => parts.join('').startsWith(begin))
  const [hasSpf, hasDmarc] = await Promise.all([has(name, 'v=spf1'), has(`_dmarc.${name}`, 'v=DMARC1')])
  return { name, hasSpf, hasDmarc }
}

// Tests the store's dependencies, with the same services as for customers.

const WEBHOOK_TIMEOUT_MS = 10_000

/** Who requests a test, with the data that the browser sends for it. */
interface TestContext {
  readonly userId: string
  readonly credential: LaunchTestRequest
}

/** A failure, in words for the owner. */
class TestFailed extends Error {
  readonly sentence: Sentence

  constructor(text: string, values?: Sentence['values']) {
    const sentence = createSentence(text, values)
    super(fillSentence(sentence))
    this.sentence = sentence
  }
}

/** The result of a test. Errors of a service keep their own message, untranslated. */
async function runLaunchTest(
  deps: AppDeps,
  test: LaunchTest,
  context: TestContext,
): Promise<{ isGood: boolean; summary: Sentence }> {
  try {
    const found = await TESTS[test](deps, context)
    return { isGood: true, summary: typeof found === 'string' ? createSentence(found) : found }
  } catch (error) {
    if (error instanceof TestFailed) return { isGood: false, summary: error.sentence }
    return { isGood: false, summary: createSentence(error instanceof Error ? error.message : String(error)) }
  }
}

const TESTS: Readonly<Record<LaunchTest, (deps: AppDeps, context: TestContext) => Promise<string | Sentence>>> = {
  async mail({ db, providers, settings }, { userId }) {
    const { email: to, language } = await getUser(db, userId)
    const { brand } = settings.get()
    const texts = textsFor(language, settings.get())
    const { translate } = texts
    const store = brand.name
    const content = {
      to,
      subject: translate('Test of {store}', { store }),
      paragraphs: [
        translate('This is a test of {store}. Emails reach you; look at how this one looks on your phone too.', {
          store,
        }),
      ],
      reason: translate('Somebody pressed “Send a test” in the admin area.'),
    }
    await providers.get().mailer.send(frameMail(content, brand, texts.language))
    return msg('An email to you was accepted for delivery.')
  },

  async sms({ db, providers, publicUrl, settings }, { userId }) {
    const { messenger, smsText } = providers.get()
    if (!messenger) return msg('Text messages are off.')
    const { brand } = settings.get()
    // Sent to the caller: somebody else may read messages to the seller's public number.
    const { phoneNumber: phone, language } = await getUser(db, userId)
    if (!isPhoneNumber(phone)) {
      throw new TestFailed(msg('Your account has no phone number such as +919876543210. Add it to your profile first.'))
    }
    // The registered text, because operators drop every other one.
    const otp = {
      code: '000000',
      lifeMinutes: 10,
      target: { channel: 'sms', address: phone, purpose: 'phone' },
    } as const
    const texts = textsFor(smsLanguage(phone, language), settings.get())
    await messenger.send(writeOtpSms(otp, { store: brand.name, publicUrl, pattern: smsText, texts }))
    return msg('A text message to you was accepted for delivery.')
  },

  async payment({ providers }) {
    const { payments, sellsPacks } = providers.get()
    if (!sellsPacks) return msg('Payments are off.')
    const receipt = `test-${randomUUID()}`.slice(0, 40)
    const { orderId } = await payments.createOrder({
      amountPaise: 100,
      currency: 'INR',
      receipt,
      notes: { test: 'yes' },
    })
    return createSentence(msg('The payment provider opened an order of ₹1, {order}, which nobody pays.'), {
      order: orderId,
    })
  },

  async address({ publicUrl }) {
    if (!publicUrl) throw new TestFailed(msg('No public address is configured.'))
    const answer = await fetch(`${publicUrl}/api/webhooks/razorpay`, {
      method: 'POST',
      body: '{}',
      signal: AbortSignal.timeout(WEBHOOK_TIMEOUT_MS),
    }).catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error)
      throw new TestFailed(msg('{address} cannot be reached: {reason}'), { address: publicUrl, reason })
    })
    const { code } = (await answer.json().catch(() => ({}))) as { code?: string }
    if (code !== 'payment-signature-invalid')
      throw new TestFailed(msg('{address} answers, but it is not this store ({status}).'), {
        address: publicUrl,
        status: answer.status,
      })
    return msg('The store and its webhook answer at the public address.')
  },

  async storage({ storage }) {
    const key = `private/tests/${randomUUID()}.bin`
    await storage.put(key, Buffer.from('test'), { contentType: 'application/octet-stream' })
    try {
      const { stream } = await storage.open(key)
      const read = Buffer.concat(await stream.toArray()).toString()
      if (read !== 'test') throw new TestFailed(msg('A stored file came back with another content.'))
    } finally {
      await storage.delete(key)
    }
    return msg('A file was stored, read and deleted.')
  },

  async 'sign-in'({ db, providers }, { credential }) {
    const { signIn } = providers.get()
    if (!signIn) return msg('Sign-in with Google is off.')
    if (!credential) throw new TestFailed(msg('Nobody signed in.'))
    const { nonce } = await signIn.verify(credential.token)
    await transaction(db, (tx) => useSignInNonce(tx, nonce))
    return msg('Somebody signed in with Google, and the answer was meant for this store.')
  },
}
