// The event streams of operations.
import { z } from 'zod'
import { defineRoutes } from '../route.ts'

const events = {
  summary:
    'Server-sent events `progress`, each with all unfinished operations as JSON; one that is not among them has ended',
  answers: { 200: { content: { 'text/event-stream': { schema: z.string() } } } },
  errors: [401, 429],
} as const

export const operationRoutes = defineRoutes({
  'GET /api/operations/events': { ...events, tag: 'operations', auth: 'required' },
})

export const adminOperationRoutes = defineRoutes({
  'GET /api/admin/operations/events': { ...events, tag: 'admin', permission: 'templates' },
})
