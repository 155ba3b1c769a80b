// Route of the visitor's region.
import { region } from '../region.ts'
import { defineRoutes } from '../route.ts'

export const regionRoutes = defineRoutes({
  'GET /api/geo': {
    tag: 'store',
    summary: 'The region of the caller',
    answers: { 200: region },
  },
})
