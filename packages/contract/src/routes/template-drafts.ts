// Route that turns an owner's project into a draft of a new template.
import { z } from 'zod'
import { templateDraft, templateDraftRequest } from '../projects.ts'
import { defineRoutes } from '../route.ts'

export const templateDraftsRoutes = defineRoutes({
  'POST /api/projects/:projectId/template-draft': {
    tag: 'projects',
    summary: 'Makes a draft of a new template of a project; for owners of the store',
    auth: 'required',
    params: z.object({ projectId: z.string().min(1).max(100) }),
    body: templateDraftRequest,
    answers: { 201: templateDraft },
    errors: [401, 403, 404, 409, 422],
  },
})
