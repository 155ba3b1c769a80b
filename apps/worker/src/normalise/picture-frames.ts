// Reads the pictures of a recording at a constant rate, in the master's format: repeated where the recording pauses, dropped
// where it runs faster.

import { describeToneMapping } from '@vitrine/media/tone-mapping'
import {
  AV_FRAME_FLAG_INTERLACED,
  AV_PIX_FMT_YUV420P,
  AVCOL_PRI_BT2020,
  AVCOL_PRI_SMPTE432,
  AVCOL_RANGE_JPEG,
  AVCOL_SPC_BT470BG,
  AVCOL_SPC_BT709,
  AVCOL_SPC_BT2020_CL,
  AVCOL_SPC_BT2020_NCL,
  AVCOL_SPC_FCC,
  AVCOL_SPC_RGB,
  AVCOL_SPC_SMPTE170M,
  AVCOL_SPC_SMPTE240M,
  AVCOL_TRC_ARIB_STD_B67,
  AVCOL_TRC_SMPTE2084,
  type Frame,
  Rational,
} from 'node-av'
import { FilterAPI } from 'node-av/api'
import { tagBt709 } from '../media/libav.ts'
import { describeTurning, isOnItsSide } from '../media/orientation.ts'
import { VideoFile } from '../media/video-file.ts'
import { RecordingRejected } from './normalise-message.ts'
import type { VideoFacts } from './source-facts.ts'

interface PictureSelection {
  readonly video: VideoFacts
  /** Number of pictures to read, from the start of the file. */
  readonly frames: number
  /** The libav filters to apply; by default those of a master. Each input must give one output. */
  readonly describeChain?: (video: VideoFacts, frame: Frame) => string
}

/**
 * Yields the pictures in order, `index` counting from 0. The reader owns each frame until the next one is requested; a picture
 * with a longer duration is yielded several times. Throws `RecordingRejected` when none can be decoded.
 */
export async function* readPictures(
  path: string,
  { video, frames, describeChain = describePictureChain }: PictureSelection,
): AsyncGenerator<{ frame: Frame; index: number }> {
  const file = VideoFile.open(path, { isTurned: false })
  const secondsPerFrame = video.frameRate[1] / video.frameRate[0]
  let filter: FilterAPI | undefined
  /** Repeat counts of the pictures that are still inside the filter. */
  const shown: number[] = []
  let index = 0
  async function* repeat(ready: readonly Frame[]) {
    for (const frame of ready) {
      tagBt709(frame)
      for (let times = shown.shift() ?? 0; times > 0; times--) yield { frame, index: index++ }
      frame.free()
    }
  }
  try {
    for (let at = 0; at < frames; ) {
      // The middle of a frame's time selects its picture, so that slightly inexact times have no effect.
      const present = file.frameAt((at + 0.5) * secondsPerFrame)?.clone()
      if (!present) throw new RecordingRejected('media-damaged', 'not one of its pictures can be decoded')
      const time = present.bestEffortTimestamp
      present.pts = BigInt(at)
      present.timeBase = new Rational(video.frameRate[1], video.frameRate[0])
      let times = 1
      while (at + times < frames && file.frameAt((at + times + 0.5) * secondsPerFrame)?.bestEffortTimestamp === time)
        times++
      shown.push(times)
      filter ??= FilterAPI.create(describeChain(video, present))
      const ready = await filter.processAll(present)
      present.free()
      yield* repeat(ready)
      at += times
    }
    await filter?.flush()
    for (let frame = await filter?.receive(); frame; frame = await filter?.receive()) yield* repeat([frame])
  } finally {
    filter?.close()
    file.close()
  }
}

// The filters that convert the pictures of a recording to those of a master: upright, square pixels, at most 1920 along the
// longer edge, 8 bits, BT.709 in limited range; HDR is tone-mapped.

export interface Size {
  readonly width: number
  readonly height: number
}

/** Longer edge of a render master: more than any of our videos needs from one source. */
const MASTER_EDGE = 1920
/** Shorter edge of the proxy that the editor plays. */
const PROXY_SHORT_EDGE = 540

/** The display size of a recording's master. Both edges are even; nothing is enlarged. */
export function masterSize(video: Pick<VideoFacts, 'width' | 'height' | 'squeeze' | 'orientation'>): Size {
  const size = sizeBeforeTurning(video)
  return isOnItsSide(video.orientation) ? { width: size.height, height: size.width } : size
}

/** The size of a master's proxy. */
export function proxySize({ width, height }: Size): Size {
  const scale = Math.min(1, PROXY_SHORT_EDGE / Math.min(width, height))
  return { width: even(width * scale), height: even(height * scale) }
}

function sizeBeforeTurning({ width, height, squeeze }: Pick<VideoFacts, 'width' | 'height' | 'squeeze'>): Size {
  const shown = width * squeeze
  const scale = Math.min(1, MASTER_EDGE / Math.max(shown, height))
  return { width: even(shown * scale), height: even(height * scale) }
}

function even(edge: number): number {
  return Math.max(2, 2 * Math.round(edge / 2))
}

export function isInterlaced(frame: Frame): boolean {
  return frame.hasFlags(AV_FRAME_FLAG_INTERLACED)
}

function isHighDynamicRange(frame: Pick<Frame, 'colorTrc'>): boolean {
  return frame.colorTrc === AVCOL_TRC_SMPTE2084 || frame.colorTrc === AVCOL_TRC_ARIB_STD_B67
}

/** Whether a picture needs no colour conversion. */
export function hasMasterColors(frame: Frame): boolean {
  return (
    frame.format === AV_PIX_FMT_YUV420P &&
    frame.colorSpace === AVCOL_SPC_BT709 &&
    frame.colorRange !== AVCOL_RANGE_JPEG &&
    !hasWidePrimaries(frame) &&
    !isHighDynamicRange(frame)
  )
}

function hasWidePrimaries({ colorPrimaries }: Pick<Frame, 'colorPrimaries'>): boolean {
  return colorPrimaries === AVCOL_PRI_BT2020 || colorPrimaries === AVCOL_PRI_SMPTE432
}

/**
 * The libav filters that convert pictures like `frame` to the master's format. Each input gives one output; interlaced ones are
 * delayed by one picture.
 */
function describePictureChain(video: VideoFacts, frame: Frame): string {
  const size = sizeBeforeTurning(video)
  const filters: string[] = []
  if (isInterlaced(frame)) filters.push('bwdif=mode=send_frame:parity=auto:deint=all')
  if (isHighDynamicRange(frame)) filters.push(scaleTo(size), ...toneMapping(frame))
  else if (hasWidePrimaries(frame)) filters.push(scaleTo(size), narrowing(frame))
  else if (!hasMasterColors(frame)) {
    filters.push(`${scaleTo(size)}:${toMasterColors(frame)}`)
  } else if (frame.width !== size.width || frame.height !== size.height) filters.push(scaleTo(size))
  filters.push('format=yuv420p', ...describeTurning(video.orientation), 'setsar=1')
  return filters.join(',')
}

/**
 * The libav filters that scale the two halves of an alpha video separately, so that colour and matte do not bleed into each
 * other at their border.
 */
export function describeAlphaVideoChain(frame: Frame, half: Size): string {
  const scaled = `${scaleTo(half)}:${toMasterColors(frame)}`
  return [
    'split[whole][again]',
    `[whole]crop=iw:ih/2:0:0,${scaled}[color]`,
    `[again]crop=iw:ih/2:0:ih/2,${scaled}[matte]`,
    '[color][matte]vstack,format=yuv420p,setsar=1',
  ].join(';')
}

function toMasterColors(frame: Frame): string {
  return `in_color_matrix=${matrixName(frame)}:out_color_matrix=bt709:in_range=${rangeName(frame)}:out_range=tv:out_chroma_loc=left`
}

function scaleTo({ width, height }: Size): string {
  return `scale=${width}:${height}:flags=bicubic+accurate_rnd+full_chroma_int`
}

/**
 * Browsers and the painter display video as sRGB, so that is the output curve; the curve of televisions (BT.1886) would
 * brighten dark areas.
 */
function toneMapping(frame: Frame): string[] {
  const source = { transfer: frame.colorTrc, matrix: matrixName(frame), primaries: 'bt2020', range: rangeName(frame) }
  return [...describeToneMapping(source), 'zscale=t=iec61966-2-1:m=bt709:r=limited:c=left']
}

/** Maps out-of-gamut colours to the nearest displayable ones. */
function narrowing(frame: Frame): string {
  const primaries = frame.colorPrimaries === AVCOL_PRI_BT2020 ? 'bt2020' : 'smpte432'
  const source = `tin=bt709:min=${matrixName(frame)}:pin=${primaries}:rin=${rangeName(frame)}`
  return `zscale=${source}:t=bt709:p=bt709:m=bt709:r=limited:c=left`
}

const MATRIX_NAMES: Readonly<Record<number, string>> = {
  [AVCOL_SPC_BT709]: 'bt709',
  [AVCOL_SPC_FCC]: 'fcc',
  [AVCOL_SPC_BT470BG]: 'bt470bg',
  [AVCOL_SPC_SMPTE170M]: 'smpte170m',
  [AVCOL_SPC_SMPTE240M]: 'smpte240m',
  [AVCOL_SPC_BT2020_NCL]: 'bt2020nc',
  [AVCOL_SPC_BT2020_CL]: 'bt2020nc',
}

function matrixName({ colorSpace, height }: Pick<Frame, 'colorSpace' | 'height'>): string {
  if (colorSpace === AVCOL_SPC_RGB) return 'auto'
  return MATRIX_NAMES[colorSpace] ?? (height >= 720 ? 'bt709' : 'smpte170m')
}

function rangeName({ colorRange }: Pick<Frame, 'colorRange'>): 'full' | 'limited' {
  return colorRange === AVCOL_RANGE_JPEG ? 'full' : 'limited'
}
