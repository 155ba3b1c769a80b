// Public routes of the written pages.

import { ApiError } from '@vitrine/contract/api-error'
import { contentRoutes } from '@vitrine/contract/routes/content'
import { ENGLISH, offeredTags } from '@vitrine/language/language'
import { listChosenTemplates } from '@vitrine/store/catalogue'
import { occasionsWithTemplates } from '@vitrine/store/catalogue/page'
import { findPictureUrl } from '@vitrine/store/media'
import { listOccasions, listPosts, readShownContent } from '@vitrine/store/settings/content-page'
import type { AppDeps } from '../deps/deps.ts'
import { type ApiScope, serve } from '../http/serve.ts'
import { renderMarkdown } from '../pages/markdown.ts'
import type { ResponseCache } from '../pages/response-cache.ts'

export function addContentRoutes(scope: ApiScope, deps: AppDeps, responseCache: ResponseCache): void {
  const { db, bundledPages, settings } = deps
  const inLanguage = (language: string) => ({ language, offered: offeredTags(settings.get().languages) })
  serve(scope, contentRoutes, {
    'GET /api/content': (request, reply) =>
      responseCache.sendJson(request, reply, async () => {
        const { slug, language } = request.query
        const page = await readShownContent(db, bundledPages, slug, inLanguage(language))
        if (!page) throw new ApiError('not-found')
        const { body, sharePicture, ...text } = page.text
        return {
          ...{ slug, language: page.language, languages: page.languages },
          ...text,
          sharePictureUrl: await findPictureUrl(db, sharePicture),
          sections: renderMarkdown(body),
        }
      }),

    'GET /api/content/templates': (request, reply) =>
      responseCache.sendJson(request, reply, async () => {
        const page = await readShownContent(db, bundledPages, request.query.slug, inLanguage(ENGLISH.tag))
        if (!page) throw new ApiError('not-found')
        return { templates: await listChosenTemplates(db, page.text.templates ?? []) }
      }),

    'GET /api/content/occasions': (request, reply) =>
      responseCache.sendJson(request, reply, async () => {
        const occasions = await listOccasions(db, bundledPages, inLanguage(request.query.language))
        const shown = await occasionsWithTemplates(db, occasions, settings.get().search.synonyms)
        return {
          occasions: shown.map(({ templates, ...occasion }) => ({ ...occasion, isChosen: templates !== null })),
        }
      }),

    'GET /api/content/posts': (request, reply) =>
      responseCache.sendJson(request, reply, async () => ({
        posts: await listPosts(db, bundledPages, inLanguage(request.query.language)),
      })),
  })
}
