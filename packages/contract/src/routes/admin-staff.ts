// Routes of the staff: signing in to the admin area and one's own second factors; for owners the list, roles, removal, second
// factors of others, invitations and the shared password; and an invitation for its recipient.
import { z } from 'zod'
import { messageResponse } from '../accounts.ts'
import { adminLoginRequest, adminSession } from '../admin.ts'
import { defineRoutes } from '../route.ts'
import {
  addPasskeyRequest,
  adminEntry,
  changedFactors,
  changeRoleRequest,
  codeLoginRequest,
  confirmTotpRequest,
  invitationToken,
  invitationView,
  inviteRequest,
  ownFactors,
  passkeyLoginRequest,
  passkeyOptions,
  sharedPasswordRequest,
  staffList,
  staffRole,
  totpSetup,
} from '../staff.ts'

// Admin sign-in: the available ways, each way of signing in, the current session, signing out. They take the bearer
// token of a signed-in account, and set a cookie for everything else.

export const adminSignInRoutes = defineRoutes({
  'GET /api/admin/entry': {
    tag: 'admin',
    summary: 'What a signed-in account can open the admin area with',
    auth: 'optional',
    gate: 'open',
    responses: { 200: adminEntry },
    errors: [400, 401, 403, 409, 429],
  },

  'POST /api/admin/login': {
    tag: 'admin',
    summary: 'Signs a signed-in owner in to the admin area with its password, for 8 hours',
    auth: 'optional',
    gate: 'open',
    body: adminLoginRequest,
    responses: { 200: adminSession },
    errors: [400, 401, 403, 409, 429],
  },

  'POST /api/admin/login/code': {
    tag: 'admin',
    summary: 'The same with a code of an authenticator app or a recovery code; each works once',
    auth: 'optional',
    gate: 'open',
    body: codeLoginRequest,
    responses: { 200: adminSession },
    errors: [400, 401, 403, 409, 429],
  },

  'POST /api/admin/login/passkey/options': {
    tag: 'admin',
    summary: 'What a browser asks a passkey of the caller with; works once, for five minutes',
    auth: 'optional',
    gate: 'open',
    responses: { 200: passkeyOptions },
    errors: [400, 401, 403, 404, 409, 429],
  },

  'POST /api/admin/login/passkey': {
    tag: 'admin',
    summary: 'Signs in to the admin area with a passkey',
    auth: 'optional',
    gate: 'open',
    body: passkeyLoginRequest,
    responses: { 200: adminSession },
    errors: [400, 401, 403, 409, 429],
  },

  'GET /api/admin/session': {
    tag: 'admin',
    summary: 'The signed-in admin, the role, and when the session ends',
    permission: 'own-sign-in',
    responses: { 200: adminSession },
    errors: [401],
  },

  'POST /api/admin/logout': {
    tag: 'admin',
    summary: 'Signs this browser out of the admin area',
    gate: 'open',
    responses: { 200: messageResponse },
  },
})

const byUser = z.object({ userId: z.string().max(100) })
const byId = z.object({ id: z.string().max(100) })

export const adminStaffRoutes = defineRoutes({
  'GET /api/admin/staff': {
    tag: 'admin',
    summary: 'Everybody on the staff, and the invitations that wait',
    permission: 'staff',
    responses: { 200: staffList },
    errors: [400, 401, 403, 404, 409],
  },

  'PUT /api/admin/staff/:userId/role': {
    tag: 'admin',
    summary: 'Changes a role, in effect at once',
    permission: 'staff',
    params: byUser,
    body: changeRoleRequest,
    responses: { 200: staffList },
    errors: [400, 401, 403, 404, 409],
  },

  'DELETE /api/admin/staff/:userId': {
    tag: 'admin',
    summary: 'Takes somebody off the staff and ends their admin sessions; the account stays a customer’s',
    permission: 'staff',
    params: byUser,
    responses: { 200: staffList },
    errors: [400, 401, 403, 404, 409],
  },

  'DELETE /api/admin/staff/:userId/factors': {
    tag: 'admin',
    summary: 'Removes the second factors of somebody who lost them; they set up new ones at their next sign-in',
    permission: 'staff',
    params: byUser,
    responses: { 200: staffList },
    errors: [400, 401, 403, 404, 409],
  },

  'PUT /api/admin/staff/shared-password': {
    tag: 'admin',
    summary: 'Switches the shared admin password off or on again',
    permission: 'staff',
    body: sharedPasswordRequest,
    responses: { 200: staffList },
    errors: [400, 401, 403, 404, 409],
  },

  'POST /api/admin/staff/invitations': {
    tag: 'admin',
    summary: 'Invites somebody by email, for 7 days',
    permission: 'staff',
    body: inviteRequest,
    responses: { 200: staffList },
    errors: [400, 401, 403, 404, 409, 429, 503],
  },

  'POST /api/admin/staff/invitations/:id/send': {
    tag: 'admin',
    summary: 'Sends an invitation again, with another link, for 7 days more',
    permission: 'staff',
    params: byId,
    responses: { 200: staffList },
    errors: [400, 401, 403, 404, 409, 429, 503],
  },

  'DELETE /api/admin/staff/invitations/:id': {
    tag: 'admin',
    summary: 'Cancels an invitation',
    permission: 'staff',
    params: byId,
    responses: { 200: staffList },
    errors: [400, 401, 403, 404, 409],
  },
})

// The caller's own second factors. A staff member without one calls them with the bearer token of the account and gets
// in with the first factor; everyone else changes them inside the admin area.

/** `session`: the admin session that the first factor opened. */
const addedFactor = changedFactors.extend({ session: adminSession.nullable() })

export const adminFactorsRoutes = defineRoutes({
  'POST /api/admin/factors/totp/setup': {
    tag: 'admin',
    summary: 'A new secret for an authenticator app; it counts once a code of it was confirmed',
    auth: 'optional',
    gate: 'set-up',
    responses: { 200: totpSetup },
    errors: [400, 401, 403, 409, 429],
  },

  'POST /api/admin/factors/totp': {
    tag: 'admin',
    summary: 'Confirms an authenticator app by its first code; another app than before replaces it',
    auth: 'optional',
    gate: 'set-up',
    body: confirmTotpRequest,
    responses: { 200: addedFactor },
    errors: [400, 401, 403, 409, 429],
  },

  'POST /api/admin/factors/passkeys/options': {
    tag: 'admin',
    summary: 'What a browser makes a passkey with; works once, for five minutes',
    auth: 'optional',
    gate: 'set-up',
    responses: { 200: passkeyOptions },
    errors: [400, 401, 403, 409, 429],
  },

  'POST /api/admin/factors/passkeys': {
    tag: 'admin',
    summary: 'Adds a passkey',
    auth: 'optional',
    gate: 'set-up',
    body: addPasskeyRequest,
    responses: { 200: addedFactor },
    errors: [400, 401, 403, 409, 429],
  },

  'GET /api/admin/factors': {
    tag: 'admin',
    summary: 'One’s own ways into the admin area',
    permission: 'own-sign-in',
    responses: { 200: ownFactors },
    errors: [400, 401, 403, 409, 429],
  },

  'DELETE /api/admin/factors/:factorId': {
    tag: 'admin',
    summary: 'Removes a passkey, or the authenticator app (`totp`); admin sessions that it opened end',
    permission: 'own-sign-in',
    params: z.object({ factorId: z.string().max(100) }),
    responses: { 200: ownFactors },
    errors: [400, 401, 403, 404, 409, 429],
  },

  'POST /api/admin/factors/recovery-codes': {
    tag: 'admin',
    summary: 'Makes ten recovery codes, which replace the earlier ones and are shown once',
    permission: 'own-sign-in',
    responses: { 200: changedFactors },
    errors: [400, 401, 403, 409, 429],
  },
})

// An invitation for its recipient: reading and accepting it.

export const staffInvitationRoutes = defineRoutes({
  'POST /api/staff-invitation': {
    tag: 'accounts',
    summary: 'What an invitation to the staff says, for whoever has its link',
    body: invitationToken,
    responses: { 200: invitationView },
    errors: [400, 404, 410, 429],
  },

  'POST /api/staff-invitation/accept': {
    tag: 'accounts',
    summary: 'Takes the signed-in account onto the staff; its address must be the invited one',
    auth: 'required',
    body: invitationToken,
    responses: { 200: z.object({ role: staffRole }) },
    errors: [400, 401, 403, 404, 409, 410, 429],
  },
})
