// An S3 server in memory with the functions that the store uses: objects, ranges, lists, multipart uploads. It checks every
// signature, so that unsigned requests are rejected.
import { createHash, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { findSignatureFault, type Keys } from './s3-signature.ts'

interface StoredObject {
  readonly body: Buffer
  readonly etag: string
  readonly type: string
  readonly at: Date
}

interface PartialObject {
  readonly key: string
  readonly type: string
  readonly at: Date
  readonly parts: Map<number, StoredObject>
}

export interface S3Store {
  readonly url: string
  readonly bucket: string
  readonly keys: Keys
  /** Of the bucket, by name. */
  readonly objects: ReadonlyMap<string, StoredObject>
  /** Uploads in parts that are not complete, by id. */
  readonly unfinished: ReadonlyMap<string, PartialObject>
  close(): Promise<void>
}

const STATUS: Readonly<Record<string, number>> = {
  NoSuchKey: 404,
  NoSuchBucket: 404,
  NoSuchUpload: 404,
  InvalidRange: 416,
  InvalidPart: 400,
  EntityTooSmall: 400,
  InvalidArgument: 400,
  NotImplemented: 501,
  MethodNotAllowed: 405,
}
const LEAST_PART_BYTES = 5 * 2 ** 20
const PAGE = 100

class Fault extends Error {
  readonly code: string
  constructor(code: string) {
    super(code)
    this.code = code
  }
}

/** Starts an object store with one empty bucket on a free port of this machine. */
export async function startS3Store(bucket = 'media'): Promise<S3Store> {
  const keys: Keys = { accessKeyId: 'test-key', secretAccessKey: randomUUID() }
  const shelf = new Shelf(bucket)
  const server = createServer((request, response) => {
    void serve(shelf, keys, request, response).catch(() => response.destroy())
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bucket,
    keys,
    objects: shelf.objects,
    unfinished: shelf.unfinished,
    async close() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}

async function serve(shelf: Shelf, keys: Keys, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await buffer(request)
  try {
    const payload = String(request.headers['x-amz-content-sha256'] ?? '')
    if (payload.startsWith('STREAMING-')) throw new Fault('NotImplemented')
    const fault = findSignatureFault(request, body, keys)
    if (fault) throw new Fault(fault)
    answer(shelf, request, body, response)
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    const text = `<Error><Code>${error.code}</Code><Message>${error.code}</Message></Error>`
    response.writeHead(STATUS[error.code] ?? 403, { 'content-type': 'application/xml' })
    response.end(request.method === 'HEAD' ? undefined : text)
  }
}

function answer(shelf: Shelf, request: IncomingMessage, body: Buffer, response: ServerResponse): void {
  const url = new URL(request.url ?? '/', 'http://store')
  const query = url.searchParams
  const [, bucket = '', ...rest] = url.pathname.split('/')
  if (bucket !== shelf.bucket) throw new Fault('NoSuchBucket')
  const key = decodeURIComponent(rest.join('/'))
  const type = String(request.headers['content-type'] ?? 'binary/octet-stream')
  const xml = (text: string) => response.writeHead(200, { 'content-type': 'application/xml' }).end(text)
  const uploadId = query.get('uploadId')

  if (key === '') {
    if (request.method === 'HEAD') response.writeHead(200).end()
    else if (query.has('uploads')) xml(shelf.listUnfinished(query.get('prefix') ?? ''))
    else if (query.get('list-type') === '2') xml(shelf.list(query.get('prefix') ?? '', query.get('continuation-token')))
    else throw new Fault('NotImplemented')
  } else if (request.method === 'GET' || request.method === 'HEAD') {
    give(shelf.get(key), request, query, response)
  } else if (request.method === 'PUT' && uploadId !== null) {
    const etag = shelf.putPart(uploadId, Number(query.get('partNumber')), body)
    response.writeHead(200, { etag }).end()
  } else if (request.method === 'PUT') {
    response.writeHead(200, { etag: shelf.put(key, body, type) }).end()
  } else if (request.method === 'POST' && query.has('uploads')) {
    xml(`<InitiateMultipartUploadResult><UploadId>${shelf.begin(key, type)}</UploadId></InitiateMultipartUploadResult>`)
  } else if (request.method === 'POST' && uploadId !== null) {
    const etag = shelf.complete(uploadId, String(body))
    xml(`<CompleteMultipartUploadResult><ETag>${escapeXml(etag)}</ETag></CompleteMultipartUploadResult>`)
  } else if (request.method === 'DELETE') {
    if (uploadId !== null) shelf.abort(uploadId)
    else shelf.delete(key)
    response.writeHead(204).end()
  } else {
    throw new Fault('MethodNotAllowed')
  }
}

function give(object: StoredObject, request: IncomingMessage, query: URLSearchParams, response: ServerResponse): void {
  const { body, etag, at } = object
  const headers = {
    etag,
    'last-modified': at.toUTCString(),
    'content-type': query.get('response-content-type') ?? object.type,
    'accept-ranges': 'bytes',
    ...(query.has('response-content-disposition') && {
      'content-disposition': query.get('response-content-disposition') ?? '',
    }),
  }
  const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? []
  if (first === undefined) {
    response.writeHead(200, { ...headers, 'content-length': body.length })
    response.end(request.method === 'HEAD' ? undefined : body)
    return
  }
  const start = Number(first)
  if (start >= body.length) throw new Fault('InvalidRange')
  const end = Math.min(Number(last), body.length - 1)
  const part = body.subarray(start, end + 1)
  const range = `bytes ${start}-${end}/${body.length}`
  response.writeHead(206, { ...headers, 'content-range': range, 'content-length': part.length }).end(part)
}

/** What the object store holds. */
class Shelf {
  readonly bucket: string
  readonly objects = new Map<string, StoredObject>()
  readonly unfinished = new Map<string, PartialObject>()

  constructor(bucket: string) {
    this.bucket = bucket
  }

  get(key: string): StoredObject {
    const object = this.objects.get(key)
    if (!object) throw new Fault('NoSuchKey')
    return object
  }

  put(key: string, body: Buffer, type: string): string {
    const etag = createEtag(body)
    this.objects.set(key, { body, etag, type, at: new Date() })
    return etag
  }

  delete(key: string): void {
    this.objects.delete(key)
  }

  list(prefix: string, token: string | null): string {
    const keys = [...this.objects.keys()].filter((key) => key.startsWith(prefix) && key > (token ?? '')).sort()
    const page = keys.slice(0, PAGE)
    const contents = page.map((key) => {
      const { body, at } = this.get(key)
      return `<Contents><Key>${escapeXml(key)}</Key><Size>${body.length}</Size><LastModified>${at.toISOString()}</LastModified></Contents>`
    })
    const more =
      keys.length > PAGE ? `<NextContinuationToken>${escapeXml(page.at(-1) ?? '')}</NextContinuationToken>` : ''
    return `<ListBucketResult><IsTruncated>${keys.length > PAGE}</IsTruncated>${more}${contents.join('')}</ListBucketResult>`
  }

  listUnfinished(prefix: string): string {
    const uploads = [...this.unfinished]
      .filter(([, { key }]) => key.startsWith(prefix))
      .map(([id, { key, at }]) => {
        return `<Upload><Key>${escapeXml(key)}</Key><UploadId>${id}</UploadId><Initiated>${at.toISOString()}</Initiated></Upload>`
      })
    return `<ListMultipartUploadsResult><IsTruncated>false</IsTruncated>${uploads.join('')}</ListMultipartUploadsResult>`
  }

  begin(key: string, type: string): string {
    const id = randomUUID()
    this.unfinished.set(id, { key, type, at: new Date(), parts: new Map() })
    return id
  }

  putPart(uploadId: string, number: number, body: Buffer): string {
    if (!(number >= 1 && number <= 10_000)) throw new Fault('InvalidArgument')
    const part = { body, etag: createEtag(body), type: '', at: new Date() }
    this.#upload(uploadId).parts.set(number, part)
    return part.etag
  }

  complete(uploadId: string, order: string): string {
    const { key, type, parts } = this.#upload(uploadId)
    const requested = [...order.matchAll(/<PartNumber>(\d+)<\/PartNumber>/g)].map(([, number]) => Number(number))
    const bodies = requested.map((number, index) => {
      const part = parts.get(number)
      if (!part) throw new Fault('InvalidPart')
      if (index < requested.length - 1 && part.body.length < LEAST_PART_BYTES) throw new Fault('EntityTooSmall')
      return part.body
    })
    this.unfinished.delete(uploadId)
    return this.put(key, Buffer.concat(bodies), type)
  }

  abort(uploadId: string): void {
    this.#upload(uploadId)
    this.unfinished.delete(uploadId)
  }

  #upload(uploadId: string): PartialObject {
    const upload = this.unfinished.get(uploadId)
    if (!upload) throw new Fault('NoSuchUpload')
    return upload
  }
}

const createEtag = (body: Buffer) => `"${createHash('md5').update(body).digest('hex')}"`
const escapeXml = (text: string) => text.replace(/[<>&"]/g, (c) => `&#${c.charCodeAt(0)};`)
