// Which language a visitor gets who asks for an address without one: what they chose, else what their browser asks for.
import type { IncomingMessage } from 'node:http'
import { ENGLISH, LANGUAGE_COOKIE, type Language, negotiateLanguage, prefixOf } from '@vitrine/language/language'

const ONE_YEAR_SECONDS = 365 * 24 * 60 * 60
/** Everything that is not a page: its address has a suffix, or begins so. */
const NO_PAGE =
  /^\/(api|files|media|assets|texts|sandbox|receipts|v1|__manifest|@|app\/|node_modules)(\/|\?|$)|^[^?]*\.\w+(\?|$)/i

/**
 * The address of the same page in the visitor's language; undefined when this one is right. Only documents are redirected, so
 * that what a page loads by itself is left alone, and search engines, which send no `Accept-Language`, see each address.
 */
export function findOwnAddress(
  { method, url = '/', headers }: Pick<IncomingMessage, 'method' | 'url' | 'headers'>,
  listLanguages: () => readonly Language[],
): string | undefined {
  if (method !== 'GET' && method !== 'HEAD') return undefined
  const chosen = readChoice(headers.cookie)
  const accepted = headers['accept-language']
  // Most visitors, without more ado.
  if (chosen === undefined ? !accepted || /^en\b/i.test(accepted) : chosen === ENGLISH.tag) return undefined
  if (!headers.accept?.includes('text/html') || NO_PAGE.test(url)) return undefined
  const languages = listLanguages()
  const first = /^\/([^/?#]*)/.exec(url)?.[1]?.toLowerCase()
  if (languages.some(({ tag }) => tag.toLowerCase() === first)) return undefined
  const language = languages.find(({ tag }) => tag === chosen) ?? negotiateLanguage(accepted, languages)
  return language.tag === ENGLISH.tag ? undefined : `${prefixOf(language)}${url === '/' ? '' : url}`
}

/** The header that keeps a choice. Scripts of the pages read and write the cookie as well. */
export function choiceCookie({ tag }: Language, isHttps: boolean): string {
  return `${LANGUAGE_COOKIE}=${tag}; Path=/; Max-Age=${ONE_YEAR_SECONDS}; SameSite=Lax${isHttps ? '; Secure' : ''}`
}

function readChoice(cookies: string | undefined): string | undefined {
  return cookies === undefined ? undefined : /(?:^|;\s*)language=([\w-]{2,20})/.exec(cookies)?.[1]
}
