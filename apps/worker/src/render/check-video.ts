// Checks a finished video by opening it like a player, before it is published.
import assert from 'node:assert/strict'
import { type FileHandle, open, stat } from 'node:fs/promises'
import { check, interpretCode } from '@vitrine/media/libav-error'
import { MediaInput, openDecoder } from '@vitrine/media/media-input'
import { SAMPLE_RATE } from '@vitrine/painter/voice'
import {
  AV_NOPTS_VALUE,
  AV_PIX_FMT_YUV420P,
  AVERROR_EOF,
  AVMEDIA_TYPE_AUDIO,
  AVMEDIA_TYPE_VIDEO,
  AVSEEK_FLAG_BACKWARD,
  Codec,
  type CodecContext,
  Frame,
  Packet,
  type Stream,
} from 'node-av'

/** The expected properties of a video. */
export interface ExpectedVideo {
  readonly width: number
  readonly height: number
  readonly frameCount: number
  /** Frames per second as a fraction. */
  readonly frameRate: readonly [number, number]
}

/** The actual properties of the file. */
interface CheckedVideo {
  readonly width: number
  readonly height: number
  readonly frameCount: number
  readonly durationSeconds: number
  readonly sizeBytes: number
}

/** A finished file is not the expected video; `message` says why. It must not be published. */
export class InvalidVideo extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'InvalidVideo'
  }
}

/** Shares of the duration at which decoding is tried, in addition to the whole last stretch. */
const PROBE_SHARES = [0, 0.25, 0.5, 0.75]

/**
 * Opens a finished video and verifies it: index before the pictures, exactly one H.264 and one AAC stream, size, number of
 * frames, duration within one frame, decodable at several positions and to the last frame. Throws `InvalidVideo`.
 * @param onStep called repeatedly, since a long video takes minutes
 */
export async function checkVideo(
  path: string,
  expected: ExpectedVideo,
  onStep: () => void = () => {},
): Promise<CheckedVideo> {
  const { size } = await stat(path)
  await requireIndexFirst(path, size)
  let input: MediaInput | undefined
  try {
    input = await MediaInput.open(path)
    const video = requireStream(input, AVMEDIA_TYPE_VIDEO, 'h264')
    const audio = requireStream(input, AVMEDIA_TYPE_AUDIO, 'aac')
    if (input.streams.length !== 2) throw new InvalidVideo(`the video has ${input.streams.length} streams instead of 2`)
    const durationSeconds = requireShape(input, video, expected)
    const packets = await countPackets(input, video.index, onStep)
    if (packets !== expected.frameCount) {
      throw new InvalidVideo(`the video has ${packets} pictures instead of ${expected.frameCount}`)
    }
    const frameSeconds = expected.frameRate[1] / expected.frameRate[0]
    await decodeSound(input, audio, { seconds: durationSeconds, tolerance: frameSeconds, onStep })
    await decodeProbes(input, video, expected)
    return { width: expected.width, height: expected.height, frameCount: packets, durationSeconds, sizeBytes: size }
  } catch (error) {
    if (error instanceof InvalidVideo || error instanceof assert.AssertionError) throw error
    throw new InvalidVideo(`the video cannot be read: ${(error as Error).message}`, { cause: error })
  } finally {
    input?.close()
  }
}

/** Walks the boxes of the file: every box must be complete, and `moov` must come before `mdat`. */
async function requireIndexFirst(path: string, size: number): Promise<void> {
  const file = await open(path, 'r')
  try {
    const names: string[] = []
    let position = 0
    while (position < size) {
      const box = await readBox(file, position)
      if (!box || position + box.length > size) throw new InvalidVideo('the video breaks off in the middle')
      names.push(box.name)
      position += box.length
    }
    const index = names.indexOf('moov')
    const pictures = names.indexOf('mdat')
    if (index < 0 || pictures < 0) throw new InvalidVideo(`the video is incomplete: it has only ${names.join(', ')}`)
    if (index > pictures) throw new InvalidVideo('the index of the video comes after its pictures')
  } finally {
    await file.close()
  }
}

async function readBox(file: FileHandle, position: number): Promise<{ name: string; length: number } | undefined> {
  const head = Buffer.alloc(16)
  const { bytesRead } = await file.read(head, 0, 16, position)
  if (bytesRead < 8) return undefined
  const short = head.readUInt32BE(0)
  if (short === 1 && bytesRead < 16) return undefined
  const length = short === 1 ? Number(head.readBigUInt64BE(8)) : short
  return length < 8 ? undefined : { name: head.toString('latin1', 4, 8), length }
}

function requireStream(
  input: MediaInput,
  type: typeof AVMEDIA_TYPE_VIDEO | typeof AVMEDIA_TYPE_AUDIO,
  name: string,
): Stream {
  const stream = input.bestStream(type)
  if (!stream) throw new InvalidVideo(`the video has no ${type === AVMEDIA_TYPE_VIDEO ? 'pictures' : 'sound'}`)
  const found = Codec.findDecoder(stream.codecpar.codecId)?.name
  if (found !== name) throw new InvalidVideo(`the video holds ${found} instead of ${name}`)
  return stream
}

function requireShape(input: MediaInput, video: Stream, expected: ExpectedVideo): number {
  const { width, height, format } = video.codecpar
  if (width !== expected.width || height !== expected.height) {
    throw new InvalidVideo(`the video is ${width}x${height} instead of ${expected.width}x${expected.height}`)
  }
  if (format !== AV_PIX_FMT_YUV420P) throw new InvalidVideo(`the video has pixel format ${format} instead of yuv420p`)
  const frameSeconds = expected.frameRate[1] / expected.frameRate[0]
  const expectedSeconds = expected.frameCount * frameSeconds
  const container = input.durationSeconds ?? 0
  const pictures = Number(video.duration) * video.timeBase.toDouble()
  for (const [what, seconds] of Object.entries({ video: container, pictures })) {
    if (Math.abs(seconds - expectedSeconds) > frameSeconds) {
      throw new InvalidVideo(`the ${what} lasts ${seconds.toFixed(3)} s instead of ${expectedSeconds.toFixed(3)} s`)
    }
  }
  return pictures
}

/** Reads the whole file, so that an unreadable part is noticed wherever it is. */
async function countPackets(input: MediaInput, videoIndex: number, onStep: () => void): Promise<number> {
  const packet = new Packet()
  packet.alloc()
  try {
    let count = 0
    for (;;) {
      const code = await input.read(packet)
      if (code === AVERROR_EOF) return count
      check(code, 'reading the video')
      if (packet.streamIndex === videoIndex) count++
      packet.unref()
      onStep()
    }
  } finally {
    packet.free()
  }
}

async function decodeSound(
  input: MediaInput,
  stream: Stream,
  { seconds, tolerance, onStep }: { seconds: number; tolerance: number; onStep: () => void },
): Promise<void> {
  let samples = 0
  await decodeFrom(input, stream, 0, (frame) => {
    samples += frame.nbSamples
    onStep()
    return 'more'
  })
  const heard = samples / SAMPLE_RATE
  if (Math.abs(heard - seconds) > tolerance + 1024 / SAMPLE_RATE) {
    throw new InvalidVideo(`the sound lasts ${heard.toFixed(3)} s instead of ${seconds.toFixed(3)} s`)
  }
}

async function decodeProbes(input: MediaInput, stream: Stream, expected: ExpectedVideo): Promise<void> {
  const frameSeconds = expected.frameRate[1] / expected.frameRate[0]
  const last = expected.frameCount - 1
  for (const share of PROBE_SHARES) {
    const frame = Math.floor(share * last)
    const shown = await decodeFrom(input, stream, frame * frameSeconds, () => 'enough')
    if (shown === undefined) throw new InvalidVideo(`nothing can be decoded at frame ${frame}`)
  }
  // From the last key frame to the end.
  const end = await decodeFrom(input, stream, last * frameSeconds, () => 'more')
  if (end === undefined || Math.abs(end - last * frameSeconds) > frameSeconds / 2) {
    throw new InvalidVideo(`the last frame that can be decoded is at ${end?.toFixed(3)} s`)
  }
}

/**
 * Decodes from the key frame at or before a time until `look` returns true, or to the end. Returns the time of the last decoded
 * frame; undefined without any. Damaged data throws, since a new video must not contain any.
 */
async function decodeFrom(
  input: MediaInput,
  stream: Stream,
  seconds: number,
  look: (frame: Frame) => 'enough' | 'more',
): Promise<number | undefined> {
  const secondsPerTick = stream.timeBase.toDouble()
  const ticks = BigInt(Math.round(seconds / secondsPerTick))
  check(await input.seek(stream.index, ticks, AVSEEK_FLAG_BACKWARD), 'seeking in the video')
  const decoder = await openDecoder(stream)
  const packet = new Packet()
  packet.alloc()
  const frame = new Frame()
  frame.alloc()
  let newest: number | undefined
  try {
    for (;;) {
      const state = interpretCode(await decoder.receiveFrame(frame), 'decoding the video')
      if (state === 'ended') return newest
      if (state === 'ready') {
        if (frame.decodeErrorFlags !== 0) throw new InvalidVideo(`frame at ${newest?.toFixed(3)} s is damaged`)
        if (frame.bestEffortTimestamp !== AV_NOPTS_VALUE) newest = Number(frame.bestEffortTimestamp) * secondsPerTick
        if (look(frame) === 'enough') return newest
        continue
      }
      await feed(input, stream, decoder, packet)
    }
  } finally {
    frame.free()
    packet.free()
    decoder.freeContext()
  }
}

async function feed(input: MediaInput, stream: Stream, decoder: CodecContext, packet: Packet): Promise<void> {
  for (;;) {
    const code = await input.read(packet)
    if (code === AVERROR_EOF) {
      check(await decoder.sendPacket(null), 'decoding the video')
      return
    }
    check(code, 'reading the video')
    if (packet.streamIndex === stream.index) {
      check(await decoder.sendPacket(packet), 'decoding the video')
      packet.unref()
      return
    }
    packet.unref()
  }
}
