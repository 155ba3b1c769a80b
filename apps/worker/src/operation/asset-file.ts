// Downloads the files that a render needs and removes them afterwards.
import { FileMissing, type Storage } from '@vitrine/providers/storage'
import type { AssetRecord } from '@vitrine/shop/media'

/** A file that the customer deleted while the video was waiting or being made. */
export class PhotoDeleted extends Error {}

/** The files of these assets by id. They stay until `cleanUp` is disposed of. Throws `PhotoDeleted`. */
export async function gatherAssetFiles(
  storage: Storage,
  ids: readonly string[],
  assets: ReadonlyMap<string, AssetRecord>,
  cleanUp: AsyncDisposableStack,
): Promise<Record<string, string>> {
  const files: Record<string, string> = {}
  for (const id of ids) {
    const asset = assets.get(id)
    const isOwn = asset ? asset.ownerUserId !== null : id.startsWith('u_')
    if (asset?.deletedAt || (!asset && isOwn)) throw new PhotoDeleted(id)
    if (!asset?.storageKey) throw new Error(`asset ${id} has no stored file`)
    try {
      const file = await storage.localFile(asset.storageKey)
      cleanUp.defer(() => file.release())
      files[id] = file.path
    } catch (error) {
      if (error instanceof FileMissing && isOwn) throw new PhotoDeleted(id, { cause: error })
      throw error
    }
  }
  return files
}
