// Which language a visitor gets who asks for an address without one: what they chose, else what their browser asks for.
import type { IncomingMessage } from 'node:http'
import { ENGLISH, type Language, negotiateLanguage, prefixOf, splitAddress } from '@vitrine/language/language'

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
  if (splitAddress(url, languages)) return undefined
  const language = languages.find(({ tag }) => tag === chosen) ?? negotiateLanguage(accepted, languages)
  return language.tag === ENGLISH.tag ? undefined : `${prefixOf(language)}${url === '/' ? '' : url}`
}

function readChoice(cookies: string | undefined): string | undefined {
  return cookies === undefined ? undefined : /(?:^|;\s*)language=([\w-]{2,20})/.exec(cookies)?.[1]
}
