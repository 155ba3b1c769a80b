// Serves the pages: built ones in production, through Vite in development. Pages call the API inside the process. They are
// rendered without a session, from only the URL, origin and region, so that all visitors of a region share one rendering;
// browsers hold the session and add what is personal.

import assert from 'node:assert/strict'
import { hash, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import fastifyStatic from '@fastify/static'
import { ApiError } from '@vitrine/contract/api-error'
import { describeBrandStyle } from '@vitrine/contract/brand-style'
import type { Region } from '@vitrine/contract/routes/store'
import type { BrandSettings, SellerSettings, StorefrontSettings, TagIds } from '@vitrine/contract/settings'
import { choiceCookie, ENGLISH, getPathPrefix, type Language, splitAddress } from '@vitrine/language/language'
import { toNetwork } from '@vitrine/store/accounts/rate-limit'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { createRequestHandler, RouterContextProvider, ServerBuild } from 'react-router'
import type { Providers } from '../deps/current-providers.ts'
import type { BrandPicture } from '../deps/current-settings.ts'
import { type AppDeps, profileGift } from '../deps/deps.ts'
import { listPageLanguages, type PageLanguage, type TextFile } from '../deps/page-language.ts'
import { ConcurrencyLimiter } from '../http/concurrency-limiter.ts'
import { dataHeaders, type PageReach, pageHeaders, runsCheckout, WORKER_POLICY } from '../http/security-header.ts'
import { findRegion, type Visitor } from '../http/visitor.ts'
import { addBrandFiles } from './brand-file.ts'
import { CachedResponse, PUBLIC_REVALIDATED, type ResponseCache, withoutMeasuring } from './response-cache.ts'

/** How pages call the API; the web app wraps it into its typed client. */
type ApiTransport = (request: {
  method: string
  path: string
  body?: unknown
  signal?: AbortSignal
}) => Promise<{ status: number; body: unknown }>

/** Forms posted to pages contain three payment ids, or a name and a password. */
const MAX_POSTED_BYTES = 64 * 1024

/** Concurrent renderings per network; further requests of a network wait, so that they do not delay those of others. */
const PAGES_AT_ONCE = 4
/** High, because many customers of a carrier share one address. */
const MAX_PAGES_WAITING = 500

interface PageHost {
  readonly transport: ApiTransport
  readonly region: Region
  /** Marks the inline scripts of this rendering; see `takeOutNonce`. */
  readonly nonce: string
  readonly publicUrl: string
  readonly brand: BrandSettings
  /** Custom properties of the root element. */
  readonly brandStyle: Readonly<Record<string, string>>
  readonly logo: BrandPicture | null
  /** The default picture for links; null: `/share.png`. */
  readonly sharePicture: BrandPicture | null
  /** Whether icons are pictures: the owner's, or derived from the logo. Otherwise they are the bundled mark. */
  readonly hasOwnIcon: boolean
  readonly storefront: StorefrontSettings
  /** Always with an email address. */
  readonly seller: SellerSettings
  readonly services: {
    readonly hasTextMessages: boolean
    readonly hasGoogle: boolean
    readonly sellsPacks: boolean
  }
  /** Credits for completing the profile of a social account. */
  readonly profileCredits: number
  readonly tags: TagIds
  readonly language: HostLanguage
  /** All languages that visitors can choose, English first. */
  readonly languages: readonly Language[]
}

/** The language of a page, with its texts by id. */
type HostLanguage = Language & {
  readonly texts: PageLanguage['texts']
  /** URLs of the texts for browsers, by area; English ones are in the code. */
  readonly files: Readonly<Record<string, string>>
}

/** The build of the pages, with its router. The keys of the router's context are private to it, so only it can fill one. */
type PageBuild = ServerBuild & { entry: { module: PageModule } }
interface PageModule {
  readonly createPageHandler: typeof createRequestHandler
  createContext(host: PageHost): RouterContextProvider
}

/** A page for one visitor: an error, a redirect, a response to a form. */
interface MomentaryPage {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly cookies: readonly string[]
  readonly body: string
  readonly sizeBytes: 0
}

export async function addPages(app: FastifyInstance, deps: AppDeps, responseCache: ResponseCache): Promise<void> {
  const { pages, countries } = deps
  assert(pages, 'pages need a folder')
  const describeReach = (path: string, providers: Providers): PageReach => ({
    isDevelopment: pages.isDevelopment,
    usesGoogle: providers.signIn?.kind === 'google',
    usesRazorpay: !providers.payments.isSandbox && runsCheckout(path),
    tags: providers.tags,
  })
  const load = pages.isDevelopment ? await startVite(app, pages.folder) : await loadBuild(app, pages.folder)
  const { module: router } = (await load()).entry
  const handlers = new Map<string, ReturnType<typeof createRequestHandler>>()
  /** The router treats a language's prefix as the mount point of the whole store, so links need not contain it. */
  const getPageHandler = (prefix: string) => {
    const known = handlers.get(prefix)
    if (known) return known
    const build = async () => ({ ...(await load()), ...(prefix && { basename: prefix }) })
    const handler = router.createPageHandler(build, pages.isDevelopment ? 'development' : 'production')
    handlers.set(prefix, handler)
    return handler
  }

  addBrandFiles(app, deps)
  addTextFiles(app, deps)
  await app.register(async (scope) => {
    // The router parses bodies itself; this only limits their size.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_POSTED_BYTES }, (_request, body, done) =>
      done(null, body),
    )
    const limiter = new ConcurrencyLimiter({ maxRunning: PAGES_AT_ONCE, maxWaiting: MAX_PAGES_WAITING })
    const render = async (request: FastifyRequest, reply: FastifyReply): Promise<CachedResponse | MomentaryPage> => {
      const visitor = responseCache.visitorOf(request.raw)
      const origin = deps.publicUrl ?? readOrigin(visitor)
      const settings = deps.settings.get()
      const providers = deps.providers.get()
      const region = findRegion(countries, visitor.ip, settings.pricing)
      const nonce = randomBytes(16).toString('hex')
      const api = createTransport(app, visitor.ip)
      const { brand, logo, sharePicture, storefront } = settings
      const hasOwnIcon = (settings.icon ?? logo) !== null
      const seller = { ...settings.seller, email: settings.seller.email || supportMailbox(origin) }
      const { transport } = api
      const services = {
        hasTextMessages: providers.messenger !== undefined,
        hasGoogle: providers.signIn !== undefined,
        sellsPacks: providers.sellsPacks,
      }
      const profileCredits = profileGift(deps)
      const more = { storefront, seller, services, profileCredits }
      const store = { brand, brandStyle: describeBrandStyle(brand), logo, sharePicture, hasOwnIcon, ...more }
      const languages = listPageLanguages(settings)
      const { language, rest } = resolvePageLanguage(request.url, languages)
      const text = { language: { ...language, files: listTextPaths(language) }, languages: languages.map(nameOnly) }
      const host = { transport, region, nonce, publicUrl: origin, ...store, tags: providers.tags, ...text }
      const context = (await load()).entry.module.createContext(host)
      const response = await getPageHandler(getPathPrefix(language))(toWebRequest(request, reply, origin), context)
      // A change during the rendering may have mixed new data with old settings, so the page is rendered again.
      if (isRead(request) && settings !== deps.settings.get()) return render(request, reply)
      const policy = (hashes: InlineScripts['hashes']) => pageHeaders(hashes, describeReach(rest, providers))
      return readPage(response, nonce, policy, isRead(request) && !api.hasFailed())
    }
    scope.all('/*', { config: { cachedFor: 'page' }, schema: { hide: true } }, async (request, reply) => {
      // The standard's `Request` does not allow TRACE, and no client needs it.
      if (request.method === 'TRACE') throw new ApiError('not-found')
      const english = splitAddress(request.url, [ENGLISH])
      if (english && isRead(request)) {
        const cookie = choiceCookie(ENGLISH, request.protocol === 'https')
        return reply.headers({ 'cache-control': 'no-store', 'set-cookie': cookie }).redirect(english.rest, 302)
      }
      // The slot is acquired before the cache lookup: a request for a page that another network's request is already
      // rendering must not wait in that network's queue.
      const slot = limiter.acquire(toNetwork(request.ip))
      if (!slot) throw new ApiError('rate-limited', { retryAfterSeconds: 1 })
      const release = await slot
      const make = () => render(request, reply)
      const page = await (isRead(request) ? responseCache.get(request, make) : make()).finally(release)
      return page instanceof CachedResponse ? page.send(request, reply) : sendPage(page, reply)
    })
  })
}

/** The language of a URL, and the URL without its prefix. */
function resolvePageLanguage(address: string, languages: readonly PageLanguage[]) {
  const found = splitAddress(address, languages)
  const language = languages.find(({ tag }) => tag === (found?.language ?? ENGLISH).tag)
  assert(language, 'English is always offered')
  return { language, rest: found?.rest ?? address }
}

const nameOnly = ({ tag, name, direction }: Language): Language => ({ tag, name, direction })
const listTextPaths = ({ files }: PageLanguage) =>
  Object.fromEntries(Object.entries(files).map(([area, { path }]) => [area, path]))

const isRead = ({ method }: FastifyRequest) => method === 'GET' || method === 'HEAD'

const serverBuild = (folder: string) => join(folder, 'build/server/index.js')

/** Loads the build of the pages, if there is one, while the server waits for the database. */
export function preloadPages(folder: string | undefined): void {
  if (folder === undefined) return
  // Adding the pages reports the error.
  import(pathToFileURL(serverBuild(folder)).href).catch(() => {})
}

async function loadBuild(app: FastifyInstance, folder: string): Promise<() => Promise<PageBuild>> {
  const client = join(folder, 'build/client')
  const server = serverBuild(folder)
  if (!existsSync(server)) throw new Error(`The pages are not built: ${server} is missing.`)
  // Built files have a content hash in their names, and their compressed copies are next to them.
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
  // Revalidated at each visit: its text contains the version of the pages.
  app.get('/sw.js', { schema: { hide: true } }, async (_request, reply) => {
    const path = join(client, 'sw.js')
    if (!existsSync(path)) throw new ApiError('not-found')
    const headers = { 'content-type': 'text/javascript; charset=utf-8', 'content-security-policy': WORKER_POLICY }
    return reply.headers({ ...headers, 'cache-control': 'no-cache' }).send(await readFile(path))
  })
  // The few files with fixed names have one route each, so that they never shadow a page.
  await app.register(fastifyStatic, {
    root: client,
    wildcard: false,
    index: false,
    globIgnore: ['assets/**', 'sw.js', '**/*.br', '**/*.gz', '.vite/**'],
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
  // Vite answers requests for its modules and passes on everything else; the API must bypass it.
  app.use((request, response, next) => {
    if (/^\/(api|files|media|sandbox)(\/|\?|$)/.test(request.url ?? '')) return next()
    return vite.middlewares(request, response, next)
  })
  app.addHook('onClose', () => vite.close())
  return async () => (await vite.ssrLoadModule('virtual:react-router/server-build')) as PageBuild
}

/** The scheme and host of a request, from its trusted proxy or its Host header. */
export function readOrigin({ protocol, host }: Pick<Visitor, 'protocol' | 'host'>): string {
  const origin = URL.parse(`${protocol}://${host}`)?.origin
  if (!origin) throw new ApiError('invalid-input', { issues: [{ path: 'host', message: 'This is not a host name' }] })
  return origin
}

const supportMailbox = (origin: string) => `support@${new URL(origin).hostname.replace(/^www\./, '')}`

/**
 * Calls the API from the visitor's address without a session, whatever the request carries. `hasFailed` tells whether a call was
 * refused, so that a page without its data is not cached.
 */
function createTransport(app: FastifyInstance, ip: string): { transport: ApiTransport; hasFailed: () => boolean } {
  let hasFailed = false
  const transport: ApiTransport = async ({ method, path, body }) => {
    const answer = await app.inject({
      method: method as 'GET',
      url: path,
      remoteAddress: ip,
      ...(body !== undefined && {
        headers: { 'content-type': 'application/json' },
        payload: JSON.stringify(body),
      }),
    })
    hasFailed ||= answer.statusCode >= 400
    const isJson = String(answer.headers['content-type'] ?? '').startsWith('application/json')
    return { status: answer.statusCode, body: isJson ? answer.json() : answer.payload }
  }
  return { transport, hasFailed: () => hasFailed }
}

/** A shared rendering must not see the headers of its first visitor. HEAD is the head of a GET. */
function toWebRequest(request: FastifyRequest, reply: FastifyReply, origin: string): Request {
  const requested = request.raw.url ?? '/'
  // Others may wait for the same page: it is finished even if the first client disconnects, and does not see that client's
  // tracking parameters.
  if (isRead(request)) return new Request(pageAddress(withoutMeasuring(requested), origin))
  const url = pageAddress(requested, origin)
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) {
    for (const single of Array.isArray(value) ? value : [value]) if (single !== undefined) headers.append(name, single)
  }
  const disconnect = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) disconnect.abort()
  })
  const body = Buffer.isBuffer(request.body) ? new Uint8Array(request.body) : null
  return new Request(url, { method: request.method, headers, signal: disconnect.signal, body })
}

/** The URL of a page in this store, whatever the request line says: `//elsewhere/` is a path here, not another host. */
export function pageAddress(requested: string, origin: string): URL {
  if (requested.startsWith('/')) return new URL(origin + requested)
  const { pathname = '/', search = '' } = URL.parse(requested) ?? {}
  return new URL(origin + pathname + search)
}

/** Reads a rendered page. A shareable one is cached if it succeeded and sets no cookies. */
async function readPage(
  response: Response,
  nonce: string,
  policy: (hashes: InlineScripts['hashes']) => Record<string, string>,
  mayBeShared: boolean,
): Promise<CachedResponse | MomentaryPage> {
  const { html: body, hashes } = takeOutNonce(await response.text(), nonce)
  const own = Object.fromEntries([...response.headers].filter(([name]) => name !== 'set-cookie'))
  const cookies = response.headers.getSetCookie()
  const { status } = response
  if (status === 200 && cookies.length === 0 && mayBeShared) {
    return new CachedResponse({ body, headers: { ...policy(hashes), 'cache-control': PUBLIC_REVALIDATED, ...own } })
  }
  const headers = { ...policy(hashes), 'cache-control': 'private, no-cache', ...own }
  return { status, headers, cookies, body, sizeBytes: 0 }
}

/** Sends a page in one piece, so that browsers know its length. */
function sendPage({ status, headers, cookies, body }: MomentaryPage, reply: FastifyReply) {
  reply.code(status).headers(headers)
  if (cookies.length > 0) reply.header('set-cookie', cookies)
  return reply.send(body)
}

interface InlineScripts {
  readonly html: string
  /** In the syntax of content security policies: `sha256-…`, without duplicates. */
  readonly hashes: readonly string[]
}

/**
 * Removes `nonce`, which is known only to this rendering, and returns the hashes of the scripts that carried it. A script
 * injected through user text does not know the nonce and never runs.
 */
export function takeOutNonce(html: string, nonce: string): InlineScripts {
  // React escapes a `>` in attributes, and a `</script` in scripts.
  const marked = new RegExp(`<script(?=[^>]* nonce="${nonce}")[^>]*>([^]*?)</script>`, 'g')
  const hashes = new Set<string>()
  for (const [, script = ''] of html.matchAll(marked)) {
    // Scripts with a URL are empty; they need no hash, because they come from this origin.
    if (script !== '') hashes.add(`sha256-${hash('sha256', script, 'base64')}`)
  }
  return { html: html.replaceAll(` nonce="${nonce}"`, ''), hashes: [...hashes] }
}

const TEXT_FILE_HEADERS = { ...dataHeaders, 'content-type': 'application/json; charset=utf-8' }
/** The URL changes with the contents. */
const FOR_EVER = 'public, max-age=31536000, immutable'

/** The files with the texts of a language, for browsers. */
export function addTextFiles(app: FastifyInstance, { settings }: Pick<AppDeps, 'settings'>): void {
  const answers = new WeakMap<TextFile, CachedResponse>()
  app.get<{ Params: { tag: string; file: string } }>(
    '/texts/:tag/:file',
    { schema: { hide: true } },
    (request, reply) => {
      const { tag, file: name } = request.params
      const language = listPageLanguages(settings.get()).find((each) => each.tag === tag)
      const area = name.slice(0, name.indexOf('-')) as keyof NonNullable<typeof language>['files']
      const file = language && Object.hasOwn(language.files, area) ? language.files[area] : undefined
      if (!file) throw new ApiError('not-found')
      // A page older than a change of the texts, or from a server of another version, gets the current ones.
      if (file.path !== request.url)
        return reply.headers({ ...TEXT_FILE_HEADERS, 'cache-control': 'no-store' }).send(file.body)
      const answer =
        answers.get(file) ??
        new CachedResponse({ body: file.body, headers: { ...TEXT_FILE_HEADERS, 'cache-control': FOR_EVER } })
      answers.set(file, answer)
      return answer.send(request, reply)
    },
  )
}
