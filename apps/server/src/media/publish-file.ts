// Publishes an owner's file to the catalogue, named by its hash and public; videos stay private, for customers who bought the
// template.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { createPaidKey, publicKey } from '@vitrine/providers/storage'
import { type AssetRecord, type CatalogueAsset, findPaidKey } from '@vitrine/store/media'
import type { AppDeps } from '../deps/deps.ts'

/** Copies the prepared file of an asset and describes it for the catalogue. Idempotent. */
export async function publishFile(
  { db, storage }: Pick<AppDeps, 'db' | 'storage'>,
  asset: AssetRecord,
): Promise<CatalogueAsset> {
  assert(asset.storageKey, `asset ${asset.id} has no stored file`)
  const file = await storage.localFile(asset.storageKey)
  try {
    const hash = createHash('sha256')
    await pipeline(createReadStream(file.path), hash)
    const digest = hash.digest('hex')
    const id = `sha256:${digest}`
    const storageKey =
      asset.kind === 'video'
        ? ((await findPaidKey(db, id)) ?? createPaidKey(asset.mime))
        : publicKey(digest, asset.mime)
    if (!(await storage.exists(storageKey)))
      await storage.put(storageKey, { file: file.path }, { contentType: asset.mime })
    const stored = await storage.stat(storageKey)
    const { kind, mime, width, height, durationMs } = asset
    return {
      id,
      kind,
      mime,
      sizeBytes: stored?.sizeBytes ?? asset.sizeBytes,
      storageKey,
      ...(width !== null && { width }),
      ...(height !== null && { height }),
      ...(durationMs !== null && { durationMs }),
    }
  } finally {
    await file.release()
  }
}
