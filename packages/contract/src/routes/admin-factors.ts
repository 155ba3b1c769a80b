// Routes of the caller's own second factors. A staff member without one calls them with the bearer token of the account and gets
// in with the first factor; everyone else changes them inside the admin area.

import { z } from 'zod'
import { adminSession } from '../admin.ts'
import { defineRoutes } from '../route.ts'
import {
  addPasskeyRequest,
  changedFactors,
  confirmTotpRequest,
  ownFactors,
  passkeyOptions,
  totpSetup,
} from '../staff.ts'

/** `session`: the admin session that the first factor opened. */
const added = changedFactors.extend({ session: adminSession.nullable() })

export const adminFactorsRoutes = defineRoutes({
  'POST /api/admin/factors/totp/setup': {
    tag: 'admin',
    summary: 'A new secret for an authenticator app; it counts once a code of it was confirmed',
    auth: 'optional',
    gate: 'set-up',
    answers: { 200: totpSetup },
    errors: [400, 401, 403, 409, 429],
  },

  'POST /api/admin/factors/totp': {
    tag: 'admin',
    summary: 'Confirms an authenticator app by its first code; another app than before replaces it',
    auth: 'optional',
    gate: 'set-up',
    body: confirmTotpRequest,
    answers: { 200: added },
    errors: [400, 401, 403, 409, 429],
  },

  'POST /api/admin/factors/passkeys/options': {
    tag: 'admin',
    summary: 'What a browser makes a passkey with; works once, for five minutes',
    auth: 'optional',
    gate: 'set-up',
    answers: { 200: passkeyOptions },
    errors: [400, 401, 403, 409, 429],
  },

  'POST /api/admin/factors/passkeys': {
    tag: 'admin',
    summary: 'Adds a passkey',
    auth: 'optional',
    gate: 'set-up',
    body: addPasskeyRequest,
    answers: { 200: added },
    errors: [400, 401, 403, 409, 429],
  },

  'GET /api/admin/factors': {
    tag: 'admin',
    summary: 'One’s own ways into the admin area',
    permission: 'own-sign-in',
    answers: { 200: ownFactors },
    errors: [400, 401, 403, 409, 429],
  },

  'DELETE /api/admin/factors/:factorId': {
    tag: 'admin',
    summary: 'Removes a passkey, or the authenticator app (`totp`); admin sessions that it opened end',
    permission: 'own-sign-in',
    params: z.object({ factorId: z.string().max(100) }),
    answers: { 200: ownFactors },
    errors: [400, 401, 403, 404, 409, 429],
  },

  'POST /api/admin/factors/recovery-codes': {
    tag: 'admin',
    summary: 'Makes ten recovery codes, which replace the earlier ones and are shown once',
    permission: 'own-sign-in',
    answers: { 200: changedFactors },
    errors: [400, 401, 403, 409, 429],
  },
})
