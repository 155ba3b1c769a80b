import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { transaction } from '@vitrine/database/connection'
import { createLocalDiskStorage } from '@vitrine/providers/storage/local-disk'
import { createSignedLinks } from '@vitrine/providers/storage/signed-link'
import { insertUser } from '@vitrine/store/accounts'
import type { PasswordHash } from '@vitrine/store/accounts/password'
import {
  type AssetRecord,
  createUserAsset,
  deleteAsset,
  findAsset,
  queueNormalising,
  readLibraryBytes,
} from '@vitrine/store/media'
import { beforeAll, expect, it } from 'vitest'
import { useDatabase } from '../../../../tests/database.ts'
import { corners, times, writeRecording } from '../../testing/recording.ts'
import { sine, useFolder, writeWav } from '../../testing/video.ts'
import type { OperationServices } from '../operation/operation.ts'
import { openScratch } from '../operation/scratch.ts'
import { normaliseOperation } from './normalise-operation.ts'

const database = useDatabase()
const folder = useFolder()
const storage = () =>
  createLocalDiskStorage({ directory: folder.path('files'), links: createSignedLinks('x'.repeat(32)) })
let scratchFolder: string
let userId: string

beforeAll(async () => {
  scratchFolder = await openScratch(folder.path('tmp'))
  await writeRecording(folder.path('video.mov'), {
    width: 128,
    height: 96,
    codec: 'hevc',
    times: times(60, 30),
    shade: corners(128, 96),
    sound: { wave: sine(440, 0.5), seconds: 2 },
  })
  await writeWav(folder.path('song.wav'), 2, [sine(440, 0.5)])
  const name = `n${randomUUID().slice(0, 8)}`
  userId = await transaction(database.db, (tx) =>
    insertUser(tx, {
      username: name,
      email: `${name}@example.test`,
      passwordHash: '$argon2id$unused' as PasswordHash,
      actualName: 'Asha Rao',
      phoneNumber: '',
      employmentField: '',
    }),
  )
})

const GOING_ON = { signal: new AbortController().signal, isLastAttempt: false }

function depsWith(changes: Partial<OperationServices> = {}): OperationServices {
  return {
    db: database.db,
    storage: storage(),
    scratchFolder,
    encoderThreads: 2,
    ...changes,
  }
}

/** A customer's upload as the server prepares it for the worker. */
async function addUpload(file: string): Promise<AssetRecord> {
  const uploadId = randomUUID().replaceAll('-', '')
  const originalKey = `private/originals/${uploadId}.bin`
  await storage().put(originalKey, { file: folder.path(file) }, { contentType: 'application/octet-stream' })
  const upload = { userId, uploadId, kind: 'video' as const, mime: 'video/quicktime', sizeBytes: 1000, originalKey }
  return transaction(database.db, async (tx) => {
    const { asset } = await createUserAsset(tx, { ...upload, fileName: file })
    await queueNormalising(tx, asset)
    return asset
  })
}

const stored = async () => {
  const names = await Promise.all(
    ['assets', 'originals'].map((part) => readdir(folder.path(join('files/private', part))).catch(() => [])),
  )
  return names.flat()
}
const present = (asset: AssetRecord) => findAsset(database.db, asset.id)

it('makes a master, an editing copy and a still from an upload, and deletes the upload', async () => {
  const upload = await addUpload('video.mov')
  const statuses: unknown[] = []
  const deps = depsWith({
    onProcess: () => void present(upload).then((asset) => statuses.push(asset?.status)),
  })
  await normaliseOperation.run(deps, { assetId: upload.id }, GOING_ON)
  expect(statuses).toEqual(['processing'])
  const asset = await present(upload)
  expect(asset).toMatchObject({
    status: 'ready',
    kind: 'video',
    mime: 'video/mp4',
    width: 128,
    height: 96,
    durationMs: 2000,
    originalKey: null,
    stage: null,
    errorCode: null,
  })
  expect(asset?.loudnessLufs).toBeLessThan(-5)
  for (const key of [asset?.storageKey, asset?.proxyKey, asset?.posterKey]) {
    expect(await storage().exists(key ?? ''), key ?? '').toBe(true)
  }
  expect(await storage().exists(upload.originalKey ?? '')).toBe(false)
  expect(await readLibraryBytes(database.db, userId)).toBe(asset?.storedBytes)
  expect(await readdir(scratchFolder)).toEqual([])
  // A repeated job, whose worker died before reporting success, changes nothing.
  const before = await stored()
  await normaliseOperation.run(deps, { assetId: upload.id }, GOING_ON)
  expect(await stored()).toEqual(before)
})

it('treats a video without pictures as audio', { tags: ['full'] }, async () => {
  const upload = await addUpload('song.wav')
  await normaliseOperation.run(depsWith(), { assetId: upload.id }, GOING_ON)
  expect(await present(upload)).toMatchObject({ status: 'ready', kind: 'audio', mime: 'audio/mp4', posterKey: null })
})

it('stops when the file is deleted, and leaves nothing behind', async () => {
  const before = (await stored()).sort()
  const upload = await addUpload('video.mov')
  const pids: number[] = []
  const deps = depsWith({
    onProcess(pid) {
      pids.push(pid)
      // Blocked, so that it cannot finish before the deletion.
      process.kill(pid, 'SIGSTOP')
      void transaction(database.db, (tx) => deleteAsset(tx, userId, upload.id)).then((keys) =>
        Promise.all(keys.map((key) => storage().delete(key))),
      )
    },
  })
  await normaliseOperation.run(deps, { assetId: upload.id }, GOING_ON)
  expect(() => process.kill(pids[0] ?? 0, 0)).toThrow('ESRCH')
  expect((await stored()).sort()).toEqual(before)
  expect(await readdir(scratchFolder)).toEqual([])
})

it('fails a damaged file at once, with a code and a message', { tags: ['full'] }, async () => {
  const upload = await addUpload('video.mov')
  await storage().put(upload.originalKey ?? '', Buffer.from('no video'), { contentType: 'application/octet-stream' })
  await normaliseOperation.run(depsWith(), { assetId: upload.id }, GOING_ON)
  expect(await present(upload)).toMatchObject({
    status: 'failed',
    errorCode: 'media-damaged',
    errorMessage: 'This file is damaged and cannot be read',
    originalKey: null,
    storedBytes: 0,
  })
  expect(await storage().exists(upload.originalKey ?? '')).toBe(false)
})

it('retries after a crash, fails after the last attempt, and waits when the worker stops', async () => {
  const upload = await addUpload('video.mov')
  const crashing = depsWith({ onProcess: (pid) => void process.kill(pid, 'SIGSEGV') })
  await expect(normaliseOperation.run(crashing, { assetId: upload.id }, GOING_ON)).rejects.toThrow(
    'ended early (SIGSEGV)',
  )
  expect((await present(upload))?.status).toBe('processing')
  const stopping = new AbortController()
  const stopped = depsWith({ onProcess: () => stopping.abort(new Error('the worker stops')) })
  const last = { signal: stopping.signal, isLastAttempt: true }
  await expect(normaliseOperation.run(stopped, { assetId: upload.id }, last)).rejects.toThrow('the worker stops')
  expect((await present(upload))?.status).toBe('processing')
  await expect(
    normaliseOperation.run(crashing, { assetId: upload.id }, { ...GOING_ON, isLastAttempt: true }),
  ).rejects.toThrow()
  expect(await present(upload)).toMatchObject({ status: 'failed', errorCode: 'gave-up' })
  const other = await addUpload('video.mov')
  await normaliseOperation.abandon(depsWith(), { assetId: other.id })
  expect(await present(other)).toMatchObject({ status: 'failed', errorCode: 'gave-up' })
})

it('ends a process that takes too much memory', { tags: ['full'] }, async () => {
  const upload = await addUpload('video.mov')
  const limits = { memoryBytes: 2 ** 20 }
  await expect(normaliseOperation.run(depsWith({ limits }), { assetId: upload.id }, GOING_ON)).rejects.toThrow(
    'SIGKILL',
  )
})
