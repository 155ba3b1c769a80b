// Routes of all customers' renders, and the owner's actions on one.

import { z } from 'zod'
import { adminRenders, adminRendersQuery, renderActionResponse, renderActRequest } from '../admin.ts'
import { defineRoutes } from '../route.ts'

export const adminRendersRoutes = defineRoutes({
  'GET /api/admin/renders': {
    tag: 'admin',
    summary: 'The renders of all customers, newest first',
    permission: 'renders',
    query: adminRendersQuery,
    answers: { 200: adminRenders },
    errors: [400, 401],
  },

  'POST /api/admin/renders/:jobId/retry': {
    tag: 'admin',
    summary: 'Retries a failed or cancelled render, free of charge',
    permission: 'renders',
    params: z.object({ jobId: z.string().max(100) }),
    body: renderActRequest,
    answers: { 200: renderActionResponse },
    errors: [400, 401, 404, 409, 429],
  },

  'POST /api/admin/renders/:jobId/stop': {
    tag: 'admin',
    summary: 'Cancels a queued or running render',
    permission: 'renders',
    params: z.object({ jobId: z.string().max(100) }),
    body: renderActRequest,
    answers: { 200: renderActionResponse },
    errors: [400, 401, 404, 409, 429],
  },
})
