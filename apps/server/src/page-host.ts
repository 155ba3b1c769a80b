// Serves the pages: built ones in production, through Vite in development. Pages ask the API without leaving the process.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pathToFileURL } from 'node:url'
import fastifyStatic from '@fastify/static'
import { Refusal } from '@vitrine/contract/refusal'
import type { Region } from '@vitrine/contract/region'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createRequestHandler, type RouterContextProvider, type ServerBuild } from 'react-router'
import type { AppDeps } from './deps.ts'
import { findRegion } from './region.ts'
import { GOOGLE_OPENER_POLICY, pagePolicy } from './security-header.ts'

/** How pages call the API; agreed with the web app, which wraps it into its typed client. */
export type ApiTransport = (request: {
  method: string
  path: string
  body?: unknown
  token?: string
  signal?: AbortSignal
}) => Promise<{ status: number; body: unknown }>

interface PageHost {
  readonly transport: ApiTransport
  readonly region: Region
  readonly nonce: string
  readonly publicUrl: string
}

/** The build of the pages. The keys of the router's context live inside it, so only it can fill one. */
type PageBuild = ServerBuild & { entry: { module: { createContext(host: PageHost): RouterContextProvider } } }

export async function addPages(app: FastifyInstance, deps: AppDeps): Promise<void> {
  const { pages, countries, inrPerUsd, publicUrl } = deps
  const usesGoogle = deps.signIn.kind === 'google'
  assert(pages, 'pages need a folder')
  const load = pages.isDevelopment ? await startVite(app, pages.folder) : await loadBuild(app, pages.folder)
  const answer = createRequestHandler(load, pages.isDevelopment ? 'development' : 'production')

  await app.register(async (scope) => {
    // The router reads the raw body itself.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
    scope.all('/*', { schema: { hide: true } }, async (request, reply) => {
      const origin = publicUrl ?? originOf(request)
      const nonce = randomBytes(16).toString('base64')
      const build = await load()
      const context = build.entry.module.createContext({
        transport: transportOf(app, request),
        region: findRegion(countries, request.ip, inrPerUsd),
        nonce,
        publicUrl: origin,
      })
      const response = await answer(toWebRequest(request, reply, origin), context)
      reply.header('content-security-policy', pagePolicy(nonce, pages.isDevelopment, usesGoogle))
      if (usesGoogle) reply.header('cross-origin-opener-policy', GOOGLE_OPENER_POLICY)
      return sendWebResponse(response, reply)
    })
  })
}

async function loadBuild(app: FastifyInstance, folder: string): Promise<() => Promise<PageBuild>> {
  const client = join(folder, 'build/client')
  const server = join(folder, 'build/server/index.js')
  if (!existsSync(server)) throw new Error(`The pages are not built: ${server} is missing.`)
  // Built files carry a hash of their content in their name, and lie beside their compressed copies.
  await app.register(fastifyStatic, {
    root: join(client, 'assets'),
    prefix: '/assets/',
    immutable: true,
    maxAge: '1y',
    preCompressed: true,
    decorateReply: false,
    schemaHide: true,
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
function originOf(request: FastifyRequest): string {
  const origin = URL.parse(`${request.protocol}://${request.host}`)?.origin
  if (!origin) throw new Refusal('invalid-input', { issues: [{ path: 'host', message: 'This is not a host name' }] })
  return origin
}

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
  const gone = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) gone.abort()
  })
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) {
    for (const single of Array.isArray(value) ? value : [value]) if (single !== undefined) headers.append(name, single)
  }
  const hasBody = request.method !== 'GET' && request.method !== 'HEAD'
  return new Request(new URL(request.raw.url ?? '/', origin), {
    method: request.method,
    headers,
    signal: gone.signal,
    ...(hasBody && { body: Readable.toWeb(request.raw) as ReadableStream, duplex: 'half' }),
  } as RequestInit)
}

/** Sends a page whole: it is small, and browsers then know its length. */
async function sendWebResponse(response: Response, reply: FastifyReply): Promise<FastifyReply> {
  reply.code(response.status)
  if (!response.headers.has('cache-control')) reply.header('cache-control', 'private, no-cache')
  for (const [name, value] of response.headers) if (name !== 'set-cookie') reply.header(name, value)
  const cookies = response.headers.getSetCookie()
  if (cookies.length > 0) reply.header('set-cookie', cookies)
  return reply.send(response.body ? Buffer.from(await response.arrayBuffer()) : undefined)
}
