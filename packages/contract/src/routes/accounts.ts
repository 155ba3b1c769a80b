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
} from '../accounts.ts'
import { defineRoutes } from '../route.ts'

export const accountsRoutes = defineRoutes({
  'POST /api/check-user-exists': {
    tag: 'accounts',
    summary: 'Whether an address has an account',
    body: checkUserExistsRequest,
    answers: { 200: checkUserExistsResponse },
    errors: [404, 429],
  },

  'POST /api/check-username': {
    tag: 'accounts',
    summary: 'Whether a username is free, or already the caller’s own',
    aliases: ['/api/user/check-username'],
    auth: 'optional',
    body: checkUsernameRequest,
    answers: { 200: checkUsernameResponse },
    errors: [429],
  },

  'POST /api/register': {
    tag: 'accounts',
    summary: 'Creates an account whose e-mail address was verified, and signs it in',
    body: registerRequest,
    answers: { 201: sessionResponse },
    errors: [403, 409, 422, 429],
  },

  'POST /api/reset-password': {
    tag: 'accounts',
    summary: 'Sets a new password for an address whose reset code was verified; ends all its sessions',
    body: resetPasswordRequest,
    answers: { 200: messageResponse },
    errors: [403, 404, 422, 429],
  },

  'POST /api/login': {
    tag: 'accounts',
    summary: 'Opens a session of 24 hours, or of 7 days with rememberMe',
    body: loginRequest,
    answers: { 200: sessionResponse },
    errors: [401, 429],
  },

  'POST /api/logout': {
    tag: 'accounts',
    summary: 'Ends the session of the token sent, if it lives',
    answers: { 200: messageResponse },
  },
})
