// Routes of Google sign-in (or its sandbox counterpart) and of linking it to an account with a password.
import { ApiError } from '@vitrine/contract/api-error'
import { apiErrorBody } from '@vitrine/contract/api-error-body'
import { googleAuthRequest, googleAuthResponse, googleConfig, googleLinkRequest } from '@vitrine/contract/sign-in'
import { transaction } from '@vitrine/database/connection'
import {
  IdTokenRejected,
  type SignInProvider,
  SignInUnavailable,
  type SocialIdentity,
} from '@vitrine/providers/sign-in'
import { linkAndSignIn, signInWithGoogle } from '@vitrine/shop/account-lifecycle'
import { issueSignInNonce, proveLinkConsent } from '@vitrine/shop/accounts/google'
import { countAttempt } from '@vitrine/shop/accounts/rate-limit'
import type { CurrentProviders } from '../deps/current-providers.ts'
import type { AppDeps } from '../deps/deps.ts'
import type { ApiScope } from '../http/api-scope.ts'
import { clientOf, rememberDevice } from '../session/client.ts'
import { describeSession } from '../session/session-answer.ts'

const tags = ['accounts']
const refused = {
  401: apiErrorBody,
  403: apiErrorBody,
  404: apiErrorBody,
  409: apiErrorBody,
  429: apiErrorBody,
  503: apiErrorBody,
}

/** They refuse not-found where nobody signs in with Google. */
export function addGoogleAuthRoutes(api: ApiScope, deps: AppDeps): void {
  const { db, providers, settings } = deps

  api.get(
    '/google-auth/config',
    {
      schema: {
        tags,
        summary: 'What the browser needs to begin a sign-in with Google',
        response: { 200: googleConfig, 404: apiErrorBody, 429: apiErrorBody },
      },
    },
    async (request, reply) => {
      const { clientId, scriptUrl, kind } = requireSignIn(providers)
      await countAttempt(db, 'google-nonce-ip', request.ip)
      reply.header('cache-control', 'no-store')
      return { clientId, scriptUrl, nonce: await issueSignInNonce(db), isSandbox: kind === 'sandbox' }
    },
  )

  api.post(
    '/google-auth',
    {
      schema: {
        tags,
        summary: 'Signs in with a Google ID token; the first time it creates an account',
        body: googleAuthRequest,
        response: { 200: googleAuthResponse, 201: googleAuthResponse, ...refused },
      },
    },
    async (request, reply) => {
      await countAttempt(db, 'google-sign-in-ip', request.ip)
      const { rememberMe = false } = request.body
      const identity = await verifyCredential(providers, request.body)
      const welcome = {
        rememberMe,
        client: clientOf(deps, request),
        signupCredits: settings.get().pricing.signupCredits,
      }
      const opened = await transaction(db, (tx) => signInWithGoogle(tx, identity, welcome))
      rememberDevice(request, reply, opened)
      const { isNewUser } = opened
      return reply.code(isNewUser ? 201 : 200).send({ ...(await describeSession(deps, opened)), isNewUser })
    },
  )

  api.post(
    '/google-auth/link',
    {
      schema: {
        tags,
        summary: 'Links a Google account to the account with the same address, proven by its password, and signs in',
        body: googleLinkRequest,
        response: { 200: googleAuthResponse, ...refused },
      },
    },
    async (request, reply) => {
      await countAttempt(db, 'google-sign-in-ip', request.ip)
      const { rememberMe = false, password } = request.body
      const identity = await verifyCredential(providers, request.body)
      const consent = await proveLinkConsent(db, identity, { password, client: clientOf(deps, request) })
      const welcome = { rememberMe, client: clientOf(deps, request), consent }
      const opened = await transaction(db, (tx) => linkAndSignIn(tx, identity, welcome))
      rememberDevice(request, reply, opened)
      return { ...(await describeSession(deps, opened)), isNewUser: false }
    },
  )
}

/**
 * The identity in a credential. Refuses not-found where nobody signs in with Google, google-token-invalid,
 * google-email-not-verified and google-unavailable. Whether its nonce is still unused is decided in the transaction that uses
 * it up.
 */
export async function verifyCredential(
  providers: CurrentProviders,
  { token, nonce }: { token: string; nonce?: string | undefined },
): Promise<SocialIdentity> {
  const signIn = requireSignIn(providers)
  let identity: SocialIdentity
  try {
    identity = await signIn.verify(token)
  } catch (error) {
    if (error instanceof SignInUnavailable) throw new ApiError('google-unavailable')
    if (!(error instanceof IdTokenRejected)) throw error
    throw new ApiError(error.reason === 'email-not-verified' ? 'google-email-not-verified' : 'google-token-invalid')
  }
  if (nonce !== undefined && nonce !== identity.nonce) throw new ApiError('google-token-invalid')
  return identity
}

function requireSignIn(providers: CurrentProviders): SignInProvider {
  const { signIn } = providers.get()
  if (!signIn) throw new ApiError('not-found')
  return signIn
}
