// Routes of the languages: how complete each is, all texts of one, and changing some of them.

import { ApiError } from '@vitrine/contract/api-error'
import { adminLanguagesRoutes } from '@vitrine/contract/routes/admin-settings'
import { transaction } from '@vitrine/database/connection'
import { AREAS, findProblem, SOURCE_TEXTS, splitKey, translationsInto } from '@vitrine/language/catalogue'
import { allLanguages, BUNDLED_LANGUAGES, ENGLISH, type Language } from '@vitrine/language/language'
import { editLanguageTexts } from '@vitrine/store/admin/settings-action'
import type { AppDeps } from '../../deps/deps.ts'
import { type ApiScope, serve } from '../../http/serve.ts'
import { getActor } from '../../session/admin-session.ts'

/** All texts of a language in one request. */
const BODY_LIMIT_BYTES = 4 * 1024 * 1024

/** Each text with the first area that uses it, in the order of the areas. */
const areas = new Map<string, (typeof AREAS)[number]>()
for (const area of AREAS) for (const key of SOURCE_TEXTS[area]) if (!areas.has(key)) areas.set(key, area)
const entries = [...areas].map(([key, area]) => ({ key, area }))
const keys = new Set(areas.keys())

export function addAdminLanguageRoutes(scope: ApiScope, { db, settings }: AppDeps): void {
  const find = (tag: string): Language => {
    const language = allLanguages(settings.get().languages).find((each) => each.tag === tag)
    if (!language) throw new ApiError('not-found')
    return language
  }
  const ownTexts = (tag: string) => settings.get().languageTexts.get(tag) ?? {}
  /** The owner's texts in the settings, which can be translated as well. */
  const writtenTexts = (tag: string) => {
    const { brand, storefront } = settings.get()
    const written = [storefront.headline, storefront.announcement, brand.tagline]
    return tag === ENGLISH.tag ? [] : [...new Set(written)].filter((text) => text !== '' && !keys.has(text))
  }
  const listTexts = (tag: string) => {
    const [own, bundled] = [ownTexts(tag), translationsInto(tag)]
    const written = writtenTexts(tag).map((key) => ({ key, area: 'store' as const }))
    const texts = [...written, ...entries].map(({ key, area }) => {
      const { text: english, context = null } = splitKey(key)
      const brought = tag === ENGLISH.tag ? english : (bundled[key] ?? null)
      return { key, english, context, area, bundled: brought, own: own[key] ?? null }
    })
    return { texts }
  }
  serve(
    scope,
    adminLanguagesRoutes,
    {
      'GET /api/admin/languages': async () => {
        await settings.reload()
        const { offered } = settings.get().languages
        const languages = allLanguages(settings.get().languages).map((language) => {
          const isEnglish = language.tag === ENGLISH.tag
          const own = Object.keys(ownTexts(language.tag)).filter((key) => keys.has(key))
          const translated = new Set([
            ...own,
            ...Object.keys(translationsInto(language.tag)).filter((key) => keys.has(key)),
          ])
          return {
            ...language,
            isBundled: BUNDLED_LANGUAGES.some(({ tag }) => tag === language.tag),
            isOffered: isEnglish || offered.includes(language.tag),
            translated: isEnglish ? keys.size : translated.size,
            own: own.length,
          }
        })
        return { languages, total: keys.size }
      },

      'GET /api/admin/languages/:tag/texts': async ({ params }) => {
        await settings.reload()
        return listTexts(find(params.tag).tag)
      },

      'PUT /api/admin/languages/:tag/texts': async (request) => {
        const language = find(request.params.tag).tag
        const { texts } = request.body
        requireFittingTexts(texts, new Set([...keys, ...writtenTexts(language)]))
        await transaction(db, (tx) => editLanguageTexts(tx, getActor(request), { language, texts }))
        await settings.reload()
        return listTexts(language)
      },
    },
    {
      'PUT /api/admin/languages/:tag/texts': { bodyLimit: BODY_LIMIT_BYTES },
    },
  )
}

/** Throws `invalid-input` with an issue for each text that is unknown or does not fit its English one. */
function requireFittingTexts(texts: Readonly<Record<string, string | null>>, known: ReadonlySet<string>): void {
  const issues = Object.entries(texts).flatMap(([key, text]) => {
    const message = !known.has(key)
      ? 'The program has no such text'
      : text === null
        ? undefined
        : findProblem(splitKey(key).text, text)
    return message ? [{ path: `texts.${key}`, message }] : []
  })
  if (issues.length > 0) throw new ApiError('invalid-input', { issues })
}
