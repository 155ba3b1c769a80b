// Routes of signing in, or registering, with only a code.
import { codeSignInRoutes } from '@vitrine/contract/routes/code-sign-in'
import { transaction } from '@vitrine/database/connection'
import { signInWithCode } from '@vitrine/store/account-lifecycle'
import { type CodeAddress, findCodeAccount } from '@vitrine/store/accounts/code-account'
import type { Client } from '@vitrine/store/accounts/device'
import { verifyOtp, verifyOtpLink } from '@vitrine/store/accounts/otp'
import { countAttempt } from '@vitrine/store/accounts/rate-limit'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AppDeps } from '../deps/deps.ts'
import type { ApiScope } from '../http/api-scope.ts'
import { serve } from '../http/serve.ts'
import { readClient, rememberDevice, rememberProof } from '../session/client.ts'
import { describeSession } from '../session/session-answer.ts'
import { sendOtp } from './otp.ts'

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
    return { ...(await describeSession(deps, opened)), isNewUser: opened.isNewUser }
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
