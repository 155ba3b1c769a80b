// Storage in an S3-compatible bucket. The server proxies files (the bucket stays private and pages keep one origin);
// browsers are redirected to the bucket for downloads only, and only where it is reachable for them.

import assert from 'node:assert/strict'
import { open, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { openFileCache } from './file-cache.ts'
import type { SignedLinks } from './signed-link.ts'
import {
  attachmentNamed,
  type ByteRange,
  type FileBody,
  FileMissing,
  getContentType,
  isStorageKey,
  type ListedFile,
  type OpenFile,
  type Storage,
  StorageUnavailable,
  type StoredFile,
} from './storage.ts'

export interface S3Settings {
  readonly kind: 's3'
  /** Undefined for Amazon's own, by the region. */
  readonly endpoint: string | undefined
  readonly region: string
  readonly bucket: string
  /** Undefined for the credentials of the machine, such as a role. */
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | undefined
  /** Prefix of every key, so that one bucket can serve several installations; empty, or ending in a slash. */
  readonly prefix: string
  /** URL of the bucket for browsers, to which downloads are redirected. Undefined to proxy everything. */
  readonly publicEndpoint: string | undefined
}

export interface S3Options extends Omit<S3Settings, 'kind'> {
  readonly links: SignedLinks
  /** Folder for local copies of files that native libraries need. */
  readonly cacheFolder: string
}

/** More than S3's minimum of 5 MiB; a part is held in memory, so that it can be sent again. */
const PART_BYTES = 8 * 2 ** 20
const PARTS_AT_ONCE = 3
const UNFINISHED_AFTER_MS = 24 * 60 * 60 * 1000
const CONNECT_PATIENCE_MS = 3000
/** A request without progress for this long has failed. */
const SILENCE_MS = 30_000
/** Minimum interval of write probes, however often the health is checked. */
const PROBE_EVERY_MS = 60_000
const PROBE_KEY = 'private/probe.txt'

interface Bucket {
  readonly client: S3Client
  readonly name: string
  /** The object of a key in the bucket. */
  objectOf(key: string): { Bucket: string; Key: string }
  readonly prefix: string
}

/** Stores files in a bucket, which must exist. */
export function createS3Storage(options: S3Options): Storage {
  const { links, prefix } = options
  const bucket: Bucket = {
    client: createClient(options, options.endpoint),
    name: options.bucket,
    prefix,
    objectOf(key) {
      assert(isStorageKey(key), `not a storage key: ${key}`)
      return { Bucket: options.bucket, Key: prefix + key }
    },
  }
  const publicClient = options.publicEndpoint === undefined ? undefined : createClient(options, options.publicEndpoint)
  const cache = openFileCache(options.cacheFolder)
  let probedAt = Number.NEGATIVE_INFINITY

  return {
    async put(key, body, { contentType }) {
      const object = bucket.objectOf(key)
      assert.equal(contentType, getContentType(key), `the ending of ${key} does not stand for ${contentType}`)
      const { sizeBytes, version } = await store(bucket, { ...object, ContentType: contentType }, body)
      return { key, sizeBytes, contentType, version, modifiedAt: new Date() }
    },
    open: (key, range) => openObject(bucket, key, range),
    stat: (key) => findObject(bucket, key),
    async exists(key) {
      return (await findObject(bucket, key)) !== undefined
    },
    async delete(key) {
      await attempt(bucket, () => bucket.client.send(new DeleteObjectCommand(bucket.objectOf(key))), key).catch(
        (error: unknown) => {
          if (!(error instanceof FileMissing)) throw error
        },
      )
    },
    async localFile(key) {
      const file = await findObject(bucket, key)
      if (!file) throw new FileMissing(key)
      return cache.borrowFile(file, async () => (await openObject(bucket, key)).stream)
    },
    publicUrl(key) {
      assert(isStorageKey(key) && key.startsWith('public/'), `not a public storage key: ${key}`)
      return `/media/${key.slice('public/'.length)}`
    },
    signedUrl(key, linkOptions) {
      assert(isStorageKey(key), `not a storage key: ${key}`)
      return links.sign(key, linkOptions)
    },
    async findDirectUrl(key, { expiresInSeconds, downloadName }) {
      if (!publicClient) return undefined
      const disposition = downloadName === undefined ? 'inline' : attachmentNamed(downloadName)
      const command = new GetObjectCommand({ ...bucket.objectOf(key), ResponseContentDisposition: disposition })
      return await getSignedUrl(publicClient, command, { expiresIn: Math.max(1, Math.floor(expiresInSeconds)) })
    },
    list: (folder) => listObjects(bucket, folder),
    async removeUnfinished(now = Date.now()) {
      return (await abortUnfinished(bucket, now)) + (await cache.removeAbandoned(now))
    },
    async check() {
      if (performance.now() - probedAt < PROBE_EVERY_MS) {
        await attempt(bucket, () => bucket.client.send(new HeadBucketCommand({ Bucket: bucket.name })))
        return
      }
      await store(bucket, { ...bucket.objectOf(PROBE_KEY), ContentType: getContentType(PROBE_KEY) }, Buffer.from('ok'))
      probedAt = performance.now()
    },
    // A bucket has no size limit.
    findFreeBytes: async () => undefined,
  }
}

function createClient({ region, credentials }: S3Options, endpoint: string | undefined): S3Client {
  return new S3Client({
    region,
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
    ...(credentials && { credentials }),
    // Only Amazon supports checksums in trailers; other stores refuse them, or store them as content.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 4,
    requestHandler: { connectionTimeout: CONNECT_PATIENCE_MS, socketTimeout: SILENCE_MS },
  })
}

/** Runs a request. Throws `FileMissing` for a missing object, and `StorageUnavailable` with a message for the owner. */
async function attempt<T>({ name, client }: Bucket, work: () => Promise<T>, key?: string): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Error)) throw error
    const status = (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode
    if (error.name === 'NoSuchBucket' || (status === 404 && key === undefined)) {
      throw new StorageUnavailable(`the bucket ${name} does not exist`, { cause: error })
    }
    if (status === 404 && key !== undefined) throw new FileMissing(key, { cause: error })
    if (status === 401 || status === 403) {
      throw new StorageUnavailable(`the bucket ${name} does not accept the key (${error.name})`, { cause: error })
    }
    const { syscall, code } = error as NodeJS.ErrnoException
    if (status !== undefined || syscall !== undefined || error.name === 'TimeoutError') {
      const place = (await client.config.endpoint?.())?.hostname ?? 'the store'
      const reason = status === undefined ? (code ?? error.name) : `answer ${status} ${error.name}`
      throw new StorageUnavailable(`the bucket ${name} cannot be reached at ${place}: ${reason}`, { cause: error })
    }
    throw error
  }
}

const toVersion = (etag: string | undefined) => (etag ?? '').replace(/^W\/|"/g, '')

interface NewObject {
  readonly Bucket: string
  readonly Key: string
  readonly ContentType: string
}

/** Uploads a part at a time, so that an interrupted request can be repeated. A single part needs no multipart upload. */
async function store(
  bucket: Bucket,
  object: NewObject,
  body: FileBody,
): Promise<{ sizeBytes: number; version: string }> {
  const parts = splitParts(body)
  try {
    const first = (await parts.next()).value ?? Buffer.alloc(0)
    const second = first.length < PART_BYTES ? undefined : (await parts.next()).value
    if (second) return await storeInParts(bucket, object, inOrder([first, second], parts))
    const answer = await attempt(bucket, () => bucket.client.send(new PutObjectCommand({ ...object, Body: first })))
    return { sizeBytes: first.length, version: toVersion(answer.ETag) }
  } finally {
    await parts.return(undefined)
  }
}

async function* inOrder(first: readonly Buffer[], rest: AsyncIterable<Buffer>) {
  yield* first
  yield* rest
}

async function storeInParts({ client, ...bucket }: Bucket, object: NewObject, parts: AsyncIterable<Buffer>) {
  const send = <T>(work: () => Promise<T>) => attempt({ client, ...bucket }, work)
  const { Bucket, Key } = object
  const { UploadId } = await send(() => client.send(new CreateMultipartUploadCommand(object)))
  assert(UploadId, 'a multipart upload has an id')
  const upload = { Bucket, Key, UploadId }
  const done: { PartNumber: number; ETag: string | undefined }[] = []
  const underWay = new Set<Promise<void>>()
  let sizeBytes = 0
  let number = 0
  let failure: { error: unknown } | undefined
  try {
    for await (const part of parts) {
      const PartNumber = ++number
      sizeBytes += part.length
      const sending = send(() => client.send(new UploadPartCommand({ ...upload, PartNumber, Body: part })))
        .then(({ ETag }) => void done.push({ PartNumber, ETag }))
        .catch((error: unknown) => {
          failure ??= { error }
        })
        .finally(() => underWay.delete(sending))
      underWay.add(sending)
      if (underWay.size >= PARTS_AT_ONCE) await Promise.race(underWay)
      if (failure) throw failure.error
    }
    await Promise.all(underWay)
    if (failure) throw failure.error
    const Parts = done.toSorted((a, b) => a.PartNumber - b.PartNumber)
    const answer = await send(() =>
      client.send(new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts } })),
    )
    return { sizeBytes, version: toVersion(answer.ETag) }
  } catch (error) {
    await Promise.all(underWay)
    // Maintenance later aborts an upload that cannot be aborted now.
    await client.send(new AbortMultipartUploadCommand(upload)).catch(() => {})
    throw error
  }
}

async function* splitParts(body: FileBody): AsyncGenerator<Buffer, undefined> {
  if (body instanceof Uint8Array) {
    for (let from = 0; from < body.length; from += PART_BYTES) yield Buffer.from(body.subarray(from, from + PART_BYTES))
  } else if (body instanceof Readable) {
    yield* readParts(body, PART_BYTES)
  } else {
    const { size } = await stat(body.file)
    await using handle = await open(body.file, 'r')
    for (let from = 0; from < size; from += PART_BYTES) {
      const part = Buffer.alloc(Math.min(PART_BYTES, size - from))
      const { bytesRead } = await handle.read(part, 0, part.length, from)
      assert.equal(bytesRead, part.length, `${body.file} became shorter while it was stored`)
      yield part
    }
  }
  return undefined
}

async function findObject(bucket: Bucket, key: string): Promise<StoredFile | undefined> {
  const object = bucket.objectOf(key)
  try {
    const head = await attempt(bucket, () => bucket.client.send(new HeadObjectCommand(object)), key)
    return describeObject(key, head.ContentLength ?? 0, head)
  } catch (error) {
    if (error instanceof FileMissing) return undefined
    throw error
  }
}

function describeObject(
  key: string,
  sizeBytes: number,
  answer: { ETag?: string | undefined; LastModified?: Date | undefined },
): StoredFile {
  const modifiedAt = answer.LastModified ?? new Date(0)
  return { key, sizeBytes, contentType: getContentType(key), version: toVersion(answer.ETag), modifiedAt }
}

async function openObject(bucket: Bucket, key: string, range?: ByteRange): Promise<OpenFile> {
  const object = { ...bucket.objectOf(key), ...(range && { Range: `bytes=${range.start}-${range.end}` }) }
  const outside = `range ${range?.start}-${range?.end} outside of a file`
  const answer = await attempt(bucket, () => bucket.client.send(new GetObjectCommand(object)), key).catch(
    (error: unknown) => {
      const cause = error instanceof Error ? error.cause : undefined
      assert((cause as Error | undefined)?.name !== 'InvalidRange', outside)
      throw error
    },
  )
  const stream = answer.Body
  assert(stream instanceof Readable, 'an object has a body')
  const sizeBytes = range ? Number(answer.ContentRange?.split('/')[1]) : (answer.ContentLength ?? 0)
  if (range && !(range.start <= range.end && range.end < sizeBytes)) {
    stream.destroy()
    assert.fail(`${outside} of ${sizeBytes} bytes`)
  }
  return { ...describeObject(key, sizeBytes, answer), stream }
}

async function* listObjects(bucket: Bucket, folder: string): AsyncGenerator<ListedFile> {
  let ContinuationToken: string | undefined
  do {
    const page = await attempt(bucket, () =>
      bucket.client.send(
        new ListObjectsV2Command({
          Bucket: bucket.name,
          Prefix: `${bucket.prefix}${folder}/`,
          ...(ContinuationToken !== undefined && { ContinuationToken }),
        }),
      ),
    )
    for (const { Key = '', Size = 0, LastModified = new Date(0) } of page.Contents ?? []) {
      const key = Key.slice(bucket.prefix.length)
      if (isStorageKey(key) && key !== PROBE_KEY) yield { key, sizeBytes: Size, modifiedAt: LastModified }
    }
    ContinuationToken = page.IsTruncated ? page.NextContinuationToken : undefined
  } while (ContinuationToken !== undefined)
}

async function abortUnfinished({ client, ...bucket }: Bucket, now: number): Promise<number> {
  // One page of uploads older than an hour is more than processes ever leave behind.
  const listing = new ListMultipartUploadsCommand({ Bucket: bucket.name, Prefix: bucket.prefix })
  const { Uploads = [] } = await attempt({ client, ...bucket }, () => client.send(listing))
  let aborted = 0
  for (const { Key, UploadId, Initiated } of Uploads) {
    if (now - (Initiated?.getTime() ?? now) < UNFINISHED_AFTER_MS) continue
    await client.send(new AbortMultipartUploadCommand({ Bucket: bucket.name, Key, UploadId }))
    aborted++
  }
  return aborted
}

/** Splits `stream` into parts of `partBytes`. Yields a part as soon as it is full. */
async function* readParts(stream: Readable, partBytes: number): AsyncGenerator<Buffer> {
  let gathered: Buffer[] = []
  let size = 0
  for await (const chunk of stream as AsyncIterable<Uint8Array>) {
    let rest = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
    while (size + rest.length >= partBytes) {
      gathered.push(rest.subarray(0, partBytes - size))
      rest = rest.subarray(partBytes - size)
      yield Buffer.concat(gathered)
      gathered = []
      size = 0
    }
    if (rest.length > 0) gathered.push(rest)
    size += rest.length
  }
  if (size > 0) yield Buffer.concat(gathered)
}
