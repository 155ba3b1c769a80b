// Routes of accounts: registration, password reset, signing in and out, and the list of sessions.

import { ApiError } from '@vitrine/contract/api-error'
import { accountsRoutes, sessionsRoutes } from '@vitrine/contract/routes/accounts'
import { transaction } from '@vitrine/database/connection'
import { registerUser } from '@vitrine/store/account-lifecycle'
import { findUserIdByEmail, isUsernameAvailable, resetPassword, signIn } from '@vitrine/store/accounts'
import { hashPassword } from '@vitrine/store/accounts/password'
import { countAttempt } from '@vitrine/store/accounts/rate-limit'
import { endOtherSessions, endSession, listSessions, revokeSession } from '@vitrine/store/accounts/session'
import type { AppDeps } from '../deps/deps.ts'
import { type ApiScope, defineHandlers, serve } from '../http/serve.ts'
import { describeOpenedSession, findBearerToken, getSession } from '../session/authentication.ts'
import { readClient, rememberDevice } from '../session/client.ts'
import { addCodeSignInRoutes, addOtpRoutes } from './otp.ts'

const handle = defineHandlers<typeof accountsRoutes>()

export function addAccountRoutes(api: ApiScope, deps: AppDeps): void {
  addOtpRoutes(api, deps)
  addCodeSignInRoutes(api, deps)
  addSessionListRoutes(api, deps)
  serve(api, accountsRoutes, {
    ...signUpHandlers(deps),
    ...sessionHandlers(deps),
  })
}

function signUpHandlers(deps: AppDeps) {
  const { db } = deps

  return handle({
    'POST /api/check-user-exists': async (request) => {
      await countAttempt(db, 'user-lookup-ip', request.ip)
      if (!(await findUserIdByEmail(db, request.body.email))) throw new ApiError('user-not-found')
      return { exists: true as const }
    },

    'POST /api/check-username': async (request) => {
      await countAttempt(db, 'username-lookup-ip', request.ip)
      return { available: await isUsernameAvailable(db, request.body.username, request.session?.userId) }
    },

    'POST /api/register': async (request, reply) => {
      // Counted before anything is hashed: a hash costs a hundred times as much as the request.
      await countAttempt(db, 'register-ip', request.ip)
      const { EmpFeild: employmentField, password, rememberMe = false, ...rest } = request.body
      const user = { ...rest, employmentField, passwordHash: await hashPassword(password) }
      const welcome = {
        rememberMe,
        client: readClient(deps, request),
        signupCredits: deps.settings.get().pricing.signupCredits,
      }
      const session = await transaction(db, (tx) => registerUser(tx, user, welcome))
      rememberDevice(request, reply, session)
      return reply.code(201).send(await describeOpenedSession(deps, session))
    },

    'POST /api/reset-password': async (request, reply) => {
      await countAttempt(db, 'reset-ip', request.ip)
      const { email, newPassword } = request.body
      // Hashed whether or not the address has an account, so that the response time does not reveal it.
      const passwordHash = await hashPassword(newPassword)
      const device = await transaction(db, (tx) => resetPassword(tx, email, passwordHash, readClient(deps, request)))
      rememberDevice(request, reply, device)
      return { message: 'Password reset successfully! Please log in with your new password.' }
    },
  })
}

function sessionHandlers(deps: AppDeps) {
  const { db } = deps

  return handle({
    'POST /api/login': async (request, reply) => {
      const { email, password, rememberMe = false } = request.body
      const session = await signIn(db, { email, password, rememberMe }, readClient(deps, request))
      rememberDevice(request, reply, session)
      return describeOpenedSession(deps, session)
    },

    'POST /api/logout': async (request) => {
      const token = findBearerToken(request)
      if (token !== undefined) await endSession(db, token)
      return { message: 'Logged out' }
    },
  })
}

/** Where the caller is signed in, and signing out elsewhere. */
function addSessionListRoutes(api: ApiScope, { db }: AppDeps): void {
  serve(api, sessionsRoutes, {
    'GET /api/sessions': async (request) => {
      const own = getSession(request)
      const records = await listSessions(db, own.userId, own.id)
      const sessions = records.map(({ id, createdAt, lastSeenAt, expiresAt, ...rest }) => ({
        sessionId: id,
        ...rest,
        createdAt: createdAt.toISOString(),
        lastSeenAt: lastSeenAt.toISOString(),
        expiresAt: expiresAt.toISOString(),
        current: id === own.id,
      }))
      return { sessions: sessions.sort((a, b) => Number(b.current) - Number(a.current)) }
    },

    'DELETE /api/sessions/:sessionId': async (request) => {
      await revokeSession(db, getSession(request).userId, request.params.sessionId)
      return { message: 'Signed out on that device' }
    },

    'DELETE /api/sessions': async (request) => {
      const sessionsEnded = await transaction(db, (tx) => endOtherSessions(tx, getSession(request)))
      return { message: 'Signed out on all other devices', sessionsEnded }
    },
  })
}
