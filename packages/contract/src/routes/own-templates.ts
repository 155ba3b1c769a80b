// Route of templates that are not on sale, for users who may still use them.
import { z } from 'zod'
import { template } from '../catalogue.ts'
import { defineRoutes } from '../route.ts'

export const ownTemplatesRoutes = defineRoutes({
  'GET /api/own-templates/:templateId': {
    tag: 'projects',
    summary: 'A template on sale, or one that the caller has bought or begun a project with while it was',
    auth: 'required',
    params: z.object({ templateId: z.string().min(1).max(200) }),
    answers: { 200: template },
    errors: [401, 404],
  },
})
