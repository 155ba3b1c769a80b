// The HTTP server: serves cached responses itself and passes every other request to the framework, whose routing and hooks would
// take longer than the response.

import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { ApiError } from '@vitrine/contract/api-error'
import { ENGLISH, getPathPrefix, type Language, negotiateLanguage, splitAddress } from '@vitrine/language/language'
import type { FastifyServerFactory } from 'fastify'
import type { RequestRecorder } from '../http/request-log.ts'
import { hasUsableOrigin } from '../http/visitor.ts'
import { type ResponseCache, writeResponse } from './response-cache.ts'

/** Sends the cached response; returns false, and sends nothing, without one. */
function sendCached(
  request: IncomingMessage,
  response: ServerResponse,
  { responseCache, record }: { readonly responseCache: ResponseCache; readonly record: RequestRecorder },
): boolean {
  const found = responseCache.find(request)
  if (!found) return false
  const { ready, route, visitor } = found
  const id = randomUUID()
  const end = record(request, id)
  writeResponse(response, ready, { id, isHttps: visitor.protocol === 'https' })
  end(route, ready.status)
  return true
}

/** Redirects a visitor to the page in their language; false when the URL is right. Cached responses must not depend on it. */
function redirectToOwnLanguage(
  request: IncomingMessage,
  response: ServerResponse,
  listLanguages: () => readonly Language[],
): boolean {
  const location = findOwnAddress(request, listLanguages)
  if (location === undefined) return false
  response.writeHead(302, { location, 'cache-control': 'no-store', vary: 'accept-language, cookie' }).end()
  return true
}

function rejectForeignOrigin(response: ServerResponse): void {
  const body = JSON.stringify(
    new ApiError('invalid-input', { issues: [] }, 'The request does not name its host').toBody(),
  )
  response.writeHead(400, { 'content-type': 'application/json; charset=utf-8', connection: 'close' }).end(body)
}

/** Creates the HTTP server with Fastify's own settings, with the cache in front of the framework. */
export function serveFromCache(
  cache: Parameters<typeof sendCached>[2],
  listLanguages: () => readonly Language[],
): FastifyServerFactory {
  return (handle, options) => {
    const server = createServer((request, response) => {
      if (!hasUsableOrigin(request)) return rejectForeignOrigin(response)
      // During shutdown the framework closes the connections.
      const isAnswered =
        server.listening &&
        (redirectToOwnLanguage(request, response, listLanguages) || sendCached(request, response, cache))
      if (!isAnswered) handle(request, response)
    })
    const { keepAliveTimeout, requestTimeout, connectionTimeout } = options as Record<string, number>
    server.keepAliveTimeout = keepAliveTimeout ?? server.keepAliveTimeout
    server.requestTimeout = requestTimeout ?? server.requestTimeout
    server.setTimeout(connectionTimeout)
    return server
  }
}

/** Paths that are not pages, by suffix or prefix. */
const NO_PAGE =
  /^\/(api|files|media|assets|texts|sandbox|receipts|v1|__manifest|@|app\/|node_modules)(\/|\?|$)|^[^?]*\.\w+(\?|$)/i

/**
 * The URL of the same page in the visitor's language; undefined when it is already right. Redirects only documents, so requests
 * of a page itself are unaffected, and search engines, which send no `Accept-Language`, see each URL.
 */
export function findOwnAddress(
  { method, url = '/', headers }: Pick<IncomingMessage, 'method' | 'url' | 'headers'>,
  listLanguages: () => readonly Language[],
): string | undefined {
  if (method !== 'GET' && method !== 'HEAD') return undefined
  const chosen = readChoice(headers.cookie)
  const accepted = headers['accept-language']
  // The shortcut for most visitors.
  if (chosen === undefined ? !accepted || /^en\b/i.test(accepted) : chosen === ENGLISH.tag) return undefined
  if (!headers.accept?.includes('text/html') || NO_PAGE.test(url)) return undefined
  const languages = listLanguages()
  if (splitAddress(url, languages)) return undefined
  const language = languages.find(({ tag }) => tag === chosen) ?? negotiateLanguage(accepted, languages)
  return language.tag === ENGLISH.tag ? undefined : `${getPathPrefix(language)}${url === '/' ? '' : url}`
}

function readChoice(cookies: string | undefined): string | undefined {
  return cookies === undefined ? undefined : /(?:^|;\s*)language=([\w-]{2,20})/.exec(cookies)?.[1]
}
