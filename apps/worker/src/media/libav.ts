// Makes frames and converters for libav that carry the colours they are in.
import assert from 'node:assert/strict'
import { check } from '@vitrine/media/libav-error'
import {
  AV_PIX_FMT_RGBA,
  AV_PIX_FMT_YUV420P,
  AVCHROMA_LOC_LEFT,
  AVCOL_PRI_BT709,
  AVCOL_RANGE_JPEG,
  AVCOL_RANGE_MPEG,
  AVCOL_SPC_BT709,
  AVCOL_SPC_RGB,
  AVCOL_TRC_BT709,
  Frame,
  SoftwareScaleContext,
} from 'node-av'

/**
 * A picture of libav's own memory, tagged with the colours we use: BT.709 limited range for YUV, full range for RGBA.
 * The caller frees it.
 */
export function allocatePicture(
  format: typeof AV_PIX_FMT_YUV420P | typeof AV_PIX_FMT_RGBA,
  width: number,
  height: number,
): Frame {
  const frame = new Frame()
  frame.alloc()
  frame.format = format
  frame.width = width
  frame.height = height
  check(frame.allocBuffer(), `allocating a picture of ${width}x${height}`)
  if (format === AV_PIX_FMT_YUV420P) tagBt709(frame)
  else tagRgb(frame)
  return frame
}

/**
 * A picture over `pixels` (RGBA, rows without gaps) without a copy: `pixels` must stay alive and unchanged until the
 * returned frame is freed.
 */
export function wrapRgba(pixels: Buffer, width: number, height: number): Frame {
  assert(pixels.length === width * height * 4, `${pixels.length} bytes are not ${width}x${height} pixels`)
  const frame = new Frame()
  frame.alloc()
  frame.format = AV_PIX_FMT_RGBA
  frame.width = width
  frame.height = height
  check(frame.fromBuffer(pixels), 'wrapping pixels')
  tagRgb(frame)
  return frame
}

/**
 * Marks a frame as BT.709, limited range, with colour samples beside the left one of their two pixels: what every player
 * assumes of HD video. Left unsaid, the converter would put them in the middle, and colours would be half a pixel off.
 */
export function tagBt709(frame: Frame): void {
  frame.colorSpace = AVCOL_SPC_BT709
  frame.colorPrimaries = AVCOL_PRI_BT709
  frame.colorTrc = AVCOL_TRC_BT709
  frame.colorRange = AVCOL_RANGE_MPEG
  frame.chromaLocation = AVCHROMA_LOC_LEFT
}

function tagRgb(frame: Frame): void {
  frame.colorSpace = AVCOL_SPC_RGB
  frame.colorRange = AVCOL_RANGE_JPEG
}

/**
 * A converter between pixel formats and sizes that obeys the colour tags of the frames it is given. It must not be
 * initialised with `getContext`: that older way ignores the tags and converts with BT.601.
 */
export function openConverter({ threads = 1 } = {}): SoftwareScaleContext {
  const converter = new SoftwareScaleContext()
  converter.allocContext()
  // Without full_chroma_int a shortcut is taken that makes every picture two steps of 255 too dark.
  check(converter.setOption('sws_flags', 'bilinear+accurate_rnd+full_chroma_int'), 'choosing the scaler')
  if (threads > 1) check(converter.setOption('threads', String(threads)), 'giving threads to the scaler')
  return converter
}
