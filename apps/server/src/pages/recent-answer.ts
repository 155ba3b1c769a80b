// Caches responses that are the same for everybody for a moment, so that many identical requests cost one query, one
// rendering and one compression.
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AppDeps } from '../deps/deps.ts'
import { matchesEtag } from '../http/etag.ts'

const CAPACITY_BYTES = 32 * 1024 * 1024
/** Size of an entry besides its key and its value. */
const ENTRY_BYTES = 200
/** Below this a packed answer is hardly shorter. */
const PACK_FROM_BYTES = 1024
const pack = { br: promisify(brotliCompress), gzip: promisify(gzip) }

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

  async get(key: string, make: () => Promise<T>): Promise<T> {
    if (this.#keepMs === 0) return make()
    const kept = this.#kept.get(key)
    if (kept && kept.until > performance.now()) return kept.value
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
    // A map remembers the order of arrival, so the first is the oldest.
    for (const oldest of this.#kept.keys()) {
      if (this.#sizeBytes <= CAPACITY_BYTES) break
      this.#forget(oldest)
    }
  }

  #forget(key: string): void {
    this.#sizeBytes -= this.#kept.get(key)?.sizeBytes ?? 0
    this.#kept.delete(key)
  }
}

interface JsonAnswer {
  readonly body: Buffer
  readonly etag: string
  readonly packed: Map<keyof typeof pack, Promise<Buffer>>
}

/** Public JSON answers, kept serialised and compressed. */
export class RecentJson {
  readonly #answers: RecentValues<JsonAnswer>

  constructor(keepMs: number) {
    // Once for the plain bytes, and about as much again for the packed ones and the bookkeeping.
    this.#answers = new RecentValues(keepMs, ({ body }) => body.length * 2)
  }

  /** Drops every response. */
  clear(): void {
    this.#answers.clear()
  }

  /**
   * Returns a GET with what `make` gives, or gave a moment ago for the same key (the address unless given). The answer
   * must not depend on who asks. Sends 304 when the caller has it already. Routes return what this returns, which stands
   * for no answer of their own (hence `never`): it is sent.
   */
  async send(
    request: FastifyRequest,
    reply: FastifyReply,
    make: () => Promise<unknown>,
    { key = request.url, cacheControl = 'public, no-cache' } = {},
  ): Promise<never> {
    const answer = await this.#answers.get(key, async () => {
      const body = Buffer.from(reply.serialize((await make()) as object) as string)
      // Weak, because the same tag stands for the compressed and the plain bytes.
      return { body, etag: `W/"${createHash('sha1').update(body).digest('base64url')}"`, packed: new Map() }
    })
    reply.headers({ etag: answer.etag, 'cache-control': cacheControl, vary: 'accept-encoding' })
    if (matchesEtag(request.headers['if-none-match'], answer.etag)) return reply.code(304).send() as never
    reply.type('application/json; charset=utf-8')
    const encoding = answer.body.length < PACK_FROM_BYTES ? undefined : findEncoding(request)
    if (!encoding) return reply.send(answer.body) as never
    return reply.header('content-encoding', encoding).send(await packOnce(answer, encoding)) as never
  }
}

/** Clears the caches whenever the catalogue changes. Returns a function that stops this, for shutdown. */
export function forgetOnChange(
  { operationFeed }: Pick<AppDeps, 'operationFeed'>,
  kept: { clear(): void },
): () => Promise<void> {
  const stop = operationFeed.watchCatalogue(() => kept.clear())
  return async () => stop()
}

function packOnce({ body, packed }: JsonAnswer, encoding: keyof typeof pack): Promise<Buffer> {
  const ready = packed.get(encoding)
  if (ready) return ready
  const params = { [constants.BROTLI_PARAM_QUALITY]: 5 }
  const packing = encoding === 'br' ? pack.br(body, { params }) : pack.gzip(body)
  packed.set(encoding, packing)
  return packing
}

function findEncoding(request: FastifyRequest): keyof typeof pack | undefined {
  const accepted = String(request.headers['accept-encoding'] ?? '')
    .split(',')
    .map((part) => part.trim().split(/\s*;\s*q=/))
    .filter(([, quality]) => quality === undefined || Number(quality) > 0)
    .map(([name]) => name)
  if (accepted.includes('br')) return 'br'
  return accepted.includes('gzip') ? 'gzip' : undefined
}
