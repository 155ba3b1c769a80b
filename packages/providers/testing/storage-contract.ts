// Contract tests of storages, run against each implementation by its own test file.
import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { FileMissing, type ListedFile, type Storage } from '../src/storage/storage.ts'

const photo = { contentType: 'image/jpeg' }
const binary = { contentType: 'application/octet-stream' }

type CreateStorage = () => Promise<Storage>

/** The whole list of a folder. */
export async function listFolder(storage: Storage, folder: string): Promise<ListedFile[]> {
  const listed: ListedFile[] = []
  for await (const file of storage.list(folder)) listed.push(file)
  return listed
}

export function itBehavesAsStorage(createStorage: CreateStorage): void {
  itKeepsContent(createStorage)
  itListsAndGrows(createStorage)
  itGuardsKeys(createStorage)
}

function itKeepsContent(createStorage: CreateStorage): void {
  it('returns what was stored, from a buffer, a stream or a file', async () => {
    const storage = await createStorage()
    const bytes = randomBytes(300_000)
    const folder = await mkdtemp(join(tmpdir(), 'vitrine-storage-contract-'))
    try {
      const file = join(folder, 'photo')
      await writeFile(file, bytes)
      await storage.put('private/a/buffer.jpg', bytes, photo)
      await storage.put('private/a/stream.jpg', Readable.from([bytes.subarray(0, 1000), bytes.subarray(1000)]), photo)
      const stored = await storage.put('private/a/file.jpg', { file }, photo)
      expect(stored).toMatchObject({ key: 'private/a/file.jpg', sizeBytes: 300_000, contentType: 'image/jpeg' })
      expect(await readFile(file)).toEqual(bytes)
      for (const key of ['private/a/buffer.jpg', 'private/a/stream.jpg', 'private/a/file.jpg']) {
        const opened = await storage.open(key)
        expect(opened.sizeBytes).toBe(300_000)
        expect((await buffer(opened.stream)).equals(bytes)).toBe(true)
      }
    } finally {
      await rm(folder, { recursive: true })
    }
  })

  it('opens byte ranges, first and last byte included', async () => {
    const storage = await createStorage()
    await storage.put('private/digits.txt', Buffer.from('0123456789'), { contentType: 'text/plain; charset=utf-8' })
    const read = async (start: number, end: number) =>
      String(await buffer((await storage.open('private/digits.txt', { start, end })).stream))
    expect(await read(0, 0)).toBe('0')
    expect(await read(3, 5)).toBe('345')
    expect(await read(9, 9)).toBe('9')
    await expect(storage.open('private/digits.txt', { start: 5, end: 10 })).rejects.toThrow(/outside of a file/)
  })

  it('replaces a file and changes its version, while an open reader keeps the old content', async () => {
    const storage = await createStorage()
    const first = await storage.put('private/video.mp4', Buffer.from('first'), { contentType: 'video/mp4' })
    const opened = await storage.open('private/video.mp4')
    const second = await storage.put('private/video.mp4', Buffer.from('other'), { contentType: 'video/mp4' })
    expect(second.version).not.toBe(first.version)
    expect(String(await buffer(opened.stream))).toBe('first')
    expect(String(await buffer((await storage.open('private/video.mp4')).stream))).toBe('other')
  })

  it('keeps the old file when writing the new one is interrupted', async () => {
    const storage = await createStorage()
    await storage.put('private/video.mp4', Buffer.from('whole'), { contentType: 'video/mp4' })
    const broken = Readable.from(
      (async function* () {
        yield Buffer.from('ha')
        throw new Error('connection lost')
      })(),
    )
    await expect(storage.put('private/video.mp4', broken, { contentType: 'video/mp4' })).rejects.toThrow(
      'connection lost',
    )
    expect(String(await buffer((await storage.open('private/video.mp4')).stream))).toBe('whole')
  })

  it('reports a missing file, and deletes idempotently', async () => {
    const storage = await createStorage()
    await storage.put('private/gone.jpg', Buffer.from('x'), photo)
    expect(await storage.exists('private/gone.jpg')).toBe(true)
    await storage.delete('private/gone.jpg')
    await storage.delete('private/gone.jpg')
    expect(await storage.exists('private/gone.jpg')).toBe(false)
    expect(await storage.stat('private/gone.jpg')).toBeUndefined()
    await expect(storage.open('private/gone.jpg')).rejects.toThrow(FileMissing)
    await expect(storage.localFile('private/gone.jpg')).rejects.toThrow(FileMissing)
    await storage.put('private/folder/a.jpg', Buffer.from('x'), photo)
    expect(await storage.stat('private/folder/a.jpg/b.jpg')).toBeUndefined()
  })

  it('provides a file as a local path', async () => {
    const storage = await createStorage()
    await storage.put('public/poster.webp', Buffer.from('poster'), { contentType: 'image/webp' })
    const { path, release } = await storage.localFile('public/poster.webp')
    expect(await readFile(path, 'utf8')).toBe('poster')
    await release()
  })
}

function itListsAndGrows(createStorage: CreateStorage): void {
  it('lists the files in a folder and below it, and no others', async () => {
    const storage = await createStorage()
    for (const key of ['private/videos/a.jpg', 'private/videos/deep/b.jpg', 'private/videos-of-others/c.jpg']) {
      await storage.put(key, Buffer.from('four'), photo)
    }
    const listed = await listFolder(storage, 'private/videos')
    expect(listed.map(({ key }) => key).toSorted()).toEqual(['private/videos/a.jpg', 'private/videos/deep/b.jpg'])
    for (const { sizeBytes, modifiedAt } of listed) {
      expect(sizeBytes).toBe(4)
      expect(Math.abs(Date.now() - modifiedAt.getTime())).toBeLessThan(60 * 60 * 1000)
    }
    expect(await listFolder(storage, 'private/nothing')).toEqual([])
  })

  it('stores a large video from a stream of unknown length', async () => {
    const storage = await createStorage()
    const block = randomBytes(1_000_003)
    const blocks = Array.from({ length: 20 }, () => block)
    const stored = await storage.put('private/large.mp4', Readable.from(blocks), { contentType: 'video/mp4' })
    expect(stored.sizeBytes).toBe(20 * block.length)
    const start = 7 * block.length - 2
    const read = await buffer((await storage.open('private/large.mp4', { start, end: start + 5 })).stream)
    expect(read.equals(Buffer.concat([block.subarray(-2), block.subarray(0, 4)]))).toBe(true)
    const lent = await storage.localFile('private/large.mp4')
    expect((await readFile(lent.path)).equals(Buffer.concat(blocks))).toBe(true)
    await lent.release()
  })

  it('keeps an empty file', async () => {
    const storage = await createStorage()
    expect((await storage.put('private/empty.bin', Buffer.alloc(0), binary)).sizeBytes).toBe(0)
    expect(await buffer((await storage.open('private/empty.bin')).stream)).toHaveLength(0)
  })
}

function itGuardsKeys(createStorage: CreateStorage): void {
  it('rejects keys with .., hidden parts, escapes or non-ASCII, and extensions that contradict the content', async () => {
    const storage = await createStorage()
    const keys = [
      '../secret.jpg',
      'private/../../secret.jpg',
      'private/..',
      'private//a.jpg',
      'private/.hidden.jpg',
      '/etc/passwd',
      'private/a\0.jpg',
      'private/a\\b.jpg',
      'private/ä.jpg',
      'elsewhere/a.jpg',
      `private/${'a'.repeat(200)}.jpg`,
    ]
    for (const key of keys) {
      await expect(storage.put(key, Buffer.from('x'), photo), key).rejects.toThrow(/not a storage key/)
      await expect(storage.open(key), key).rejects.toThrow(/not a storage key/)
      expect(() => storage.signedUrl(key, { expiresInSeconds: 60 }), key).toThrow(/not a storage key/)
    }
    await expect(storage.put('private/a.png', Buffer.from('x'), photo)).rejects.toThrow(/does not stand for/)
  })

  it('gives public files a lasting URL and never a private one', async () => {
    const storage = await createStorage()
    expect(storage.publicUrl('public/abc.mp4')).toMatch(/\/media\/abc\.mp4$/)
    expect(() => storage.publicUrl('private/abc.mp4')).toThrow(/not a public/)
  })

  it('passes its self-test', async () => {
    const storage = await createStorage()
    await expect(storage.check()).resolves.toBeUndefined()
  })
}
