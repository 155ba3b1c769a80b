// Inspects the files of an import package: kind, dimensions, duration and content id, read from the bytes. File names and
// claims of the animation are not trusted.
import { createHash } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FileFacts } from '@vitrine/after-effects/files'
import type { AssetId } from '@vitrine/document/field'
import { countMissingBytes } from '@vitrine/media/container'
import { detectBytes } from '@vitrine/media/file-type'
import { LibavError } from '@vitrine/media/libav-error'
import { MediaInput } from '@vitrine/media/media-input'
import { findPictureSize } from '@vitrine/media/picture-decoder'
import { shownSize } from '@vitrine/media/shown-size'
import { AV_DISPOSITION_ATTACHED_PIC, AVMEDIA_TYPE_AUDIO, AVMEDIA_TYPE_VIDEO } from 'node-av'

/** Larger pictures are rejected without decoding them. */
const MAX_PIXELS = 64_000_000
const MAX_SIDE = 20_000
const IMAGES = new Set(['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif'])
const MAX_SECONDS = 86_400

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
    if (!(seconds > 0 && seconds <= MAX_SECONDS)) return undefined
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

// Reads family, weight and slope of a font file from its name and OS/2 tables (OpenType 1.9).

interface FontNames {
  readonly family: string
  readonly weight: number
  readonly style: 'normal' | 'italic'
}

const FAMILY = 1
/** Name ids: the family without weight and slope, where the plain name contains them. */
const TYPOGRAPHIC_FAMILY = 16
const MAX_NAMES = 2000

/** Reads a TrueType or OpenType file; undefined for other files. */
export function readFontNames(bytes: Uint8Array): FontNames | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    const name = findTable(view, 'name')
    const os2 = findTable(view, 'OS/2')
    if (!name || !os2) return undefined
    const family = readName(view, name.offset, TYPOGRAPHIC_FAMILY) ?? readName(view, name.offset, FAMILY)
    if (!family) return undefined
    const weight = view.getUint16(os2.offset + 4)
    const isItalic = (view.getUint16(os2.offset + 62) & 1) === 1
    return { family, weight: weight >= 1 && weight <= 1000 ? weight : 400, style: isItalic ? 'italic' : 'normal' }
  } catch (error) {
    // A table beyond the end of the file means that it is no valid font.
    if (error instanceof RangeError) return undefined
    throw error
  }
}

function findTable(view: DataView, tag: string): { offset: number } | undefined {
  const signature = view.getUint32(0)
  if (signature !== 0x00010000 && signature !== 0x4f54544f && signature !== 0x74727565) return undefined
  const count = view.getUint16(4)
  for (let n = 0; n < count; n++) {
    const at = 12 + n * 16
    const found = String.fromCharCode(...[0, 1, 2, 3].map((k) => view.getUint8(at + k)))
    if (found === tag) return { offset: view.getUint32(at + 8) }
  }
  return undefined
}

/** The name in English as Windows stores it, otherwise the first one with this id. */
function readName(view: DataView, table: number, nameId: number): string | undefined {
  const count = Math.min(MAX_NAMES, view.getUint16(table + 2))
  const storage = table + view.getUint16(table + 4)
  let first: string | undefined
  for (let n = 0; n < count; n++) {
    const at = table + 6 + n * 12
    if (view.getUint16(at + 6) !== nameId) continue
    const platform = view.getUint16(at)
    const text = decode(view, storage + view.getUint16(at + 10), view.getUint16(at + 8), platform)
    if (platform === 3 && view.getUint16(at + 4) === 0x409) return text
    first ??= text
  }
  return first
}

function decode(view: DataView, offset: number, length: number, platform: number): string {
  const isWide = platform !== 1
  let text = ''
  for (let n = 0; n + (isWide ? 1 : 0) < length; n += isWide ? 2 : 1)
    text += String.fromCharCode(isWide ? view.getUint16(offset + n) : view.getUint8(offset + n))
  return text.slice(0, 100)
}
