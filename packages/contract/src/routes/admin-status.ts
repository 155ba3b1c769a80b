// Routes of the status page, the launch checklist and the audit log.

import { z } from 'zod'
import { auditLogPage, auditLogQuery } from '../admin.ts'
import { defineRoutes } from '../route.ts'
import { launchChecklist, launchTest, launchTestRequest, storeStatus } from '../status.ts'

/** Everything is read on request; an unavailable part is reported as such, and the rest of the response is unaffected. */
export const adminStatusRoutes = defineRoutes({
  'GET /api/admin/status': {
    tag: 'admin',
    summary: 'The status of the store: its parts, its queue, its maintenance, and what to do about problems',
    permission: 'status',
    responses: { 200: storeStatus },
  },
})

/** The launch checklist: the checks, and the tests that some of them require. */
export const adminLaunchRoutes = defineRoutes({
  'GET /api/admin/launch': {
    tag: 'admin',
    summary: 'What the store needs before it opens',
    permission: 'status',
    responses: { 200: launchChecklist },
  },

  'POST /api/admin/launch/tests/:test': {
    tag: 'admin',
    summary: 'Tries out a service for real: an email or text message to the owner, an order of one rupee, a file',
    permission: 'services',
    params: z.object({ test: launchTest }),
    body: launchTestRequest,
    responses: { 200: launchChecklist },
  },
})

export const adminLogRoutes = defineRoutes({
  'GET /api/admin/audit': {
    tag: 'admin',
    summary: 'Every act of owners and of the command line, newest first, with how things were before and after',
    permission: 'audit-log',
    query: auditLogQuery,
    responses: { 200: auditLogPage },
    errors: [400, 401],
  },
})
