// Renders a page to HTML. Pages are sent whole, with a length: every loader has finished by then.
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
import { type Host, hostContext } from './api/context.ts'
import { isExpectedError } from './api/expected-error.ts'
import { createI18n, provideI18n } from './language/i18n.ts'
import { NonceContext } from './shell/nonce.ts'
import { startsAtOnce, withLateScripts } from './ui/late-start.ts'

/** The texts of the request that is being answered. */
const requestTexts = new AsyncLocalStorage<ReturnType<typeof createI18n>>()
const english = createI18n('en', {})
provideI18n(() => requestTexts.getStore() ?? english)

/** The router that answers page requests; the server has none of its own, because both must be one. */
export const createPageHandler: typeof createRequestHandler = (...build) => {
  const answer = createRequestHandler(...build)
  return (request, context) => {
    const { tag, texts, direction } = (context as RouterContextProvider).get(hostContext).language
    return requestTexts.run(createI18n(tag, texts, direction), () => answer(request, context))
  }
}

/** Called by the server for each page request: the keys of the context live in this bundle, so only it can set them. */
export function createContext(host: Host): RouterContextProvider {
  const context = new RouterContextProvider()
  context.set(hostContext, host)
  return context
}

/** A page that is nothing without its scripts gets them at once; the others are readable without, and pictures come first. */
function beginAtOnce({ staticHandlerContext: { matches } }: EntryContext): boolean {
  return matches.some(({ route }) => route.handle === startsAtOnce)
}

const handleRequest: HandleDocumentRequestFunction = (request, status, headers, entry, context) => {
  headers.set('content-type', 'text/html; charset=utf-8')
  // What a list says about keeping its data is not meant for the page.
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
        // Every boundary stays in its place: without this, React moves larger ones there by script.
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
