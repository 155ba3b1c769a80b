// Keeps responses that are the same for everybody, so that many identical requests cost one query, one rendering and one
// compression.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AppDeps } from '../deps/deps.ts'
import { dataHeaders } from '../http/security-header.ts'
import { createVisitorReader, type Visitor } from '../http/visitor.ts'
import { KeptAnswer, type ReadyAnswer } from './kept-answer.ts'
import { withoutMeasuring } from './measuring-parameter.ts'

const CAPACITY_BYTES = 64 * 1024 * 1024
/** Size of an entry besides its key and its value. */
const ENTRY_BYTES = 200
const LONGEST_KEY = 300
/**
 * Any cache may keep the answer, and has to ask for each use whether it is the current one for this visitor: what another
 * region sees has another entity tag (RFC 9111 §5.2.2.4).
 */
export const KEPT_BY_ANYBODY = 'public, no-cache'

interface Kept<T> {
  readonly value: T
  readonly sizeBytes: number
  readonly until: number
}

/** Values by key, each cached for `keepMs` after it was computed. Simultaneous callers share one computation. */
export class RecentValues<T> {
  readonly #keepMs: number
  readonly #sizeOf: (value: T) => number
  readonly #kept = new Map<string, Kept<T>>()
  #underWay = new Map<string, Promise<T>>()
  #sizeBytes = 0

  /** `keepMs` 0 keeps nothing. A value of size 0 is returned but not cached. */
  constructor(keepMs: number, sizeOf: (value: T) => number) {
    this.#keepMs = keepMs
    this.#sizeOf = sizeOf
  }

  /** The size of what is kept. Values whose time is over count until another one is kept. */
  get sizeBytes(): number {
    return this.#sizeBytes
  }

  /** The value that is kept, if there is one. */
  peek(key: string): T | undefined {
    const kept = this.#kept.get(key)
    return kept && kept.until > performance.now() ? kept.value : undefined
  }

  async get(key: string, make: () => Promise<T>): Promise<T> {
    if (this.#keepMs === 0) return make()
    const kept = this.peek(key)
    if (kept !== undefined) return kept
    const underWay = this.#underWay.get(key)
    if (underWay) return underWay
    const underWayNow = this.#underWay
    const making = make().then((value) => {
      // A value that was begun before `clear` may be out of date.
      if (underWayNow === this.#underWay) this.#keep(key, value)
      return value
    })
    underWayNow.set(key, making)
    try {
      return await making
    } finally {
      underWayNow.delete(key)
    }
  }

  /** Drops all values, including those in progress: later requests get current ones. */
  clear(): void {
    this.#kept.clear()
    this.#sizeBytes = 0
    this.#underWay = new Map()
  }

  #keep(key: string, value: T): void {
    this.#forget(key)
    const valueBytes = this.#sizeOf(value)
    if (valueBytes === 0) return
    const sizeBytes = valueBytes + key.length * 2 + ENTRY_BYTES
    this.#kept.set(key, { value, sizeBytes, until: performance.now() + this.#keepMs })
    this.#sizeBytes += sizeBytes
    // A map remembers the order of arrival, so the first is the oldest, and the first to be over.
    const now = performance.now()
    for (const [oldest, { until }] of this.#kept) {
      if (this.#sizeBytes <= CAPACITY_BYTES && until > now) break
      this.#forget(oldest)
    }
  }

  #forget(key: string): void {
    this.#sizeBytes -= this.#kept.get(key)?.sizeBytes ?? 0
    this.#kept.delete(key)
  }
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * For routes that answer from `RecentAnswers`: what an answer depends on besides the address. It must depend on nothing
     * else: not on cookies, not on the authorization. `page`: on the visitor's region and the host, and not on parameters that
     * only measure visits.
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
  'cache-control': KEPT_BY_ANYBODY,
}

/** What is kept, with the route that made it. */
interface Made {
  readonly value: { readonly sizeBytes: number }
  readonly route: string
}

/** Public answers of the API and pages, kept serialised and compressed until the catalogue changes or their time is over. */
export class RecentAnswers {
  /** Who sends a request. Answers that are kept must not learn it from anything else. */
  readonly visitorOf: (request: IncomingMessage) => Visitor
  readonly #values: RecentValues<Made>
  readonly #deps: Pick<AppDeps, 'countries' | 'publicUrl'>

  constructor(deps: Pick<AppDeps, 'countries' | 'publicUrl' | 'trustedProxies' | 'keepAnswersMs'>) {
    this.#deps = deps
    this.visitorOf = createVisitorReader(deps.trustedProxies)
    this.#values = new RecentValues(deps.keepAnswersMs, ({ value }) => value.sizeBytes)
  }

  /** Drops every response. */
  clear(): void {
    this.#values.clear()
  }

  /** The answer to a request if it is kept and needs no more work. */
  find(request: IncomingMessage): { ready: ReadyAnswer; route: string; visitor: Visitor } | undefined {
    const { method, headers, url = '' } = request
    if (method !== 'GET' && method !== 'HEAD') return undefined
    // A body must be read, and ended when it does not come.
    if (headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined) return undefined
    const visitor = this.visitorOf(request)
    for (const scope of url.startsWith('/api/') ? API_SCOPES : PAGE_SCOPES) {
      const { value, route = '' } = this.#values.peek(this.#keyOf(scope, url, visitor)) ?? {}
      const ready = value instanceof KeptAnswer ? value.pick(headers) : undefined
      if (ready) return { ready, route, visitor }
    }
    return undefined
  }

  /**
   * What `make` gives for this request, or gave a moment ago for another one that its route's `cachedFor` does not distinguish.
   * Of size 0 is what must not be kept.
   */
  async get<T extends { readonly sizeBytes: number }>(request: FastifyRequest, make: () => Promise<T>): Promise<T> {
    const { config, url: route = '' } = request.routeOptions
    assert(config.cachedFor, 'the route does not say for whom its answers are kept')
    const key = this.#keyOf(config.cachedFor, request.url, this.visitorOf(request.raw))
    const made = await this.#values.get(key, async () => ({ value: await make(), route }))
    // A route makes values of one type, and its addresses are its own.
    return made.value as T
  }

  /** Sends what `make` gives as JSON, or gave a moment ago; 304 when the caller has it already. */
  async sendJson(request: FastifyRequest, reply: FastifyReply, make: () => Promise<unknown>): Promise<never> {
    const answer = await this.get(request, async () => {
      const body = reply.serialize((await make()) as object) as string
      return new KeptAnswer({ body, headers: JSON_HEADERS })
    })
    return answer.send(request, reply)
  }

  /** Addresses may be as long as a visitor likes: a hash is kept in the place of a long one. */
  #keyOf(scope: Scope, url: string, visitor: Visitor): string {
    const key = this.#longKeyOf(scope, url, visitor)
    return key.length <= LONGEST_KEY ? key : createHash('sha256').update(key).digest('base64')
  }

  /** Neither headers nor addresses can hold a line break. */
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
export function forgetOnChange(
  { operationFeed, settings }: Pick<AppDeps, 'operationFeed' | 'settings'>,
  kept: { clear(): void },
): () => Promise<void> {
  const stops = [operationFeed.watchCatalogue(() => kept.clear()), settings.watch(() => kept.clear())]
  return async () => {
    for (const stop of stops) stop()
  }
}
