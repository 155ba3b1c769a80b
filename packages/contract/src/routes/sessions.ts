// Routes of the session list: where the caller is signed in, and signing out elsewhere.

import { z } from 'zod'
import { messageResponse } from '../accounts.ts'
import { defineRoutes } from '../route.ts'
import { endSessionsResponse, sessionList } from '../sessions.ts'

const params = z.object({ sessionId: z.string().max(100) })

export const sessionsRoutes = defineRoutes({
  'GET /api/sessions': {
    tag: 'accounts',
    summary: 'The caller’s sessions',
    auth: 'required',
    answers: { 200: sessionList },
    errors: [401],
  },

  'DELETE /api/sessions/:sessionId': {
    tag: 'accounts',
    summary: 'Signs one device out',
    auth: 'required',
    params,
    answers: { 200: messageResponse },
    errors: [401, 404],
  },

  'DELETE /api/sessions': {
    tag: 'accounts',
    summary: 'Signs all other devices out',
    auth: 'required',
    answers: { 200: endSessionsResponse },
    errors: [401],
  },
})
