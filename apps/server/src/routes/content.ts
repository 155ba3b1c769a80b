// Public routes of the written pages.
import { ApiError } from '@vitrine/contract/api-error'
import { apiErrorBody } from '@vitrine/contract/api-error-body'
import { contentPage, contentSlug, occasionList, occasionTemplates, postList } from '@vitrine/contract/content'
import { languageTag } from '@vitrine/contract/language-tag'
import { ENGLISH, offeredTags } from '@vitrine/language/language'
import { listChosenTemplates } from '@vitrine/shop/catalogue'
import { occasionsWithTemplates } from '@vitrine/shop/catalogue/page'
import { findPictureUrl } from '@vitrine/shop/media'
import { listOccasions, listPosts, readShownContent } from '@vitrine/shop/settings/content-page'
import { z } from 'zod'
import type { AppDeps } from '../deps/deps.ts'
import type { ApiScope } from '../http/api-scope.ts'
import { renderMarkdown } from '../pages/markdown.ts'
import type { RecentAnswers } from '../pages/recent-answer.ts'

const tags = ['content']
/** Answers that are the same for everybody. */
const forEverybody = { keptFor: 'everybody' } as const

/** The language of the reader; one that the shop does not offer is English. */
const inLanguage = z.object({ language: languageTag.default(ENGLISH.tag) })

export function addContentRoutes(scope: ApiScope, deps: AppDeps, recent: RecentAnswers): void {
  const { db, bundledPages, settings } = deps
  const wantedIn = (language: string) => ({ language, offered: offeredTags(settings.get().languages) })
  scope.get(
    '/content',
    {
      config: forEverybody,
      schema: {
        tags,
        summary:
          'A written page or blog post as HTML by sections; `{{shop}}` and the like stand for words of the settings',
        querystring: inLanguage.extend({ slug: contentSlug }),
        response: { 200: contentPage, 404: apiErrorBody },
      },
    },
    (request, reply) =>
      recent.sendJson(request, reply, async () => {
        const { slug, language } = request.query
        const page = await readShownContent(db, bundledPages, slug, wantedIn(language))
        if (!page) throw new ApiError('not-found')
        const { body, sharePicture, ...text } = page.text
        return {
          ...{ slug, language: page.language, languages: page.languages },
          ...text,
          sharePictureUrl: await findPictureUrl(db, sharePicture),
          sections: renderMarkdown(body),
        }
      }),
  )
  scope.get(
    '/content/templates',
    {
      config: forEverybody,
      schema: {
        tags,
        summary: 'The templates on sale that were chosen for the page of an occasion, in their order',
        querystring: z.object({ slug: contentSlug }),
        response: { 200: occasionTemplates, 404: apiErrorBody },
      },
    },
    (request, reply) =>
      recent.sendJson(request, reply, async () => {
        const page = await readShownContent(db, bundledPages, request.query.slug, wantedIn(ENGLISH.tag))
        if (!page) throw new ApiError('not-found')
        return { templates: await listChosenTemplates(db, page.text.templates ?? []) }
      }),
  )
  scope.get(
    '/content/occasions',
    {
      config: forEverybody,
      schema: {
        tags,
        summary: 'The occasions that have a page and templates on sale',
        querystring: inLanguage,
        response: { 200: occasionList },
      },
    },
    (request, reply) =>
      recent.sendJson(request, reply, async () => {
        const occasions = await listOccasions(db, bundledPages, wantedIn(request.query.language))
        const shown = await occasionsWithTemplates(db, occasions, settings.get().search.synonyms)
        return { occasions: shown.map(({ templates, ...occasion }) => ({ ...occasion, isChosen: templates !== null })) }
      }),
  )
  scope.get(
    '/content/posts',
    {
      config: forEverybody,
      schema: { tags, summary: 'The blog, newest first', querystring: inLanguage, response: { 200: postList } },
    },
    (request, reply) =>
      recent.sendJson(request, reply, async () => ({
        posts: await listPosts(db, bundledPages, wantedIn(request.query.language)),
      })),
  )
}
