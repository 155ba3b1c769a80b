// Routes of the written pages for the owner: the list, one page with its Markdown, changing it, and a preview.

import { ApiError } from '@vitrine/contract/api-error'
import type { ContentText } from '@vitrine/contract/content'
import { adminContentRoutes, contentFileRoutes } from '@vitrine/contract/routes/admin-settings'
import { transaction } from '@vitrine/database/connection'
import { allLanguages, ENGLISH, offeredTags } from '@vitrine/language/language'
import { editContent } from '@vitrine/store/admin/settings-action'
import { describeChosenTemplates } from '@vitrine/store/catalogue'
import { findPictureUrl } from '@vitrine/store/media'
import { listContent, readContent } from '@vitrine/store/settings/content-page'
import type { AppDeps } from '../../deps/deps.ts'
import { type ApiScope, serve } from '../../http/serve.ts'
import { renderMarkdown } from '../../pages/markdown.ts'
import { getActor } from '../../session/admin-session.ts'
import { findRequestLanguage } from '../../session/client.ts'
import { addBrandFileUpload } from './settings.ts'

/** A written page: 50,000 characters of at most three bytes each, with room for JSON escapes. */
const MAX_BODY_BYTES = 256 * 1024
const nothing: ContentText = { title: '', description: '', date: null, body: '', templates: null, sharePicture: null }

export async function addAdminContentRoutes(scope: ApiScope, deps: AppDeps): Promise<void> {
  await addBrandFileUpload(scope, deps, (files, store) =>
    serve(files, contentFileRoutes, { 'POST /api/admin/content-files/:kind': store }),
  )
  const { db, settings, bundledPages } = deps
  const { list, describe, requireKnownLanguage } = contentReader(deps)
  serve(
    scope,
    adminContentRoutes,
    {
      'GET /api/admin/content': (request) => list(findRequestLanguage(deps, request)),

      'GET /api/admin/content/page': ({ query }) => describe(query),

      'PUT /api/admin/content/page': async (request) => {
        const { slug, language } = request.query
        requireKnownLanguage(language)
        await transaction(db, (tx) =>
          editContent(tx, getActor(request), bundledPages, { slug, language, ...request.body }),
        )
        await settings.reload()
        return describe(request.query)
      },

      'DELETE /api/admin/content/page': async (request) => {
        await transaction(db, (tx) =>
          editContent(tx, getActor(request), bundledPages, { ...request.query, text: null }),
        )
        await settings.reload()
        return list(findRequestLanguage(deps, request))
      },

      'POST /api/admin/content/preview': async ({ body }) => ({ sections: renderMarkdown(body.body) }),
    },
    {
      'PUT /api/admin/content/page': { bodyLimit: MAX_BODY_BYTES },
      'POST /api/admin/content/preview': { bodyLimit: MAX_BODY_BYTES },
    },
  )
}

/** Reads the responses of the routes. */
function contentReader({ db, settings, bundledPages }: AppDeps) {
  /** The pages with their titles in the reader's language. */
  const list = async (language = ENGLISH.tag) => {
    const { languages } = settings.get()
    const pages = await listContent(db, bundledPages, { language, offered: offeredTags(languages) })
    return {
      pages: pages.map(({ slug, languages, text: { title, date }, changedAt }) => {
        return { slug, languages, title, date, changedAt: changedAt?.toISOString() ?? null }
      }),
    }
  }
  const describe = async ({ slug, language }: { slug: string; language: string }) => {
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
  /** Throws not-found for a language without texts in the store. */
  const requireKnownLanguage = (language: string) => {
    if (!allLanguages(settings.get().languages).some(({ tag }) => tag === language)) throw new ApiError('not-found')
  }
  return { list, describe, requireKnownLanguage }
}
