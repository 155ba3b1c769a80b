// Public routes of the catalogue: lists, pages, single templates, their editable documents and previews, the region that decides
// their prices, and the font library.

import { buffer } from 'node:stream/consumers'
import { ApiError } from '@vitrine/contract/api-error'
import { type OccasionSummary, occasionSearch } from '@vitrine/contract/content'
import type { FontScript } from '@vitrine/contract/media'
import { fontsRoutes } from '@vitrine/contract/routes/assets'
import { catalogueRoutes } from '@vitrine/contract/routes/catalogue'
import { regionRoutes } from '@vitrine/contract/routes/store'
import { offeredTags } from '@vitrine/language/language'
import {
  getDirectSellTemplate,
  getImageTemplate,
  getTemplate,
  listDirectSellTemplates,
  listImageTemplates,
  listTemplates,
} from '@vitrine/store/catalogue'
import { completeSearch } from '@vitrine/store/catalogue/completion'
import { listFonts } from '@vitrine/store/catalogue/font-library'
import { countFacetValues, occasionsWithTemplates, pageTemplates } from '@vitrine/store/catalogue/page'
import { namesMeant } from '@vitrine/store/catalogue/search'
import { pageSuggestions } from '@vitrine/store/catalogue/suggestions'
import { getCurrentVersion, getDocumentAssets } from '@vitrine/store/catalogue/template-version'
import { getVideoKey } from '@vitrine/store/purchases/own-template'
import { listOccasions } from '@vitrine/store/settings/content-page'
import type { FastifyRequest } from 'fastify'
import type { AppDeps } from '../deps/deps.ts'
import { linksTo } from '../http/private-link.ts'
import { type ApiScope, defineHandlers, serve } from '../http/serve.ts'
import { findRegion } from '../http/visitor.ts'
import { listFontScripts } from '../media/font.ts'
import type { ResponseCache } from '../pages/response-cache.ts'

const handle = defineHandlers<typeof catalogueRoutes>()

/** The maximum number of occasion pages among the suggestions for a search. */
const OCCASIONS = 2

export function addCatalogueRoutes(api: ApiScope, deps: AppDeps, responseCache: ResponseCache): void {
  serve(api, catalogueRoutes, {
    ...templateListsHandlers(deps, responseCache),
    ...templatesHandlers(deps, responseCache),
    ...videoAddressHandlers(deps),
    ...cataloguePagesHandlers(deps, responseCache),
    ...completionsHandlers(deps, responseCache),
  })
  addRegionRoutes(api, deps)
  addFontRoutes(api, deps)
}

/** The specification's simple calls: whole lists, one per kind. */
function templateListsHandlers({ db }: AppDeps, responseCache: ResponseCache) {
  return handle({
    'GET /api/templates': (request, reply) => responseCache.sendJson(request, reply, () => listTemplates(db, 'video')),

    'GET /api/image-templates': (request, reply) =>
      responseCache.sendJson(request, reply, () => listImageTemplates(db)),

    'GET /api/direct-sell-templates': (request, reply) =>
      responseCache.sendJson(request, reply, () => listDirectSellTemplates(db)),
  })
}

function templatesHandlers({ db }: AppDeps, responseCache: ResponseCache) {
  return handle({
    'GET /api/template/:templateId': (request, reply) =>
      responseCache.sendJson(request, reply, () => getTemplate(db, request.params.templateId)),

    'GET /api/image-template/:templateId': (request, reply) =>
      responseCache.sendJson(request, reply, () => getImageTemplate(db, request.params.templateId)),

    'GET /api/direct-sell/:templateId': (request, reply) =>
      responseCache.sendJson(request, reply, () => getDirectSellTemplate(db, request.params.templateId)),

    'GET /api/suggestions/:templateId': (request, reply) =>
      responseCache.sendJson(request, reply, () => pageSuggestions(db, request.params.templateId, request.query)),

    'GET /api/template/:templateId/document': (request, reply) =>
      responseCache.sendJson(request, reply, async () => {
        const { templateId, documentHash, document } = await getCurrentVersion(db, request.params.templateId)
        const assets = await getDocumentAssets(db, document)
        return { templateId, documentHash, comp: document.canvas, document: { ...document }, assets }
      }),
  })
}

function videoAddressHandlers({ db, storage }: AppDeps) {
  const signUrl = linksTo(storage)
  return handle({
    'GET /api/video-url/:templateId/:file': async (request) => {
      const { templateId, file } = request.params
      if (file !== `${templateId}compiled.mp4`) throw new ApiError('template-not-found')
      return { videoUrl: signUrl(await getVideoKey(db, request.session, templateId)) }
    },
  })
}

/** What a search depends on besides the query: the visitor's market, and the store's synonyms. */
function readSearchTerms({ countries, settings }: AppDeps, responseCache: ResponseCache, { raw }: FastifyRequest) {
  const { pricing, search } = settings.get()
  const { isIndianUser } = findRegion(countries, responseCache.visitorOf(raw).ip, pricing)
  return { isIndianUser, synonyms: search.synonyms }
}

function cataloguePagesHandlers(deps: AppDeps, responseCache: ResponseCache) {
  const { db } = deps
  return handle({
    'GET /api/catalogue/:kind': (request, reply) => {
      const ask = () =>
        pageTemplates(db, {
          ...request.query,
          kind: request.params.kind,
          ...readSearchTerms(deps, responseCache, request),
        })
      return responseCache.sendJson(request, reply, ask)
    },

    'GET /api/catalogue/:kind/facets': (request, reply) => {
      const ask = () =>
        countFacetValues(db, {
          ...request.query,
          kind: request.params.kind,
          ...readSearchTerms(deps, responseCache, request),
        })
      return responseCache.sendJson(request, reply, ask)
    },
  })
}

/** Whether the title or URL of an occasion's page contains a word of the search or a synonym. */
function isMeant({ slug, title }: OccasionSummary, search: string, names: readonly string[]): boolean {
  const name = occasionSearch(slug)
  const begins = (text: string) => ` ${text.toLowerCase()}`.includes(` ${search.toLowerCase()}`)
  return names.includes(name) || begins(name) || begins(title)
}

function completionsHandlers(deps: AppDeps, responseCache: ResponseCache) {
  const { db, settings, bundledPages } = deps
  return handle({
    'GET /api/catalogue/:kind/completions': (request, reply) =>
      responseCache.sendJson(request, reply, async () => {
        const { search, language } = request.query
        const { languages } = settings.get()
        const query = { search, kind: request.params.kind, ...readSearchTerms(deps, responseCache, request) }
        const [completed, pages] = await Promise.all([
          completeSearch(db, query),
          search === '' ? [] : listOccasions(db, bundledPages, { language, offered: offeredTags(languages) }),
        ])
        const names = namesMeant({ ...query, search: completed.correctedSearch ?? search })
        const meant = pages.filter((page) => isMeant(page, search, names))
        const occasions = (await occasionsWithTemplates(db, meant, query.synonyms)).slice(0, OCCASIONS)
        return { ...completed, occasions: occasions.map(({ slug, title }) => ({ slug, title })) }
      }),
  })
}

/** The visitor's region. */
function addRegionRoutes(api: ApiScope, { countries, settings }: AppDeps): void {
  serve(api, regionRoutes, {
    'GET /api/geo': async (request, reply) => {
      reply.header('cache-control', 'private, no-store')
      return findRegion(countries, request.ip, settings.get().pricing)
    },
  })
}

/** The font library, which offers fonts in addition to those of the template. */
function addFontRoutes(api: ApiScope, { db, storage }: AppDeps): void {
  // Files are named by their content, so each must be read only once.
  const known = new Map<string, Promise<FontScript[]>>()
  const getScripts = (key: string) => {
    const reading = known.get(key) ?? read(key)
    known.set(key, reading)
    reading.catch(() => known.delete(key))
    return reading
  }
  const read = async (key: string) => {
    const { stream } = await storage.open(key)
    return listFontScripts(await buffer(stream))
  }

  serve(api, fontsRoutes, {
    'GET /api/fonts': async (_request, reply) => {
      const fonts = await Promise.all(
        (await listFonts(db)).map(async ({ face, asset }) => ({
          face,
          url: storage.publicUrl(asset.storageKey ?? ''),
          sizeBytes: asset.sizeBytes,
          scripts: await getScripts(asset.storageKey ?? ''),
        })),
      )
      reply.header('cache-control', 'public, max-age=300')
      return { fonts }
    },
  })
}
