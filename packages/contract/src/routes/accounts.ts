// Routes of accounts: registration, password reset, every way of signing in, the profile, and the list of sessions.

import { z } from 'zod'
import {
  accountDeletion,
  changePasswordRequest,
  changePasswordResponse,
  checkUserExistsRequest,
  checkUserExistsResponse,
  checkUsernameRequest,
  checkUsernameResponse,
  codeSignInRequest,
  codeSignInResponse,
  deleteAccountRequest,
  deleteAccountResponse,
  endSessionsResponse,
  googleAuthRequest,
  googleAuthResponse,
  googleConfig,
  googleLinkRequest,
  loginRequest,
  messageResponse,
  profile,
  registerRequest,
  removePictureResponse,
  resetPasswordRequest,
  sendEmailOtpRequest,
  sendOtpResponse,
  sendPhoneOtpRequest,
  sendSignInCodeRequest,
  sessionList,
  sessionResponse,
  setPictureRequest,
  setPictureResponse,
  signInLinkRequest,
  signInLinkResponse,
  updateProfileRequest,
  updateProfileResponse,
  verifyEmailOtpRequest,
  verifyOtpResponse,
  verifyPhoneOtpRequest,
} from '../accounts.ts'
import { defineRoutes } from '../route.ts'

// One-time codes: sending one by email or SMS, and verifying it.

const sendEmailCode = {
  tag: 'accounts',
  summary: 'Sends a code of six digits by mail',
  body: sendEmailOtpRequest,
  responses: { 200: sendOtpResponse },
  errors: [400, 404, 409, 429, 503],
} as const

export const otpRoutes = defineRoutes({
  'POST /api/send-email-otp': sendEmailCode,

  'POST /api/resend-email-otp': sendEmailCode,

  'POST /api/verify-email-otp': {
    tag: 'accounts',
    summary: 'Checks a code and marks the address verified on the server',
    body: verifyEmailOtpRequest,
    responses: { 200: verifyOtpResponse },
    errors: [400, 404, 409, 429, 503],
  },

  'POST /api/send-phone-otp': {
    tag: 'accounts',
    summary: 'Sends a code of six digits by SMS',
    body: sendPhoneOtpRequest,
    responses: { 200: sendOtpResponse },
    errors: [400, 404, 409, 429, 503],
  },

  'POST /api/verify-phone-otp': {
    tag: 'accounts',
    summary: 'Checks a code and marks the phone number verified on the server',
    body: verifyPhoneOtpRequest,
    responses: { 200: verifyOtpResponse },
    errors: [400, 404, 409, 429, 503],
  },
})

export const accountsRoutes = defineRoutes({
  'POST /api/check-user-exists': {
    tag: 'accounts',
    summary: 'Whether an address has an account',
    body: checkUserExistsRequest,
    responses: { 200: checkUserExistsResponse },
    errors: [404, 429],
  },

  'POST /api/check-username': {
    tag: 'accounts',
    summary: 'Whether a username is free, or already the caller’s own',
    aliases: ['/api/user/check-username'],
    auth: 'optional',
    body: checkUsernameRequest,
    responses: { 200: checkUsernameResponse },
    errors: [429],
  },

  'POST /api/register': {
    tag: 'accounts',
    summary: 'Creates an account whose e-mail address was verified, and signs it in',
    body: registerRequest,
    responses: { 201: sessionResponse },
    errors: [403, 409, 422, 429],
  },

  'POST /api/reset-password': {
    tag: 'accounts',
    summary: 'Sets a new password for an address whose reset code was verified; ends all its sessions',
    body: resetPasswordRequest,
    responses: { 200: messageResponse },
    errors: [403, 404, 422, 429],
  },

  'POST /api/login': {
    tag: 'accounts',
    summary: 'Opens a session of 24 hours, or of 7 days with rememberMe',
    body: loginRequest,
    responses: { 200: sessionResponse },
    errors: [401, 429],
  },

  'POST /api/logout': {
    tag: 'accounts',
    summary: 'Ends the session of the token sent, if it lives',
    responses: { 200: messageResponse },
  },
})

// Signing in, or registering, with only a code.

export const codeSignInRoutes = defineRoutes({
  'POST /api/sign-in-code': {
    tag: 'accounts',
    summary: 'Sends a code that signs in by itself; the answer is the same whether or not there is an account',
    body: sendSignInCodeRequest,
    responses: { 200: sendOtpResponse },
    errors: [400, 403, 404, 409, 429, 503],
  },

  'POST /api/sign-in-code/verify': {
    tag: 'accounts',
    summary: 'Signs in by a code; the first one for an address or a number creates its account',
    body: codeSignInRequest,
    responses: { 200: codeSignInResponse, 201: codeSignInResponse },
    errors: [400, 403, 404, 409, 429],
  },

  'POST /api/sign-in-link': {
    tag: 'accounts',
    summary: 'Does what the code of an email does, by the link in it, for the browser that sends this',
    body: signInLinkRequest,
    responses: { 200: signInLinkResponse },
    errors: [400, 403, 404, 409, 429],
  },
})

// Google sign-in (or its sandbox counterpart) and linking it to an account with a password.

export const googleAuthRoutes = defineRoutes({
  'GET /api/google-auth/config': {
    tag: 'accounts',
    summary: 'What the browser needs to begin a sign-in with Google',
    responses: { 200: googleConfig },
    errors: [404, 429],
  },

  'POST /api/google-auth': {
    tag: 'accounts',
    summary: 'Signs in with a Google ID token; the first time it creates an account',
    body: googleAuthRequest,
    responses: { 200: googleAuthResponse, 201: googleAuthResponse },
    errors: [401, 403, 404, 409, 429, 503],
  },

  'POST /api/google-auth/link': {
    tag: 'accounts',
    summary: 'Links a Google account to the account with the same address, proven by its password, and signs in',
    body: googleLinkRequest,
    responses: { 200: googleAuthResponse },
    errors: [401, 403, 404, 409, 429, 503],
  },
})

// The caller's account: profile, picture, password and deletion.

export const profileRoutes = defineRoutes({
  'GET /api/profile': {
    tag: 'accounts',
    summary: 'The caller',
    auth: 'required',
    responses: { 200: profile },
    errors: [401],
  },

  'PUT /api/profile': {
    tag: 'accounts',
    summary:
      'Changes the fields sent; a changed username ends all sessions and answers a new token; completing a social profile is rewarded once',
    auth: 'required',
    body: updateProfileRequest,
    responses: { 200: updateProfileResponse },
    errors: [400, 401, 403, 409, 429],
  },

  'POST /api/profile/picture': {
    tag: 'accounts',
    summary: 'Makes a square of 512 pixels from an upload or from a picture of the library',
    auth: 'required',
    body: setPictureRequest,
    responses: { 200: setPictureResponse },
    errors: [400, 401, 403, 404, 409, 410, 413, 415, 422, 429],
  },

  'DELETE /api/profile/picture': {
    tag: 'accounts',
    summary: 'Removes the profile picture, if there is one',
    auth: 'required',
    responses: { 200: removePictureResponse },
    errors: [401],
  },

  'POST /api/change-password': {
    tag: 'accounts',
    summary: 'Sets a new password, signs all other devices out and sends an email',
    auth: 'required',
    body: changePasswordRequest,
    responses: { 200: changePasswordResponse },
    errors: [400, 401, 403, 409, 422, 429],
  },

  'GET /api/profile/deletion': {
    tag: 'accounts',
    summary: 'What deleting an account removes and keeps',
    responses: { 200: accountDeletion },
  },

  'DELETE /api/profile': {
    tag: 'accounts',
    summary: 'Deletes the account for good; needs its password or, without one, a fresh Google ID token or a code',
    auth: 'required',
    body: deleteAccountRequest,
    responses: { 200: deleteAccountResponse },
    errors: [400, 401, 403, 404, 409, 429, 503],
  },
})

// The session list: where the caller is signed in, and signing out elsewhere.

const bySession = z.object({ sessionId: z.string().max(100) })

export const sessionsRoutes = defineRoutes({
  'GET /api/sessions': {
    tag: 'accounts',
    summary: 'The caller’s sessions',
    auth: 'required',
    responses: { 200: sessionList },
    errors: [401],
  },

  'DELETE /api/sessions/:sessionId': {
    tag: 'accounts',
    summary: 'Signs one device out',
    auth: 'required',
    params: bySession,
    responses: { 200: messageResponse },
    errors: [401, 404],
  },

  'DELETE /api/sessions': {
    tag: 'accounts',
    summary: 'Signs all other devices out',
    auth: 'required',
    responses: { 200: endSessionsResponse },
    errors: [401],
  },
})
