// Routes of renders: preparing, requesting, following, cancelling, retrying and listing them.

import { z } from 'zod'
import {
  createRenderRequest,
  createRenderResponse,
  generatedVideos,
  generatedVideosQuery,
  prepareRenderRequest,
  render,
} from '../renders.ts'
import { defineRoutes } from '../route.ts'

const params = z.object({ jobId: z.string().min(1).max(100) })

export const rendersRoutes = defineRoutes({
  'POST /api/renders': {
    tag: 'renders',
    summary: 'Requests a render of a project; a full one acquires the template in the same step',
    auth: 'required',
    body: createRenderRequest,
    responses: { 202: createRenderResponse },
    errors: [401, 402, 404, 409, 410, 422, 429],
  },

  'DELETE /api/renders/:jobId': {
    tag: 'renders',
    summary: 'Cancels a queued or running render',
    auth: 'required',
    params,
    responses: { 200: render },
    errors: [401, 404, 409],
  },

  'POST /api/renders/:jobId/retry': {
    tag: 'renders',
    summary: 'Retries a failed or cancelled render, free of charge',
    auth: 'required',
    params,
    responses: { 202: createRenderResponse },
    errors: [401, 404, 409, 410, 429],
  },

  'POST /api/renders/prepare': {
    tag: 'renders',
    summary: 'Has an idle worker begin the full video of a project before it is ordered; charges nothing',
    auth: 'required',
    body: prepareRenderRequest,
    responses: { 202: z.object({}) },
    errors: [401, 404, 409, 422, 429],
  },

  'GET /api/renders/:jobId': {
    tag: 'renders',
    summary: 'A render and its progress',
    auth: 'required',
    params,
    responses: { 200: render },
    errors: [401, 404],
  },

  'GET /api/user-generated-videos': {
    tag: 'renders',
    summary: 'All renders of the caller, newest first',
    auth: 'required',
    query: generatedVideosQuery,
    responses: { 200: generatedVideos },
    errors: [401, 404],
  },
})
