// Route that counts page views. No response, cookie or stored value can identify a visitor after the end of the day.

import { z } from 'zod'
import { defineRoutes } from '../route.ts'
import { visitRequest } from '../visits.ts'

export const visitsRoutes = defineRoutes({
  'POST /api/visits': {
    tag: 'store',
    summary: 'Counts a visit, unless it is a machine’s, the staff’s, or of somebody who asks not to be followed',
    auth: 'optional',
    body: visitRequest,
    answers: { 204: z.null() },
  },
})
