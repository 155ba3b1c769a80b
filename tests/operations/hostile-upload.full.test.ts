// A customer's file that names another file of the machine, sent through the upload's route and then to the worker: it is
// refused, and the other file is never opened. (A manifest disguised as a video once exposed a template's full video.)
import { mkdtemp, readFile, rm, stat, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { transaction } from '@vitrine/database/connection'
import { createUserAsset, findAsset, queueNormalising } from '@vitrine/store/media'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { useApp } from '../../apps/server/testing/app.ts'
import { insertMember, type MemberForTest } from '../../apps/server/testing/member.ts'
import { sendUpload } from '../../apps/server/testing/upload.ts'
import { normaliseOperation } from '../../apps/worker/src/normalise/normalise-operation.ts'
import { listHostileFiles, withExternalTrack } from '../../packages/media/testing/hostile.ts'
import { writeSmallVideo } from '../../packages/media/testing/video.ts'

const store = useApp()
let folder: string
let canary: string
let asha: MemberForTest
let hostile: Readonly<Record<string, Buffer>>

const LONG_AGO = new Date('2020-01-01T00:00:00Z')
const going = { signal: new AbortController().signal, isLastAttempt: false }

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-hostile-'))
  asha = await insertMember(store)
  // Where the whole videos of templates lie, under a name that a media file has.
  await writeSmallVideo(join(folder, 'video.mp4'), 3)
  const key = `private/catalogue/${'a1'.repeat(32)}.mp4`
  await store.deps.storage.put(key, { file: join(folder, 'video.mp4') }, { contentType: 'video/mp4' })
  canary = (await store.deps.storage.localFile(key)).path
  hostile = listHostileFiles(canary)
})
afterAll(() => rm(folder, { recursive: true }))

/** Runs `work` and expects that the other file is not read. */
async function withoutReadingCanary(name: string, work: () => Promise<void>): Promise<void> {
  await utimes(canary, LONG_AGO, new Date())
  await work()
  expect((await stat(canary)).atimeMs, name).toBe(LONG_AGO.getTime())
}

const normalise = (assetId: string) => {
  const { db, storage } = store.deps
  return normaliseOperation.run({ db, storage, scratchFolder: folder, encoderThreads: 1 }, { assetId }, going)
}

it('is rejected by the upload, whatever it pretends to be', async () => {
  for (const [name, content] of Object.entries(hostile)) {
    await withoutReadingCanary(name, async () => {
      const uploadId = await sendUpload(store, asha.token, content)
      const { status, body } = await store.call('POST', '/api/assets', { token: asha.token, body: { uploadId } })
      // Speech codecs make a noise of any bytes: that file is a sound, and its own.
      if (name === 'concat-as-amr') return expect([201, 400, 422]).toContain(status)
      expect([400, 415, 422], `${name}: ${JSON.stringify(body)}`).toContain(status)
      expect(['upload-type-not-allowed', 'media-damaged'], name).toContain(body.code)
    })
  }
})

it('is rejected by the worker, too', async () => {
  for (const [n, [name, content]] of Object.entries(hostile).entries()) {
    const originalKey = `private/originals/hostile${n}.bin`
    await store.deps.storage.put(originalKey, content, { contentType: 'application/octet-stream' })
    const upload = { uploadId: `hostile${n}`, kind: 'video' as const, mime: 'video/mp4', sizeBytes: 1000, originalKey }
    const assetId = await transaction(store.deps.db, async (tx) => {
      const { asset } = await createUserAsset(tx, { ...upload, userId: asha.userId, fileName: name })
      await queueNormalising(tx, asset)
      return asset.id
    })
    await withoutReadingCanary(name, () => normalise(assetId))
    if (name === 'concat-as-amr') continue
    expect(await findAsset(store.deps.db, assetId), name).toMatchObject({
      status: 'failed',
      errorCode: 'media-damaged',
    })
  }
})

it('is read without its external references when it is a valid video', async () => {
  const video = withExternalTrack(await readFile(join(folder, 'video.mp4')), canary)
  await withoutReadingCanary('external track', async () => {
    const uploadId = await sendUpload(store, asha.token, video)
    const { status } = await store.call('POST', '/api/assets', { token: asha.token, body: { uploadId } })
    expect([201, 400, 415, 422]).toContain(status)
  })
})
