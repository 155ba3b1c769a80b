// A response that many visitors share: hashed once, compressed once per encoding, written without the framework.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { matchesEtag } from '../http/etag.ts'
import { HTTPS_HEADERS } from '../http/security-header.ts'

/** Compression gains little below this. */
const COMPRESS_FROM_BYTES = 1024
/** Compressed once for many visitors, but the first of them waits for it. */
const BROTLI_QUALITY = 5
const compress = { br: promisify(brotliCompress), gzip: promisify(gzip) }

/** A response that is the same for all requests with the same key. */
export interface ResponseContent {
  readonly body: string | Buffer
  /** All headers but length, encoding and entity tag; names in lower case. */
  readonly headers: Readonly<Record<string, string>>
}

/** A response ready to be written; `head` alternates names and values. */
export interface ReadyResponse {
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
const MOST_ENCODINGS = 100

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
  if (encodings.size < MOST_ENCODINGS && text.length < 100) encodings.set(text, found)
  return found
}
