import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type S3Store, startS3Store } from '../../../../tests/s3-store.ts'
import { itBehavesAsStorage, listFolder } from '../../testing/storage-contract.ts'
import { openFileCache } from './file-cache.ts'
import { createS3Storage, type S3Options } from './s3.ts'
import { createSignedLinks } from './signed-link.ts'
import { StorageUnavailable } from './storage.ts'
import { openStorage, readStorageSettings } from './storage-settings.ts'

const links = createSignedLinks('a secret of at least thirty-two bytes')
const video = { contentType: 'video/mp4' }
let store: S3Store
let folder: string
beforeAll(async () => {
  store = await startS3Store()
  folder = await mkdtemp(join(tmpdir(), 'vitrine-s3-'))
})
afterAll(async () => {
  await store.close()
  await rm(folder, { recursive: true })
})

function createStorage(change: Partial<S3Options> = {}) {
  return createS3Storage({
    endpoint: store.url,
    region: 'us-east-1',
    bucket: store.bucket,
    credentials: store.keys,
    // Each test has a part of the bucket to itself.
    prefix: `${randomUUID()}/`,
    publicEndpoint: undefined,
    links,
    cacheFolder: join(folder, randomUUID()),
    ...change,
  })
}

describe('storage in a bucket', () => {
  itBehavesAsStorage(async () => createStorage())

  it('uploads large files in parts, and aborts the parts when interrupted', async () => {
    const storage = createStorage()
    const broken = Readable.from(
      (async function* () {
        for (let n = 0; n < 20; n++) yield Buffer.alloc(2 ** 20)
        throw new Error('connection lost')
      })(),
    )
    await expect(storage.put('private/a.mp4', broken, video)).rejects.toThrow('connection lost')
    expect(await storage.exists('private/a.mp4')).toBe(false)
    expect(store.unfinished.size).toBe(0)
  })

  it('lists more files than fit on one page', async () => {
    const storage = createStorage()
    const keys = Array.from({ length: 230 }, (_, n) => `private/many/${String(n).padStart(3, '0')}.txt`)
    await Promise.all(
      keys.map((key) => storage.put(key, Buffer.from('x'), { contentType: 'text/plain; charset=utf-8' })),
    )
    const listed = await listFolder(storage, 'private/many')
    expect(listed.map(({ key }) => key).toSorted()).toEqual(keys)
  })

  it('downloads a file once for local use, until it changes', async () => {
    const cacheFolder = join(folder, 'fetched')
    const storage = createStorage({ cacheFolder })
    await storage.put('public/a.mp4', Buffer.from('first'), video)
    const both = await Promise.all([storage.localFile('public/a.mp4'), storage.localFile('public/a.mp4')])
    expect(await readdir(join(cacheFolder, 'kept'))).toHaveLength(1)
    await storage.put('public/a.mp4', Buffer.from('second'), video)
    const changed = await storage.localFile('public/a.mp4')
    expect(await readFile(changed.path, 'utf8')).toBe('second')
    for (const { path } of both) expect(await readFile(path, 'utf8')).toBe('first')
    for (const lent of [...both, changed]) await lent.release()
    expect(await readdir(join(cacheFolder, 'lent'))).toEqual([])
  })

  it('opens a file to browsers directly for a short time, under a name of its own', async () => {
    const storage = createStorage({ publicEndpoint: store.url })
    await storage.put('private/video.mp4', Buffer.from('0123456789'), video)
    const url = await storage.findDirectUrl('private/video.mp4', {
      expiresInSeconds: 60,
      downloadName: 'Ours – शादी.mp4',
    })
    const answer = await fetch(String(url), { headers: { range: 'bytes=2-4' } })
    expect(answer.status).toBe(206)
    expect(await answer.text()).toBe('234')
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; .*UTF-8''Ours%20/)
    expect(String(url)).toContain('X-Amz-Expires=60')
    const other = String(url).replace('video.mp4', 'other.mp4')
    expect((await fetch(other)).status).toBe(403)
    expect((await fetch(String(url).replace(/&response-content-disposition=[^&]*/, ''))).status).toBe(403)
    expect((await fetch(String(url).split('?')[0] ?? '')).status).toBe(403)
    expect(await createStorage().findDirectUrl('private/video.mp4', { expiresInSeconds: 60 })).toBeUndefined()
  })

  it('explains what is wrong with its configuration', async () => {
    const credentials = { ...store.keys, secretAccessKey: 'wrong' }
    const cases: [Partial<S3Options>, RegExp][] = [
      [{ bucket: 'elsewhere' }, /the bucket elsewhere does not exist/],
      [{ credentials }, /does not accept the key/],
      [{ endpoint: 'http://127.0.0.1:1' }, /cannot be reached at 127\.0\.0\.1: ECONNREFUSED/],
    ]
    for (const [change, words] of cases) {
      const checking = createStorage(change).check()
      await expect(checking).rejects.toThrow(words)
      await expect(checking).rejects.toThrow(StorageUnavailable)
    }
    await expect(createStorage({ credentials }).stat('private/a.mp4')).rejects.toThrow(StorageUnavailable)
  })

  it('removes leftovers of killed processes after a day', async () => {
    const storage = createStorage()
    await storage.put('private/a.mp4', Buffer.from('x'), video)
    const lent = await storage.localFile('private/a.mp4')
    const yesterday = new Date(Date.now() - 25 * 3_600_000)
    expect(await storage.removeUnfinished()).toBe(0)
    await utimes(lent.path, yesterday, yesterday)
    expect(await storage.removeUnfinished()).toBe(1)
  })
})

describe('copies on this machine', () => {
  it('evict the least recently used, never one in use', async () => {
    const cache = openFileCache(join(folder, 'small'), { maxBytes: 25 })
    const file = (name: string) => ({
      key: `private/${name}.bin`,
      version: '1',
      sizeBytes: 10,
      contentType: 'application/octet-stream',
      modifiedAt: new Date(),
    })
    const fetched: string[] = []
    const borrowFile = (name: string) =>
      cache.borrowFile(file(name), async () => {
        fetched.push(name)
        return Readable.from([Buffer.alloc(10, name)])
      })
    const held = await borrowFile('a')
    const anHourAgo = new Date(Date.now() - 3_600_000)
    await utimes(held.path, anHourAgo, anHourAgo)
    await (await borrowFile('b')).release()
    await (await borrowFile('c')).release()
    expect(await readFile(held.path, 'utf8')).toBe('aaaaaaaaaa')
    await (await borrowFile('b')).release()
    await (await borrowFile('a')).release()
    expect(fetched).toEqual(['a', 'b', 'c', 'a'])
  })
})

describe('the settings of storage', () => {
  const bucket = {
    VITRINE_S3_BUCKET: 'media',
    VITRINE_S3_ENDPOINT: 'https://s3.example.com',
    VITRINE_S3_ACCESS_KEY_ID: 'key',
    VITRINE_S3_SECRET_ACCESS_KEY: 'secret',
    VITRINE_SECRET: 'x'.repeat(32),
  }
  const listProblems = (variables: Record<string, string>) => {
    const problems: string[] = []
    readStorageSettings(variables, problems)
    return problems
  }

  it('are the disk without a bucket, and a bucket with one', async () => {
    expect(readStorageSettings({}, [])).toEqual({ kind: 'disk' })
    expect(readStorageSettings(bucket, [])).toMatchObject({ kind: 's3', bucket: 'media', region: 'us-east-1' })
    expect(listProblems(bucket)).toEqual([])
    const storage = await openStorage({ kind: 'disk' }, { dataFolder: folder, links })
    await expect(storage.check()).resolves.toBeUndefined()
  })

  it('name everything that is wrong', () => {
    const { VITRINE_S3_BUCKET: _, ...noBucket } = bucket
    expect(listProblems(noBucket)).toHaveLength(3)
    const { VITRINE_SECRET: __, ...noSecret } = bucket
    expect(listProblems(noSecret)).toEqual(['VITRINE_SECRET must be set when VITRINE_S3_BUCKET is'])
    const wrong = { ...bucket, VITRINE_S3_ENDPOINT: 's3.example.com', VITRINE_S3_PREFIX: '/x' }
    expect(listProblems(wrong).map((problem) => problem.split(' ', 1)[0])).toEqual([
      'VITRINE_S3_ENDPOINT',
      'VITRINE_S3_PREFIX',
    ])
  })
})
