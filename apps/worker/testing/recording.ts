// Test data only: recordings as phones and programs write them, and functions to inspect the results.
import { extname } from 'node:path'
import { check } from '@vitrine/media/libav-error'
import {
  AV_CH_LAYOUT_MONO,
  AV_CHANNEL_ORDER_NATIVE,
  AV_CODEC_FLAG_GLOBAL_HEADER,
  AV_CODEC_FLAG_INTERLACED_DCT,
  AV_FRAME_FLAG_INTERLACED,
  AV_FRAME_FLAG_TOP_FIELD_FIRST,
  AV_LOG_QUIET,
  AV_PIX_FMT_YUV420P,
  AV_PIX_FMT_YUV420P10LE,
  AV_SAMPLE_FMT_FLTP,
  AVCOL_PRI_BT709,
  AVCOL_PRI_BT2020,
  AVCOL_RANGE_MPEG,
  AVCOL_SPC_BT709,
  AVCOL_SPC_BT2020_NCL,
  AVCOL_TRC_BT709,
  type AVColorTransferCharacteristic,
  Dictionary,
  FF_ENCODER_AAC,
  FF_ENCODER_LIBOPUS,
  FF_ENCODER_LIBVPX_VP9,
  FF_ENCODER_LIBX264,
  FF_ENCODER_LIBX265,
  FF_ENCODER_MP2,
  FF_ENCODER_MPEG4,
  FF_ENCODER_PCM_S16LE,
  type FFEncoderCodec,
  Frame,
  Log,
  Rational,
} from 'node-av'
import { Encoder, Muxer } from 'node-av/api'
import { VideoFile } from '../src/media/video-file.ts'
import { setDisplayMatrix } from './turned.ts'

// x265 would log every video to the test's output.
Log.setLevel(AV_LOG_QUIET)

/** The colour at a point of a picture, as Y, Cb and Cr of 8 bits in limited range. */
export type Shade = (x: number, y: number, seconds: number) => readonly [number, number, number]

export interface RecordingSpec {
  readonly width: number
  readonly height: number
  /** Start time of each picture in seconds; the last lasts as long as the previous one. */
  readonly times: readonly number[]
  readonly shade: Shade
  readonly codec?: 'h264' | 'hevc' | 'vp9' | 'mpeg4'
  /** With ten bits and BT.2020 colours. */
  readonly transfer?: AVColorTransferCharacteristic
  /** Nine 16.16 numbers. */
  readonly matrix?: readonly number[]
  readonly pixelShape?: readonly [number, number]
  readonly isInterlaced?: boolean
  readonly sound?: SoundSpec
  readonly metadata?: Readonly<Record<string, string>>
}

export interface SoundSpec {
  /** Samples of one channel as a function of time in seconds. */
  readonly wave: (seconds: number) => number
  readonly seconds: number
  readonly startSeconds?: number
  /** The recorder's actual sample rate, although it states 48000. */
  readonly trueRate?: number
  readonly channels?: 1 | 2
}

const MILLISECOND = new Rational(1, 1000)

export const times = (count: number, fps: number, startSeconds = 0): number[] =>
  Array.from({ length: count }, (_, n) => startSeconds + n / fps)

/** Red, green, blue and white corners, clockwise from the top left. */
export const corners =
  (width: number, height: number): Shade =>
  (x, y) => {
    const right = x >= width / 2
    if (y < height / 2) return right ? GREEN : RED
    return right ? BLUE : WHITE
  }
const RED = [63, 102, 240] as const
const GREEN = [173, 42, 26] as const
const BLUE = [32, 240, 118] as const
const WHITE = [235, 128, 128] as const

/** Writes a recording; the extension of `path` selects its container. */
export async function writeRecording(path: string, spec: RecordingSpec): Promise<void> {
  const { sound, matrix, metadata } = spec
  await using muxer = await Muxer.open(path, {
    configure(context) {
      const stream = context.streams[0]
      if (matrix && stream) setDisplayMatrix(stream, matrix)
      if (metadata) context.metadata = Dictionary.fromObject({ ...metadata })
    },
  })
  using pictures = await openPictures(spec)
  const pictureStream = muxer.addStream(pictures)
  using voice = sound && (await openVoice(path, sound))
  const soundStream = voice ? muxer.addStream(voice) : -1
  if (voice && sound) {
    for await (using packet of voice.packets(soundFrames(sound, path))) await muxer.writePacket(packet, soundStream)
  }
  for await (using packet of pictures.packets(pictureFrames(spec))) await muxer.writePacket(packet, pictureStream)
}

function openPictures({ codec = 'h264', times: shown, isInterlaced }: RecordingSpec): Promise<Encoder> {
  const rate = Math.round((shown.length - 1) / ((shown.at(-1) ?? 1) - (shown[0] ?? 0)) || 30)
  const encoders = {
    h264: [FF_ENCODER_LIBX264, { preset: 'ultrafast', crf: '8', 'x264-params': 'log=-1' }],
    hevc: [FF_ENCODER_LIBX265, { preset: 'ultrafast', crf: '8', 'x265-params': 'log-level=none' }],
    vp9: [FF_ENCODER_LIBVPX_VP9, { deadline: 'realtime', 'cpu-used': '8', crf: '8' }],
    mpeg4: [FF_ENCODER_MPEG4, {}],
  } as const
  const [encoder, options] = encoders[codec]
  return Encoder.create(encoder as FFEncoderCodec, {
    gopSize: 30,
    maxBFrames: codec === 'mpeg4' ? 0 : 2,
    ...(codec === 'vp9' || codec === 'mpeg4' ? { bitrate: 4_000_000 } : {}),
    options: options as Record<string, string>,
    configure(context) {
      context.setFlags(AV_CODEC_FLAG_GLOBAL_HEADER)
      context.framerate = new Rational(rate, 1)
      if (isInterlaced) context.setFlags(AV_CODEC_FLAG_INTERLACED_DCT)
    },
  })
}

async function* pictureFrames(spec: RecordingSpec): AsyncGenerator<Frame | null> {
  const isEvenlyTimed = spec.codec === 'mpeg4'
  for (const [n, seconds] of spec.times.entries()) {
    const frame = drawPicture(spec, seconds)
    // AVI and its codec count pictures instead of storing times.
    frame.timeBase = isEvenlyTimed ? new Rational(1, 25) : MILLISECOND
    frame.pts = BigInt(isEvenlyTimed ? n : Math.round(seconds * 1000))
    if (spec.isInterlaced) frame.setFlags(AV_FRAME_FLAG_INTERLACED, AV_FRAME_FLAG_TOP_FIELD_FIRST)
    yield frame
    frame.free()
  }
  yield null
}

function drawPicture({ width, height, shade, transfer, pixelShape }: RecordingSpec, seconds: number): Frame {
  const frame = new Frame()
  frame.alloc()
  frame.width = width
  frame.height = height
  frame.format = transfer === undefined ? AV_PIX_FMT_YUV420P : AV_PIX_FMT_YUV420P10LE
  check(frame.allocBuffer(), 'taking memory for a test picture')
  frame.colorRange = AVCOL_RANGE_MPEG
  frame.colorPrimaries = transfer === undefined ? AVCOL_PRI_BT709 : AVCOL_PRI_BT2020
  frame.colorSpace = transfer === undefined ? AVCOL_SPC_BT709 : AVCOL_SPC_BT2020_NCL
  frame.colorTrc = transfer ?? AVCOL_TRC_BT709
  if (pixelShape) frame.sampleAspectRatio = new Rational(...pixelShape)
  for (const [plane, data] of (frame.data ?? []).entries()) {
    const half = plane === 0 ? 1 : 2
    const stride = frame.linesize[plane] ?? 0
    for (let y = 0; y < Math.ceil(height / half); y++) {
      for (let x = 0; x < Math.ceil(width / half); x++) {
        const value = shade(x * half, y * half, seconds)[plane] ?? 0
        if (transfer === undefined) data[y * stride + x] = value
        else data.writeUInt16LE(Math.round(value * 4), y * stride + x * 2)
      }
    }
  }
  return frame
}

function openVoice(path: string, { channels = 1 }: SoundSpec): Promise<Encoder> {
  const encoders: Readonly<Record<string, string>> = {
    '.webm': FF_ENCODER_LIBOPUS,
    '.avi': FF_ENCODER_MP2,
    // The only muxer here that stores frame times.
    '.mkv': FF_ENCODER_PCM_S16LE,
  }
  const encoder = encoders[extname(path)] ?? FF_ENCODER_AAC
  return Encoder.create(encoder as FFEncoderCodec, {
    bitrate: 96_000 * channels,
    autoFormat: true,
    autoResample: true,
    configure: (context) => context.setFlags(AV_CODEC_FLAG_GLOBAL_HEADER),
  })
}

async function* soundFrames({ wave, seconds, startSeconds = 0, trueRate = 48_000 }: SoundSpec, path: string) {
  const size = path.endsWith('.avi') ? 1152 : 960
  for (let at = 0; at < seconds * trueRate; at += size) {
    const samples = Float32Array.from({ length: size }, (_, n) => wave(startSeconds + (at + n) / trueRate))
    const frame = Frame.fromAudioBuffer(Buffer.from(samples.buffer), {
      nbSamples: size,
      format: AV_SAMPLE_FMT_FLTP,
      sampleRate: 48_000,
      channelLayout: { order: AV_CHANNEL_ORDER_NATIVE, nbChannels: 1, mask: AV_CH_LAYOUT_MONO },
      timeBase: { num: 1, den: 48_000 },
    })
    frame.pts = BigInt(Math.round((startSeconds + at / trueRate) * 48_000))
    yield frame
    frame.free()
  }
  yield null
}

/** Y, Cb and Cr of a video's picture at a time, at positions in shares of its width and height. */
export function lookAt(path: string, seconds: number, places: readonly (readonly [number, number])[]): number[][] {
  const video = VideoFile.open(path)
  try {
    const frame = video.frameAt(seconds)
    if (!frame) throw new Error(`${path} shows nothing`)
    return places.map(([shareX, shareY]) =>
      (frame.data ?? []).map((plane, n) => {
        const half = n === 0 ? 1 : 2
        const x = Math.floor((frame.width * shareX) / half)
        return plane[Math.floor((frame.height * shareY) / half) * (frame.linesize[n] ?? 0) + x] ?? 0
      }),
    )
  } finally {
    video.close()
  }
}
