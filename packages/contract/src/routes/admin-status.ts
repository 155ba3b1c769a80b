// Route of the status page. Everything is read on request; an unavailable part is reported as such, and the rest of the response
// is unaffected.

import { defineRoutes } from '../route.ts'
import { storeStatus } from '../status.ts'

export const adminStatusRoutes = defineRoutes({
  'GET /api/admin/status': {
    tag: 'admin',
    summary: 'The status of the store: its parts, its queue, its maintenance, and what to do about problems',
    permission: 'status',
    answers: { 200: storeStatus },
  },
})
