import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32, deflateSync } from 'node:zlib'
import { transaction } from '@vitrine/database/connection'
import { createUserAsset } from '@vitrine/store/media'
import { deleteExpiredUploads } from '@vitrine/store/media/upload'
import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { Upload } from 'tus-js-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildHeif, codeTile } from '../../../../packages/media/testing/heif.ts'
import { useApp } from '../../testing/app.ts'
import { insertMember, type MemberForTest } from '../../testing/member.ts'
import { writeTone, writeVideo } from '../../testing/video.ts'
import { buildApp } from '../app.ts'

const store = useApp()
let folder: string
/** Of the server behind a real connection. */
let address: string
let asha: MemberForTest
let ben: MemberForTest
let photo: Buffer

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-uploads-'))
  address = await store.app.listen({ host: '127.0.0.1', port: 0 })
  asha = await insertMember(store)
  ben = await insertMember(store)
  const noise = Buffer.from(Uint8Array.from({ length: 400 * 300 * 3 }, (_, i) => (i * 7919) % 251))
  photo = await sharp(noise, { raw: { width: 400, height: 300, channels: 3 } })
    .jpeg()
    .withMetadata({ orientation: 6 })
    .toBuffer()
})
afterAll(() => rm(folder, { recursive: true }))

const tus = { 'tus-resumable': '1.0.0' }
const base64 = (text: string) => Buffer.from(text).toString('base64')

async function begin(token: string, sizeBytes: number, fileName = 'photo.jpg', type = 'image/jpeg') {
  const metadata = `filename ${base64(fileName)},filetype ${base64(type)}`
  const headers = { ...tus, 'upload-length': String(sizeBytes), 'upload-metadata': metadata }
  const answer = await store.call('POST', '/api/uploads', { token, headers })
  return { ...answer, location: answer.headers.location ?? '' }
}

const send = (token: string, location: string, offset: number, bytes: Buffer) =>
  store.call('PATCH', location, {
    token,
    body: bytes,
    headers: { ...tus, 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
  })

async function upload(token: string, bytes: Buffer, fileName?: string, type?: string): Promise<string> {
  const { location } = await begin(token, bytes.length, fileName, type)
  expect((await send(token, location, 0, bytes)).status).toBe(204)
  return location.slice(location.lastIndexOf('/') + 1)
}

/** The keys of the parts of an upload that are in the storage. */
async function storedParts(uploadId: string): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of store.deps.storage.list('private/uploads')) {
    if (key.startsWith(`private/uploads/${uploadId}`)) keys.push(key)
  }
  return keys
}

const makeAsset = (token: string, uploadId: string) => store.call('POST', '/api/assets', { token, body: { uploadId } })

describe('uploads', () => {
  it('answer a refusal only when its body was read, so that no reset connection destroys the answer', async () => {
    const { location } = await begin(asha.token, 900_000)
    const body = Buffer.alloc(256 * 1024)
    const headers = {
      ...{ ...tus, authorization: `Bearer ${asha.token}`, 'upload-offset': '5', 'content-length': body.length },
      'content-type': 'application/offset+octet-stream',
    }
    const answer = await new Promise<{ status: number | undefined; isSent: boolean }>((done, fail) => {
      const patch = request(new URL(location, address), { method: 'PATCH', headers }, (response) => {
        response.resume()
        done({ status: response.statusCode, isSent: patch.writableEnded })
      }).on('error', fail)
      patch.write(body.subarray(0, 64 * 1024))
      setTimeout(() => patch.end(body.subarray(64 * 1024)), 200)
    })
    expect(answer).toEqual({ status: 409, isSent: true })
  })

  it('resume where they stopped, and become an asset once', async () => {
    const { status, location, headers } = await begin(asha.token, photo.length, 'Wedding – शादी.jpg')
    expect(status).toBe(201)
    expect(location).toMatch(/^\/api\/uploads\/[0-9a-f]{32}$/)
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['access-control-allow-origin']).toBeUndefined()
    const uploadId = location.slice(-32)

    await send(asha.token, location, 0, photo.subarray(0, 1000))
    const early = await makeAsset(asha.token, uploadId)
    expect(early).toMatchObject({ status: 409, body: { code: 'upload-incomplete', receivedBytes: 1000 } })
    const state = await store.call('HEAD', location, { token: asha.token, headers: tus })
    expect(state.headers['upload-offset']).toBe('1000')
    const misplaced = await send(asha.token, location, 500, photo.subarray(500))
    expect(misplaced.status).toBe(409)
    expect((await send(asha.token, location, 1000, photo.subarray(1000))).status).toBe(204)

    const created = await makeAsset(asha.token, uploadId)
    expect(created).toMatchObject({
      status: 201,
      body: { kind: 'image', status: 'succeeded', width: 300, height: 400, fileName: 'Wedding – शादी.jpg' },
    })
    const again = await makeAsset(asha.token, uploadId)
    expect(again).toMatchObject({ status: 201, body: { assetId: created.body.assetId } })
    // The upload itself is deleted; only the two normalised files remain.
    expect((await store.call('HEAD', location, { token: asha.token, headers: tus })).status).toBe(404)
    expect(await storedParts(uploadId)).toEqual([])
    expect(await readdir(store.deps.uploadFolder)).toEqual([])

    const proxy = await store.app.inject({ url: String(created.body.url) })
    expect(proxy.headers['content-type']).toBe('image/webp')
    expect(await sharp(proxy.rawPayload).metadata()).toMatchObject({ width: 300, height: 400, format: 'webp' })
  })

  it('work with the client that the pages use, over a real connection, broken off in the middle', async () => {
    const options = {
      endpoint: `${address}/api/uploads`,
      headers: { authorization: `Bearer ${asha.token}` },
      metadata: { filename: 'photo.jpg', filetype: 'image/jpeg' },
      chunkSize: 20_000,
    }
    expect(photo.length).toBeGreaterThan(60_000)
    const uploadUrl = await new Promise<string>((resolve, reject) => {
      const client = new Upload(photo, {
        ...options,
        onError: reject,
        onChunkComplete: () => {
          void client.abort()
          resolve(client.url ?? '')
        },
      })
      client.start()
    })
    const progress: number[] = []
    await new Promise<void>((resolve, reject) => {
      new Upload(photo, {
        ...options,
        uploadUrl,
        onError: reject,
        onSuccess: () => resolve(),
        onChunkComplete: (_size, accepted) => progress.push(accepted),
      }).start()
    })
    expect(progress[0]).toBeGreaterThan(20_000)
    expect(progress.at(-1)).toBe(photo.length)
    expect((await makeAsset(asha.token, uploadUrl.slice(-32))).status).toBe(201)
  })

  it('become one asset even when finished many times at once', async () => {
    const uploadId = await upload(asha.token, photo)
    const answers = await Promise.all(Array.from({ length: 4 }, () => makeAsset(asha.token, uploadId)))
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([201]))
    expect(new Set(answers.map((answer) => answer.body.assetId)).size).toBe(1)
  })

  it('are found as the asset that another server makes of them at this moment', async () => {
    const uploadId = await upload(asha.token, photo)
    let repeated: ReturnType<typeof store.call> | undefined
    const created = await transaction(store.db, async (tx) => {
      // The repeated request has found no asset, and waits to look for the upload.
      await tx.execute(sql`lock table uploads in access exclusive mode`)
      repeated = store.call('POST', '/api/assets', { token: asha.token, body: { uploadId } })
      await expect
        .poll(async () => {
          const waiting = sql`select 1 from pg_locks where not granted and relation = 'uploads'::regclass`
          return (await store.db.execute(waiting)).rowCount
        })
        .toBe(1)
      const file = { kind: 'image', mime: 'image/jpeg', sizeBytes: photo.length, fileName: 'photo.jpg' } as const
      const { asset } = await createUserAsset(tx, { ...file, userId: asha.userId, uploadId })
      await tx.execute(sql`delete from uploads where id = ${uploadId}`)
      return asset
    })
    expect(await repeated).toMatchObject({ status: 201, body: { assetId: created.id } })
  })

  it('are used up by a repeated request whose server died after it had made the asset', async () => {
    const uploadId = await upload(asha.token, photo)
    const file = { kind: 'image', mime: 'image/jpeg', sizeBytes: photo.length, fileName: 'photo.jpg' } as const
    const { asset } = await transaction(store.db, (tx) =>
      createUserAsset(tx, { ...file, userId: asha.userId, uploadId }),
    )
    expect(await storedParts(uploadId)).toHaveLength(1)
    expect(await makeAsset(asha.token, uploadId)).toMatchObject({ status: 201, body: { assetId: asset.id } })
    expect(await storedParts(uploadId)).toEqual([])
  })

  it('belong to who began them', async () => {
    const { location } = await begin(asha.token, photo.length)
    expect((await store.call('POST', '/api/uploads', { headers: tus })).status).toBe(401)
    expect((await store.call('HEAD', location, { headers: tus })).status).toBe(401)
    expect((await store.call('HEAD', location, { token: ben.token, headers: tus })).status).toBe(404)
    expect((await send(ben.token, location, 0, photo)).status).toBe(404)
    expect((await store.call('DELETE', location, { token: ben.token, headers: tus })).status).toBe(404)
    expect((await send(asha.token, location, 0, photo)).status).toBe(204)
    expect(await makeAsset(ben.token, location.slice(-32))).toMatchObject({
      status: 404,
      body: { code: 'upload-not-found' },
    })
    expect((await store.call('DELETE', location, { token: asha.token, headers: tus })).status).toBe(204)
    expect((await makeAsset(asha.token, location.slice(-32))).status).toBe(404)
    expect((await makeAsset(asha.token, '../../../etc/passwd')).status).toBe(404)
    // Uploads are written, never read back by their address.
    expect((await store.call('GET', location, { token: asha.token })).status).toBe(404)
  })

  it('are rejected before their first byte when they cannot succeed', async () => {
    const huge = await begin(asha.token, 600 * 1024 * 1024, 'video.mp4', 'video/mp4')
    expect(huge).toMatchObject({ status: 413 })
    expect(JSON.parse(huge.text)).toMatchObject({ code: 'upload-too-large' })
    const bigPhoto = await begin(asha.token, 101 * 1024 * 1024, 'photo.jpg', 'image/jpeg')
    expect(JSON.parse(bigPhoto.text)).toMatchObject({ code: 'upload-too-large', limitBytes: 100 * 1024 * 1024 })
    const paper = await begin(asha.token, 1000, 'paper.pdf', 'application/pdf')
    expect(paper.status).toBe(415)
    expect(JSON.parse(paper.text)).toMatchObject({ code: 'upload-type-not-allowed' })
    const { location } = await begin(asha.token, 10)
    const tooMuch = await send(asha.token, location, 0, Buffer.alloc(100))
    expect([400, 413]).toContain(tooMuch.status)
  })
})

describe('unfinished uploads', () => {
  it('are limited to twenty of one user, and free a slot when one is deleted', async () => {
    const carla = await insertMember(store)
    const begun = await Promise.all(Array.from({ length: 19 }, () => begin(carla.token, 1000)))
    expect(new Set(begun.map((answer) => answer.status))).toEqual(new Set([201]))
    const last = await begin(carla.token, 1000)
    expect(last.status).toBe(201)
    const refused = await begin(carla.token, 1000)
    expect(refused.status).toBe(429)
    expect(JSON.parse(refused.text)).toMatchObject({ code: 'rate-limited', limit: 20 })
    expect((await begin(ben.token, 1000)).status).toBe(201)
    await store.call('DELETE', last.location, { token: carla.token, headers: tus })
    expect((await begin(carla.token, 1000)).status).toBe(201)
  })

  it('are limited also when all of them begin at the same moment', async () => {
    const dora = await insertMember(store)
    const answers = await Promise.all(Array.from({ length: 30 }, () => begin(dora.token, 1000)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(20)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(10)
  })

  it('are deleted after a day', async () => {
    const { location } = await begin(ben.token, 1000)
    await send(ben.token, location, 0, Buffer.alloc(400))
    const uploadId = location.slice(-32)
    const parts = await storedParts(uploadId)
    expect(parts).toHaveLength(1)
    await store.db.execute(sql`update uploads set created_at = now() - interval '25 hours' where id = ${uploadId}`)
    expect((await store.call('HEAD', location, { token: ben.token, headers: tus })).status).toBe(404)
    expect(await transaction(store.db, deleteExpiredUploads)).toEqual(parts)
    expect(await transaction(store.db, deleteExpiredUploads)).toEqual([])
  })

  it('resume at any server, and store each byte once even when two servers receive it', async () => {
    const second = await buildApp({ ...store.deps, uploadFolder: join(folder, 'second') })
    try {
      const { location } = await begin(asha.token, photo.length)
      const authorization = `Bearer ${asha.token}`
      const patch = (app: typeof second, offset: number, payload: Buffer) =>
        app.inject({
          method: 'PATCH',
          url: location,
          payload,
          headers: {
            ...tus,
            authorization,
            'upload-offset': String(offset),
            'content-type': 'application/offset+octet-stream',
          },
        })
      expect((await patch(store.app, 0, photo.subarray(0, 10_000))).statusCode).toBe(204)
      const state = await second.inject({ method: 'HEAD', url: location, headers: { ...tus, authorization } })
      expect(state.headers['upload-offset']).toBe('10000')
      const rest = photo.subarray(10_000)
      const both = await Promise.all([patch(store.app, 10_000, rest), patch(second, 10_000, rest)])
      expect(both.filter(({ statusCode }) => statusCode === 204)).toHaveLength(1)
      const uploadId = location.slice(-32)
      expect(await storedParts(uploadId)).toHaveLength(2)
      const created = await Promise.all(
        [store.app, second].map((app) =>
          app.inject({ method: 'POST', url: '/api/assets', payload: { uploadId }, headers: { authorization } }),
        ),
      )
      expect(created.map(({ statusCode }) => statusCode)).toEqual([201, 201])
      expect(created[0]?.json().assetId).toBe(created[1]?.json().assetId)
      expect(await storedParts(uploadId)).toEqual([])
    } finally {
      await second.close()
    }
  })
})

describe('assets', () => {
  const readErrorCode = async (bytes: Buffer, fileName: string, type: string) => {
    const { status, body } = await makeAsset(asha.token, await upload(asha.token, bytes, fileName, type))
    return [status, body.code]
  }

  it('are identified by their content, whatever their name', { tags: ['full'] }, async () => {
    const text = Buffer.from('Dear customer, this is a letter.')
    const before = (await storedParts('')).length
    expect(await readErrorCode(text, 'photo.jpg', 'image/jpeg')).toEqual([415, 'upload-type-not-allowed'])
    expect(await storedParts('')).toHaveLength(before)
    const drawing = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
    expect(await readErrorCode(drawing, 'photo.png', 'image/png')).toEqual([415, 'upload-type-not-allowed'])
    expect(await readErrorCode(photo.subarray(0, photo.length / 2), 'photo.jpg', 'image/jpeg')).toEqual([
      422,
      'media-damaged',
    ])
    expect(await readErrorCode(emptyPng(20_000, 20_000), 'photo.png', 'image/png')).toEqual([
      413,
      'image-too-many-pixels',
    ])
  })

  it('get a clean file name', async () => {
    const name = 'sari\u0000\u202egpj.exe\n\ud83d.jpg'
    const created = await makeAsset(asha.token, await upload(asha.token, photo, name))
    expect(created).toMatchObject({ status: 201, body: { fileName: 'sarigpj.exe\ufffd.jpg' } })
  })

  it('accept a video or audio file that plays, and reject a truncated one', { tags: ['full'] }, async () => {
    await writeVideo(join(folder, 'video.mp4'), { width: 64, height: 48, fps: 10, seconds: 3 })
    await writeTone(join(folder, 'tone.m4a'), 2)
    const video = await readFile(join(folder, 'video.mp4'))
    const created = await makeAsset(asha.token, await upload(asha.token, video, 'video.mp4', 'video/mp4'))
    expect(created).toMatchObject({ status: 201, body: { kind: 'video', width: 64, height: 48 } })
    expect(created.body.durationSeconds).toBeCloseTo(3, 0)
    // A job of the worker makes it into what is played and rendered; until then there is nothing to look at.
    expect(created.body).toMatchObject({ status: 'queued', stage: 'waiting', percent: 0, url: null, errorCode: null })
    const { rows } = await store.deps.db.execute(
      sql`select payload from graphile_worker._private_jobs where key = ${`normalise:${created.body.assetId}`}`,
    )
    expect(rows).toEqual([{ payload: { assetId: created.body.assetId } }])

    const tone = await readFile(join(folder, 'tone.m4a'))
    const sound = await makeAsset(asha.token, await upload(asha.token, tone, 'tone.m4a', 'audio/mp4'))
    expect(sound).toMatchObject({ status: 201, body: { kind: 'audio', width: null } })

    const half = video.subarray(0, video.length / 2)
    expect(await readErrorCode(half, 'video.mp4', 'video/mp4')).toEqual([422, 'media-damaged'])
  })

  it('of an iPhone’s photo are ready at once', { tags: ['full'] }, async () => {
    const tile = await codeTile(64, 48, () => [200, 60, 60])
    const heic = buildHeif({ width: 64, height: 48, tileWidth: 64, tileHeight: 48, tiles: [tile], rotation: 3 })
    const created = await makeAsset(asha.token, await upload(asha.token, heic, 'IMG_0001.HEIC', 'image/heic'))
    expect(created).toMatchObject({ status: 201, body: { kind: 'image', status: 'succeeded', width: 48, height: 64 } })
    const shown = await sharp((await store.app.inject({ url: String(created.body.url) })).rawPayload).stats()
    expect(shown.channels[0]?.mean).toBeGreaterThan(190)
    expect(shown.channels[1]?.mean).toBeLessThan(70)
  })

  it('deleted while they are being processed leave nothing behind', { tags: ['full'] }, async () => {
    await writeTone(join(folder, 'song.m4a'), 2)
    const song = await readFile(join(folder, 'song.m4a'))
    const uploadId = await upload(ben.token, song, 'song.m4a', 'audio/mp4')
    const { body } = await makeAsset(ben.token, uploadId)
    const original = `private/originals/${uploadId}.bin`
    expect(await store.deps.storage.exists(original)).toBe(true)
    expect((await store.call('DELETE', `/api/assets/${body.assetId}`, { token: ben.token })).status).toBe(200)
    expect(await store.deps.storage.exists(original)).toBe(false)
    const { rows } = await store.deps.db.execute(
      sql`select 1 from graphile_worker._private_jobs where key = ${`normalise:${body.assetId}`}`,
    )
    expect(rows).toEqual([])
  })

  it('count towards the library’s limit, and those that exceed it are rejected before their first byte', {
    tags: ['full'],
  }, async () => {
    const eva = await insertMember(store)
    const empty = await store.call('GET', '/api/assets', { token: eva.token })
    expect(empty.body.library).toEqual({ usedBytes: 0, limitBytes: store.deps.libraryBytes })
    const created = await makeAsset(eva.token, await upload(eva.token, photo))
    const full = await store.call('GET', '/api/assets', { token: eva.token })
    const { usedBytes } = full.body.library as { usedBytes: number }
    expect(usedBytes).toBeGreaterThan(Number(created.body.sizeBytes))
    const most = 500 * 1024 * 1024
    for (const n of [1, 2]) expect((await begin(eva.token, most, 'video.mp4', 'video/mp4')).status, `${n}`).toBe(201)
    const refused = await begin(eva.token, most, 'video.mp4', 'video/mp4')
    expect(refused.status).toBe(413)
    expect(JSON.parse(refused.text)).toMatchObject({
      code: 'library-full',
      usedBytes: usedBytes + 2 * most,
      limitBytes: store.deps.libraryBytes,
      error: expect.stringContaining('delete files'),
    })
    expect((await begin(ben.token, 1000)).status).toBe(201)
    await store.call('DELETE', `/api/assets/${created.body.assetId}`, { token: eva.token })
    expect((await store.call('GET', '/api/assets', { token: eva.token })).body.library).toMatchObject({ usedBytes: 0 })
  })

  it('are listed, found and deleted by their owner alone', async () => {
    const created = await makeAsset(ben.token, await upload(ben.token, photo))
    const path = `/api/assets/${created.body.assetId}`
    expect((await store.call('GET', '/api/assets', { token: ben.token })).body.assets).toMatchObject([
      { assetId: created.body.assetId },
    ])
    expect((await store.call('GET', path, { token: ben.token })).status).toBe(200)
    expect(await store.call('GET', path, { token: asha.token })).toMatchObject({
      status: 404,
      body: { code: 'asset-not-found' },
    })
    expect((await store.call('DELETE', path, { token: asha.token })).status).toBe(404)
    expect((await store.call('GET', path)).status).toBe(401)

    expect((await store.call('DELETE', path, { token: ben.token })).status).toBe(200)
    expect(await store.call('GET', path, { token: ben.token })).toMatchObject({
      status: 410,
      body: { code: 'asset-deleted' },
    })
    expect((await store.app.inject({ url: String(created.body.url) })).statusCode).toBe(404)
    expect((await store.call('GET', '/api/assets', { token: ben.token })).body.assets).toEqual([])
  })
})

function emptyPng(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const frame = Buffer.alloc(8)
    frame.writeUInt32BE(data.length)
    frame.writeUInt32BE(crc32(body), 4)
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 1
  const rows = deflateSync(Buffer.alloc((width / 8 + 1) * height))
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))])
}
