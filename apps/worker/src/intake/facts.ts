// Owns looking into the files of a designer's folder: what each one is, how large and how long, and the id that its content
// gives it. Nothing is believed that a name or an animation says of a file.
import { createHash } from 'node:crypto'
import type { AssetId } from '@vitrine/composition/document'
import type { FileFacts } from '@vitrine/composition/import'
import { findPictureSize } from '@vitrine/untrusted-media/picture-size'
import { fileTypeFromBuffer } from 'file-type'
import { ALL_FORMATS, BufferSource, Input } from 'mediabunny'
import { readFontNames } from './font-name.ts'

/** Larger pictures are refused unread. */
const MAX_PIXELS = 64_000_000
const MAX_SIDE = 20_000
const IMAGES = new Set(['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif'])

/** The id of a file by its content. */
export function assetIdOf(bytes: Uint8Array): AssetId {
  return `sha256:${createHash('sha256').update(bytes).digest('hex')}`
}

/** What a file is; undefined for kinds that no template uses and for files that cannot be read. */
export async function findFacts(
  bytes: Uint8Array,
  license = 'supplied by the designer',
): Promise<FileFacts | undefined> {
  const names = readFontNames(bytes)
  const id = assetIdOf(bytes)
  if (names) return { id, kind: 'font', mime: bytes[0] === 0x4f ? 'font/otf' : 'font/ttf', license, ...names }
  const type = await fileTypeFromBuffer(bytes)
  if (!type) return undefined
  if (IMAGES.has(type.mime)) return findImage(bytes, id, type.mime)
  if (type.mime.startsWith('video/') || type.mime.startsWith('audio/')) return findMedium(bytes, id, type.mime)
  return undefined
}

async function findImage(bytes: Uint8Array, id: AssetId, mime: string): Promise<FileFacts | undefined> {
  const size = await findPictureSize(bytes, mime)
  if (!size || Math.max(size.width, size.height) > MAX_SIDE || size.width * size.height > MAX_PIXELS) return undefined
  return { id, kind: 'image', mime, ...size }
}

async function findMedium(bytes: Uint8Array, id: AssetId, mime: string): Promise<FileFacts | undefined> {
  try {
    using input = new Input({ source: new BufferSource(bytes), formats: ALL_FORMATS })
    const seconds = await input.computeDuration()
    if (!(seconds > 0 && seconds <= 86_400)) return undefined
    const video = await input.getPrimaryVideoTrack()
    if (!video) return { id, kind: 'audio', mime, seconds }
    const { displayWidth: width, displayHeight: height } = video
    return { id, kind: 'video', mime, width, height, seconds }
  } catch {
    return undefined
  }
}
