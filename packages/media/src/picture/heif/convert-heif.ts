// Converts a HEIF file to an upright PNG with its colour profile, which any image reader understands.

import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { crc32, deflateSync } from 'node:zlib'
import { ApiError } from '@vitrine/contract/api-error'
import { uploadLimits } from '@vitrine/contract/limit'
import {
  AV_CODEC_ID_AV1,
  AV_CODEC_ID_HEVC,
  AV_LOG_QUIET,
  AV_PIX_FMT_RGB24,
  AVCOL_PRI_BT2020,
  AVCOL_PRI_SMPTE432,
  AVCOL_RANGE_JPEG,
  AVCOL_RANGE_MPEG,
  AVCOL_SPC_BT2020_NCL,
  AVCOL_SPC_SMPTE170M,
  AVCOL_SPC_UNSPECIFIED,
  AVCOL_TRC_ARIB_STD_B67,
  AVCOL_TRC_SMPTE2084,
  type AVColorPrimaries,
  type AVColorSpace,
  type AVColorTransferCharacteristic,
  Codec,
  CodecContext,
  FFmpegError,
  Frame,
  Log,
  Packet,
  Rational,
} from 'node-av'
import { FilterAPI } from 'node-av/api'
import sharp from 'sharp'
import { describeToneMapping } from '../../tone-mapping.ts'
import { type Change, type HeifColor, HeifError, type HeifPicture, type HeifTile, readHeif } from './heif-file.ts'

/**
 * Writes the picture of the HEIF file at `path` into `folder` and returns its path. Throws image-too-many-pixels, or
 * media-damaged for any other fault.
 */
export async function convertHeif(path: string, folder: string): Promise<string> {
  try {
    const png = await convert(readHeif(await readFile(path)))
    const out = join(folder, 'converted.png')
    await writeFile(out, png)
    return out
  } catch (error) {
    if (error instanceof HeifError) throw new ApiError('media-damaged', { reason: error.message })
    throw error
  }
}

async function convert(picture: HeifPicture): Promise<Buffer> {
  const pixels = picture.width * picture.height
  const { photoPixels, imagePixels } = uploadLimits
  if (pixels > photoPixels) throw new ApiError('image-too-many-pixels', { pixels, limit: photoPixels })
  if (pixels === 0) throw new HeifError('it has no pixels')
  // A tile is decoded whole. The largest of HEVC level 6.2 and AV1 level 6.3 has 36 million pixels.
  const tilePixels = Math.max(...picture.tiles.map((tile) => tile.width * tile.height))
  if (tilePixels > imagePixels) throw new ApiError('image-too-many-pixels', { pixels: tilePixels, limit: imagePixels })
  // An image too large to be held in memory is reduced tile by tile.
  let shrink = 1
  while (pixels / shrink ** 2 > imagePixels) shrink *= 2
  const decoded = await decodeHeif(picture, shrink)
  const upright = makeUpright(decoded, shrinkChanges(picture.changes, shrink))
  const { width, height } = upright
  const png = await sharp(upright.pixels, { raw: { width, height, channels: 3 } })
    .png({ compressionLevel: 1, adaptiveFiltering: false })
    .toBuffer()
  return picture.color?.kind === 'profile' ? addProfile(png, picture.color.icc) : png
}

/** Signature, then the chunk IHDR, which must come first. */
const HEADER_BYTES = 8 + 25

/** The same PNG with the colour profile embedded. */
function addProfile(png: Buffer, icc: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from('iCCPprofile\0\0', 'latin1'), deflateSync(icc)])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(body.length - 4)
  const checksum = Buffer.alloc(4)
  checksum.writeUInt32BE(crc32(body))
  return Buffer.concat([png.subarray(0, HEADER_BYTES), length, body, checksum, png.subarray(HEADER_BYTES)])
}

/** Applies the changes one after the other. */
function makeUpright(picture: DecodedHeif, changes: readonly Change[]): DecodedHeif {
  return changes.reduce(applyChange, picture)
}

/** The same changes for an image reduced by `shrink`. Pixels that a crop would divide are left out. */
function shrinkChanges(changes: readonly Change[], shrink: number): Change[] {
  return changes.map((change) => {
    if (change.kind !== 'crop') return change
    const [left, top] = [Math.ceil(change.left / shrink), Math.ceil(change.top / shrink)]
    const width = Math.max(1, Math.floor((change.left + change.width) / shrink) - left)
    const height = Math.max(1, Math.floor((change.top + change.height) / shrink) - top)
    return { kind: 'crop', left, top, width, height }
  })
}

function applyChange(picture: DecodedHeif, change: Change): DecodedHeif {
  const { width, height } = picture
  if (change.kind === 'crop') {
    const { left, top } = change
    return rearrange(picture, change.width, change.height, (x, y) => (top + y) * width + left + x)
  }
  if (change.kind === 'mirror') {
    const isLeftToRight = change.axis === 'horizontal'
    return rearrange(picture, width, height, (x, y) =>
      isLeftToRight ? y * width + (width - 1 - x) : (height - 1 - y) * width + x,
    )
  }
  // Maps each pixel of the turned image to its source pixel; turns are clockwise.
  if (change.quarterTurns === 1) return rearrange(picture, height, width, (x, y) => (height - 1 - x) * width + y)
  if (change.quarterTurns === 3) return rearrange(picture, height, width, (x, y) => x * width + (width - 1 - y))
  return rearrange(picture, width, height, (x, y) => (height - 1 - y) * width + (width - 1 - x))
}

function rearrange(
  { pixels }: DecodedHeif,
  width: number,
  height: number,
  sourceOf: (x: number, y: number) => number,
): DecodedHeif {
  const target = Buffer.allocUnsafe(width * height * 3)
  let at = 0
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const from = sourceOf(x, y) * 3
      target[at++] = pixels[from] as number
      target[at++] = pixels[from + 1] as number
      target[at++] = pixels[from + 2] as number
    }
  }
  return { width, height, pixels: target }
}

// Decodes HEIF images: decodes the tiles with libav, joins them, and returns RGB. Runs in a child process, because it passes
// untrusted bytes to native code.

/** RGB rows without gaps, before cropping, turning and mirroring. */
interface DecodedHeif {
  readonly width: number
  readonly height: number
  readonly pixels: Buffer
}

/** Colour gamuts wider than those of ordinary screens. */
const WIDE_PRIMARIES: ReadonlyMap<AVColorPrimaries, string> = new Map([
  [AVCOL_PRI_BT2020, 'bt2020'],
  [AVCOL_PRI_SMPTE432, 'smpte432'],
])

/** Decodes every tile, reduced by `shrink`: 1, 2, 4… Throws `HeifError` when one does not decode or does not fit. */
async function decodeHeif(picture: HeifPicture, shrink = 1): Promise<DecodedHeif> {
  Log.setLevel(AV_LOG_QUIET)
  const { columns } = picture
  const [width, height] = [Math.floor(picture.width / shrink), Math.floor(picture.height / shrink)]
  if (width === 0 || height === 0) throw new HeifError('it is too narrow')
  const pixels = Buffer.alloc(width * height * 3)
  let converter: FilterAPI | undefined
  let tileSize: { width: number; height: number } | undefined
  try {
    for (const [n, tile] of picture.tiles.entries()) {
      using frame = decodeTile(tile)
      setColorSpace(frame, picture.color)
      converter ??= FilterAPI.create(describeShrinking(frame, shrink) + describeConversion(frame), { threads: 1 })
      tileSize ??= { width: frame.width, height: frame.height }
      if (frame.width !== tileSize.width || frame.height !== tileSize.height) throw new HeifError('its tiles differ')
      const [converted] = await converter.processAll(frame)
      if (!converted) throw new HeifError('a tile does not convert')
      const isDivided = frame.width % shrink !== 0 || frame.height % shrink !== 0
      if (isDivided && picture.tiles.length > 1) throw new HeifError('its tiles cannot be made smaller')
      const place = { left: (n % columns) * converted.width, top: Math.floor(n / columns) * converted.height }
      copyInto(pixels, { width, height }, converted, place)
      converted.free()
    }
  } catch (error) {
    if (error instanceof FFmpegError) throw new HeifError(error.message)
    throw error
  } finally {
    converter?.close()
  }
  return { width, height, pixels }
}

function decodeTile({ codec: name, width, height, configuration, data }: HeifTile): Frame {
  const codec = Codec.findDecoder(name === 'hevc' ? AV_CODEC_ID_HEVC : AV_CODEC_ID_AV1)
  if (!codec) throw new HeifError(`there is no decoder for ${name}`)
  const context = new CodecContext()
  const packet = new Packet()
  const frame = new Frame()
  try {
    context.allocContext3(codec)
    context.extraData = configuration
    context.threadCount = 1
    FFmpegError.throwIfError(context.setOption('max_pixels', largestCoded(width, height)), 'limiting the decoder')
    FFmpegError.throwIfError(context.open2Sync(codec, null), 'starting the decoder')
    packet.alloc()
    packet.data = data
    frame.alloc()
    FFmpegError.throwIfError(context.sendPacketSync(packet), 'decoding a tile')
    FFmpegError.throwIfError(context.sendPacketSync(null), 'decoding a tile')
    FFmpegError.throwIfError(context.receiveFrameSync(frame), 'decoding a tile')
    if (frame.decodeErrorFlags !== 0) throw new HeifError('a tile is damaged')
    // A picture has no time, but filters require one.
    frame.timeBase = new Rational(1, 1)
    frame.pts = 0n
    return frame
  } catch (error) {
    frame.free()
    throw error
  } finally {
    packet.free()
    context.freeContext()
  }
}

/** Decoders count whole blocks, which extend up to 63 pixels beyond the picture. */
function largestCoded(width: number, height: number): bigint {
  const whole = (side: number) => Math.ceil(side / 64) * 64
  return BigInt(whole(width) * whole(height))
}

/** The file's colour information takes precedence over the coded picture's; a profile does not describe YUV. */
function setColorSpace(frame: Frame, color: HeifColor | undefined): void {
  if (color?.kind === 'code') {
    frame.colorPrimaries = color.primaries as AVColorPrimaries
    frame.colorTrc = color.transfer as AVColorTransferCharacteristic
    if (color.matrix !== AVCOL_SPC_UNSPECIFIED) frame.colorSpace = color.matrix as AVColorSpace
    frame.colorRange = color.isFullRange ? AVCOL_RANGE_JPEG : AVCOL_RANGE_MPEG
  }
  if (frame.colorSpace === AVCOL_SPC_UNSPECIFIED) frame.colorSpace = AVCOL_SPC_SMPTE170M
}

/** Each pixel is the mean of the pixels that it replaces, so that tiles are independent. */
function describeShrinking(frame: Frame, shrink: number): string {
  if (shrink === 1) return ''
  return `scale=${Math.floor(frame.width / shrink)}:${Math.floor(frame.height / shrink)}:flags=area+accurate_rnd,`
}

function describeConversion(frame: Frame): string {
  const isBright = frame.colorTrc === AVCOL_TRC_SMPTE2084 || frame.colorTrc === AVCOL_TRC_ARIB_STD_B67
  const toRgb = 'scale=flags=bicubic+accurate_rnd+full_chroma_int+full_chroma_inp:out_range=full,format=rgb24'
  const isWide = WIDE_PRIMARIES.has(frame.colorPrimaries)
  if (!isBright && !isWide) return toRgb
  const primaries = WIDE_PRIMARIES.get(frame.colorPrimaries) ?? 'bt709'
  const range = frame.colorRange === AVCOL_RANGE_JPEG ? 'full' : 'limited'
  const matrix = frame.colorSpace === AVCOL_SPC_BT2020_NCL ? 'bt2020nc' : 'smpte170m'
  if (!isBright) {
    const source = `tin=iec61966-2-1:min=${matrix}:pin=${primaries}:rin=${range}`
    return `zscale=${source}:t=iec61966-2-1:p=bt709:m=gbr:r=full,format=gbrp,format=rgb24`
  }
  return [
    ...describeToneMapping({ transfer: frame.colorTrc, matrix, primaries, range }),
    'zscale=t=iec61966-2-1:m=gbr:r=full',
    'format=gbrp,format=rgb24',
  ].join(',')
}

/** Tiles at the right and the bottom may extend beyond the picture. */
function copyInto(
  pixels: Buffer,
  size: { width: number; height: number },
  tile: Frame,
  { left, top }: { left: number; top: number },
): void {
  const [source] = tile.data ?? []
  if (!source || tile.format !== AV_PIX_FMT_RGB24) throw new HeifError('a tile does not convert')
  const stride = tile.linesize[0] ?? 0
  const wide = Math.min(tile.width, size.width - left) * 3
  if (wide <= 0) return
  for (let y = 0; y < tile.height && top + y < size.height; y++) {
    source.copy(pixels, ((top + y) * size.width + left) * 3, y * stride, y * stride + wide)
  }
}
