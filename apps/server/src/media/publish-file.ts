// Owns putting an owner's own file into the catalogue: its bytes under the name of their hash, where everybody can read them;
// films where only those can who paid.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { paidKey, publicKey, type Storage } from '@vitrine/providers/storage'
import type { AssetRecord, CatalogueAsset } from '@vitrine/shop/media'

/** Copies the prepared file of an asset and describes it for the catalogue. Copying it again changes nothing. */
export async function publishFile(storage: Storage, asset: AssetRecord): Promise<CatalogueAsset> {
  assert(asset.storageKey, `asset ${asset.id} has no stored file`)
  const file = await storage.localFile(asset.storageKey)
  try {
    const hash = createHash('sha256')
    await pipeline(createReadStream(file.path), hash)
    const digest = hash.digest('hex')
    const storageKey = (asset.kind === 'video' ? paidKey : publicKey)(digest, asset.mime)
    if (!(await storage.exists(storageKey)))
      await storage.put(storageKey, { file: file.path }, { contentType: asset.mime })
    const stored = await storage.stat(storageKey)
    const { kind, mime, width, height, durationMs } = asset
    return {
      id: `sha256:${digest}`,
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
