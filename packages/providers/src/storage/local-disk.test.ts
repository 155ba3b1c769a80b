import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { itBehavesAsStorage, listFolder } from '../../testing/storage-contract.ts'
import { createLocalDiskStorage } from './local-disk.ts'
import { createSignedLinks } from './signed-link.ts'
import { findFileEnding, publicKey } from './storage.ts'

const secret = 'a secret of at least thirty-two bytes'
let root: string
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'vitrine-disk-'))
})
afterAll(() => rm(root, { recursive: true }))

async function createStorage() {
  const directory = await mkdtemp(join(root, 'files-'))
  return createLocalDiskStorage({ directory, links: createSignedLinks(secret) })
}

describe('storage on the local disk', () => {
  itBehavesAsStorage(createStorage)

  it('leaves nothing behind when a write is interrupted, and removes leftovers of killed processes after a day', async () => {
    const directory = await mkdtemp(join(root, 'files-'))
    const storage = createLocalDiskStorage({ directory, links: createSignedLinks(secret) })
    await storage.put('private/a.txt', Buffer.from('x'), { contentType: 'text/plain; charset=utf-8' })
    await expect(
      storage.put('private/b.jpg', { file: join(root, 'no-such-file') }, { contentType: 'image/jpeg' }),
    ).rejects.toThrow('ENOENT')
    expect(await readdir(join(directory, 'unfinished'))).toEqual([])

    await mkdir(join(directory, 'unfinished'), { recursive: true })
    await writeFile(join(directory, 'unfinished', 'old'), 'x')
    await writeFile(join(directory, 'unfinished', 'young'), 'x')
    const twoDaysAgo = new Date(Date.now() - 2 * 86_400_000)
    await utimes(join(directory, 'unfinished', 'old'), twoDaysAgo, twoDaysAgo)
    expect(await storage.removeUnfinished()).toBe(1)
    expect(await readdir(join(directory, 'unfinished'))).toEqual(['young'])
    const links = createSignedLinks(secret)
    expect(await createLocalDiskStorage({ directory: join(root, 'never-made'), links }).removeUnfinished()).toBe(0)
  })

  it('lists nothing but files that have a key', async () => {
    const directory = await mkdtemp(join(root, 'listed-'))
    const storage = createLocalDiskStorage({ directory, links: createSignedLinks(secret) })
    await storage.put('private/videos/a.mp4', Buffer.from('x'), { contentType: 'video/mp4' })
    await writeFile(join(directory, 'private/videos', 'no key'), 'x')
    const listed = await listFolder(storage, 'private/videos')
    expect(listed.map(({ key }) => key)).toEqual(['private/videos/a.mp4'])
    expect(await storage.findFreeBytes()).toBeGreaterThan(0)
  })

  it('names public content by its hash', () => {
    expect(publicKey('0'.repeat(64), 'video/mp4')).toBe(`public/${'0'.repeat(64)}.mp4`)
    expect(() => publicKey('abc', 'video/mp4')).toThrow(/SHA-256/)
    expect(findFileEnding('application/x-msdownload')).toBeUndefined()
  })
})

describe('signed links', () => {
  const key = 'private/renders/video.mp4'
  const start = Date.UTC(2026, 0, 1)
  let time = start
  const links = createSignedLinks(secret, { now: () => time })
  const readQuery = (url: string) => Object.fromEntries(new URL(url, 'http://localhost').searchParams)

  it('open their file until they expire', () => {
    time = start
    const url = links.sign(key, { expiresInSeconds: 600 })
    expect(url).toMatch(/^\/files\/private\/renders\/video\.mp4\?/)
    expect(links.check(key, readQuery(url))).toMatchObject({ outcome: 'valid', downloadName: undefined })
    time = start + 449_000
    expect(links.check(key, readQuery(url)).outcome).toBe('valid')
    time = start + 600_000
    expect(links.check(key, readQuery(url)).outcome).toBe('expired')
  })

  it('stay the same within a quarter of their life, so that caches can answer', () => {
    time = start
    const first = links.sign(key, { expiresInSeconds: 600 })
    time = start + 149_000
    expect(links.sign(key, { expiresInSeconds: 600 })).toBe(first)
    time = start + 151_000
    expect(links.sign(key, { expiresInSeconds: 600 })).not.toBe(first)
  })

  it('carry the download name under the signature', () => {
    time = start
    const query = readQuery(links.sign(key, { expiresInSeconds: 60, downloadName: 'Our wedding – शादी.mp4' }))
    expect(links.check(key, query)).toMatchObject({ outcome: 'valid', downloadName: 'Our wedding – शादी.mp4' })
    expect(links.check(key, { ...query, name: 'invoice.exe' }).outcome).toBe('forged')
    const { name: _, ...nameless } = query
    expect(links.check(key, nameless).outcome).toBe('forged')
  })

  it('are refused when anything was changed, left out or repeated', () => {
    time = start
    const query = readQuery(links.sign(key, { expiresInSeconds: 60 }))
    const flipped = (query.signature?.startsWith('A') ? 'B' : 'A') + query.signature?.slice(1)
    expect(links.check('private/renders/other.mp4', query).outcome).toBe('forged')
    expect(links.check(key, { ...query, expires: '99999999999' }).outcome).toBe('forged')
    expect(links.check(key, { ...query, signature: flipped }).outcome).toBe('forged')
    expect(links.check(key, { ...query, signature: '' }).outcome).toBe('forged')
    expect(links.check(key, { ...query, signature: [query.signature, query.signature] }).outcome).toBe('forged')
    expect(links.check(key, {}).outcome).toBe('forged')
    const other = createSignedLinks('another secret of thirty-two bytes', { now: () => time })
    expect(other.check(key, query).outcome).toBe('forged')
  })

  it('stay valid during a rotation of the secret, and end when the old one is removed', () => {
    time = start
    const query = readQuery(links.sign(key, { expiresInSeconds: 600 }))
    const fresh = 'the secret that takes the place of the old one'
    const both = createSignedLinks([fresh, secret], { now: () => time })
    expect(both.check(key, query).outcome).toBe('valid')
    expect(createSignedLinks(fresh, { now: () => time }).check(key, query).outcome).toBe('forged')
    const signed = readQuery(both.sign(key, { expiresInSeconds: 600 }))
    expect(createSignedLinks(fresh, { now: () => time }).check(key, signed).outcome).toBe('valid')
    expect(links.check(key, signed).outcome).toBe('forged')
  })

  it('require a long secret', () => {
    expect(() => createSignedLinks('short')).toThrow(/32 bytes/)
  })
})
