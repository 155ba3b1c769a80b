// Creates libav frames and converters that carry colour tags.
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
  type CodecContext,
  Frame,
  SoftwareScaleContext,
} from 'node-av'

/**
 * A picture in libav's own memory, tagged with our colours: BT.709 limited range for YUV, full range for RGBA. The caller frees
 * it.
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
 * Wraps `pixels` (RGBA, rows without gaps) in a frame without copying: `pixels` must stay alive and unchanged until the frame
 * is freed.
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
 * Marks a frame, or the frames of an encoder, as BT.709, limited range, with colour samples at the left one of their two pixels: what every player assumes
 * for HD video. Without this tag, the converter would centre them and shift colours by half a pixel.
 */
export function tagBt709(frame: Frame | CodecContext): void {
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
 * A converter between pixel formats and sizes that respects the colour tags of its frames. Do not initialise it with
 * `getContext`: that older function ignores the tags and converts with BT.601.
 */
export function openConverter({ threads = 1 } = {}): SoftwareScaleContext {
  const converter = new SoftwareScaleContext()
  converter.allocContext()
  // Without full_chroma_int, libav takes a shortcut that darkens every picture by two levels of 255.
  check(converter.setOption('sws_flags', 'bilinear+accurate_rnd+full_chroma_int'), 'choosing the scaler')
  if (threads > 1) check(converter.setOption('threads', String(threads)), 'giving threads to the scaler')
  return converter
}
