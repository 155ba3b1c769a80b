// Routes of accounts: registration, password reset, signing in and out.
import {
  checkUserExistsRequest,
  checkUserExistsResponse,
  checkUsernameRequest,
  checkUsernameResponse,
  loginRequest,
  messageResponse,
  registerRequest,
  resetPasswordRequest,
  sessionResponse,
} from '@vitrine/contract/accounts'
import { ApiError } from '@vitrine/contract/api-error'
import { apiErrorBody } from '@vitrine/contract/api-error-body'
import { transaction } from '@vitrine/database/connection'
import { registerUser } from '@vitrine/shop/account-lifecycle'
import { findUserIdByEmail, isUsernameAvailable, resetPassword, signIn } from '@vitrine/shop/accounts'
import { hashPassword } from '@vitrine/shop/accounts/password'
import { countAttempt } from '@vitrine/shop/accounts/rate-limit'
import { endSession } from '@vitrine/shop/accounts/session'
import type { AppDeps } from '../deps/deps.ts'
import type { ApiScope } from '../http/api-scope.ts'
import { findBearerToken } from '../session/authentication.ts'
import { clientOf, rememberDevice } from '../session/client.ts'
import { describeSession } from '../session/session-answer.ts'
import { addCodeSignInRoutes } from './code-sign-in.ts'
import { addOtpRoutes } from './otp.ts'

const tags = ['accounts']

export function addAccountRoutes(api: ApiScope, deps: AppDeps): void {
  addOtpRoutes(api, deps)
  addCodeSignInRoutes(api, deps)
  addSignUpRoutes(api, deps)
  addSessionRoutes(api, deps)
}

function addSignUpRoutes(api: ApiScope, deps: AppDeps): void {
  const { db } = deps

  api.post(
    '/check-user-exists',
    {
      schema: {
        tags,
        summary: 'Whether an address has an account',
        body: checkUserExistsRequest,
        response: { 200: checkUserExistsResponse, 404: apiErrorBody, 429: apiErrorBody },
      },
    },
    async (request) => {
      await countAttempt(db, 'user-lookup-ip', request.ip)
      if (!(await findUserIdByEmail(db, request.body.email))) throw new ApiError('user-not-found')
      return { exists: true as const }
    },
  )

  // Clients of the specification try the second path when the first is not there.
  for (const path of ['/check-username', '/user/check-username']) {
    api.post(
      path,
      {
        config: { auth: 'optional' },
        schema: {
          tags,
          summary: 'Whether a username is free, or already the caller’s own',
          body: checkUsernameRequest,
          response: { 200: checkUsernameResponse, 429: apiErrorBody },
        },
      },
      async (request) => {
        await countAttempt(db, 'username-lookup-ip', request.ip)
        return { available: await isUsernameAvailable(db, request.body.username, request.session?.userId) }
      },
    )
  }

  api.post(
    '/register',
    {
      schema: {
        tags,
        summary: 'Creates an account whose e-mail address was verified, and signs it in',
        body: registerRequest,
        response: { 201: sessionResponse, 403: apiErrorBody, 409: apiErrorBody, 422: apiErrorBody, 429: apiErrorBody },
      },
    },
    async (request, reply) => {
      // Counted before anything is hashed: a hash costs a hundred times what the request does.
      await countAttempt(db, 'register-ip', request.ip)
      const { EmpFeild: employmentField, password, rememberMe = false, ...rest } = request.body
      const user = { ...rest, employmentField, passwordHash: await hashPassword(password) }
      const welcome = {
        rememberMe,
        client: clientOf(deps, request),
        signupCredits: deps.settings.get().pricing.signupCredits,
      }
      const session = await transaction(db, (tx) => registerUser(tx, user, welcome))
      rememberDevice(request, reply, session)
      return reply.code(201).send(await describeSession(deps, session))
    },
  )

  api.post(
    '/reset-password',
    {
      schema: {
        tags,
        summary: 'Sets a new password for an address whose reset code was verified; ends all its sessions',
        body: resetPasswordRequest,
        response: { 200: messageResponse, 403: apiErrorBody, 404: apiErrorBody, 422: apiErrorBody, 429: apiErrorBody },
      },
    },
    async (request, reply) => {
      await countAttempt(db, 'reset-ip', request.ip)
      const { email, newPassword } = request.body
      // Hashed whether or not the address has an account, so that the response time does not reveal it.
      const passwordHash = await hashPassword(newPassword)
      const device = await transaction(db, (tx) => resetPassword(tx, email, passwordHash, clientOf(deps, request)))
      rememberDevice(request, reply, device)
      return { message: 'Password reset successfully! Please log in with your new password.' }
    },
  )
}

function addSessionRoutes(api: ApiScope, deps: AppDeps): void {
  const { db } = deps

  api.post(
    '/login',
    {
      schema: {
        tags,
        summary: 'Opens a session of 24 hours, or of 7 days with rememberMe',
        body: loginRequest,
        response: { 200: sessionResponse, 401: apiErrorBody, 429: apiErrorBody },
      },
    },
    async (request, reply) => {
      const { email, password, rememberMe = false } = request.body
      const session = await signIn(db, { email, password, rememberMe }, clientOf(deps, request))
      rememberDevice(request, reply, session)
      return describeSession(deps, session)
    },
  )

  api.post(
    '/logout',
    {
      schema: { tags, summary: 'Ends the session of the token sent, if it lives', response: { 200: messageResponse } },
    },
    async (request) => {
      const token = findBearerToken(request)
      if (token !== undefined) await endSession(db, token)
      return { message: 'Logged out' }
    },
  )
}
