// Public routes of the written pages.
import { z } from 'zod'
import { contentPage, contentSlug, occasionList, occasionTemplates, postList } from '../content.ts'
import { defineRoutes } from '../route.ts'
import { languageTag } from '../text-schema.ts'

/** The reader's language; one that the store does not offer becomes English. */
const inLanguage = z.object({ language: languageTag.default('en') })

export const contentRoutes = defineRoutes({
  'GET /api/content': {
    tag: 'content',
    summary:
      'A written page or blog post as HTML by sections; `{{store}}` and the like stand for words of the settings',
    cachedFor: 'everybody',
    query: inLanguage.extend({ slug: contentSlug }),
    responses: { 200: contentPage },
    errors: [404],
  },

  'GET /api/content/templates': {
    tag: 'content',
    summary: 'The templates on sale that were chosen for the page of an occasion, in their order',
    cachedFor: 'everybody',
    query: z.object({ slug: contentSlug }),
    responses: { 200: occasionTemplates },
    errors: [404],
  },

  'GET /api/content/occasions': {
    tag: 'content',
    summary: 'The occasions that have a page and templates on sale',
    cachedFor: 'everybody',
    query: inLanguage,
    responses: { 200: occasionList },
  },

  'GET /api/content/posts': {
    tag: 'content',
    summary: 'The blog, newest first',
    cachedFor: 'everybody',
    query: inLanguage,
    responses: { 200: postList },
  },
})
