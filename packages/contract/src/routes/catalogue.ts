// Public routes of the catalogue: lists, pages, single templates, their editable documents and previews.

import { z } from 'zod'
import {
  cataloguePage,
  cataloguePageQuery,
  directSellTemplate,
  directSellTemplateList,
  facetCountsQuery,
  facetCountsResponse,
  imageTemplate,
  imageTemplateList,
  searchCompletions,
  suggestionPage,
  suggestionQuery,
  template,
  templateDocument,
  templateKind,
  templateList,
  videoUrlResponse,
} from '../catalogue.ts'
import { defineRoutes } from '../route.ts'
import { languageTag } from '../text-schema.ts'

const templateParams = z.object({ templateId: z.string().min(1).max(200) })

export const catalogueRoutes = defineRoutes({
  'GET /api/templates': {
    tag: 'catalogue',
    summary: 'All video templates, most bought first',
    cachedFor: 'everybody',
    responses: { 200: templateList },
  },

  'GET /api/image-templates': {
    tag: 'catalogue',
    summary: 'All image templates, most bought first',
    cachedFor: 'everybody',
    responses: { 200: imageTemplateList },
  },

  'GET /api/direct-sell-templates': {
    tag: 'catalogue',
    summary: 'All ready-made templates, most bought first',
    cachedFor: 'everybody',
    responses: { 200: directSellTemplateList },
  },

  'GET /api/template/:templateId': {
    tag: 'catalogue',
    summary: 'One template of any kind; a `-template` at the end of the id is ignored',
    cachedFor: 'everybody',
    params: templateParams,
    responses: { 200: template },
    errors: [404],
  },

  'GET /api/image-template/:templateId': {
    tag: 'catalogue',
    summary: 'One image template',
    cachedFor: 'everybody',
    params: templateParams,
    responses: { 200: imageTemplate },
    errors: [404],
  },

  'GET /api/direct-sell/:templateId': {
    tag: 'catalogue',
    summary: 'One ready-made template; its pictures’ addresses carry the time of its last change',
    cachedFor: 'everybody',
    params: templateParams,
    responses: { 200: directSellTemplate },
    errors: [404],
  },

  'GET /api/suggestions/:templateId': {
    tag: 'catalogue',
    summary: 'Templates like this one: 2 points per shared category, 3 per shared section, ties by name',
    cachedFor: 'everybody',
    params: templateParams,
    query: suggestionQuery,
    responses: { 200: suggestionPage },
    errors: [400, 404],
  },

  'GET /api/template/:templateId/document': {
    tag: 'catalogue',
    summary: 'The editable document of a template and the public files it uses',
    cachedFor: 'everybody',
    params: templateParams,
    responses: { 200: templateDocument },
    errors: [404],
  },

  'GET /api/video-url/:templateId/:file': {
    tag: 'catalogue',
    summary:
      'A signed address of the watermarked preview or, for a caller who owns the template, of its full video (their newest, else the unchanged one that is there); `file` is the template id followed by `compiled.mp4`',
    auth: 'optional',
    params: templateParams.extend({ file: z.string() }),
    responses: { 200: videoUrlResponse },
    errors: [404],
  },

  'GET /api/catalogue/:kind': {
    tag: 'catalogue',
    summary: 'A page of the templates of a kind that match a search and a section',
    cachedFor: 'region',
    params: z.object({ kind: templateKind }),
    query: cataloguePageQuery,
    responses: { 200: cataloguePage },
    errors: [400],
  },

  'GET /api/catalogue/:kind/facets': {
    tag: 'catalogue',
    summary: 'How many templates each filter would leave of what a search and a section find',
    cachedFor: 'region',
    params: z.object({ kind: templateKind }),
    query: facetCountsQuery,
    responses: { 200: facetCountsResponse },
    errors: [400],
  },

  'GET /api/catalogue/:kind/completions': {
    tag: 'catalogue',
    summary: 'What may be meant by a search that is being typed: searches, pages of occasions, templates',
    cachedFor: 'region',
    params: z.object({ kind: templateKind }),
    query: z.object({
      search: cataloguePageQuery.shape.search,
      language: languageTag.default('en'),
    }),
    responses: { 200: searchCompletions },
    errors: [400],
  },
})
