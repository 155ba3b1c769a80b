// Routes of an invitation for its recipient: reading and accepting it; and the email with its link.

import { z } from 'zod'
import { defineRoutes } from '../route.ts'
import { invitationToken, invitationView, staffRole } from '../staff.ts'

export const staffInvitationRoutes = defineRoutes({
  'POST /api/staff-invitation': {
    tag: 'accounts',
    summary: 'What an invitation to the staff says, for whoever has its link',
    body: invitationToken,
    answers: { 200: invitationView },
    errors: [400, 404, 410, 429],
  },

  'POST /api/staff-invitation/accept': {
    tag: 'accounts',
    summary: 'Takes the signed-in account onto the staff; its address must be the invited one',
    auth: 'required',
    body: invitationToken,
    answers: { 200: z.object({ role: staffRole }) },
    errors: [400, 401, 403, 404, 409, 410, 429],
  },
})
