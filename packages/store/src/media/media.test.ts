import { randomUUID } from 'node:crypto'
import { asset as assetSchema } from '@vitrine/contract/media'
import { transaction } from '@vitrine/database/connection'
import { startJobRunner } from '@vitrine/database/jobs'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { useDatabase } from '../../../../tests/database.ts'
import { addCatalogueFiles, addMember, addUserFile, catchApiError, hashText } from '../../testing/store.ts'
import {
  createUserAsset,
  deleteAsset,
  failAsset,
  findAsset,
  finishAsset,
  getAssets,
  getUserAsset,
  listUserAssets,
  type NewUserAsset,
  NORMALISE_TASK,
  queueNormalising,
  registerCatalogueAsset,
  toAsset,
} from './media.ts'

const database = useDatabase({ max: 12 })

const create = (userId: string, changes: Partial<NewUserAsset> = {}) =>
  transaction(database.db, (tx) =>
    createUserAsset(tx, {
      userId,
      uploadId: randomUUID(),
      kind: 'image',
      mime: 'image/heic',
      sizeBytes: 9000,
      fileName: 'IMG_1.HEIC',
      ...changes,
    }),
  )
const normalised = {
  mime: 'image/webp',
  sizeBytes: 4000,
  width: 3000,
  height: 4000,
  storageKey: 'private/m',
  proxyKey: 'private/p',
}
const finish = (id: string) => transaction(database.db, (tx) => finishAsset(tx, id, normalised))
const remove = (userId: string, id: string) => transaction(database.db, (tx) => deleteAsset(tx, userId, id))
const sign = (key: string) => `/files/${key}?signed`

describe('a file of a customer', () => {
  it('is being processed first, then ready with its editing copy', async () => {
    const userId = await addMember(database.db)
    const { asset, isNew } = await create(userId)
    expect(isNew).toBe(true)
    expect(asset.id).toMatch(/^u_[0-9a-f-]{36}$/)
    expect(toAsset(asset, sign)).toMatchObject({ status: 'queued', url: null, width: null })
    const ready = await finish(asset.id)
    expect(ready && assetSchema.parse(toAsset(ready, sign))).toMatchObject({
      assetId: asset.id,
      status: 'succeeded',
      width: 3000,
      height: 4000,
      url: '/files/private/p?signed',
      fileName: 'IMG_1.HEIC',
    })
  })

  it('is created once, however often the upload is finished at the same time', async () => {
    const userId = await addMember(database.db)
    const uploadId = randomUUID()
    const results = await Promise.all(Array.from({ length: 8 }, () => create(userId, { uploadId })))
    expect(results.filter((result) => result.isNew)).toHaveLength(1)
    expect(new Set(results.map((result) => result.asset.id)).size).toBe(1)
    const stranger = await addMember(database.db)
    expect((await catchApiError(create(stranger, { uploadId }))).code).toBe('upload-not-found')
  })

  it('says why when it cannot be used', async () => {
    const userId = await addMember(database.db)
    const { asset } = await create(userId)
    await transaction(database.db, (tx) =>
      failAsset(tx, asset.id, { code: 'media-damaged', message: 'This file is damaged and cannot be read' }),
    )
    expect(toAsset(await getUserAsset(database.db, userId, asset.id), sign)).toMatchObject({
      status: 'failed',
      url: null,
      errorCode: 'media-damaged',
      errorMessage: 'This file is damaged and cannot be read',
    })
    expect(await finish(asset.id)).toBeUndefined()
  })

  it('belongs to one customer alone', async () => {
    const [owner, stranger] = [await addMember(database.db), await addMember(database.db)]
    const id = await addUserFile(database.db, owner)
    expect((await catchApiError(getUserAsset(database.db, stranger, id))).code).toBe('asset-not-found')
    expect((await catchApiError(remove(stranger, id))).code).toBe('asset-not-found')
    expect(await listUserAssets(database.db, stranger)).toEqual([])
    expect((await listUserAssets(database.db, owner)).map((asset) => asset.id)).toEqual([id])
  })

  it('is removed from the library when deleted, marked as deleted, and its files are returned once for removal', async () => {
    const userId = await addMember(database.db)
    const id = await addUserFile(database.db, userId)
    const keys = await remove(userId, id)
    expect(keys).toEqual([expect.stringMatching(/master$/), expect.stringMatching(/proxy$/)])
    expect(await listUserAssets(database.db, userId)).toEqual([])
    expect((await catchApiError(getUserAsset(database.db, userId, id))).status).toBe(410)
    expect((await catchApiError(remove(userId, id))).code).toBe('asset-deleted')
    expect((await findAsset(database.db, id))?.deletedAt).toBeInstanceOf(Date)
  })

  it('deleted while it is being processed does not come back', async () => {
    const userId = await addMember(database.db)
    const { asset } = await create(userId)
    await remove(userId, asset.id)
    expect(await finish(asset.id)).toBeUndefined()
    expect((await catchApiError(create(userId, { uploadId: asset.uploadId ?? '' }))).code).toBe('asset-deleted')
  })
})

describe('a file of the catalogue', () => {
  it('can be registered repeatedly and has no owner', async () => {
    await addCatalogueFiles(database.db)
    await addCatalogueFiles(database.db)
    const found = await getAssets(database.db, [hashText('photo'), hashText('photo'), hashText('song'), 'sha256:none'])
    expect([...found.keys()].sort()).toEqual([hashText('photo'), hashText('song')].sort())
    expect(found.get(hashText('song'))).toMatchObject({ ownerUserId: null, status: 'ready', durationMs: 42_500 })
    const userId = await addMember(database.db)
    expect((await catchApiError(remove(userId, hashText('photo')))).code).toBe('asset-not-found')
  })

  it('is never private as customers’ files are', async () => {
    const file = {
      id: hashText('x'),
      kind: 'image',
      mime: 'image/png',
      sizeBytes: 1,
      storageKey: 'private/x.png',
    } as const
    await expect(transaction(database.db, (tx) => registerCatalogueAsset(tx, file))).rejects.toThrow(/public/)
  })
})

it('keeps a file of the catalogue public that another template sells', async () => {
  const id = hashText('both shown and sold')
  const register = (folder: string) =>
    transaction(database.db, (tx) =>
      registerCatalogueAsset(tx, {
        id,
        kind: 'image',
        mime: 'image/png',
        sizeBytes: 10,
        storageKey: `${folder}/${id.slice(7)}.png`,
      }),
    )
  const findStorageKey = async () => (await findAsset(database.db, id))?.storageKey
  await register('private/catalogue')
  expect(await findStorageKey()).toMatch(/^private\/catalogue\//)
  await register('public')
  await register('private/catalogue')
  expect(await findStorageKey()).toMatch(/^public\//)
  await expect(register('private/assets')).rejects.toThrow(/public or for sale/)
})

describe('recordings that wait to be normalised', () => {
  /** Queues recordings of these accounts, by first letter, and returns the order in which they were taken. */
  async function takeInOrder(names: readonly string[], concurrency: number, onTaken: (name: string) => Promise<void>) {
    const owners = new Map<string, string>()
    const namesById = new Map<string, string>()
    for (const name of names) {
      const account = name[0] ?? ''
      const userId = owners.get(account) ?? (await addMember(database.db))
      owners.set(account, userId)
      const { asset } = await create(userId, { kind: 'video', mime: 'video/mp4' })
      namesById.set(asset.id, name)
      await transaction(database.db, (tx) => queueNormalising(tx, asset))
    }
    const all = Promise.withResolvers<void>()
    const taken: string[] = []
    const take = async (payload: unknown) => {
      const name = namesById.get((payload as { assetId: string }).assetId) ?? ''
      taken.push(name)
      await onTaken(name)
      if (taken.length === names.length) all.resolve()
    }
    const runner = await startJobRunner(database.url, { [NORMALISE_TASK]: take }, { concurrency })
    await all.promise
    await runner.stop()
    return taken
  }

  const countJobs = async () =>
    Number((await database.db.execute(sql`select count(*) from graphile_worker.jobs`)).rows[0]?.count)

  it('are taken in turns by account, not in the order they came', async () => {
    const names = ['a1', 'a2', 'a3', 'b1', 'c1', 'b2']
    let begun = 0
    // The end of a job is written while the next one begins; until then its account has to wait.
    const untilEarlierEnded = async () => {
      begun++
      await expect.poll(() => countJobs()).toBe(names.length - begun + 1)
    }
    const taken = await takeInOrder(names, 1, untilEarlierEnded)
    expect(taken).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3'])
  })

  it('are never two of one account at a time, so that one is free for others', { tags: ['full'] }, async () => {
    const slow = Promise.withResolvers<void>()
    // A's first recording is not finished until both of B's, who came last, are normalised.
    const taken = await takeInOrder(['a1', 'a2', 'a3', 'b1', 'b2'], 2, async (name) => {
      if (name === 'a1') await slow.promise
      if (name === 'b2') slow.resolve()
    })
    // The first of both begin together, in either order.
    expect(taken.slice(0, 3).sort()).toEqual(['a1', 'b1', 'b2'])
  })
})
