// Caches responses that are the same for every visitor, so that many identical requests cost one query, one rendering and one
// compression.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AppDeps } from '../deps/deps.ts'
import { dataHeaders, HTTPS_HEADERS } from '../http/security-header.ts'
import { createVisitorReader, type Visitor } from '../http/visitor.ts'

const CAPACITY_BYTES = 64 * 1024 * 1024
/** Overhead of an entry besides its key and its value. */
const ENTRY_BYTES = 200
const MAX_KEY_LENGTH = 300
/**
 * Any cache may store the response but must revalidate each use: another region's response has another entity tag (RFC 9111
 * §5.2.2.4).
 */
export const PUBLIC_REVALIDATED = 'public, no-cache'

interface Entry<T> {
  readonly value: T
  readonly sizeBytes: number
  readonly until: number
}

/** Values by key, each cached for `ttlMs` after it was computed. Simultaneous callers share one computation. */
export class ExpiringCache<T> {
  readonly #ttlMs: number
  readonly #sizeOf: (value: T) => number
  readonly #entries = new Map<string, Entry<T>>()
  #pending = new Map<string, Promise<T>>()
  #sizeBytes = 0

  /** `ttlMs` 0 turns the cache off. A value of size 0 is returned but not cached. */
  constructor(ttlMs: number, sizeOf: (value: T) => number) {
    this.#ttlMs = ttlMs
    this.#sizeOf = sizeOf
  }

  /** Expired entries count toward the size until the next insert. */
  get sizeBytes(): number {
    return this.#sizeBytes
  }

  /** The cached value; undefined when there is none or it has expired. */
  peek(key: string): T | undefined {
    const entry = this.#entries.get(key)
    return entry && entry.until > performance.now() ? entry.value : undefined
  }

  /** The cached value, or what `make` returns. Coalesces concurrent calls for one key. */
  async get(key: string, make: () => Promise<T>): Promise<T> {
    if (this.#ttlMs === 0) return make()
    const cached = this.peek(key)
    if (cached !== undefined) return cached
    const pending = this.#pending.get(key)
    if (pending) return pending
    const pendingNow = this.#pending
    const making = make().then((value) => {
      // A computation that started before `clear` may be out of date.
      if (pendingNow === this.#pending) this.#insert(key, value)
      return value
    })
    pendingNow.set(key, making)
    try {
      return await making
    } finally {
      pendingNow.delete(key)
    }
  }

  /** Drops all values, including those in progress: later requests get current ones. */
  clear(): void {
    this.#entries.clear()
    this.#sizeBytes = 0
    this.#pending = new Map()
  }

  #insert(key: string, value: T): void {
    this.#forget(key)
    const valueBytes = this.#sizeOf(value)
    if (valueBytes === 0) return
    const sizeBytes = valueBytes + key.length * 2 + ENTRY_BYTES
    this.#entries.set(key, { value, sizeBytes, until: performance.now() + this.#ttlMs })
    this.#sizeBytes += sizeBytes
    // A map iterates in insertion order, so the first entry expires first.
    const now = performance.now()
    for (const [oldest, { until }] of this.#entries) {
      if (this.#sizeBytes <= CAPACITY_BYTES && until > now) break
      this.#forget(oldest)
    }
  }

  #forget(key: string): void {
    this.#sizeBytes -= this.#entries.get(key)?.sizeBytes ?? 0
    this.#entries.delete(key)
  }
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * For routes that answer from `ResponseCache`: the inputs of the response besides the URL. It must not depend on anything
     * else, such as cookies or the authorization. `page`: on the visitor's region and the host, but not on tracking parameters.
     */
    readonly cachedFor?: 'everybody' | 'region' | 'page'
  }
}

type Scope = 'everybody' | 'region' | 'page'
const API_SCOPES = ['everybody', 'region'] as const
const PAGE_SCOPES = ['page'] as const

const JSON_HEADERS = {
  ...dataHeaders,
  'content-type': 'application/json; charset=utf-8',
  'cache-control': PUBLIC_REVALIDATED,
}

/** A cached value and the route that made it. */
interface RouteValue {
  readonly value: { readonly sizeBytes: number }
  readonly route: string
}

/** Public responses of the API and pages, serialised and compressed, until the catalogue changes or they expire. */
export class ResponseCache {
  /** The client of a request. Cached responses must not use any other source for it. */
  readonly visitorOf: (request: IncomingMessage) => Visitor
  readonly #values: ExpiringCache<RouteValue>
  readonly #deps: Pick<AppDeps, 'countries' | 'publicUrl'>

  constructor(deps: Pick<AppDeps, 'countries' | 'publicUrl' | 'trustedProxies' | 'responseCacheMs'>) {
    this.#deps = deps
    this.visitorOf = createVisitorReader(deps.trustedProxies)
    this.#values = new ExpiringCache(deps.responseCacheMs, ({ value }) => value.sizeBytes)
  }

  /** Drops every response. */
  clear(): void {
    this.#values.clear()
  }

  /** The response to a request if it is cached and ready to be written. */
  find(request: IncomingMessage): { ready: ReadyResponse; route: string; visitor: Visitor } | undefined {
    const { method, headers, url = '' } = request
    if (method !== 'GET' && method !== 'HEAD') return undefined
    // A body must be read, with a deadline.
    if (headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined) return undefined
    const visitor = this.visitorOf(request)
    for (const scope of url.startsWith('/api/') ? API_SCOPES : PAGE_SCOPES) {
      const { value, route = '' } = this.#values.peek(this.#buildKey(scope, url, visitor)) ?? {}
      const ready = value instanceof CachedResponse ? value.pick(headers) : undefined
      if (ready) return { ready, route, visitor }
    }
    return undefined
  }

  /**
   * The cached value for this request, or what `make` returns. Requests share a value unless the route's `cachedFor`
   * distinguishes them. A value of size 0 is not cached.
   */
  async get<T extends { readonly sizeBytes: number }>(request: FastifyRequest, make: () => Promise<T>): Promise<T> {
    const { config, url: route = '' } = request.routeOptions
    assert(config.cachedFor, 'the route does not say what its cached responses depend on')
    const key = this.#buildKey(config.cachedFor, request.url, this.visitorOf(request.raw))
    const cached = await this.#values.get(key, async () => ({ value: await make(), route }))
    // A route makes values of one type, and no other route shares its URLs.
    return cached.value as T
  }

  /** Sends the cached value, or what `make` returns, as JSON; 304 when the client has it. */
  async sendJson(request: FastifyRequest, reply: FastifyReply, make: () => Promise<unknown>): Promise<never> {
    const answer = await this.get(request, async () => {
      const body = reply.serialize((await make()) as object) as string
      return new CachedResponse({ body, headers: JSON_HEADERS })
    })
    return answer.send(request, reply)
  }

  /** A visitor can send a URL of any length, so a long key is replaced by its hash. */
  #buildKey(scope: Scope, url: string, visitor: Visitor): string {
    const key = this.#buildLongKey(scope, url, visitor)
    return key.length <= MAX_KEY_LENGTH ? key : createHash('sha256').update(key).digest('base64')
  }

  /** Neither headers nor URLs can contain a line break. */
  #buildLongKey(scope: Scope, url: string, { ip, protocol, host }: Visitor): string {
    if (scope === 'everybody') return url
    const { countries, publicUrl } = this.#deps
    // An unknown country counts as the United States, as in `findRegion`.
    const country = countries.findCountry(ip) ?? 'US'
    if (scope === 'region') return `${country}\n${url}`
    return `${country}\n${publicUrl ?? `${protocol}://${host}`}\n${withoutMeasuring(url)}`
  }
}

/** Clears the caches whenever the catalogue or the settings change. Returns a function that stops this, for shutdown. */
export function clearOnChange(
  { operationFeed, settings }: Pick<AppDeps, 'operationFeed' | 'settings'>,
  cache: { clear(): void },
): () => Promise<void> {
  const stops = [operationFeed.watchCatalogue(() => cache.clear()), settings.watch(() => cache.clear())]
  return async () => {
    for (const stop of stops) stop()
  }
}

// Tracking parameters that advertisers, social networks and mailing services append to links. Only scripts in the browser read
// them, from the address bar; no page of the store does.

/** Names as the services document them. An encoded or unusual spelling only costs a separate rendering. */
const MEASURING = new RegExp(
  `^(?:utm_\\w+|${[
    // Google: clicks, and cross-domain linking.
    'gclid|gclsrc|dclid|gbraid|wbraid|gad_source|gad_campaignid|srsltid|_ga|_gl',
    // Meta, Microsoft, TikTok, X, LinkedIn, Pinterest, Reddit, Snapchat, Yandex.
    'fbclid|igsh|igshid|msclkid|ttclid|twclid|li_fat_id|epik|rdt_cid|ScCid|yclid',
    // Mailchimp, HubSpot.
    'mc_cid|mc_eid|_hsenc|_hsmi',
  ].join('|')})(?:=|$)`,
)

/** The URL of a page without tracking parameters; everything else stays unchanged and in place. */
export function withoutMeasuring(url: string): string {
  const start = url.indexOf('?')
  if (start === -1) return url
  const parameters = url.slice(start + 1).split('&')
  const remaining = parameters.filter((parameter) => !MEASURING.test(parameter))
  if (remaining.length === parameters.length) return url
  return remaining.length > 0 ? `${url.slice(0, start)}?${remaining.join('&')}` : url.slice(0, start)
}

// A response that many visitors share: hashed once, compressed once per encoding, written without the framework.

/** Compression gains little below this. */
const COMPRESS_FROM_BYTES = 1024
/** Compressed once for many visitors, but the first of them waits for it. */
const BROTLI_QUALITY = 5
const compress = { br: promisify(brotliCompress), gzip: promisify(gzip) }

/** A response that is the same for all requests with the same key. */
interface ResponseContent {
  readonly body: string | Buffer
  /** All headers but length, encoding and entity tag; names in lower case. */
  readonly headers: Readonly<Record<string, string>>
}

/** A response ready to be written; `head` alternates names and values. */
interface ReadyResponse {
  readonly status: 200 | 304
  readonly head: readonly string[]
  readonly body: Buffer | undefined
}

type Encoding = keyof typeof compress | 'identity'

/** A response with status 200, hashed once, and compressed once for each requested encoding. */
export class CachedResponse {
  /** The plain bytes, and about as much again for the compressed ones and the headers. */
  readonly sizeBytes: number
  readonly #etag: string
  readonly #unchanged: ReadyResponse
  readonly #plain: ReadyResponse & { readonly body: Buffer }
  readonly #compressed: Partial<Record<Encoding, ReadyResponse>> = {}
  readonly #compressing: Partial<Record<Encoding, Promise<void>>> = {}

  constructor({ body, headers }: ResponseContent) {
    const bytes = Buffer.from(body)
    this.sizeBytes = bytes.length * 2
    // Weak, because the same tag stands for the compressed and the plain bytes.
    this.#etag = `W/"${createHash('sha1').update(bytes).digest('base64url')}"`
    const all = { ...headers, etag: this.#etag, vary: 'accept-encoding' }
    // RFC 9110 §15.4.5: a 304 has no headers about a body.
    const { 'content-type': type, ...unchanged } = all as Record<string, string>
    this.#unchanged = { status: 304, head: Object.entries(unchanged).flat(), body: undefined }
    const head = [...Object.entries(all).flat(), 'content-length', String(bytes.length)]
    this.#plain = { status: 200, head, body: bytes }
  }

  /** The response to a request with these headers; undefined when it must first be compressed. */
  pick(headers: IncomingHttpHeaders): ReadyResponse | undefined {
    if (matchesEtag(headers['if-none-match'], this.#etag)) return this.#unchanged
    const encoding = this.#encodingFor(headers)
    return encoding === 'identity' ? this.#plain : this.#compressed[encoding]
  }

  /** Sends it. Routes return this, so that they have no response body of their own (hence `never`). */
  async send(request: FastifyRequest, reply: FastifyReply): Promise<never> {
    const { headers, id } = request
    if (!this.pick(headers)) {
      const encoding = this.#encodingFor(headers)
      this.#compressing[encoding] ??= this.#compress(encoding as keyof typeof compress)
      await this.#compressing[encoding]
    }
    const ready = this.pick(headers)
    assert(ready, 'it is compressed by now')
    reply.hijack()
    writeResponse(reply.raw, ready, { id, isHttps: request.protocol === 'https' })
    return undefined as never
  }

  #encodingFor(headers: IncomingHttpHeaders): Encoding {
    return this.#plain.body.length < COMPRESS_FROM_BYTES ? 'identity' : findEncoding(headers['accept-encoding'])
  }

  async #compress(encoding: keyof typeof compress): Promise<void> {
    const plain = this.#plain.body
    const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY }
    const body = await (encoding === 'br' ? compress.br(plain, { params }) : compress.gzip(plain))
    const head = [...this.#plain.head.slice(0, -1), String(body.length), 'content-encoding', encoding]
    this.#compressed[encoding] = { status: 200, head, body }
  }
}

/** Bypasses the framework, whose header and payload handling costs more than everything else. */
export function writeResponse(
  response: ServerResponse,
  { status, head, body }: ReadyResponse,
  { id, isHttps }: { readonly id: string; readonly isHttps: boolean },
): void {
  response.writeHead(status, head.concat('x-request-id', id, isHttps ? HTTPS_HEADERS : []))
  response.end(body)
}

const encodings = new Map<string, Encoding>()
/** Browsers send only a few different ones. */
const MAX_ENCODINGS = 100

/** The best encoding that an Accept-Encoding header allows. */
function findEncoding(header: string | string[] | undefined): Encoding {
  const text = String(header ?? '')
  const known = encodings.get(text)
  if (known) return known
  const accepted = text
    .split(',')
    .map((part) => part.trim().split(/\s*;\s*q=/))
    .filter(([, quality]) => quality === undefined || Number(quality) > 0)
    .map(([name]) => name)
  const found = (['br', 'gzip'] as const).find((name) => accepted.includes(name)) ?? 'identity'
  if (encodings.size < MAX_ENCODINGS && text.length < 100) encodings.set(text, found)
  return found
}

/** Whether If-None-Match contains this tag, so that 304 is enough, by weak comparison (RFC 9110 §13.1.2). */
export function matchesEtag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  const opaque = etag.replace(/^W\//, '')
  return header.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === opaque)
}
