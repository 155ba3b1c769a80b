// Routes of admin sign-in: the available ways, each way of signing in, the current session, signing out. They take the bearer
// token of a signed-in account, and set a cookie for everything else.

import { messageResponse } from '../accounts.ts'
import { adminLoginRequest, adminSession } from '../admin.ts'
import { defineRoutes } from '../route.ts'
import { adminEntry, codeLoginRequest, passkeyLoginRequest, passkeyOptions } from '../staff.ts'

export const adminSignInRoutes = defineRoutes({
  'GET /api/admin/entry': {
    tag: 'admin',
    summary: 'What a signed-in account can open the admin area with',
    auth: 'optional',
    gate: 'open',
    answers: { 200: adminEntry },
    errors: [400, 401, 403, 409, 429],
  },

  'POST /api/admin/login': {
    tag: 'admin',
    summary: 'Signs a signed-in owner in to the admin area with its password, for 8 hours',
    auth: 'optional',
    gate: 'open',
    body: adminLoginRequest,
    answers: { 200: adminSession },
    errors: [400, 401, 403, 409, 429],
  },

  'POST /api/admin/login/code': {
    tag: 'admin',
    summary: 'The same with a code of an authenticator app or a recovery code; each works once',
    auth: 'optional',
    gate: 'open',
    body: codeLoginRequest,
    answers: { 200: adminSession },
    errors: [400, 401, 403, 409, 429],
  },

  'POST /api/admin/login/passkey/options': {
    tag: 'admin',
    summary: 'What a browser asks a passkey of the caller with; works once, for five minutes',
    auth: 'optional',
    gate: 'open',
    answers: { 200: passkeyOptions },
    errors: [400, 401, 403, 404, 409, 429],
  },

  'POST /api/admin/login/passkey': {
    tag: 'admin',
    summary: 'Signs in to the admin area with a passkey',
    auth: 'optional',
    gate: 'open',
    body: passkeyLoginRequest,
    answers: { 200: adminSession },
    errors: [400, 401, 403, 409, 429],
  },

  'GET /api/admin/session': {
    tag: 'admin',
    summary: 'The signed-in admin, the role, and when the session ends',
    permission: 'own-sign-in',
    answers: { 200: adminSession },
    errors: [401],
  },

  'POST /api/admin/logout': {
    tag: 'admin',
    summary: 'Signs this browser out of the admin area',
    gate: 'open',
    answers: { 200: messageResponse },
  },
})
