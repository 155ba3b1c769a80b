// Routes of stored files: public ones by their hash, immutable; private ones by a signed link until it expires.
import { ApiError } from '@vitrine/contract/api-error'
import { attachmentNamed, type ByteRange, isStorageKey } from '@vitrine/providers/storage'
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'
import type { AppDeps } from '../deps/deps.ts'
import { createFontCopies } from '../media/font.ts'
import { createScaledPictures } from '../media/picture.ts'
import { matchesEtag } from '../pages/response-cache.ts'

const ONE_YEAR_SECONDS = 365 * 24 * 60 * 60

/** Lifetime of a link to the bucket itself. Browsers follow it at once; this also lets them resume an interrupted download. */
const DIRECT_LINK_SECONDS = 5 * 60

/** Content security policy of a file opened in its own tab: it can load nothing else. */
const FILE_POLICY =
  "default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox"

interface Presentation {
  readonly cacheControl: string
  readonly downloadName?: string | undefined
  readonly headers?: Readonly<Record<string, string>>
}

export function addFileRoutes(app: FastifyInstance, deps: AppDeps): void {
  // Not compressed: ranges refer to the bytes of the file itself.
  const method: HTTPMethods[] = ['GET', 'HEAD']
  const options = { method, compress: false as const, schema: { hide: true } }

  const scaled = createScaledPictures(deps.storage)
  const fonts = createFontCopies(deps.storage)
  app.route<{ Params: { '*': string }; Querystring: { w?: unknown; part?: unknown } }>({
    ...options,
    url: '/media/*',
    handler: async (request, reply) => {
      const key = `public/${request.params['*']}`
      const { w: width, part } = request.query
      const cacheControl = `public, max-age=${ONE_YEAR_SECONDS}, immutable`
      if (/\.(ttf|otf)$/.test(key)) {
        // A browser without Brotli gets the whole font, which is more than it requested.
        const copy = acceptsBrotli(request)
          ? await fonts.findKey(key, part === undefined ? part : String(part))
          : undefined
        const headers = { vary: 'accept-encoding', ...(copy !== undefined && { 'content-encoding': 'br' }) }
        return sendFile(deps, copy ?? key, request, reply, { cacheControl, headers })
      }
      const found = width === undefined ? key : await scaled.findKey(key, Number(width))
      return sendFile(deps, found, request, reply, { cacheControl })
    },
  })

  const { links } = deps
  if (!links) return
  app.route<{ Params: { '*': string }; Querystring: Record<string, unknown> }>({
    ...options,
    url: '/files/*',
    handler: async (request, reply) => {
      const key = request.params['*']
      const check = links.check(key, request.query)
      if (check.outcome === 'forged') throw new ApiError('not-found')
      if (check.outcome === 'expired') {
        throw new ApiError('forbidden', { expired: true }, 'This link has expired. Open the page again for a new one.')
      }
      const secondsLeft = Math.max(0, Math.floor((check.expiresAt.getTime() - Date.now()) / 1000))
      // Only downloads: files that a page shows or draws must come from its own origin.
      if (check.downloadName !== undefined && isStorageKey(key)) {
        const expiresInSeconds = Math.min(secondsLeft, DIRECT_LINK_SECONDS)
        const url = await deps.storage.findDirectUrl(key, { expiresInSeconds, downloadName: check.downloadName })
        if (url !== undefined) return reply.header('cache-control', 'no-store').redirect(url, 302)
      }
      return sendFile(deps, key, request, reply, {
        cacheControl: `private, max-age=${secondsLeft}`,
        downloadName: check.downloadName,
      })
    },
  })
}

/** Whether a response may be compressed with Brotli. Ranges count bytes of the file itself. */
function acceptsBrotli({ headers }: FastifyRequest): boolean {
  const accepted = String(headers['accept-encoding'] ?? '').split(',')
  return headers.range === undefined && accepted.some((each) => /^\s*br\s*(;\s*q=(1|0\.\d*[1-9]).*)?$/i.test(each))
}

async function sendFile(
  { storage }: AppDeps,
  key: string,
  request: FastifyRequest,
  reply: FastifyReply,
  { cacheControl, downloadName, headers }: Presentation,
): Promise<FastifyReply> {
  const file = isStorageKey(key) ? await storage.stat(key) : undefined
  if (!file) throw new ApiError('not-found')
  const etag = `"${file.version}"`
  reply.headers({
    etag,
    'cache-control': cacheControl,
    'accept-ranges': 'bytes',
    'content-type': file.contentType,
    'content-security-policy': FILE_POLICY,
    'content-disposition': downloadName === undefined ? 'inline' : attachmentNamed(downloadName),
    ...headers,
  })
  if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send()

  // If-Range: a player that holds the beginning of another version must get the whole new one.
  const { 'if-range': ifRange, range: rangeHeader } = request.headers
  const range = readByteRange(ifRange === undefined || ifRange === etag ? rangeHeader : undefined, file.sizeBytes)
  if (range === 'unsatisfiable') {
    return reply
      .code(416)
      .headers({ 'content-range': `bytes */${file.sizeBytes}`, 'content-type': 'application/json; charset=utf-8' })
      .removeHeader('content-disposition')
      .send({ ...new ApiError('invalid-input', {}, 'The file is shorter than that').toBody() })
  }
  if (range !== 'whole') {
    reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${file.sizeBytes}`)
  }
  reply.header('content-length', range === 'whole' ? file.sizeBytes : range.end - range.start + 1)
  if (request.method === 'HEAD') return reply.send()
  const { stream } = await storage.open(key, range === 'whole' ? undefined : range)
  // A visitor who leaves in the middle of a video must not keep the file open.
  request.raw.once('close', () => stream.destroy())
  return reply.send(stream)
}

// Parses the HTTP Range header (RFC 9110 §14).

/**
 * The range of a request. `whole`: none, several, or an unknown unit, which the standard allows a server to ignore.
 * `unsatisfiable`: it begins after the end of the file.
 */
export function readByteRange(header: string | undefined, sizeBytes: number): ByteRange | 'whole' | 'unsatisfiable' {
  const parts = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '')
  if (!parts) return 'whole'
  const [, first = '', last = ''] = parts
  if (first === '') {
    if (last === '') return 'whole'
    // A suffix range: the last bytes of the file.
    const length = Math.min(Number(last), sizeBytes)
    return length === 0 ? 'unsatisfiable' : { start: sizeBytes - length, end: sizeBytes - 1 }
  }
  const start = Number(first)
  const end = last === '' ? sizeBytes - 1 : Math.min(Number(last), sizeBytes - 1)
  if (last !== '' && Number(last) < start) return 'whole'
  return start >= sizeBytes ? 'unsatisfiable' : { start, end }
}
