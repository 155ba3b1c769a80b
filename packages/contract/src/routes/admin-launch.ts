// Routes of the launch checklist: the checks, and the tests that some of them require.

import { z } from 'zod'
import { defineRoutes } from '../route.ts'
import { launchChecklist, launchTest, launchTestRequest } from '../status.ts'

export const adminLaunchRoutes = defineRoutes({
  'GET /api/admin/launch': {
    tag: 'admin',
    summary: 'What the store needs before it opens',
    permission: 'status',
    answers: { 200: launchChecklist },
  },

  'POST /api/admin/launch/tests/:test': {
    tag: 'admin',
    summary: 'Tries out a service for real: an email or text message to the owner, an order of one rupee, a file',
    permission: 'services',
    params: z.object({ test: launchTest }),
    body: launchTestRequest,
    answers: { 200: launchChecklist },
  },
})
