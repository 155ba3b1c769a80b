// Renders a page to HTML. Pages are sent complete, with a length: every loader has finished by then.

import { AsyncLocalStorage } from 'node:async_hooks'
import { Writable } from 'node:stream'
import { renderToPipeableStream } from 'react-dom/server'
import {
  createRequestHandler,
  type EntryContext,
  type HandleDocumentRequestFunction,
  type HandleErrorFunction,
  RouterContextProvider,
  ServerRouter,
} from 'react-router'
import { type Host, hostContext, isExpectedError } from './api/page-request.ts'
import { createI18n, provideI18n } from './language/i18n.ts'
import { NonceContext, startsAtOnce, withLateScripts } from './ui/late-start.ts'

const requestTexts = new AsyncLocalStorage<ReturnType<typeof createI18n>>()
const english = createI18n('en', {})
provideI18n(() => requestTexts.getStore() ?? english)

/**
 * The router that answers page requests. The server uses this one, because it must be the same instance as the pages'.
 */
export const createPageHandler: typeof createRequestHandler = (...build) => {
  const answer = createRequestHandler(...build)
  return (request, context) => {
    const { tag, texts, direction } = (context as RouterContextProvider).get(hostContext).language
    return requestTexts.run(createI18n(tag, texts, direction), () => answer(request, context))
  }
}

/**
 * Called by the server for each page request: the keys of the context are in this bundle, so only this bundle can set
 * them.
 */
export function createContext(host: Host): RouterContextProvider {
  const context = new RouterContextProvider()
  context.set(hostContext, host)
  return context
}

/**
 * Whether a page loads its scripts at once, because it is useless without them. Other pages are readable without, so
 * their pictures come first.
 */
function beginAtOnce({ staticHandlerContext: { matches } }: EntryContext): boolean {
  return matches.some(({ route }) => route.handle === startsAtOnce)
}

const handleRequest: HandleDocumentRequestFunction = (request, status, headers, entry, context) => {
  headers.set('content-type', 'text/html; charset=utf-8')
  // The cache header of a list's data does not apply to the page.
  headers.delete('cache-control')
  const { nonce } = context.get(hostContext)
  return new Promise<Response>((resolve, reject) => {
    let isBroken = false
    const { pipe } = renderToPipeableStream(
      <NonceContext value={nonce}>
        <ServerRouter context={entry} url={request.url} nonce={nonce} />
      </NonceContext>,
      {
        nonce,
        // Keeps every boundary in place: otherwise React moves larger ones there by script.
        progressiveChunkSize: Number.POSITIVE_INFINITY,
        onAllReady() {
          const chunks: Buffer[] = []
          pipe(
            new Writable({
              write(chunk: Buffer, _encoding, done) {
                chunks.push(chunk)
                done()
              },
              final(done) {
                const html = Buffer.concat(chunks).toString()
                const body = beginAtOnce(entry) ? html : withLateScripts(html)
                resolve(new Response(body, { status: isBroken ? 500 : status, headers }))
                done()
              },
            }),
          )
        },
        onShellError: reject,
        onError(error) {
          isBroken = true
          console.error(error)
        },
      },
    )
  })
}

export default handleRequest

export const handleError: HandleErrorFunction = (error, { request }) => {
  if (!isExpectedError(error, request)) console.error(error)
}
