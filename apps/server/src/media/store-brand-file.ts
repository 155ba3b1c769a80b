// Stores an owner's file for the brand: read only by the hardened readers, and published under its hash.

import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ApiError } from '@vitrine/contract/api-error'
import type { BrandFileKind, BrandFileResponse } from '@vitrine/contract/settings'
import { transaction } from '@vitrine/database/connection'
import { inspectFont } from '@vitrine/media/font'
import { makeFittedPicture, type PictureFrame } from '@vitrine/media/picture'
import { publicKey } from '@vitrine/providers/storage'
import { type CatalogueAsset, publicUrl, registerCatalogueAsset } from '@vitrine/store/media'
import type { AppDeps } from '../deps/deps.ts'
import { inOwnFolder, sniffFile } from './uploaded-file.ts'

/** Larger files are refused before they are read. */
export const BRAND_FILE_BYTES = 10 * 2 ** 20

/** More than a font for pages needs. */
const FONT_BYTES = 300_000

/** Large enough for high-density screens. Messengers require 1200 × 630 (the Open Graph protocol). */
const FRAMES: Readonly<Record<Exclude<BrandFileKind, 'font'>, PictureFrame>> = {
  logo: { width: 960, height: 320, mode: 'inside' },
  icon: { width: 512, height: 512, mode: 'contain' },
  'share-picture': { width: 1200, height: 630, mode: 'cover', background: '#ffffff' },
}

/**
 * Prepares `bytes` for their use and stores them as a public file. Idempotent. Throws `upload-type-not-allowed`,
 * `upload-too-large`, `image-too-many-pixels` and `media-damaged`.
 */
export async function storeBrandFile(
  deps: Pick<AppDeps, 'db' | 'storage'>,
  kind: BrandFileKind,
  bytes: Buffer,
): Promise<BrandFileResponse> {
  return inOwnFolder(async (folder) => {
    const path = join(folder, 'given')
    await writeFile(path, bytes)
    if (kind === 'font') return storeFont(deps, path, bytes)
    const isSvg = isDrawing(bytes)
    if (isSvg) requireOutlines(bytes)
    const contentType = isSvg ? 'image/svg+xml' : await findPictureType(path)
    const fitted = await makeFittedPicture({ path, contentType }, FRAMES[kind], { folder })
    const { width, height, contentType: mime } = fitted
    return publish(deps, await readFile(fitted.path), { kind: 'image', mime, width, height })
  })
}

/** Whether it is markup with an SVG in it; no picture format begins like that. The drawing process validates it. */
function isDrawing(bytes: Buffer): boolean {
  const begin = bytes.subarray(0, 4096).toString('utf8').trimStart()
  return begin.startsWith('<') && /<svg[\s>]/i.test(begin)
}

/** Rejects text, which would be drawn in a font of the server with other widths, so that a name is cut off. */
function requireOutlines(bytes: Buffer): void {
  const [begin = '', ...parts] = bytes.toString('utf8').split('<!--')
  const drawn = begin + parts.map((part) => part.slice(part.indexOf('-->') + 1)).join('')
  if (!/<(?:[\w.-]+:)?(?:text|foreignObject|flowRoot)[\s>]/i.test(drawn)) return
  const message =
    'This SVG contains text, which would be drawn here in another font. Convert the text to outlines (paths) in your design program, or upload a PNG.'
  throw new ApiError('upload-type-not-allowed', { found: 'image/svg+xml' }, message)
}

async function findPictureType(path: string): Promise<string> {
  const { kind, contentType } = await sniffFile(path)
  if (kind !== 'image') throw new ApiError('upload-type-not-allowed', { found: contentType })
  return contentType
}

/** Stores a font unchanged: browsers sanitize fonts themselves, and only a readable one gets here. */
async function storeFont(
  deps: Pick<AppDeps, 'db' | 'storage'>,
  path: string,
  bytes: Buffer,
): Promise<BrandFileResponse> {
  if (bytes.length > FONT_BYTES) {
    const message = 'A font for pages has at most 300 kB. Leave out the scripts that you do not need.'
    throw new ApiError('upload-too-large', { limitBytes: FONT_BYTES }, message)
  }
  const { weights, ...facts } = await inspectFont(path)
  const file = await publish(deps, bytes, { kind: 'font', mime: 'font/woff2' })
  return { ...file, font: { ...facts, id: file.id, weights: [...weights] } }
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
