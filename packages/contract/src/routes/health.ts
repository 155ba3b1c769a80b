// Health route for load balancers, the launcher and people.
import { health } from '../health.ts'
import { defineRoutes } from '../route.ts'

export const healthRoutes = defineRoutes({
  'GET /api/health': {
    tag: 'store',
    summary: 'Whether every part works',
    answers: { 200: health, 503: health },
  },
})
