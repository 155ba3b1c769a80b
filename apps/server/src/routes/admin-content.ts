// Routes of the written pages for the owner: the list, one page with its Markdown, changing it, and how a text will look.
import { ApiError } from '@vitrine/contract/api-error'
import { apiErrorBody } from '@vitrine/contract/api-error-body'
import {
  adminContentList,
  adminContentPage,
  type ContentText,
  changeContentRequest,
  contentPreview,
  contentPreviewRequest,
  contentSlug,
} from '@vitrine/contract/content'
import { languageTag } from '@vitrine/contract/language-tag'
import { brandFileKind } from '@vitrine/contract/settings'
import { transaction } from '@vitrine/database/connection'
import { allLanguages, ENGLISH, offeredTags } from '@vitrine/language/language'
import { editContent } from '@vitrine/shop/admin/settings-action'
import { describeChosenTemplates } from '@vitrine/shop/catalogue'
import { findPictureUrl } from '@vitrine/shop/media'
import { listContent, readContent } from '@vitrine/shop/settings/content-page'
import { z } from 'zod'
import type { AppDeps } from '../deps/deps.ts'
import type { ApiScope } from '../http/api-scope.ts'
import { renderMarkdown } from '../pages/markdown.ts'
import { actorOf } from '../session/admin-session.ts'
import { languageOf } from '../session/client.ts'
import { addBrandFileUpload } from './brand-file-upload.ts'

const tags = ['admin']
const refused = { 400: apiErrorBody, 401: apiErrorBody }
/** Of a written page: 50,000 characters of at most three bytes each, with room for what JSON escapes. */
const MAX_BODY_BYTES = 256 * 1024
const bySlug = z.object({ slug: contentSlug, language: languageTag.default(ENGLISH.tag) })
const nothing: ContentText = { title: '', description: '', date: null, body: '', templates: null, sharePicture: null }

export async function addAdminContentRoutes(scope: ApiScope, deps: AppDeps): Promise<void> {
  await addBrandFileUpload(scope, deps, {
    tags,
    permission: 'content',
    address: '/content-files',
    kinds: brandFileKind.extract(['share-picture']),
  })
  const { db, settings, bundledPages } = deps
  const { list, describe, refuseUnknownLanguage } = contentReader(deps)
  scope.get(
    '/content',
    {
      config: { permission: 'content' },
      schema: { tags, summary: 'All written pages and blog posts', response: { 200: adminContentList, ...refused } },
    },
    (request) => list(languageOf(deps, request)),
  )
  scope.get(
    '/content/page',
    {
      config: { permission: 'content' },
      schema: {
        tags,
        summary: 'The text of one page in one language; empty for a post or a translation that is not there',
        querystring: bySlug,
        response: { 200: adminContentPage, ...refused },
      },
    },
    ({ query }) => describe(query),
  )
  scope.put(
    '/content/page',
    {
      config: { permission: 'content' },
      bodyLimit: MAX_BODY_BYTES,
      schema: {
        tags,
        summary:
          'Replaces a text of a page, or adds a post or a translation; with the text that it has already it changes nothing',
        querystring: bySlug,
        body: changeContentRequest,
        response: { 200: adminContentPage, 404: apiErrorBody, 409: apiErrorBody, ...refused },
      },
    },
    async (request) => {
      const { slug, language } = request.query
      refuseUnknownLanguage(language)
      await transaction(db, (tx) =>
        editContent(tx, actorOf(request), bundledPages, { slug, language, ...request.body }),
      )
      await settings.reload()
      return describe(request.query)
    },
  )
  scope.delete(
    '/content/page',
    {
      config: { permission: 'content' },
      schema: {
        tags,
        summary: 'Removes a blog post with its translations, or one translation; the audit log keeps the texts',
        querystring: bySlug.extend({ revision: z.coerce.number().int().min(0) }),
        response: { 200: adminContentList, 404: apiErrorBody, 409: apiErrorBody, ...refused },
      },
    },
    async (request) => {
      await transaction(db, (tx) => editContent(tx, actorOf(request), bundledPages, { ...request.query, text: null }))
      await settings.reload()
      return list(languageOf(deps, request))
    },
  )
  scope.post(
    '/content/preview',
    {
      config: { permission: 'content' },
      bodyLimit: MAX_BODY_BYTES,
      schema: {
        tags,
        summary: 'How Markdown will be shown',
        body: contentPreviewRequest,
        response: { 200: contentPreview, ...refused },
      },
    },
    async ({ body }) => ({ sections: renderMarkdown(body.body) }),
  )
}

/** What the routes answer with. */
function contentReader({ db, settings, bundledPages }: AppDeps) {
  /** The pages with their titles in the language of the reader. */
  const list = async (language = ENGLISH.tag) => {
    const { languages } = settings.get()
    const pages = await listContent(db, bundledPages, { language, offered: offeredTags(languages) })
    return {
      pages: pages.map(({ slug, languages, text: { title, date }, changedAt }) => {
        return { slug, languages, title, date, changedAt: changedAt?.toISOString() ?? null }
      }),
    }
  }
  const describe = async ({ slug, language }: z.output<typeof bySlug>) => {
    const { text = nothing, revision, changedAt } = await readContent(db, bundledPages, slug, language)
    const english = await readContent(db, bundledPages, slug)
    const { pages } = await list(language)
    const { languages = [] } = pages.find((page) => page.slug === slug) ?? {}
    return {
      ...{ slug, language, text, revision },
      original: bundledPages.get(language)?.get(slug) ?? null,
      english: english.text ?? null,
      chosenTemplates: await describeChosenTemplates(db, text.templates ?? []),
      sharePictureUrl: await findPictureUrl(db, text.sharePicture),
      translations: language === ENGLISH.tag ? languages.filter((tag) => tag !== ENGLISH.tag) : [],
      isOlder: changedAt !== null && text !== nothing && changedAt < (english.wordsChangedAt ?? changedAt),
    }
  }
  /** Throws not-found for a language that the shop has no texts of. */
  const refuseUnknownLanguage = (language: string) => {
    if (!allLanguages(settings.get().languages).some(({ tag }) => tag === language)) throw new ApiError('not-found')
  }
  return { list, describe, refuseUnknownLanguage }
}
