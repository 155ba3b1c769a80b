// Routes of Google sign-in (or its sandbox counterpart) and of linking it to an account with a password.

import { defineRoutes } from '../route.ts'
import { googleAuthRequest, googleAuthResponse, googleConfig, googleLinkRequest } from '../sign-in.ts'

export const googleAuthRoutes = defineRoutes({
  'GET /api/google-auth/config': {
    tag: 'accounts',
    summary: 'What the browser needs to begin a sign-in with Google',
    answers: { 200: googleConfig },
    errors: [404, 429],
  },

  'POST /api/google-auth': {
    tag: 'accounts',
    summary: 'Signs in with a Google ID token; the first time it creates an account',
    body: googleAuthRequest,
    answers: { 200: googleAuthResponse, 201: googleAuthResponse },
    errors: [401, 403, 404, 409, 429, 503],
  },

  'POST /api/google-auth/link': {
    tag: 'accounts',
    summary: 'Links a Google account to the account with the same address, proven by its password, and signs in',
    body: googleLinkRequest,
    answers: { 200: googleAuthResponse },
    errors: [401, 403, 404, 409, 429, 503],
  },
})
