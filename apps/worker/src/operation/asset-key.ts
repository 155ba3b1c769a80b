// The stored files of the assets that an operation needs.
import { FileMissing } from '@vitrine/providers/storage'
import type { AssetRecord } from '@vitrine/store/media'

type Assets = ReadonlyMap<string, AssetRecord>

/** The customer deleted a file while the operation was waiting or running. */
export class AssetDeleted extends Error {}

/** Storage keys of these assets by id. Throws `AssetDeleted`. */
export function listAssetKeys(ids: readonly string[], assets: Assets): Record<string, string> {
  return Object.fromEntries(
    ids.map((id) => {
      const asset = assets.get(id)
      if (asset?.deletedAt || (!asset && id.startsWith('u_'))) throw new AssetDeleted(id)
      if (!asset?.storageKey) throw new Error(`asset ${id} has no stored file`)
      return [id, asset.storageKey]
    }),
  )
}

/** Whether an error means that a customer has deleted one of these assets. */
export function isAssetDeleted(error: unknown, assets: Assets): boolean {
  if (error instanceof AssetDeleted) return true
  if (!(error instanceof FileMissing)) return false
  return [...assets.values()].some(({ storageKey, ownerUserId }) => storageKey === error.key && ownerUserId !== null)
}
