// Routes of the languages: how complete each is, all texts of one, and changing some of them.

import { z } from 'zod'
import { languageTag } from '../language-tag.ts'
import { adminLanguages, adminTexts, changeTextsRequest } from '../languages.ts'
import { defineRoutes } from '../route.ts'

const byTag = z.object({ tag: languageTag })

export const adminLanguagesRoutes = defineRoutes({
  'GET /api/admin/languages': {
    tag: 'admin',
    summary: 'All languages, offered or not',
    permission: 'content',
    answers: { 200: adminLanguages },
    errors: [400, 401, 404],
  },

  'GET /api/admin/languages/:tag/texts': {
    tag: 'admin',
    summary: 'All texts of a language',
    permission: 'content',
    params: byTag,
    answers: { 200: adminTexts },
    errors: [400, 401, 404],
  },

  'PUT /api/admin/languages/:tag/texts': {
    tag: 'admin',
    summary: 'Changes some texts of a language; those that are so already stay',
    permission: 'content',
    params: byTag,
    body: changeTextsRequest,
    answers: { 200: adminTexts },
    errors: [400, 401, 404],
  },
})
