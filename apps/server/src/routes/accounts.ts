// Accounts over HTTP: codes by mail and SMS, registration, signing in and out, the profile.
import {
  checkUserExistsRequest,
  checkUserExistsResponse,
  checkUsernameRequest,
  checkUsernameResponse,
  loginRequest,
  messageResponse,
  profile,
  registerRequest,
  resetPasswordRequest,
  sessionResponse,
  updateProfileRequest,
  updateProfileResponse,
} from '@vitrine/contract/accounts'
import { Refusal } from '@vitrine/contract/refusal'
import { refusalBody } from '@vitrine/contract/refusal-body'
import { transaction } from '@vitrine/database/connection'
import {
  countAttempt,
  endSession,
  findUserIdByEmail,
  hashPassword,
  isUsernameAvailable,
  type OpenedSession,
  resetPassword,
  signIn,
  updateUser,
  writePasswordChangedMail,
} from '@vitrine/shop/accounts'
import { getProfile, registerUser } from '@vitrine/shop/membership'
import type { ApiScope } from '../api-scope.ts'
import { findBearerToken, sessionOf, signedIn } from '../authentication.ts'
import type { AppDeps } from '../deps.ts'
import { addOtpRoutes } from './otp.ts'

const tags = ['accounts']

export function addAccountRoutes(api: ApiScope, deps: AppDeps): void {
  addOtpRoutes(api, deps)
  addSignUpRoutes(api, deps)
  addSessionRoutes(api, deps)
  addProfileRoutes(api, deps)
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
        response: { 200: checkUserExistsResponse, 404: refusalBody, 429: refusalBody },
      },
    },
    async (request) => {
      await countAttempt(db, 'user-lookup-ip', request.ip)
      if (!(await findUserIdByEmail(db, request.body.email))) throw new Refusal('user-not-found')
      return { exists: true as const }
    },
  )

  api.post(
    '/check-username',
    {
      config: { auth: 'optional' },
      schema: {
        tags,
        summary: 'Whether a username is free, or already the caller’s own',
        body: checkUsernameRequest,
        response: { 200: checkUsernameResponse, 429: refusalBody },
      },
    },
    async (request) => {
      await countAttempt(db, 'username-lookup-ip', request.ip)
      return { available: await isUsernameAvailable(db, request.body.username, request.session?.userId) }
    },
  )

  api.post(
    '/register',
    {
      schema: {
        tags,
        summary: 'Creates an account whose e-mail address was verified, and signs it in',
        body: registerRequest,
        response: { 201: sessionResponse, 403: refusalBody, 409: refusalBody, 422: refusalBody },
      },
    },
    async (request, reply) => {
      const { EmpFeild: employmentField, password, rememberMe = false, ...rest } = request.body
      const user = { ...rest, employmentField, passwordHash: await hashPassword(password) }
      const options = { rememberMe, signupCredits: deps.signupCredits }
      const session = await transaction(db, (tx) => registerUser(tx, user, options))
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
        response: { 200: messageResponse, 403: refusalBody, 404: refusalBody, 422: refusalBody },
      },
    },
    async (request) => {
      const { email, newPassword } = request.body
      const passwordHash = await hashPassword(newPassword)
      await transaction(db, (tx) => resetPassword(tx, email, passwordHash))
      // The password is changed, whether or not the notice of it arrives.
      await deps.mailer
        .send(writePasswordChangedMail(email))
        .catch((error: unknown) => request.log.error({ err: error }, 'the notice of a changed password was not sent'))
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
        response: { 200: sessionResponse, 401: refusalBody, 429: refusalBody },
      },
    },
    async (request) => {
      const { email, password, rememberMe = false } = request.body
      return describeSession(deps, await signIn(db, { email, password, rememberMe }, request.ip))
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

function addProfileRoutes(api: ApiScope, { db }: AppDeps): void {
  api.get(
    '/profile',
    { config: signedIn, schema: { tags, summary: 'The caller', response: { 200: profile, 401: refusalBody } } },
    (request) => getProfile(db, sessionOf(request).userId),
  )

  api.put(
    '/profile',
    {
      config: signedIn,
      schema: {
        tags,
        summary: 'Changes the fields sent; a changed username ends all sessions and answers a new token',
        body: updateProfileRequest,
        response: { 200: updateProfileResponse, 401: refusalBody, 409: refusalBody },
      },
    },
    async (request) => {
      const session = sessionOf(request)
      const { EmpFeild: employmentField, ...rest } = request.body
      const renewed = await transaction(db, (tx) => updateUser(tx, session, { ...rest, employmentField }))
      return {
        message: 'Profile updated successfully!',
        usernameChanged: renewed !== undefined,
        ...(renewed && { newToken: renewed.token, expiresAt: renewed.expiresAt.toISOString() }),
        creditsAwarded: false,
        user: await getProfile(db, session.userId),
      }
    },
  )
}

async function describeSession({ db }: AppDeps, { token, expiresAt, userId }: OpenedSession) {
  return { token, expiresAt: expiresAt.toISOString(), user: await getProfile(db, userId) }
}
