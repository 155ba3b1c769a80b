// Routes of the written pages for the owner: the list, one page with its Markdown, changing it, and a preview.

import { z } from 'zod'
import {
  adminContentList,
  adminContentPage,
  changeContentRequest,
  contentPreview,
  contentPreviewRequest,
  contentSlug,
} from '../content.ts'
import { languageTag } from '../language-tag.ts'
import { defineRoutes } from '../route.ts'

const bySlug = z.object({ slug: contentSlug, language: languageTag.default('en') })

export const adminContentRoutes = defineRoutes({
  'GET /api/admin/content': {
    tag: 'admin',
    summary: 'All written pages and blog posts',
    permission: 'content',
    answers: { 200: adminContentList },
    errors: [400, 401],
  },

  'GET /api/admin/content/page': {
    tag: 'admin',
    summary: 'The text of one page in one language; empty for a post or a translation that is not there',
    permission: 'content',
    query: bySlug,
    answers: { 200: adminContentPage },
    errors: [400, 401],
  },

  'PUT /api/admin/content/page': {
    tag: 'admin',
    summary:
      'Replaces a text of a page, or adds a post or a translation; with the text that it has already it changes nothing',
    permission: 'content',
    query: bySlug,
    body: changeContentRequest,
    answers: { 200: adminContentPage },
    errors: [400, 401, 404, 409],
  },

  'DELETE /api/admin/content/page': {
    tag: 'admin',
    summary: 'Removes a blog post with its translations, or one translation; the audit log keeps the texts',
    permission: 'content',
    query: bySlug.extend({ revision: z.coerce.number().int().min(0) }),
    answers: { 200: adminContentList },
    errors: [400, 401, 404, 409],
  },

  'POST /api/admin/content/preview': {
    tag: 'admin',
    summary: 'How Markdown will be shown',
    permission: 'content',
    body: contentPreviewRequest,
    answers: { 200: contentPreview },
    errors: [400, 401],
  },
})
