// Reads a published picture of the brand.
import { buffer } from 'node:stream/consumers'
import { findPublicFiles } from '@vitrine/store/media'
import type { AppDeps } from './deps.ts'

/** Undefined without a picture, and for one that was deleted or never public. */
export async function readBrandPicture(
  { db, storage }: Pick<AppDeps, 'db' | 'storage'>,
  id: string | null,
): Promise<Buffer | undefined> {
  if (id === null) return undefined
  const key = (await findPublicFiles(db, 'image', [id])).get(id)?.storageKey
  if (!key || !(await storage.exists(key))) return undefined
  return buffer((await storage.open(key)).stream)
}
