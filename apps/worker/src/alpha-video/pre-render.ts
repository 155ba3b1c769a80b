// Pre-renders alpha videos: a designer's video with a green screen, or with an alpha channel, becomes an H.264 video of twice
// the height, with premultiplied colour in the upper half and the matte in the lower. This happens once, when a template is
// imported; renders never key.
import assert from 'node:assert/strict'
import { rename, rm } from 'node:fs/promises'
import { createSentence, fillSentence, type Sentence } from '@vitrine/contract/sentence'
import { findScreenColor, type Rgb } from '@vitrine/document/pixels'
import { check } from '@vitrine/media/libav-error'
import { decodeFrames, MediaInput } from '@vitrine/media/media-input'
import { shownSize } from '@vitrine/media/shown-size'
import {
  AV_CODEC_FLAG_GLOBAL_HEADER,
  AV_PIX_FMT_RGBA,
  AV_PIX_FMT_YUV420P,
  AVCOL_SPC_BT709,
  AVCOL_SPC_SMPTE170M,
  AVCOL_SPC_UNSPECIFIED,
  AVMEDIA_TYPE_AUDIO,
  AVMEDIA_TYPE_VIDEO,
  type AVPixelFormat,
  avGetPixFmtName,
  FF_ENCODER_AAC,
  FF_ENCODER_LIBX264,
  type Frame,
  type Packet,
  Rational,
  type Stream,
} from 'node-av'
import { Encoder, Muxer } from 'node-av/api'
import { allocatePicture, openConverter, wrapRgba } from '../media/libav.ts'
import { openTurner, readOrientation } from '../media/orientation.ts'
import { ChromaKeyer } from './chroma-key.ts'

/**
 * How transparency is detected: by a coloured screen (found or specified) or by the video's own alpha channel. Without a
 * colour, an alpha channel is used when the video has one.
 */
export type Transparency = { readonly kind: 'screen'; readonly color?: Rgb } | { readonly kind: 'alpha' }

/** Pixel formats of libav with an alpha channel, by name prefix. */
const WITH_ALPHA = /^(?:yuva|rgba|argb|bgra|abgr|gbrap|ya\d)/

interface PreRenderedVideo {
  /** Display size; the file is twice as high. */
  readonly width: number
  readonly height: number
  readonly frames: number
  readonly frameRate: readonly [number, number]
  readonly seconds: number
}

/** The video cannot become an alpha video; the message is a sentence for its designer. */
export class AlphaVideoRejected extends Error {
  readonly code: 'no-video' | 'no-screen' | 'no-alpha' | 'too-large'
  readonly sentence: Sentence
  constructor(code: AlphaVideoRejected['code'], text: string, values: Sentence['values'] = {}) {
    super(fillSentence({ text, values }))
    this.name = 'AlphaVideoRejected'
    this.code = code
    this.sentence = createSentence(text, values)
  }
}

const MAX_SIDE = 4096
const MAX_FRAMES = 36_000
/** Visually lossless: artefacts show more on a matte's edges than in colour. */
const QUALITY = 14
/** How many pictures are searched for the screen's colour: some videos begin black. */
const SEARCHED_FRAMES = 90

interface PreRenderOptions {
  readonly signal?: AbortSignal
  /** Encoder threads; by default 0, which lets the encoder choose. */
  readonly threads?: number
  /** Called after each picture with the progress from 0 to 1, as far as the video states its length. */
  readonly onProgress?: (share: number) => void
}

/** Writes an alpha video of the video at `source` to `outPath`, replacing any file there. Throws `AlphaVideoRejected`. */
export async function preRenderAlphaVideo(
  source: string,
  outPath: string,
  transparency: Transparency,
  options: PreRenderOptions = {},
): Promise<PreRenderedVideo> {
  const partial = `${outPath}.part.mp4`
  try {
    const alphaVideo = await encodeAlphaVideo(source, partial, transparency, options)
    await rename(partial, outPath)
    return alphaVideo
  } finally {
    await rm(partial, { force: true })
  }
}

async function encodeAlphaVideo(
  source: string,
  outPath: string,
  transparency: Transparency,
  { signal, threads = 0, onProgress }: PreRenderOptions,
): Promise<PreRenderedVideo> {
  using input = await MediaInput.open(source)
  const stream = input.bestStream(AVMEDIA_TYPE_VIDEO)
  if (!stream) throw new AlphaVideoRejected('no-video', 'The file holds no video')
  const { width, height } = seenSize(stream)
  if (width < 16 || height < 16 || width > MAX_SIDE || height > MAX_SIDE)
    throw new AlphaVideoRejected('too-large', 'An alpha video of {width}x{height} pixels cannot be made', {
      width,
      height,
    })
  const frameRate = chooseRate(stream.avgFrameRate, stream.rFrameRate)
  const hasAlpha = WITH_ALPHA.test(avGetPixFmtName(stream.codecpar.format as AVPixelFormat) ?? '')
  const expected = Math.max(1, expectedFrames(stream, frameRate))
  const stack = await chooseStack(source, width, height, transparency, hasAlpha)

  await using output = await Muxer.open(outPath, { options: { movflags: '+faststart' } })
  using encoder = await Encoder.create(FF_ENCODER_LIBX264, {
    gopSize: Math.round((2 * frameRate[0]) / frameRate[1]),
    threadCount: threads,
    options: { preset: 'fast', crf: QUALITY, profile: 'high' },
    configure(context) {
      context.setFlags(AV_CODEC_FLAG_GLOBAL_HEADER)
    },
  })
  const video = output.addStream(encoder)
  const audioStream = input.bestStream(AVMEDIA_TYPE_AUDIO)
  using audioEncoder = audioStream
    ? await Encoder.create(FF_ENCODER_AAC, { bitrate: 160_000, autoFormat: true })
    : undefined
  const audio = audioEncoder ? output.addStream(audioEncoder) : -1
  if (audioStream && audioEncoder) {
    // Sound comes first: it is small, and the muxer buffers it until the pictures arrive.
    await encodeAll(audioEncoder, decodeFrames(input, audioStream), (packet) => output.writePacket(packet, audio))
  }
  const pictures = new PictureReader(source, width, height, frameRate)
  let frames = 0
  const stacked = async function* (): AsyncGenerator<Frame> {
    for await (const pixels of pictures.read()) {
      signal?.throwIfAborted()
      if (frames >= MAX_FRAMES)
        throw new AlphaVideoRejected('too-large', 'An alpha video may have {frames} frames', { frames: MAX_FRAMES })
      yield toYuv(pixels, frames++)
      onProgress?.(Math.min(1, frames / expected))
    }
  }
  const converter = openConverter()
  const buffer = Buffer.alloc(width * height * 8)
  const wrapped = wrapRgba(buffer, width, height * 2)
  const toYuv = (pixels: Buffer, index: number): Frame => {
    stack(pixels, buffer)
    const frame = allocatePicture(AV_PIX_FMT_YUV420P, width, height * 2)
    check(converter.scaleFrameSync(frame, wrapped), 'converting an alpha video')
    frame.pts = BigInt(index)
    frame.timeBase = new Rational(frameRate[1], frameRate[0])
    return frame
  }
  try {
    await encodeAll(encoder, stacked(), (packet) => output.writePacket(packet, video))
  } finally {
    converter.freeContext()
    wrapped.free()
  }
  if (frames === 0) throw new AlphaVideoRejected('no-video', 'Not one picture of the video can be read')
  return { width, height, frames, frameRate, seconds: (frames * frameRate[1]) / frameRate[0] }
}

/** Display size: upright, square pixels, both sides even. */
function seenSize(stream: Stream): { width: number; height: number } {
  const { width, height } = shownSize(stream)
  return { width: width & ~1, height: height & ~1 }
}

/** Expected number of pictures, by the video's own headers; 0 when they state nothing. */
function expectedFrames(
  { duration, timeBase, nbFrames }: Stream,
  [numerator, denominator]: readonly [number, number],
): number {
  const seconds = (Number(duration) * timeBase.num) / timeBase.den
  return seconds > 0 ? (seconds * numerator) / denominator : Math.max(0, Number(nbFrames))
}

type Stack = (pixels: Buffer, into: Buffer) => void

async function chooseStack(
  source: string,
  width: number,
  height: number,
  transparency: Transparency,
  hasAlpha: boolean,
): Promise<Stack> {
  if (transparency.kind === 'alpha' && !hasAlpha)
    throw new AlphaVideoRejected('no-alpha', 'The video has no transparency')
  if (transparency.kind === 'alpha' || (hasAlpha && !transparency.color)) return alphaStack(width, height)
  const color = transparency.color ?? (await findColor(source, width, height))
  if (!color) throw new AlphaVideoRejected('no-screen', 'The video shows no green or blue screen')
  return keyingStack(new ChromaKeyer(width, height, color))
}

function keyingStack(keyer: ChromaKeyer): Stack {
  return (pixels, into) => keyer.key(pixels, into)
}

/** Premultiplied colour above, alpha below. */
function alphaStack(width: number, height: number): Stack {
  const half = width * height * 4
  return (pixels, into) => {
    for (let at = 0; at < half; at += 4) {
      const alpha = pixels[at + 3] as number
      for (let channel = 0; channel < 3; channel++) {
        into[at + channel] = Math.round(((pixels[at + channel] as number) * alpha) / 255)
        into[half + at + channel] = alpha
      }
      into[at + 3] = 255
      into[half + at + 3] = 255
    }
  }
}

async function findColor(source: string, width: number, height: number): Promise<Rgb | undefined> {
  let n = 0
  for await (const pixels of new PictureReader(source, width, height, [30, 1]).read()) {
    const color = findScreenColor(pixels)
    if (color) return color
    if (++n >= SEARCHED_FRAMES) break
  }
  return undefined
}

function chooseRate(
  average: { num: number; den: number },
  base: { num: number; den: number },
): readonly [number, number] {
  for (const { num, den } of [average, base]) {
    if (num > 0 && den > 0 && num / den >= 1 && num / den <= 120) return [num, den]
  }
  return [30, 1]
}

/** Reads the pictures of a video as RGBA at a constant rate: pictures of variable-rate videos are repeated or dropped. */
class PictureReader {
  readonly #source: string
  readonly #width: number
  readonly #height: number
  readonly #rate: readonly [number, number]

  constructor(source: string, width: number, height: number, rate: readonly [number, number]) {
    this.#source = source
    this.#width = width
    this.#height = height
    this.#rate = rate
  }

  /** Yields the same buffer each time, with the next picture in it. */
  async *read(): AsyncGenerator<Buffer> {
    using input = await MediaInput.open(this.#source)
    const stream = input.bestStream(AVMEDIA_TYPE_VIDEO)
    assert(stream, 'the caller has seen that there is a video')
    const turner = openTurner(readOrientation(stream))
    const converter = openConverter()
    const pixels = Buffer.alloc(this.#width * this.#height * 4)
    const target = wrapRgba(pixels, this.#width, this.#height)
    const secondsPerTick = stream.timeBase.num / stream.timeBase.den
    let [shown, start] = [0, Number.NaN]
    try {
      for await (using frame of decodeFrames(input, stream, 2)) {
        const seconds = Number(frame.bestEffortTimestamp) * secondsPerTick
        if (Number.isNaN(start)) start = seconds
        const until = Math.round(((seconds - start) * this.#rate[0]) / this.#rate[1]) + 1
        // The previous picture stays until this one's time; a picture whose time slot is already filled is dropped.
        for (; shown < until - 1 && shown > 0; shown++) yield pixels
        if (shown >= until) continue
        setDefaultColorSpace(frame)
        if (turner) {
          using turned = turner.turn(frame.clone() as Frame)
          check(converter.scaleFrameSync(target, turned), 'reading a picture')
        } else check(converter.scaleFrameSync(target, frame), 'reading a picture')
        shown++
        yield pixels
      }
    } finally {
      turner?.close()
      converter.freeContext()
      target.free()
    }
  }
}

/** Videos without a colour space follow convention: BT.709 for HD, BT.601 otherwise. */
function setDefaultColorSpace(frame: Frame): void {
  if (frame.colorSpace === AVCOL_SPC_UNSPECIFIED && frame.format !== AV_PIX_FMT_RGBA)
    frame.colorSpace = frame.height >= 720 ? AVCOL_SPC_BT709 : AVCOL_SPC_SMPTE170M
}

/** Encodes and frees every frame, passes on every packet, and flushes the encoder. */
export async function encodeAll(
  encoder: Encoder,
  frames: AsyncIterable<Frame | null>,
  write: (packet: Packet) => Promise<void>,
): Promise<void> {
  const drain = async () => {
    for (let packet = await encoder.receive(); packet; packet = await encoder.receive()) {
      await write(packet)
      packet.free()
    }
  }
  for await (const frame of frames) {
    if (!frame) continue
    await encoder.encode(frame)
    frame.free()
    await drain()
  }
  await encoder.flush()
  await drain()
}
