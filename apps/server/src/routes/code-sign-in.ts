// Routes of signing in, or signing up, by one code alone.
import {
  codeSignInRequest,
  codeSignInResponse,
  sendOtpResponse,
  sendSignInCodeRequest,
  signInLinkRequest,
  signInLinkResponse,
} from '@vitrine/contract/accounts'
import { apiErrorBody } from '@vitrine/contract/api-error-body'
import { transaction } from '@vitrine/database/connection'
import { signInWithCode } from '@vitrine/shop/account-lifecycle'
import { type CodeAddress, findCodeAccount } from '@vitrine/shop/accounts/code-account'
import type { Client } from '@vitrine/shop/accounts/device'
import { verifyOtp, verifyOtpLink } from '@vitrine/shop/accounts/otp'
import { countAttempt } from '@vitrine/shop/accounts/rate-limit'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AppDeps } from '../deps/deps.ts'
import type { ApiScope } from '../http/api-scope.ts'
import { clientOf, rememberDevice, rememberProof } from '../session/client.ts'
import { describeSession } from '../session/session-answer.ts'
import { sendOtp } from './otp.ts'

const tags = ['accounts']
const refused = { 400: apiErrorBody, 403: apiErrorBody, 404: apiErrorBody, 409: apiErrorBody, 429: apiErrorBody }

export function addCodeSignInRoutes(api: ApiScope, deps: AppDeps): void {
  const { db, settings } = deps

  api.post(
    '/sign-in-code',
    {
      schema: {
        tags,
        summary: 'Sends a code that signs in by itself; the answer is the same whether or not there is an account',
        body: sendSignInCodeRequest,
        response: { 200: sendOtpResponse, ...refused, 503: apiErrorBody },
      },
    },
    (request, reply) => sendOtp(deps, { ...addressOf(request.body), purpose: 'sign-in' }, request, reply),
  )

  api.post(
    '/sign-in-code/verify',
    {
      schema: {
        tags,
        summary: 'Signs in by a code; the first one for an address or a number creates its account',
        body: codeSignInRequest,
        response: { 200: codeSignInResponse, 201: codeSignInResponse, ...refused },
      },
    },
    async (request, reply) => {
      await countAttempt(db, 'otp-verify-ip', request.ip)
      const { otp, rememberMe = false } = request.body
      const address = addressOf(request.body)
      const client = clientOf(deps, request)
      const proof = await verifyOtp(db, { ...address, purpose: 'sign-in' }, otp, client)
      const answer = await signIn(address, { ...client, proof }, rememberMe, { request, reply })
      return reply.code(answer.isNewUser ? 201 : 200).send(answer)
    },
  )

  // Mail scanners follow links and run scripts, but they press no buttons: the page of the link sends this only on a press.
  api.post(
    '/sign-in-link',
    {
      schema: {
        tags,
        summary: 'Does what the code of an email does, by the link in it, for the browser that sends this',
        body: signInLinkRequest,
        response: { 200: signInLinkResponse, ...refused },
      },
    },
    async (request, reply) => {
      await countAttempt(db, 'otp-verify-ip', request.ip)
      const { token, rememberMe = false } = request.body
      const client = clientOf(deps, request)
      const { target, proof } = await verifyOtpLink(db, token, client)
      const { channel, address, purpose } = target
      if (purpose !== 'sign-in') {
        rememberProof(request, reply, proof)
        return { email: address, session: null }
      }
      const session = await signIn({ channel, address }, { ...client, proof }, rememberMe, { request, reply })
      return { email: address, session }
    },
  )

  async function signIn(
    address: CodeAddress,
    client: Client,
    rememberMe: boolean,
    { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  ) {
    const isKnown = (await findCodeAccount(db, address)) !== undefined
    // As many as registrations: each new account is given credits.
    if (!isKnown) await countAttempt(db, 'register-ip', request.ip)
    const { signupCredits } = settings.get().pricing
    const opened = await transaction(db, (tx) => signInWithCode(tx, address, { rememberMe, client, signupCredits }))
    rememberDevice(request, reply, opened)
    return { ...(await describeSession(deps, opened)), isNewUser: opened.isNewUser }
  }
}

function addressOf({
  email,
  phoneNumber,
}: {
  email?: string | undefined
  phoneNumber?: string | undefined
}): CodeAddress {
  return email === undefined ? { channel: 'sms', address: phoneNumber ?? '' } : { channel: 'mail', address: email }
}
