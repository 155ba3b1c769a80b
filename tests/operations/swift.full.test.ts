// The store's storage against a real S3 server that checks signatures. Skipped with a message unless Debian's packages swift and
// python3-swift are installed; s3.test.ts runs the same contract everywhere, against the server of the tests.
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openStorage, readStorageSettings } from '@vitrine/providers/storage/settings'
import { createSignedLinks } from '@vitrine/providers/storage/signed-link'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { itBehavesAsStorage } from '../../packages/providers/testing/storage-contract.ts'
import { hasSwift, type SwiftStore, startSwiftStore } from './swift-store.ts'

describe.skipIf(!hasSwift)('storage in OpenStack Swift', () => {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-swift-test-'))
  const secret = 'a secret of at least thirty-two bytes'
  let store: SwiftStore
  beforeAll(async () => {
    store = await startSwiftStore()
  })
  afterAll(async () => {
    await store?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const createStorage = async (change: Record<string, string> = {}) => {
    const input = {
      VITRINE_SECRET: secret,
      VITRINE_S3_BUCKET: store.bucket,
      VITRINE_S3_ENDPOINT: store.url,
      VITRINE_S3_PUBLIC_ENDPOINT: store.url,
      VITRINE_S3_ACCESS_KEY_ID: store.keys.accessKeyId,
      VITRINE_S3_SECRET_ACCESS_KEY: store.keys.secretAccessKey,
      VITRINE_S3_PREFIX: `${randomUUID()}/`,
      ...change,
    }
    const problems: string[] = []
    const settings = readStorageSettings(input, problems)
    expect(problems).toEqual([])
    return await openStorage(settings, { dataFolder: join(folder, randomUUID()), links: createSignedLinks(secret) })
  }

  itBehavesAsStorage(() => createStorage())

  it('opens a file only by an unchanged presigned link', async () => {
    const storage = await createStorage()
    await storage.put('private/video.mp4', Buffer.from('0123456789'), { contentType: 'video/mp4' })
    const url = String(
      await storage.findDirectUrl('private/video.mp4', { expiresInSeconds: 60, downloadName: 'ours.mp4' }),
    )
    const answer = await fetch(url, { headers: { range: 'bytes=2-4' } })
    expect([answer.status, await answer.text()]).toEqual([206, '234'])
    expect(answer.headers.get('content-disposition')).toContain('ours.mp4')
    expect((await fetch(url.replace('video.mp4', 'other.mp4'))).status).toBe(403)
    expect((await fetch(url.split('?')[0] ?? '')).status).toBeGreaterThanOrEqual(400)
  })

  it('says what is wrong with its configuration', async () => {
    const wrongKey = await createStorage({ VITRINE_S3_SECRET_ACCESS_KEY: 'wrong' })
    await expect(wrongKey.check()).rejects.toThrow(/does not accept the key/)
    const wrongBucket = await createStorage({ VITRINE_S3_BUCKET: 'elsewhere' })
    await expect(wrongBucket.check()).rejects.toThrow(/the bucket elsewhere does not exist/)
  })
})
