// The languages of the pages, and how a visitor's is selected. The browser imports this file, so it must not use Node.

/** A language of the store. */
export interface Language {
  /** BCP 47, as in the URL of a page: `hi`, `pt-BR`. */
  readonly tag: string
  /** In the language itself. */
  readonly name: string
  readonly direction: 'ltr' | 'rtl'
}

/** The language of the texts in the code; its pages have no prefix in their URL. */
export const ENGLISH: Language = { tag: 'en', name: 'English', direction: 'ltr' }

/** Languages with bundled translations. */
export const BUNDLED_LANGUAGES: readonly Language[] = [
  ENGLISH,
  { tag: 'hi', name: 'हिन्दी', direction: 'ltr' },
  { tag: 'mr', name: 'मराठी', direction: 'ltr' },
  { tag: 'ta', name: 'தமிழ்', direction: 'ltr' },
  { tag: 'ar', name: 'العربية', direction: 'rtl' },
]

/**
 * Tags of the languages that the setup of a new store suggests besides English: those of India, where it sells. A new text
 * without a translation is shown in English.
 */
export const SUGGESTED_LANGUAGES: readonly string[] = ['hi', 'mr', 'ta']

/** The owner's choice of languages: those offered besides English, and those without bundled translations. */
export interface LanguageChoice {
  readonly offered: readonly string[]
  readonly added: readonly Language[]
}

/** All languages that have texts: the bundled ones and the owner's. */
export function allLanguages({ added }: Pick<LanguageChoice, 'added'>): readonly Language[] {
  return [...BUNDLED_LANGUAGES, ...added.filter(({ tag }) => !BUNDLED_LANGUAGES.some((each) => each.tag === tag))]
}

/** English, and the other languages that visitors can choose, in the owner's order. */
export function offeredLanguages(choice: LanguageChoice): readonly Language[] {
  const all = allLanguages(choice)
  const offered = choice.offered.flatMap((tag) => all.find((each) => each.tag === tag) ?? [])
  return [ENGLISH, ...new Set(offered.filter(({ tag }) => tag !== ENGLISH.tag))]
}

/** The tags of English and of the other languages that visitors can choose. */
export const offeredTags = (choice: LanguageChoice): string[] => offeredLanguages(choice).map(({ tag }) => tag)

/** The cookie of a visitor who has chosen a language. */
const LANGUAGE_COOKIE = 'language'

const ONE_YEAR_SECONDS = 365 * 24 * 60 * 60

/** The cookie that stores a choice, for servers and scripts. Scripts of the pages read it, too. */
export function choiceCookie({ tag }: Pick<Language, 'tag'>, isHttps: boolean): string {
  return `${LANGUAGE_COOKIE}=${tag}; Path=/; Max-Age=${ONE_YEAR_SECONDS}; SameSite=Lax${isHttps ? '; Secure' : ''}`
}

/** The URL prefix of a language: `/hi`, or nothing for English. */
export const getPathPrefix = ({ tag }: Pick<Language, 'tag'>): string => (tag === ENGLISH.tag ? '' : `/${tag}`)

/** The URL of a page in a language: `/hi/faq`; of the home page `/hi`. */
export const localPath = (language: Pick<Language, 'tag'>, path: string): string =>
  path === '/' ? getPathPrefix(language) || '/' : `${getPathPrefix(language)}${path}`

/** The language that a URL begins with, and the rest of the URL; undefined without such a prefix. */
export function splitAddress(
  address: string,
  languages: readonly Language[],
): { language: Language; rest: string } | undefined {
  const [, first = '', rest = ''] = /^\/([^/?#]*)(.*)$/s.exec(address) ?? []
  const language = languages.find(({ tag }) => tag.toLowerCase() === first.toLowerCase())
  // `//elsewhere` would be another host.
  return language && { language, rest: `/${rest.replace(/^[/\\]+/, '')}` }
}

/**
 * The language that best matches an `Accept-Language` header (RFC 4647 §3.4, lookup: `hi-IN` matches `hi`). English when the
 * header names none of them.
 */
export function negotiateLanguage(header: string | undefined, languages: readonly Language[]): Language {
  const requested = (header ?? '')
    .split(',')
    .map((range) => {
      const [tag = '', ...parameters] = range.trim().split(';')
      const quality = parameters.map((each) => /^\s*q=([\d.]+)\s*$/.exec(each)?.[1]).find(Boolean)
      return { tag: tag.trim().toLowerCase(), quality: Number(quality ?? 1) }
    })
    .filter(({ tag, quality }) => tag !== '' && tag.length < 36 && quality > 0)
    .sort((a, b) => b.quality - a.quality)
  for (const { tag } of requested) {
    for (let range = tag; range; range = range.slice(0, Math.max(0, range.lastIndexOf('-')))) {
      const found = languages.find((each) => each.tag.toLowerCase() === range)
      if (found) return found
    }
  }
  return ENGLISH
}
