// Takes a file for the brand from the owner: read by the hardened readers alone, and published under its hash.
import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ApiError } from '@vitrine/contract/api-error'
import type { BrandFileKind, BrandFileResponse } from '@vitrine/contract/settings'
import { transaction } from '@vitrine/database/connection'
import { publicKey } from '@vitrine/providers/storage'
import { type CatalogueAsset, publicUrl, registerCatalogueAsset } from '@vitrine/shop/media'
import { makeFittedPicture } from '@vitrine/untrusted-media/picture'
import type { AppDeps } from '../deps/deps.ts'
import { inOwnFolder } from './own-folder.ts'
import { sniffFile } from './sniff.ts'

/** Larger ones are refused before they are read. */
export const BRAND_FILE_BYTES = 10 * 2 ** 20

/** Large enough for sharp screens where the pages show them. */
const FRAMES = {
  logo: { width: 960, height: 320, mode: 'inside' },
} as const

/**
 * Stores what `bytes` are, made ready for its use, as a public file. The same file again changes nothing. Refuses
 * upload-type-not-allowed, image-too-many-pixels and media-damaged.
 */
export async function storeBrandFile(
  deps: Pick<AppDeps, 'db' | 'storage'>,
  kind: BrandFileKind,
  bytes: Buffer,
): Promise<BrandFileResponse> {
  return inOwnFolder(async (folder) => {
    const path = join(folder, 'given')
    await writeFile(path, bytes)
    const { kind: found, contentType } = await sniffFile(path)
    if (found !== 'image') throw new ApiError('upload-type-not-allowed', { found: contentType })
    const fitted = await makeFittedPicture({ path, contentType }, FRAMES[kind], { folder })
    const { width, height, contentType: mime } = fitted
    return publish(deps, await readFile(fitted.path), { kind: 'image', mime, width, height })
  })
}

async function publish(
  { db, storage }: Pick<AppDeps, 'db' | 'storage'>,
  content: Buffer,
  facts: Pick<CatalogueAsset, 'kind' | 'mime' | 'width' | 'height'>,
): Promise<BrandFileResponse> {
  const sha256 = createHash('sha256').update(content).digest('hex')
  const storageKey = publicKey(sha256, facts.mime)
  const id = `sha256:${sha256}`
  if (!(await storage.exists(storageKey))) await storage.put(storageKey, content, { contentType: facts.mime })
  const asset = { ...facts, id, sizeBytes: content.length, storageKey }
  await transaction(db, (tx) => registerCatalogueAsset(tx, asset))
  return { id, url: publicUrl(storageKey) }
}
