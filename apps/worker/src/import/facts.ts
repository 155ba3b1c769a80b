// Inspects the files of an import package: kind, dimensions, duration and content id, read from the bytes. File names and
// claims of the animation are not trusted.
import { createHash } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FileFacts } from '@vitrine/after-effects/files'
import type { AssetId } from '@vitrine/document/field'
import { detectBytes } from '@vitrine/media/file-type'
import { LibavError } from '@vitrine/media/libav-error'
import { MediaInput } from '@vitrine/media/media-input'
import { countMissingBytes } from '@vitrine/media/missing-bytes'
import { findPictureSize } from '@vitrine/media/picture-size'
import { shownSize } from '@vitrine/media/shown-size'
import { AV_DISPOSITION_ATTACHED_PIC, AVMEDIA_TYPE_AUDIO, AVMEDIA_TYPE_VIDEO } from 'node-av'
import { readFontNames } from './font-name.ts'

/** Larger pictures are rejected without decoding them. */
const MAX_PIXELS = 64_000_000
const MAX_SIDE = 20_000
const IMAGES = new Set(['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif'])
const LONGEST_SECONDS = 86_400

/** Computes the id of a file from its content. */
export function hashAsset(bytes: Uint8Array): AssetId {
  return `sha256:${createHash('sha256').update(bytes).digest('hex')}`
}

/** Detects what a file is; undefined for unsupported and unreadable files. `folder` receives a temporary copy of a recording. */
export async function findFacts(
  bytes: Uint8Array,
  folder: string,
  license = 'supplied by the designer',
): Promise<FileFacts | undefined> {
  const names = readFontNames(bytes)
  const id = hashAsset(bytes)
  if (names) return { id, kind: 'font', mime: bytes[0] === 0x4f ? 'font/otf' : 'font/ttf', license, ...names }
  const { kind, ...detected } = await detectBytes(bytes)
  if (!('contentType' in detected)) return undefined
  const { contentType } = detected
  if (kind !== 'image') return findMedium(bytes, folder, id, contentType)
  return IMAGES.has(contentType) ? findImage(bytes, id, contentType) : undefined
}

async function findImage(bytes: Uint8Array, id: AssetId, mime: string): Promise<FileFacts | undefined> {
  const size = await findPictureSize(bytes, mime)
  if (!size || Math.max(size.width, size.height) > MAX_SIDE || size.width * size.height > MAX_PIXELS) return undefined
  return { id, kind: 'image', mime, ...size }
}

async function findMedium(
  bytes: Uint8Array,
  folder: string,
  id: AssetId,
  mime: string,
): Promise<FileFacts | undefined> {
  const path = join(folder, `look-${id.slice('sha256:'.length)}`)
  await writeFile(path, bytes)
  try {
    if (countMissingBytes(path) > 0) return undefined
    using input = await MediaInput.open(path)
    const seconds = input.durationSeconds ?? 0
    if (!(seconds > 0 && seconds <= LONGEST_SECONDS)) return undefined
    const video = input.bestStream(AVMEDIA_TYPE_VIDEO)
    if (video && !video.hasDisposition(AV_DISPOSITION_ATTACHED_PIC)) {
      return { id, kind: 'video', mime, ...shownSize(video), seconds }
    }
    if (!input.bestStream(AVMEDIA_TYPE_AUDIO)) return undefined
    // Most programs write sound-only MP4 files with the signature of a video.
    return { id, kind: 'audio', mime: mime === 'video/mp4' ? 'audio/mp4' : mime, seconds }
  } catch (error) {
    if (error instanceof LibavError) return undefined
    throw error
  } finally {
    await rm(path, { force: true })
  }
}
