// Routes of imports: finished uploads become an import package that a worker reads, and its progress.

import { z } from 'zod'
import { importRequest, templateImport, templateImports } from '../publishing.ts'
import { defineRoutes } from '../route.ts'

const params = z.object({ importId: z.string().max(100) })

export const adminImportsRoutes = defineRoutes({
  'POST /api/admin/imports': {
    tag: 'admin',
    summary:
      'Hands finished uploads of the caller to a worker, which makes a draft or a new version of them; asking again answers the same import',
    permission: 'templates',
    body: importRequest,
    answers: { 201: templateImport },
    errors: [400, 401, 404, 409, 413],
  },

  'GET /api/admin/imports': {
    tag: 'admin',
    summary: 'Imports that are not discarded',
    permission: 'templates',
    query: z.object({ templateId: z.string().max(200).optional() }),
    answers: { 200: templateImports },
    errors: [400, 401, 404],
  },

  'GET /api/admin/imports/:importId': {
    tag: 'admin',
    summary: 'How far an import is',
    permission: 'templates',
    params,
    answers: { 200: templateImport },
    errors: [400, 401, 404],
  },

  'POST /api/admin/imports/:importId/retry': {
    tag: 'admin',
    summary: 'Reads a failed package again',
    permission: 'templates',
    params,
    answers: { 200: templateImport },
    errors: [400, 401, 404],
  },

  'DELETE /api/admin/imports/:importId': {
    tag: 'admin',
    summary: 'Puts an import away; a template that was made of it stays',
    permission: 'templates',
    params,
    answers: { 204: z.null() },
    errors: [400, 401, 404],
  },
})
