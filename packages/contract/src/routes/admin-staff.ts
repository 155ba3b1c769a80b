// Routes of the staff: the list, roles, removal, second factors of others, invitations and the shared password.

import { z } from 'zod'
import { defineRoutes } from '../route.ts'
import { changeRoleRequest, inviteRequest, sharedPasswordRequest, staffList } from '../staff.ts'

const byUser = z.object({ userId: z.string().max(100) })
const byId = z.object({ id: z.string().max(100) })

export const adminStaffRoutes = defineRoutes({
  'GET /api/admin/staff': {
    tag: 'admin',
    summary: 'Everybody on the staff, and the invitations that wait',
    permission: 'staff',
    answers: { 200: staffList },
    errors: [400, 401, 403, 404, 409],
  },

  'PUT /api/admin/staff/:userId/role': {
    tag: 'admin',
    summary: 'Changes a role, in effect at once',
    permission: 'staff',
    params: byUser,
    body: changeRoleRequest,
    answers: { 200: staffList },
    errors: [400, 401, 403, 404, 409],
  },

  'DELETE /api/admin/staff/:userId': {
    tag: 'admin',
    summary: 'Takes somebody off the staff and ends their admin sessions; the account stays a customer’s',
    permission: 'staff',
    params: byUser,
    answers: { 200: staffList },
    errors: [400, 401, 403, 404, 409],
  },

  'DELETE /api/admin/staff/:userId/factors': {
    tag: 'admin',
    summary: 'Removes the second factors of somebody who lost them; they set up new ones at their next sign-in',
    permission: 'staff',
    params: byUser,
    answers: { 200: staffList },
    errors: [400, 401, 403, 404, 409],
  },

  'PUT /api/admin/staff/shared-password': {
    tag: 'admin',
    summary: 'Switches the shared admin password off or on again',
    permission: 'staff',
    body: sharedPasswordRequest,
    answers: { 200: staffList },
    errors: [400, 401, 403, 404, 409],
  },

  'POST /api/admin/staff/invitations': {
    tag: 'admin',
    summary: 'Invites somebody by email, for 7 days',
    permission: 'staff',
    body: inviteRequest,
    answers: { 200: staffList },
    errors: [400, 401, 403, 404, 409, 429, 503],
  },

  'POST /api/admin/staff/invitations/:id/send': {
    tag: 'admin',
    summary: 'Sends an invitation again, with another link, for 7 days more',
    permission: 'staff',
    params: byId,
    answers: { 200: staffList },
    errors: [400, 401, 403, 404, 409, 429, 503],
  },

  'DELETE /api/admin/staff/invitations/:id': {
    tag: 'admin',
    summary: 'Cancels an invitation',
    permission: 'staff',
    params: byId,
    answers: { 200: staffList },
    errors: [400, 401, 403, 404, 409],
  },
})
