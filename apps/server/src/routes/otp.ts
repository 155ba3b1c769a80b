// One-time codes over HTTP: asking for one by mail or SMS, and giving it back.
import {
  sendEmailOtpRequest,
  sendOtpResponse,
  sendPhoneOtpRequest,
  verifyEmailOtpRequest,
  verifyOtpResponse,
  verifyPhoneOtpRequest,
} from '@vitrine/contract/accounts'
import { Refusal } from '@vitrine/contract/refusal'
import { refusalBody } from '@vitrine/contract/refusal-body'
import { transaction } from '@vitrine/database/connection'
import { MailNotAccepted } from '@vitrine/providers/mail'
import { TextMessageNotAccepted } from '@vitrine/providers/sms'
import {
  chooseOtpPurpose,
  countAttempt,
  issueOtp,
  type OtpTarget,
  verifyOtp,
  withdrawOtp,
  writeOtpMail,
  writeOtpSms,
} from '@vitrine/shop/accounts'
import type { ApiScope } from '../api-scope.ts'
import { clientOf, rememberProof } from '../client.ts'
import type { AppDeps } from '../deps.ts'

const tags = ['accounts']
const refused = { 400: refusalBody, 404: refusalBody, 409: refusalBody, 429: refusalBody }

export function addOtpRoutes(api: ApiScope, deps: AppDeps): void {
  const { db } = deps

  for (const path of ['/send-email-otp', '/resend-email-otp']) {
    api.post(
      path,
      {
        schema: {
          tags,
          summary: 'Sends a code of six digits by mail',
          body: sendEmailOtpRequest,
          response: { 200: sendOtpResponse, ...refused },
        },
      },
      async (request) => {
        const { email, purpose } = request.body
        // The answer tells whether an address has an account: as many guesses as check-user-exists allows, no more.
        await countAttempt(db, 'user-lookup-ip', request.ip)
        const chosen = await chooseOtpPurpose(db, email, purpose)
        return sendOtp(deps, { channel: 'mail', address: email, purpose: chosen }, request.ip)
      },
    )
  }

  api.post(
    '/verify-email-otp',
    {
      schema: {
        tags,
        summary: 'Checks a code and marks the address verified on the server',
        body: verifyEmailOtpRequest,
        response: { 200: verifyOtpResponse, ...refused },
      },
    },
    async (request, reply) => {
      await countAttempt(db, 'otp-verify-ip', request.ip)
      const { email, otp, purpose } = request.body
      const chosen = purpose ?? (await chooseOtpPurpose(db, email, undefined))
      const target = { channel: 'mail', address: email, purpose: chosen } as const
      rememberProof(request, reply, await verifyOtp(db, target, otp, clientOf(request)))
      return { message: 'Email verified', verified: true as const }
    },
  )

  api.post(
    '/send-phone-otp',
    {
      schema: {
        tags,
        summary: 'Sends a code of six digits by SMS',
        body: sendPhoneOtpRequest,
        response: { 200: sendOtpResponse, ...refused },
      },
    },
    (request) => sendOtp(deps, phone(request.body.phoneNumber), request.ip),
  )

  api.post(
    '/verify-phone-otp',
    {
      schema: {
        tags,
        summary: 'Checks a code and marks the phone number verified on the server',
        body: verifyPhoneOtpRequest,
        response: { 200: verifyOtpResponse, ...refused },
      },
    },
    async (request, reply) => {
      await countAttempt(db, 'otp-verify-ip', request.ip)
      const { phoneNumber, otp } = request.body
      rememberProof(request, reply, await verifyOtp(db, phone(phoneNumber), otp, clientOf(request)))
      return { message: 'Phone number verified', verified: true as const }
    },
  )
}

function phone(address: string): OtpTarget {
  return { channel: 'sms', address, purpose: 'phone' }
}

/** Issues a code and hands it over for delivery; one that cannot be delivered counts for nobody but the caller's network. */
async function sendOtp({ db, mailer, messenger }: AppDeps, target: OtpTarget, ip: string) {
  await countAttempt(db, 'otp-send-ip', ip)
  const otp = await transaction(db, (tx) => issueOtp(tx, target, ip))
  try {
    await (target.channel === 'mail' ? mailer.send(writeOtpMail(otp)) : messenger.send(writeOtpSms(otp)))
  } catch (error) {
    await withdrawOtp(db, otp)
    const isRefused = error instanceof MailNotAccepted || error instanceof TextMessageNotAccepted
    if (!isRefused || !error.isFinal) throw error
    const [path, message] =
      target.channel === 'mail'
        ? ['email', 'This email address does not accept mail. Please check it.']
        : ['phoneNumber', 'This phone number does not accept text messages. Please check it.']
    throw new Refusal('invalid-input', { issues: [{ path, message }] }, message)
  }
  return { message: 'OTP sent', retryAfterSeconds: otp.retryAfterSeconds }
}
