// Caches responses that are the same for every visitor, so that many identical requests cost one query, one rendering and one
// compression.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AppDeps } from '../deps/deps.ts'
import { dataHeaders } from '../http/security-header.ts'
import { createVisitorReader, type Visitor } from '../http/visitor.ts'
import { CachedResponse, type ReadyResponse } from './cached-response.ts'
import { withoutMeasuring } from './measuring-parameter.ts'

const CAPACITY_BYTES = 64 * 1024 * 1024
/** Overhead of an entry besides its key and its value. */
const ENTRY_BYTES = 200
const LONGEST_KEY = 300
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
      const { value, route = '' } = this.#values.peek(this.#keyOf(scope, url, visitor)) ?? {}
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
    const key = this.#keyOf(config.cachedFor, request.url, this.visitorOf(request.raw))
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
  #keyOf(scope: Scope, url: string, visitor: Visitor): string {
    const key = this.#longKeyOf(scope, url, visitor)
    return key.length <= LONGEST_KEY ? key : createHash('sha256').update(key).digest('base64')
  }

  /** Neither headers nor URLs can contain a line break. */
  #longKeyOf(scope: Scope, url: string, { ip, protocol, host }: Visitor): string {
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
