// Routes for buying and liking templates.

import { z } from 'zod'
import { acquireTemplateRequest, acquireTemplateResponse, likeRequest, likeResponse } from '../library.ts'
import { defineRoutes } from '../route.ts'

/** The first of these requests charges the price. */
const acquire = {
  tag: 'library',
  summary: 'Makes a template the caller’s own; charges its price once and never again',
  auth: 'required',
  body: acquireTemplateRequest,
  answers: { 200: acquireTemplateResponse },
  errors: [401, 402, 404, 409],
} as const

export const libraryRoutes = defineRoutes({
  'POST /api/download-template': acquire,

  'POST /api/purchase-template': acquire,

  'POST /api/add-to-liked': {
    tag: 'library',
    summary: 'Likes a template; liking it again changes nothing',
    auth: 'required',
    body: likeRequest,
    answers: { 200: likeResponse },
    errors: [401, 404],
  },

  'DELETE /api/unlike-template/:templateId': {
    tag: 'library',
    summary: 'Takes a like back; one that is not there is no error',
    auth: 'required',
    params: z.object({ templateId: z.string().min(1).max(200) }),
    answers: { 200: likeResponse },
    errors: [401],
  },
})
