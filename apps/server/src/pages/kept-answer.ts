// A response that is the same for many visitors: hashed once, compressed once for each encoding, written without more ado.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { matchesEtag } from '../http/etag.ts'
import { HTTPS_HEADERS } from '../http/security-header.ts'

/** Below this a packed answer is hardly shorter. */
const PACK_FROM_BYTES = 1024
/** Done once for many visitors, but the first of them waits for it. */
const BROTLI_QUALITY = 5
const pack = { br: promisify(brotliCompress), gzip: promisify(gzip) }

/** A response that is the same for everybody with the same key. */
export interface AnswerContent {
  readonly body: string | Buffer
  /** Everything but the length, the encoding and the entity tag; names in lower case. */
  readonly headers: Readonly<Record<string, string>>
}

/** An answer ready to be written; the head has names and values in turn. */
export interface ReadyAnswer {
  readonly status: 200 | 304
  readonly head: readonly string[]
  readonly body: Buffer | undefined
}

type Encoding = keyof typeof pack | 'identity'

/** A response with status 200, hashed once, and compressed once for each encoding that is asked for. */
export class KeptAnswer {
  /** Once for the plain bytes, and about as much again for the compressed ones and the headers. */
  readonly sizeBytes: number
  readonly #etag: string
  readonly #unchanged: ReadyAnswer
  readonly #plain: ReadyAnswer & { readonly body: Buffer }
  readonly #packed: Partial<Record<Encoding, ReadyAnswer>> = {}
  readonly #packing: Partial<Record<Encoding, Promise<void>>> = {}

  constructor({ body, headers }: AnswerContent) {
    const bytes = Buffer.from(body)
    this.sizeBytes = bytes.length * 2
    // Weak, because the same tag stands for the compressed and the plain bytes.
    this.#etag = `W/"${createHash('sha1').update(bytes).digest('base64url')}"`
    const all = { ...headers, etag: this.#etag, vary: 'accept-encoding' }
    // RFC 9110 §15.4.5: no headers about a body that is not sent.
    const { 'content-type': type, ...unchanged } = all as Record<string, string>
    this.#unchanged = { status: 304, head: Object.entries(unchanged).flat(), body: undefined }
    const head = [...Object.entries(all).flat(), 'content-length', String(bytes.length)]
    this.#plain = { status: 200, head, body: bytes }
  }

  /** What to answer to a request with these headers; undefined when that has to be compressed first. */
  pick(headers: IncomingHttpHeaders): ReadyAnswer | undefined {
    if (matchesEtag(headers['if-none-match'], this.#etag)) return this.#unchanged
    const encoding = this.#encodingFor(headers)
    return encoding === 'identity' ? this.#plain : this.#packed[encoding]
  }

  /** Sends it. Routes return what this returns, which stands for no answer of their own (hence `never`). */
  async send(request: FastifyRequest, reply: FastifyReply): Promise<never> {
    const { headers, id } = request
    if (!this.pick(headers)) {
      const encoding = this.#encodingFor(headers)
      this.#packing[encoding] ??= this.#pack(encoding as keyof typeof pack)
      await this.#packing[encoding]
    }
    const ready = this.pick(headers)
    assert(ready, 'it is compressed by now')
    reply.hijack()
    writeAnswer(reply.raw, ready, { id, isHttps: request.protocol === 'https' })
    return undefined as never
  }

  #encodingFor(headers: IncomingHttpHeaders): Encoding {
    return this.#plain.body.length < PACK_FROM_BYTES ? 'identity' : findEncoding(headers['accept-encoding'])
  }

  async #pack(encoding: keyof typeof pack): Promise<void> {
    const plain = this.#plain.body
    const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY }
    const body = await (encoding === 'br' ? pack.br(plain, { params }) : pack.gzip(plain))
    const head = [...this.#plain.head.slice(0, -1), String(body.length), 'content-encoding', encoding]
    this.#packed[encoding] = { status: 200, head, body }
  }
}

/** Writes past the framework, whose header and payload handling costs more than all the rest. */
export function writeAnswer(
  response: ServerResponse,
  { status, head, body }: ReadyAnswer,
  { id, isHttps }: { readonly id: string; readonly isHttps: boolean },
): void {
  response.writeHead(status, head.concat('x-request-id', id, isHttps ? HTTPS_HEADERS : []))
  response.end(body)
}

const encodings = new Map<string, Encoding>()
/** Browsers send a handful of different ones. */
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
