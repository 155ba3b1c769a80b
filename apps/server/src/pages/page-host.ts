// Serves the pages: built ones in production, through Vite in development. Pages call the API inside the process.
import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import fastifyStatic from '@fastify/static'
import { ApiError } from '@vitrine/contract/api-error'
import type { Region } from '@vitrine/contract/region'
import type { TagIds } from '@vitrine/contract/tags'
import { networkOf } from '@vitrine/shop/accounts/network'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createRequestHandler, type RouterContextProvider, type ServerBuild } from 'react-router'
import type { AppDeps } from '../deps/deps.ts'
import { FairTurns } from '../http/fair-turns.ts'
import { findRegion } from '../http/region.ts'
import { type PageReach, pageHeaders, runsCheckout, WORKER_POLICY } from '../http/security-header.ts'
import { forgetOnChange, RecentValues } from './recent-answer.ts'

/** How pages call the API; the web app wraps it into its typed client. */
export type ApiTransport = (request: {
  method: string
  path: string
  body?: unknown
  token?: string
  signal?: AbortSignal
}) => Promise<{ status: number; body: unknown }>

/** Forms that are posted to pages say a payment's three ids, or a name and a password. */
const MAX_POSTED_BYTES = 64 * 1024

/** Pages that one network has made at the same time; its further requests wait, so that those of others are not behind them. */
const PAGES_AT_ONCE = 4
/** Many customers of a carrier share one address. */
const MAX_PAGES_WAITING = 500

interface PageHost {
  readonly transport: ApiTransport
  readonly region: Region
  readonly nonce: string
  readonly publicUrl: string
  readonly contactEmail: string
  readonly socialLinks: readonly string[]
  readonly tags: TagIds
}

/** The build of the pages. The keys of the router's context live inside it, so only it can fill one. */
type PageBuild = ServerBuild & { entry: { module: { createContext(host: PageHost): RouterContextProvider } } }

/** A page as it was rendered, with the nonce that stands in its scripts. */
interface Page {
  readonly status: number
  readonly headers: readonly (readonly [string, string])[]
  readonly cookies: readonly string[]
  readonly body: string
  readonly nonce: string
}

export async function addPages(app: FastifyInstance, deps: AppDeps): Promise<void> {
  const { pages, countries, inrPerUsd, publicUrl } = deps
  assert(pages, 'pages need a folder')
  const reachOf = (path: string): PageReach => ({
    isDevelopment: pages.isDevelopment,
    usesGoogle: deps.signIn.kind === 'google',
    usesRazorpay: !deps.payments.isSandbox && runsCheckout(path),
    tags: deps.tags,
  })
  const load = pages.isDevelopment ? await startVite(app, pages.folder) : await loadBuild(app, pages.folder)
  const answer = createRequestHandler(load, pages.isDevelopment ? 'development' : 'production')

  for (const asked of ['/favicon.ico', '/apple-touch-icon.png', '/apple-touch-icon-precomposed.png']) {
    // Files that browsers request whatever a page names.
    app.get(asked, { schema: { hide: true } }, (_request, reply) => reply.redirect('/favicon.svg', 301))
  }
  await app.register(async (scope) => {
    // The router takes bodies apart itself; here they are only kept from filling the memory.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_POSTED_BYTES }, (_request, body, done) =>
      done(null, body),
    )
    const recent = new RecentValues<Page>(deps.keepAnswersMs, weigh)
    const turns = new FairTurns({ atOnce: PAGES_AT_ONCE, maxWaiting: MAX_PAGES_WAITING })
    scope.addHook('onClose', forgetOnChange(deps, recent))
    scope.all('/*', { schema: { hide: true } }, async (request, reply) => {
      // The standard's `Request` cannot be made of a TRACE, which nobody needs.
      if (request.method === 'TRACE') throw new ApiError('not-found')
      const origin = publicUrl ?? originOf(request)
      const region = findRegion(countries, request.ip, inrPerUsd)
      const nonce = randomBytes(16).toString('hex')
      const render = async () => {
        const transport = transportOf(app, request)
        const contactEmail = deps.contactEmail ?? supportMailbox(origin)
        const { socialLinks, tags } = deps
        const host = { transport, region, nonce, publicUrl: origin, contactEmail, socialLinks, tags }
        const context = (await load()).entry.module.createContext(host)
        return readPage(await answer(toWebRequest(request, reply, origin), context), nonce)
      }
      // Everything a page depends on: its address, the visitor's region, and whatever their browser remembers.
      const known = [request.url, origin, region.country_code2, request.headers.cookie ?? ''].join(' ')
      // Addresses and cookies may be long, and each visitor brings other ones: a hash is kept in their place.
      const key = createHash('sha256').update(known).digest('base64')
      // The turn is taken before the cache lookup: a request for a page that another network's request is already
      // rendering must not wait in that network's queue.
      const turn = turns.take(networkOf(request.ip))
      if (!turn) throw new ApiError('rate-limited', { retryAfterSeconds: 1 })
      const endTurn = await turn
      const page = await (request.method === 'GET' ? recent.get(key, render) : render()).finally(endTurn)
      reply.headers(pageHeaders(nonce, reachOf(request.url)))
      return sendPage(page, nonce, reply)
    })
  })
}

/** The memory that a page takes; 0 for pages that must not be shared between visitors. */
function weigh({ status, cookies, body }: Page): number {
  return status === 200 && cookies.length === 0 ? body.length * 2 : 0
}

async function loadBuild(app: FastifyInstance, folder: string): Promise<() => Promise<PageBuild>> {
  const client = join(folder, 'build/client')
  const server = join(folder, 'build/server/index.js')
  if (!existsSync(server)) throw new Error(`The pages are not built: ${server} is missing.`)
  // Built files have a content hash in their names, and their compressed copies are beside them.
  await app.register(fastifyStatic, {
    root: join(client, 'assets'),
    prefix: '/assets/',
    immutable: true,
    maxAge: '1y',
    preCompressed: true,
    decorateReply: false,
    schemaHide: true,
    setHeaders: (reply) => void reply.header('content-security-policy', WORKER_POLICY),
  })
  // The few files with fixed names (icon, robots.txt): one route each, so that they never shadow a page.
  await app.register(fastifyStatic, {
    root: client,
    wildcard: false,
    index: false,
    globIgnore: ['assets/**', '**/*.br', '**/*.gz', '.vite/**'],
    maxAge: '1h',
    decorateReply: false,
    schemaHide: true,
  })
  const build = (await import(pathToFileURL(server).href)) as PageBuild
  return async () => build
}

async function startVite(app: FastifyInstance, folder: string): Promise<() => Promise<PageBuild>> {
  const [{ createServer }, { default: middie }] = await Promise.all([import('vite'), import('@fastify/middie')])
  const vite = await createServer({
    root: folder,
    configFile: join(folder, 'vite.config.ts'),
    server: { middlewareMode: true, hmr: { server: app.server } },
    appType: 'custom',
  })
  await app.register(middie)
  // Vite answers requests for its modules and passes on everything else; the API is none of its business.
  app.use((request, response, next) => {
    if (/^\/(api|files|media|sandbox)(\/|\?|$)/.test(request.url ?? '')) return next()
    return vite.middlewares(request, response, next)
  })
  app.addHook('onClose', () => vite.close())
  return async () => (await vite.ssrLoadModule('virtual:react-router/server-build')) as PageBuild
}

/** The scheme and host a request was sent to, as its proxy (if it is a trusted one) or its Host header says. */
export function originOf(request: FastifyRequest): string {
  const origin = URL.parse(`${request.protocol}://${request.host}`)?.origin
  if (!origin) throw new ApiError('invalid-input', { issues: [{ path: 'host', message: 'This is not a host name' }] })
  return origin
}

const supportMailbox = (origin: string) => `support@${new URL(origin).hostname.replace(/^www\./, '')}`

/** Calls the API as the visitor would: from the visitor's address. */
function transportOf(app: FastifyInstance, request: FastifyRequest): ApiTransport {
  const { 'user-agent': userAgent, 'accept-language': language } = request.headers
  return async ({ method, path, body, token }) => {
    const answer = await app.inject({
      method: method as 'GET',
      url: path,
      remoteAddress: request.ip,
      headers: {
        ...(userAgent && { 'user-agent': userAgent }),
        ...(language && { 'accept-language': language }),
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { payload: JSON.stringify(body) }),
    })
    const isJson = String(answer.headers['content-type'] ?? '').startsWith('application/json')
    return { status: answer.statusCode, body: isJson ? answer.json() : answer.payload }
  }
}

function toWebRequest(request: FastifyRequest, reply: FastifyReply, origin: string): Request {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) {
    for (const single of Array.isArray(value) ? value : [value]) if (single !== undefined) headers.append(name, single)
  }
  const { method } = request
  const url = pageAddress(request.raw.url ?? '/', origin)
  // Others may be waiting for the same page: it is finished although the first client is gone.
  if (method === 'GET' || method === 'HEAD') return new Request(url, { method, headers })
  const gone = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) gone.abort()
  })
  const body = Buffer.isBuffer(request.body) ? new Uint8Array(request.body) : null
  return new Request(url, { method, headers, signal: gone.signal, body })
}

/** The address of a page on this shop, whatever the request line says: `//elsewhere/` is a path here, not another host. */
export function pageAddress(requested: string, origin: string): URL {
  if (requested.startsWith('/')) return new URL(origin + requested)
  const { pathname = '/', search = '' } = URL.parse(requested) ?? {}
  return new URL(origin + pathname + search)
}

async function readPage(response: Response, nonce: string): Promise<Page> {
  const headers = [...response.headers].filter(([name]) => name !== 'set-cookie')
  return {
    status: response.status,
    headers,
    cookies: response.headers.getSetCookie(),
    body: await response.text(),
    nonce,
  }
}

/** Sends a page whole, as browsers then know its length, with this request's nonce in the place of the one it was made with. */
function sendPage({ status, headers, cookies, body, nonce: rendered }: Page, nonce: string, reply: FastifyReply) {
  reply.code(status).header('cache-control', 'private, no-cache')
  for (const [name, value] of headers) reply.header(name, value)
  if (cookies.length > 0) reply.header('set-cookie', cookies)
  return reply.send(rendered === nonce ? body : body.replaceAll(rendered, nonce))
}
