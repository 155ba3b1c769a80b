import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { transaction } from '@vitrine/database/connection'
import { createLocalDiskStorage } from '@vitrine/providers/storage/local-disk'
import { createSignedLinks } from '@vitrine/providers/storage/signed-link'
import { seedUser } from '@vitrine/store/account-lifecycle'
import { setProfilePicture } from '@vitrine/store/accounts'
import type { PasswordHash } from '@vitrine/store/accounts/password'
import { createUserAsset, finishAsset } from '@vitrine/store/media'
import { afterAll, expect, it } from 'vitest'
import { useDatabase } from '../../../tests/database.ts'
import { removeStaleFiles, removeUnusedFiles } from './clean-up.ts'

const database = useDatabase()
const filesFolder = await mkdtemp(join(tmpdir(), 'vitrine-clean-up-'))
afterAll(() => rm(filesFolder, { recursive: true }))

it('removes stored files that nothing refers to, once they are a day old, and no others', async () => {
  const { db } = database
  const storage = createLocalDiskStorage({ directory: filesFolder, links: createSignedLinks('x'.repeat(32)) })
  const put = async (key: string, ageHours: number, contentType: string) => {
    await storage.put(key, Buffer.from('x'), { contentType })
    const at = new Date(Date.now() - ageHours * 3_600_000)
    await utimes(join(filesFolder, key), at, at)
  }
  const used = ['private/assets/kept.jpg', 'private/assets/kept-edit.webp', 'private/pictures/someone.webp']
  await transaction(db, async (tx) => {
    const person = { username: 'asha', email: 'asha@example.test', actualName: 'Asha', phoneNumber: '' }
    const passwordHash = '$argon2id$unused' as PasswordHash
    const userId = await seedUser(tx, { ...person, passwordHash, employmentField: '' })
    const file = { mime: 'image/jpeg', sizeBytes: 1 }
    const upload = { userId, uploadId: 'kept', kind: 'image' as const, fileName: 'kept.jpg' }
    const { asset } = await createUserAsset(tx, { ...upload, ...file })
    await finishAsset(tx, asset.id, { ...file, storageKey: used[0] ?? '', proxyKey: used[1] ?? '' })
    await setProfilePicture(tx, userId, used[2] ?? '')
  })
  for (const key of used) await put(key, 48, key.endsWith('jpg') ? 'image/jpeg' : 'image/webp')
  await put('private/videos/lost.mp4', 25, 'video/mp4')
  await put('private/videos/lost.webp', 25, 'image/webp')
  await put('private/videos/just-stored.mp4', 23, 'video/mp4')
  await put('private/assets/lost.jpg', 25, 'image/jpeg')
  await put('private/uploads/lost-0-1.bin', 25, 'application/octet-stream')
  await put('private/pictures/replaced.webp', 25, 'image/webp')

  expect(await removeUnusedFiles({ db, storage })).toBe(5)
  const kept = ['private/videos/just-stored.mp4', ...used]
  for (const key of kept) expect(await storage.exists(key), key).toBe(true)
  expect(await removeUnusedFiles({ db, storage })).toBe(0)
})

it('removes abandoned uploads', async () => {
  const folder = join(filesFolder, 'uploads')
  await mkdir(join(folder, 'a folder'), { recursive: true })
  const yesterday = new Date(Date.now() - 25 * 3_600_000)
  for (const name of [
    'abandoned',
    'abandoned.json',
    'bytes-without-record',
    'record-without-bytes.json',
    'under-way',
  ]) {
    await writeFile(join(folder, name), 'x')
    if (name !== 'under-way') await utimes(join(folder, name), yesterday, yesterday)
  }
  await utimes(join(folder, 'a folder'), yesterday, yesterday)
  expect(await removeStaleFiles(folder, 24 * 3_600_000)).toBe(4)
  expect((await readdir(folder)).sort()).toEqual(['a folder', 'under-way'])
  expect(await removeStaleFiles(join(filesFolder, 'nowhere'), 0)).toBe(0)
})
