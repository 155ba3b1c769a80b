import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { brotliDecompressSync } from 'node:zlib'
import { attachmentNamed } from '@vitrine/providers/storage'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { useApp } from '../../testing/app.ts'
import { readByteRange } from './files.ts'

const store = useApp()
const content = Buffer.from(Uint8Array.from({ length: 1000 }, (_, i) => i % 251))
const key = 'private/renders/video.mp4'
const POPPINS = '@expo-google-fonts/poppins/500Medium/Poppins_500Medium.ttf'
const publicPath = `/media/${'ab'.repeat(32)}.mp4`

beforeAll(async () => {
  await store.deps.storage.put(key, content, { contentType: 'video/mp4' })
  await store.deps.storage.put(`public/${'ab'.repeat(32)}.mp4`, content, { contentType: 'video/mp4' })
  await store.deps.storage.put('public/words.txt', Buffer.from('a line\n'.repeat(1000)), {
    contentType: 'text/plain; charset=utf-8',
  })
})

const get = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  store.app.inject({ method, url, headers })

describe('public files', () => {
  it('are served for ever under their hash, with ranges and tags', async () => {
    const whole = await get(publicPath)
    expect(whole.statusCode).toBe(200)
    expect(whole.rawPayload.equals(content)).toBe(true)
    expect(whole.headers).toMatchObject({
      'content-type': 'video/mp4',
      'content-length': '1000',
      'accept-ranges': 'bytes',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-disposition': 'inline',
      'x-content-type-options': 'nosniff',
    })
    const etag = String(whole.headers.etag)
    expect((await get(publicPath, { 'if-none-match': etag })).statusCode).toBe(304)
    expect((await get(publicPath, { 'if-none-match': `"x", W/${etag}` })).statusCode).toBe(304)
    expect((await get(publicPath, { 'if-none-match': '"x"' })).statusCode).toBe(200)
  })

  it('answer ranges as players ask for them', async () => {
    const readPart = async (range: string, more: Record<string, string> = {}) => {
      const { statusCode, headers, rawPayload } = await get(publicPath, { range, ...more })
      return { statusCode, contentRange: headers['content-range'], length: headers['content-length'], rawPayload }
    }
    const part = (start: number, end: number) => ({
      statusCode: 206,
      contentRange: `bytes ${start}-${end}/1000`,
      length: String(end - start + 1),
      rawPayload: content.subarray(start, end + 1),
    })
    expect(await readPart('bytes=0-0')).toEqual(part(0, 0))
    expect(await readPart('bytes=100-199')).toEqual(part(100, 199))
    expect(await readPart('bytes=900-')).toEqual(part(900, 999))
    expect(await readPart('bytes=-10')).toEqual(part(990, 999))
    expect(await readPart('bytes=990-5000')).toEqual(part(990, 999))

    const beyond = await get(publicPath, { range: 'bytes=1000-' })
    expect(beyond.statusCode).toBe(416)
    expect(beyond.headers['content-range']).toBe('bytes */1000')

    const etag = String((await get(publicPath)).headers.etag)
    expect((await readPart('bytes=0-9', { 'if-range': etag })).statusCode).toBe(206)
    expect((await readPart('bytes=0-9', { 'if-range': '"older"' })).statusCode).toBe(200)
  })

  it('answer HEAD without a body', async () => {
    const head = await get(publicPath, {}, 'HEAD')
    expect(head.statusCode).toBe(200)
    expect(head.headers['content-length']).toBe('1000')
    expect(head.rawPayload.length).toBe(0)
    expect((await get(publicPath, { range: 'bytes=0-9' }, 'HEAD')).headers['content-length']).toBe('10')
  })

  it('are never compressed on the way, so that ranges stay true', async () => {
    const words = await get('/media/words.txt', { 'accept-encoding': 'br, gzip' })
    expect(words.headers['content-encoding']).toBeUndefined()
    expect(words.headers['content-length']).toBe('7000')
  })

  it('are compressed when they are fonts, whole or the part that is asked for, each made once', async () => {
    const font = readFileSync(createRequire(import.meta.url).resolve(POPPINS))
    const path = `/media/${'ef'.repeat(32)}.ttf`
    await store.deps.storage.put(`public/${'ef'.repeat(32)}.ttf`, font, { contentType: 'font/ttf' })
    const brotli = { 'accept-encoding': 'gzip, br' }
    const whole = await get(path, brotli)
    expect(whole.headers).toMatchObject({
      'content-type': 'font/ttf',
      'content-encoding': 'br',
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'accept-encoding',
    })
    expect(brotliDecompressSync(whole.rawPayload).equals(font)).toBe(true)
    const [part, again] = await Promise.all([get(`${path}?part=western`, brotli), get(`${path}?part=western`, brotli)])
    expect(part.rawPayload.equals(again.rawPayload)).toBe(true)
    expect(part.headers.etag).not.toBe(whole.headers.etag)
    expect(part.rawPayload.length).toBeLessThan(whole.rawPayload.length / 3)
    expect(brotliDecompressSync(part.rawPayload).readUInt32BE(0)).toBe(font.readUInt32BE(0))
    // A name without parts returns the whole file, so invented names do not fill the disk.
    expect((await get(`${path}?part=../x`, brotli)).headers.etag).toBe(whole.headers.etag)
    for (const headers of [{}, { 'accept-encoding': 'br;q=0' }, { ...brotli, range: 'bytes=0-9' }]) {
      const plain = await get(`${path}?part=western`, headers)
      expect(plain.headers['content-encoding']).toBeUndefined()
      expect(plain.rawPayload.equals('range' in headers ? font.subarray(0, 10) : font)).toBe(true)
    }
    expect((await get(`/media/${'01'.repeat(32)}.ttf?part=western`, brotli)).statusCode).toBe(404)
  })

  it('are available in a few smaller widths when they are images, each made once', { tags: ['full'] }, async () => {
    const picture = `${'cd'.repeat(32)}.png`
    const png = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#b4143c' } })
      .png()
      .toBuffer()
    await store.deps.storage.put(`public/${picture}`, png, { contentType: 'image/png' })
    const readSize = async (query: string) => {
      const { rawPayload, headers } = await get(`/media/${picture}${query}`)
      const { width, height } = await sharp(rawPayload).metadata()
      return [width, height, headers['content-type']]
    }
    const both = await Promise.all([readSize('?w=480'), readSize('?w=480')])
    expect(both).toEqual([
      [480, 320, 'image/webp'],
      [480, 320, 'image/webp'],
    ])
    expect(await readSize('?w=960')).toEqual([900, 600, 'image/webp'])
    for (const other of ['?w=481', '?w=abc', '?w=', '?retry=1']) {
      expect(await readSize(other), other).toEqual([900, 600, 'image/png'])
    }
    expect((await get(`${publicPath}?w=480`)).headers['content-type']).toBe('video/mp4')
    expect((await get(`/media/${'ef'.repeat(32)}.webp?w=480`)).statusCode).toBe(404)
  })

  it('do not lead outside their folder', async () => {
    for (const path of ['missing.mp4', '../private/renders/video.mp4', '..%2fprivate%2frenders%2fvideo.mp4', '']) {
      expect((await get(`/media/${path}`)).statusCode, path).toBe(404)
    }
    expect((await get(`/media/${encodeURIComponent('../../secret')}`)).statusCode).toBe(404)
    expect((await get('/media/%00.mp4')).statusCode).toBe(400)
  })
})

describe('private files', () => {
  const sign = (downloadName?: string) =>
    store.deps.storage.signedUrl(key, { expiresInSeconds: 600, ...(downloadName !== undefined && { downloadName }) })

  it('open with a signed link, in the page or as a download', async () => {
    const shown = await get(sign())
    expect(shown.statusCode).toBe(200)
    expect(shown.rawPayload.equals(content)).toBe(true)
    expect(shown.headers['content-disposition']).toBe('inline')
    expect(shown.headers['cache-control']).toMatch(/^private, max-age=\d+$/)
    expect(Number(/\d+/.exec(String(shown.headers['cache-control']))?.[0])).toBeLessThanOrEqual(600)
    expect((await get(sign(), { range: 'bytes=0-9' })).statusCode).toBe(206)

    const saved = await get(sign('Asha & Rohan – शादी.mp4'))
    expect(saved.headers['content-disposition']).toBe(
      `attachment; filename="Asha & Rohan _ ____.mp4"; filename*=UTF-8''Asha%20%26%20Rohan%20%E2%80%93%20%E0%A4%B6%E0%A4%BE%E0%A4%A6%E0%A5%80.mp4`,
    )
  })

  it('are rejected without one, or with one that was tampered with', async () => {
    const link = new URL(sign('video.mp4'), 'http://store')
    const opens = async (change: (url: URL) => void) => {
      const changed = new URL(link)
      change(changed)
      return (await get(changed.pathname + changed.search)).statusCode
    }
    expect(await opens(() => {})).toBe(200)
    expect(await opens((url) => url.searchParams.delete('signature'))).toBe(404)
    expect(await opens((url) => url.searchParams.set('expires', '99999999999'))).toBe(404)
    expect(await opens((url) => url.searchParams.set('name', 'video.exe'))).toBe(404)
    expect(await opens((url) => url.searchParams.delete('name'))).toBe(404)
    expect(await opens((url) => url.searchParams.append('name', 'video.mp4'))).toBe(404)
    expect(
      await opens((url) => {
        url.pathname = '/files/private/renders/other.mp4'
      }),
    ).toBe(404)
    expect((await get(`/files/${key}`)).statusCode).toBe(404)
    expect((await get(`/media/${key}`)).statusCode).toBe(404)
  })

  it('say that a link has expired, and that a file is gone', async () => {
    const { links } = store.deps
    const old = links?.sign(key, { expiresInSeconds: 1 }) ?? ''
    const expires = Number(new URL(old, 'http://store').searchParams.get('expires'))
    while (Date.now() < expires * 1000) await new Promise((done) => setTimeout(done, 50))
    const expired = await store.call('GET', old)
    expect(expired).toMatchObject({ status: 403, body: { code: 'forbidden', expired: true } })

    await store.deps.storage.put('private/gone.mp4', content, { contentType: 'video/mp4' })
    const removed = store.deps.storage.signedUrl('private/gone.mp4', { expiresInSeconds: 60 })
    await store.deps.storage.delete('private/gone.mp4')
    expect(await store.call('GET', removed)).toMatchObject({ status: 404, body: { code: 'not-found' } })
  })
})

describe('the Range header', () => {
  it('is ignored where the standard allows it, and rejected where nothing fits', () => {
    for (const header of [undefined, '', 'bytes=', 'bytes=-', 'bytes=5-2', 'items=0-1', 'bytes=0-1,5-6', 'bytes=a-b']) {
      expect(readByteRange(header, 10), String(header)).toBe('whole')
    }
    expect(readByteRange('bytes=-0', 10)).toBe('unsatisfiable')
    expect(readByteRange('bytes=0-', 0)).toBe('unsatisfiable')
    expect(readByteRange('bytes=-5', 0)).toBe('unsatisfiable')
    expect(readByteRange('bytes=-50', 10)).toEqual({ start: 0, end: 9 })
  })
})

describe('a download name', () => {
  it('cannot break out of its header or its folder', () => {
    expect(attachmentNamed('a"b\r\nSet-Cookie: x.mp4')).toBe(
      `attachment; filename="a_b__Set-Cookie: x.mp4"; filename*=UTF-8''a%22b__Set-Cookie%3A%20x.mp4`,
    )
    expect(attachmentNamed('../../etc/passwd')).toBe(
      `attachment; filename=".._.._etc_passwd"; filename*=UTF-8''.._.._etc_passwd`,
    )
    expect(attachmentNamed("it's (1)*.mp4")).toContain(`filename*=UTF-8''it%27s%20%281%29%2A.mp4`)
    expect(() => attachmentNamed('half \ud83d of a pair')).not.toThrow()
  })
})
