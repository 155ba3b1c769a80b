// Routes of Google sign-in (or its sandbox counterpart) and of linking it to an account with a password.

import { ApiError } from '@vitrine/contract/api-error'
import { googleAuthRoutes } from '@vitrine/contract/routes/accounts'
import { transaction } from '@vitrine/database/connection'
import {
  IdTokenRejected,
  type SignInProvider,
  SignInUnavailable,
  type SocialIdentity,
} from '@vitrine/providers/sign-in'
import { linkAndSignIn, signInWithGoogle } from '@vitrine/store/account-lifecycle'
import { issueSignInNonce, proveLinkConsent } from '@vitrine/store/accounts/google'
import { countAttempt } from '@vitrine/store/accounts/rate-limit'
import type { CurrentProviders } from '../deps/current-providers.ts'
import type { AppDeps } from '../deps/deps.ts'
import { type ApiScope, serve } from '../http/serve.ts'
import { describeOpenedSession } from '../session/authentication.ts'
import { readClient, rememberDevice } from '../session/client.ts'

/** These routes throw `not-found` without sign-in by Google. */
export function addGoogleAuthRoutes(api: ApiScope, deps: AppDeps): void {
  const { db, providers, settings } = deps

  serve(api, googleAuthRoutes, {
    'GET /api/google-auth/config': async (request, reply) => {
      const { clientId, scriptUrl, kind } = requireSignIn(providers)
      await countAttempt(db, 'google-nonce-ip', request.ip)
      reply.header('cache-control', 'no-store')
      return { clientId, scriptUrl, nonce: await issueSignInNonce(db), isSandbox: kind === 'sandbox' }
    },

    'POST /api/google-auth': async (request, reply) => {
      await countAttempt(db, 'google-sign-in-ip', request.ip)
      const { rememberMe = false } = request.body
      const identity = await verifyCredential(providers, request.body)
      const welcome = {
        rememberMe,
        client: readClient(deps, request),
        signupCredits: settings.get().pricing.signupCredits,
      }
      const opened = await transaction(db, (tx) => signInWithGoogle(tx, identity, welcome))
      rememberDevice(request, reply, opened)
      const { isNewUser } = opened
      return reply.code(isNewUser ? 201 : 200).send({ ...(await describeOpenedSession(deps, opened)), isNewUser })
    },

    'POST /api/google-auth/link': async (request, reply) => {
      await countAttempt(db, 'google-sign-in-ip', request.ip)
      const { rememberMe = false, password } = request.body
      const identity = await verifyCredential(providers, request.body)
      const consent = await proveLinkConsent(db, identity, { password, client: readClient(deps, request) })
      const welcome = { rememberMe, client: readClient(deps, request), consent }
      const opened = await transaction(db, (tx) => linkAndSignIn(tx, identity, welcome))
      rememberDevice(request, reply, opened)
      return { ...(await describeOpenedSession(deps, opened)), isNewUser: false }
    },
  })
}

/**
 * The identity in a credential. Throws `not-found` without sign-in by Google, `google-token-invalid`, `google-email-not-verified`
 * and `google-unavailable`. The transaction that consumes its nonce checks that it is unused.
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
