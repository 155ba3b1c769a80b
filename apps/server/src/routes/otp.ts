// Routes of one-time codes: sending one by email or SMS, and verifying it.

import { ApiError } from '@vitrine/contract/api-error'
import { codeSignInRoutes, otpRoutes } from '@vitrine/contract/routes/accounts'
import { transaction } from '@vitrine/database/connection'
import { MailNotAccepted } from '@vitrine/providers/mail'
import { TextMessageNotAccepted } from '@vitrine/providers/sms'
import { signInWithCode } from '@vitrine/store/account-lifecycle'
import { chooseOtpPurpose } from '@vitrine/store/accounts'
import { type CodeAddress, findCodeAccount } from '@vitrine/store/accounts/code-account'
import { type Client, isKnownDevice } from '@vitrine/store/accounts/device'
import {
  type IssuedOtp,
  issueOtp,
  type OtpTarget,
  verifyOtp,
  verifyOtpLink,
  withdrawOtp,
} from '@vitrine/store/accounts/otp'
import { countAgainstCeiling, countOtpRequest } from '@vitrine/store/accounts/otp-ceiling'
import { smsLanguage, writeOtpMail, writeOtpSms } from '@vitrine/store/accounts/otp-message'
import { countAttempt } from '@vitrine/store/accounts/rate-limit'
import { textsFor } from '@vitrine/store/settings'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AppDeps } from '../deps/deps.ts'
import { type ApiScope, type Handler, serve } from '../http/serve.ts'
import { describeOpenedSession } from '../session/authentication.ts'
import { findRequestLanguage, readClient, rememberDevice, rememberProof } from '../session/client.ts'

export function addOtpRoutes(api: ApiScope, deps: AppDeps): void {
  const { db } = deps

  const sendEmailCode: Handler<(typeof otpRoutes)['POST /api/send-email-otp']> = async (request, reply) => {
    const { email, purpose } = request.body
    // The response reveals whether an address has an account, so it shares the limit of check-user-exists.
    await countAttempt(db, 'user-lookup-ip', request.ip)
    const chosen = await chooseOtpPurpose(db, email, purpose)
    return sendOtp(deps, { channel: 'mail', address: email, purpose: chosen }, request, reply)
  }

  serve(api, otpRoutes, {
    'POST /api/send-email-otp': sendEmailCode,
    'POST /api/resend-email-otp': sendEmailCode,

    'POST /api/verify-email-otp': async (request, reply) => {
      await countAttempt(db, 'otp-verify-ip', request.ip)
      const { email, otp, purpose } = request.body
      const chosen = purpose ?? (await chooseOtpPurpose(db, email, undefined))
      const target = { channel: 'mail', address: email, purpose: chosen } as const
      rememberProof(request, reply, await verifyOtp(db, target, otp, readClient(deps, request)))
      return { message: 'Email verified', verified: true as const }
    },

    'POST /api/send-phone-otp': (request, reply) => sendOtp(deps, phone(request.body.phoneNumber), request, reply),

    'POST /api/verify-phone-otp': async (request, reply) => {
      await countAttempt(db, 'otp-verify-ip', request.ip)
      const { phoneNumber, otp } = request.body
      rememberProof(request, reply, await verifyOtp(db, phone(phoneNumber), otp, readClient(deps, request)))
      return { message: 'Phone number verified', verified: true as const }
    },
  })
}

function phone(address: string): OtpTarget {
  return { channel: 'sms', address, purpose: 'phone' }
}

/**
 * Issues and delivers a code; one that could not be sent counts only for the caller's network. Throws `not-found` for a text
 * message when the store sends none.
 */
async function sendOtp(deps: AppDeps, target: OtpTarget, request: FastifyRequest, reply: FastifyReply) {
  const { ip, log } = request
  const { db, otpCeiling, unusedCodesPerHour: unusedPerHour } = deps
  const { channel } = target
  if (channel === 'sms' && !deps.providers.get().messenger) throw new ApiError('not-found')
  const perDay = otpCeiling[channel]
  await countOtpRequest(db, channel, { ip, perDay, unusedPerHour })
  const client = readClient(deps, request)
  const isKnown = await isKnownDevice(db, target, client.deviceToken)
  const otp = await transaction(db, (tx) => issueOtp(tx, target, client, { unusedPerHour, isKnownDevice: isKnown }))
  try {
    await countAgainstCeiling(db, channel, perDay)
    await deliver(deps, otp, request)
  } catch (error) {
    await withdrawOtp(db, otp)
    if (error instanceof ApiError && error.code === 'otp-ceiling-reached') {
      log.error(`no more codes are sent by ${channel} for now: the ceiling of the whole store is reached`)
    }
    throw error
  }
  rememberProof(request, reply, otp.proof)
  return { message: 'OTP sent', retryAfterSeconds: otp.retryAfterSeconds }
}

/** Throws `invalid-input` when the address is to blame, `otp-not-sent` when the provider is; the log says which. */
async function deliver(deps: AppDeps, otp: IssuedOtp, request: FastifyRequest): Promise<void> {
  const { providers, publicUrl, settings } = deps
  const { log } = request
  const { channel, address } = otp.target
  const isMail = channel === 'mail'
  const { brand } = settings.get()
  const { mailer, messenger, smsText } = providers.get()
  const language = findRequestLanguage(deps, request)
  const texts = textsFor(isMail ? language : smsLanguage(address, language), settings.get())
  try {
    const source = { store: brand.name, publicUrl, pattern: smsText, texts }
    await (isMail
      ? mailer.send(writeOtpMail(otp, { brand, texts, publicUrl }))
      : messenger?.send(writeOtpSms(otp, source)))
  } catch (error) {
    if (!(error instanceof MailNotAccepted || error instanceof TextMessageNotAccepted)) throw error
    const why = { reason: error.message }
    if (!error.isFinal) {
      log.error(why, 'a code could not be sent')
      throw new ApiError('otp-not-sent')
    }
    log.warn(why, 'a code was not accepted for its address')
    const [path, message] = isMail
      ? ['email', 'This email address does not accept mail. Please check it.']
      : ['phoneNumber', 'This phone number does not accept text messages. Please check it.']
    throw new ApiError('invalid-input', { issues: [{ path, message }] }, message)
  }
}

// Routes of signing in, or registering, with only a code.

export function addCodeSignInRoutes(api: ApiScope, deps: AppDeps): void {
  const { db, settings } = deps

  async function signIn(
    address: CodeAddress,
    client: Client,
    rememberMe: boolean,
    { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  ) {
    const isKnown = (await findCodeAccount(db, address)) !== undefined
    // Limited like registrations, because each new account receives credits.
    if (!isKnown) await countAttempt(db, 'register-ip', request.ip)
    const { signupCredits } = settings.get().pricing
    const opened = await transaction(db, (tx) => signInWithCode(tx, address, { rememberMe, client, signupCredits }))
    rememberDevice(request, reply, opened)
    return { ...(await describeOpenedSession(deps, opened)), isNewUser: opened.isNewUser }
  }
  serve(api, codeSignInRoutes, {
    'POST /api/sign-in-code': (request, reply) =>
      sendOtp(deps, { ...toCodeAddress(request.body), purpose: 'sign-in' }, request, reply),

    'POST /api/sign-in-code/verify': async (request, reply) => {
      await countAttempt(db, 'otp-verify-ip', request.ip)
      const { otp, rememberMe = false } = request.body
      const address = toCodeAddress(request.body)
      const client = readClient(deps, request)
      const proof = await verifyOtp(db, { ...address, purpose: 'sign-in' }, otp, client)
      const answer = await signIn(address, { ...client, proof }, rememberMe, { request, reply })
      return reply.code(answer.isNewUser ? 201 : 200).send(answer)
    },

    // Mail scanners follow links and run scripts, but press no buttons: the page of the link sends this only on a press.
    'POST /api/sign-in-link': async (request, reply) => {
      await countAttempt(db, 'otp-verify-ip', request.ip)
      const { token, rememberMe = false } = request.body
      const client = readClient(deps, request)
      const { target, proof } = await verifyOtpLink(db, token, client)
      const { channel, address, purpose } = target
      if (purpose !== 'sign-in') {
        rememberProof(request, reply, proof)
        return { email: address, session: null }
      }
      const session = await signIn({ channel, address }, { ...client, proof }, rememberMe, { request, reply })
      return { email: address, session }
    },
  })
}

function toCodeAddress({
  email,
  phoneNumber,
}: {
  email?: string | undefined
  phoneNumber?: string | undefined
}): CodeAddress {
  return email === undefined ? { channel: 'sms', address: phoneNumber ?? '' } : { channel: 'mail', address: email }
}
