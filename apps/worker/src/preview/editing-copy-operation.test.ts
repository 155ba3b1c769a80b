import { createHash, randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { transaction } from '@vitrine/database/connection'
import type { TemplateDocument } from '@vitrine/document/document'
import type { AssetId } from '@vitrine/document/field'
import { publicKey, type Storage } from '@vitrine/providers/storage'
import { createLocalDiskStorage } from '@vitrine/providers/storage/local-disk'
import { createSignedLinks } from '@vitrine/providers/storage/signed-link'
import { createDraft } from '@vitrine/store/catalogue/draft'
import { getDocumentAssets } from '@vitrine/store/catalogue/template-version'
import { enqueueTemplateVideos, TEMPLATE_VIDEO_TASK } from '@vitrine/store/catalogue/template-video'
import { findAsset, findPaidKey, registerCatalogueAsset } from '@vitrine/store/media'
import { sql } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import { useDatabase } from '../../../../tests/database.ts'
import { corners, times, writeRecording } from '../../testing/recording.ts'
import { createDocument, useFolder } from '../../testing/video.ts'
import { VideoFile } from '../media/video-file.ts'
import { openScratch } from '../operation/scratch.ts'
import { editingCopyOperation } from './editing-copy-operation.ts'

const database = useDatabase()
const folder = useFolder()
let storage: Storage
let scratchFolder: string

beforeAll(async () => {
  scratchFolder = await openScratch(folder.path('tmp'))
  storage = createLocalDiskStorage({ directory: folder.path('files'), links: createSignedLinks('x'.repeat(32)) })
})

const run = (assetId: string, isLastAttempt = false) =>
  editingCopyOperation.run(
    { db: database.db, storage, scratchFolder, encoderThreads: 2 },
    { assetId },
    { signal: new AbortController().signal, isLastAttempt },
  )

interface Video {
  readonly id: AssetId
  readonly open: string
  readonly bytes: Buffer
}

/** A video as earlier versions stored it: publicly readable. */
async function addOpenVideo(bytes?: Buffer): Promise<Video> {
  const path = folder.path(`${randomUUID()}.mp4`)
  if (!bytes)
    await writeRecording(path, {
      width: 720,
      height: 1280,
      times: times(10, 25),
      shade: corners(720, 1280),
      metadata: { comment: path },
    })
  const content = bytes ?? (await readFile(path))
  const sha256 = createHash('sha256').update(content).digest('hex')
  const video = {
    id: `sha256:${sha256}` as const,
    open: publicKey(sha256, 'video/mp4'),
  }
  await storage.put(video.open, content, { contentType: 'video/mp4' })
  const asset = {
    id: video.id,
    kind: 'video',
    mime: 'video/mp4',
    sizeBytes: content.length,
    storageKey: video.open,
  } as const
  await transaction(database.db, (tx) => registerCatalogueAsset(tx, asset))
  return { ...video, bytes: content }
}

/** Storage key of the full video: not derivable from its id. */
async function requirePaidKey({ id }: Video): Promise<string> {
  const { storageKey } = (await findAsset(database.db, id)) ?? {}
  expect(storageKey).toMatch(/^private\/catalogue\/[0-9a-f]{48}\.mp4$/)
  expect(storageKey).not.toContain(id.slice('sha256:'.length, 30))
  return storageKey ?? ''
}

function documentWith({ id }: Pick<Video, 'id'>, { isGoods = false } = {}): TemplateDocument {
  const layers = [{ id: 'video', type: 'media', in: 0, out: 10, source: id, box: [0, 0, 180, 320] }] as const
  const fields = isGoods ? [] : [{ id: 'words', type: 'text', label: 'Words', default: 'Hello' } as const]
  const canvas = { width: 180, height: 320, fps: 25, duration: 10 }
  return {
    ...createDocument([...layers], canvas),
    fields,
    assets: { [id]: { kind: 'video', w: 720, h: 1280, seconds: 0.4 } } as TemplateDocument['assets'],
  }
}

const offer = (document: TemplateDocument) =>
  transaction(database.db, (tx) => createDraft(tx, { name: `Video ${randomUUID()}`, document }))

async function waitingJobs(assetId: string): Promise<number> {
  const { rows } = await database.db.execute<{ count: number }>(sql`
    select count(*)::int as count from graphile_worker.jobs
     where task_identifier = ${TEMPLATE_VIDEO_TASK} and key = ${`${TEMPLATE_VIDEO_TASK}:${assetId}`}`)
  return rows[0]?.count ?? 0
}

it('makes a public video private and creates its editing copy', { tags: ['full'] }, async () => {
  const video = await addOpenVideo()
  const document = documentWith(video)
  await offer(document)
  expect(await waitingJobs(video.id)).toBe(1)
  // The full video is not shown to anyone while its copy is pending.
  expect(await getDocumentAssets(database.db, document)).toEqual({})

  await run(video.id)
  expect(await storage.exists(video.open)).toBe(false)
  const paid = await requirePaidKey(video)
  const whole = await storage.localFile(paid)
  expect((await readFile(whole.path)).equals(video.bytes)).toBe(true)
  const shown = (await getDocumentAssets(database.db, document))[video.id]
  expect(shown).toMatchObject({ kind: 'video', mime: 'video/mp4' })
  expect(shown).not.toHaveProperty('fullUrl')
  const copyKey = `public/${shown?.url.replace('/media/', '')}`
  expect(copyKey).not.toBe(video.open)
  const copy = await storage.localFile(copyKey)
  const opened = VideoFile.open(copy.path)
  expect([opened.width, opened.height]).toEqual([540, 960])
  opened.close()

  const signed = (await getDocumentAssets(database.db, document, (key) => `/signed/${key}`))[video.id]
  expect(signed).toEqual({ ...shown, fullUrl: `/signed/${paid}` })
  // Idempotent: nothing is enqueued again, and repeating changes nothing.
  const before = await findAsset(database.db, video.id)
  await run(video.id)
  expect(await findAsset(database.db, video.id)).toEqual(before)
})

it('moves a video whose storage key derives from its public id', async () => {
  const video = await addOpenVideo()
  const guessable = video.open.replace('public/', 'private/catalogue/')
  await storage.put(guessable, video.bytes, { contentType: 'video/mp4' })
  await database.db.execute(
    sql`update assets set storage_key = ${guessable}, template_use = 'goods' where id = ${video.id}`,
  )
  await transaction(database.db, (tx) => enqueueTemplateVideos(tx))
  expect(await waitingJobs(video.id)).toBe(1)
  await run(video.id)
  const paid = await storage.localFile(await requirePaidKey(video))
  expect((await readFile(paid.path)).equals(video.bytes)).toBe(true)
  expect(await storage.exists(guessable)).toBe(false)
  expect(await findPaidKey(database.db, video.id)).toBe((await findAsset(database.db, video.id))?.storageKey)
})

it('enqueues the videos that an earlier version left public, once', async () => {
  const video = await addOpenVideo()
  await database.db.execute(sql`update assets set template_use = 'video' where id = ${video.id}`)
  await transaction(database.db, (tx) => enqueueTemplateVideos(tx))
  await transaction(database.db, (tx) => enqueueTemplateVideos(tx))
  expect(await waitingJobs(video.id)).toBe(1)
})

it('creates no copy of a ready-made video until another template uses it as a part', { tags: ['full'] }, async () => {
  const video = await addOpenVideo()
  const goods = documentWith(video, { isGoods: true })
  await offer(goods)
  await run(video.id)
  expect(await storage.exists(video.open)).toBe(false)
  const paid = await requirePaidKey(video)
  expect(await findAsset(database.db, video.id)).toMatchObject({ proxyKey: null })
  expect(await getDocumentAssets(database.db, goods)).toEqual({})

  await offer(documentWith(video))
  await offer(goods)
  await run(video.id)
  expect(await findAsset(database.db, video.id)).toMatchObject({ templateUse: 'video', storageKey: paid })
  expect(await getDocumentAssets(database.db, documentWith(video))).toHaveProperty([video.id, 'url'])
})

it('stays private when it is imported again', { tags: ['full'] }, async () => {
  const video = await addOpenVideo()
  await offer(documentWith(video))
  await run(video.id)
  const paid = await requirePaidKey(video)
  await addOpenVideo(video.bytes)
  expect(await findAsset(database.db, video.id)).toMatchObject({ storageKey: paid })
})

it('keeps the editing copy of another video that is imported as a video itself', { tags: ['full'] }, async () => {
  const first = await addOpenVideo()
  await offer(documentWith(first))
  await run(first.id)
  const copyKey = (await findAsset(database.db, first.id))?.proxyKey ?? ''
  const stored = await storage.localFile(copyKey)
  const second = await addOpenVideo(await readFile(stored.path))
  await offer(documentWith(second))
  await run(second.id)
  expect(await storage.exists(copyKey)).toBe(true)
  expect(await storage.exists(await requirePaidKey(second))).toBe(true)
})

it('moves an unreadable video, and fails its copy after the last attempt', { tags: ['full'] }, async () => {
  const video = await addOpenVideo(Buffer.from(`no video at all ${randomUUID()}`))
  await offer(documentWith(video))
  await expect(run(video.id)).rejects.toThrow()
  expect(await storage.exists(video.open)).toBe(false)
  await expect(run(video.id, true)).rejects.toThrow()
  expect(await findAsset(database.db, video.id)).toMatchObject({ errorCode: 'no-editing-copy' })
  expect(await storage.exists(await requirePaidKey(video))).toBe(true)
})
