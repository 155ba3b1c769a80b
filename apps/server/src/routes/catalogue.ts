// Public routes of the catalogue: lists, pages, single templates, their editable documents and previews.

import { ApiError } from '@vitrine/contract/api-error'
import { apiErrorBody } from '@vitrine/contract/api-error-body'
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
} from '@vitrine/contract/catalogue'
import { type OccasionSummary, occasionSearch } from '@vitrine/contract/content'
import { languageTag } from '@vitrine/contract/language-tag'
import { ENGLISH, offeredTags } from '@vitrine/language/language'
import {
  getDirectSellTemplate,
  getImageTemplate,
  getTemplate,
  listDirectSellTemplates,
  listImageTemplates,
  listTemplates,
} from '@vitrine/shop/catalogue'
import { completeSearch } from '@vitrine/shop/catalogue/completion'
import { countFacetValues, occasionsWithTemplates, pageTemplates } from '@vitrine/shop/catalogue/page'
import { namesMeant } from '@vitrine/shop/catalogue/search'
import { pageSuggestions } from '@vitrine/shop/catalogue/suggestions'
import { getCurrentVersion, getDocumentAssets } from '@vitrine/shop/catalogue/template-version'
import { getVideoKey } from '@vitrine/shop/purchases/own-template'
import { listOccasions } from '@vitrine/shop/settings/content-page'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { AppDeps } from '../deps/deps.ts'
import type { ApiScope } from '../http/api-scope.ts'
import { linksTo } from '../http/private-link.ts'
import { findRegion } from '../http/region.ts'
import type { RecentAnswers } from '../pages/recent-answer.ts'

const templateParams = z.object({ templateId: z.string().min(1).max(200) })
const tags = ['catalogue']
/** Pages of occasions among the suggestions for a search. */
const OCCASIONS = 2

/** Answers that are the same for everybody. */
const forEverybody = { keptFor: 'everybody' } as const

export function addCatalogueRoutes(api: ApiScope, deps: AppDeps, recent: RecentAnswers): void {
  addTemplateLists(api, deps, recent)
  addTemplates(api, deps, recent)
  addVideoAddress(api, deps)
  addCataloguePages(api, deps, recent)
  addCompletions(api, deps, recent)
}

/** The specification's plain calls: whole lists, one per kind. */
function addTemplateLists(scope: ApiScope, { db }: AppDeps, recent: RecentAnswers): void {
  scope.get(
    '/templates',
    {
      config: forEverybody,
      schema: { tags, summary: 'All video templates, most bought first', response: { 200: templateList } },
    },
    (request, reply) => recent.sendJson(request, reply, () => listTemplates(db, 'video')),
  )
  scope.get(
    '/image-templates',
    {
      config: forEverybody,
      schema: { tags, summary: 'All image templates, most bought first', response: { 200: imageTemplateList } },
    },
    (request, reply) => recent.sendJson(request, reply, () => listImageTemplates(db)),
  )
  scope.get(
    '/direct-sell-templates',
    {
      config: forEverybody,
      schema: {
        tags,
        summary: 'All ready-made templates, most bought first',
        response: { 200: directSellTemplateList },
      },
    },
    (request, reply) => recent.sendJson(request, reply, () => listDirectSellTemplates(db)),
  )
}

function addTemplates(scope: ApiScope, { db }: AppDeps, recent: RecentAnswers): void {
  scope.get(
    '/template/:templateId',
    {
      config: forEverybody,
      schema: {
        tags,
        summary: 'One template of any kind; a `-template` at the end of the id is ignored',
        params: templateParams,
        response: { 200: template, 404: apiErrorBody },
      },
    },
    (request, reply) => recent.sendJson(request, reply, () => getTemplate(db, request.params.templateId)),
  )
  scope.get(
    '/image-template/:templateId',
    {
      config: forEverybody,
      schema: {
        tags,
        summary: 'One image template',
        params: templateParams,
        response: { 200: imageTemplate, 404: apiErrorBody },
      },
    },
    (request, reply) => recent.sendJson(request, reply, () => getImageTemplate(db, request.params.templateId)),
  )
  scope.get(
    '/direct-sell/:templateId',
    {
      config: forEverybody,
      schema: {
        tags,
        summary: 'One ready-made template; its pictures’ addresses carry the time of its last change',
        params: templateParams,
        response: { 200: directSellTemplate, 404: apiErrorBody },
      },
    },
    (request, reply) => recent.sendJson(request, reply, () => getDirectSellTemplate(db, request.params.templateId)),
  )
  scope.get(
    '/suggestions/:templateId',
    {
      config: forEverybody,
      schema: {
        tags,
        summary: 'Templates like this one: 2 points per shared category, 3 per shared section, ties by name',
        params: templateParams,
        querystring: suggestionQuery,
        response: { 200: suggestionPage, 400: apiErrorBody, 404: apiErrorBody },
      },
    },
    (request, reply) =>
      recent.sendJson(request, reply, () => pageSuggestions(db, request.params.templateId, request.query)),
  )
  scope.get(
    '/template/:templateId/document',
    {
      config: forEverybody,
      schema: {
        tags,
        summary: 'The editable document of a template and the public files it uses',
        params: templateParams,
        response: { 200: templateDocument, 404: apiErrorBody },
      },
    },
    (request, reply) =>
      recent.sendJson(request, reply, async () => {
        const { templateId, documentHash, document } = await getCurrentVersion(db, request.params.templateId)
        const assets = await getDocumentAssets(db, document)
        return { templateId, documentHash, comp: document.canvas, document: { ...document }, assets }
      }),
  )
}

function addVideoAddress(api: ApiScope, { db, storage }: AppDeps): void {
  const signUrl = linksTo(storage)
  api.get(
    '/video-url/:templateId/:file',
    {
      config: { auth: 'optional' },
      schema: {
        tags,
        summary:
          'A signed address of the watermarked preview or, for a caller who owns the template, of its full video (their newest, else the unchanged one that is there); `file` is the template id followed by `compiled.mp4`',
        params: templateParams.extend({ file: z.string() }),
        response: { 200: videoUrlResponse, 404: apiErrorBody },
      },
    },
    async (request) => {
      const { templateId, file } = request.params
      if (file !== `${templateId}compiled.mp4`) throw new ApiError('template-not-found')
      return { videoUrl: signUrl(await getVideoKey(db, request.session, templateId)) }
    },
  )
}

/** What a search depends on besides what is asked: the market of the visitor, and the shop's synonyms. */
function termsOf({ countries, settings }: AppDeps, recent: RecentAnswers, { raw }: FastifyRequest) {
  const { pricing, search } = settings.get()
  const { isIndianUser } = findRegion(countries, recent.visitorOf(raw).ip, pricing)
  return { isIndianUser, synonyms: search.synonyms }
}

function addCataloguePages(api: ApiScope, deps: AppDeps, recent: RecentAnswers): void {
  const { db } = deps
  api.get(
    '/catalogue/:kind',
    {
      // The order by price depends on the visitor's region.
      config: { keptFor: 'region' },
      schema: {
        tags,
        summary: 'A page of the templates of a kind that match a search and a section',
        params: z.object({ kind: templateKind }),
        querystring: cataloguePageQuery,
        response: { 200: cataloguePage, 400: apiErrorBody },
      },
    },
    (request, reply) => {
      const ask = () =>
        pageTemplates(db, {
          ...request.query,
          kind: request.params.kind,
          ...termsOf(deps, recent, request),
        })
      return recent.sendJson(request, reply, ask)
    },
  )
  api.get(
    '/catalogue/:kind/facets',
    {
      config: { keptFor: 'region' },
      schema: {
        tags,
        summary: 'How many templates each filter would leave of what a search and a section find',
        params: z.object({ kind: templateKind }),
        querystring: facetCountsQuery,
        response: { 200: facetCountsResponse, 400: apiErrorBody },
      },
    },
    (request, reply) => {
      const ask = () =>
        countFacetValues(db, {
          ...request.query,
          kind: request.params.kind,
          ...termsOf(deps, recent, request),
        })
      return recent.sendJson(request, reply, ask)
    },
  )
}

/** Words of a search of which the title or the address of an occasion's page has one, or which mean it. */
function isMeant({ slug, title }: OccasionSummary, search: string, names: readonly string[]): boolean {
  const name = occasionSearch(slug)
  const begins = (text: string) => ` ${text.toLowerCase()}`.includes(` ${search.toLowerCase()}`)
  return names.includes(name) || begins(name) || begins(title)
}

function addCompletions(api: ApiScope, deps: AppDeps, recent: RecentAnswers): void {
  const { db, settings, bundledPages } = deps
  api.get(
    '/catalogue/:kind/completions',
    {
      config: { keptFor: 'region' },
      schema: {
        tags,
        summary: 'What may be meant by a search that is being typed: searches, pages of occasions, templates',
        params: z.object({ kind: templateKind }),
        querystring: z.object({
          search: cataloguePageQuery.shape.search,
          language: languageTag.default(ENGLISH.tag),
        }),
        response: { 200: searchCompletions, 400: apiErrorBody },
      },
    },
    (request, reply) =>
      recent.sendJson(request, reply, async () => {
        const { search, language } = request.query
        const { languages } = settings.get()
        const query = { search, kind: request.params.kind, ...termsOf(deps, recent, request) }
        const [completed, pages] = await Promise.all([
          completeSearch(db, query),
          search === '' ? [] : listOccasions(db, bundledPages, { language, offered: offeredTags(languages) }),
        ])
        const names = namesMeant({ ...query, search: completed.correctedSearch ?? search })
        const meant = pages.filter((page) => isMeant(page, search, names))
        const occasions = (await occasionsWithTemplates(db, meant, query.synonyms)).slice(0, OCCASIONS)
        return { ...completed, occasions: occasions.map(({ slug, title }) => ({ slug, title })) }
      }),
  )
}
