// The only module that opens recordings for libav. The file's first bytes determine its container, and the container its
// demuxer; libav guesses nothing. It reads through an open file descriptor with all protocols disabled, so that a file cannot
// make it open other files.

import {
  AV_CODEC_ID_NONE,
  AV_NOPTS_VALUE,
  AVERROR_DECODER_NOT_FOUND,
  AVERROR_EOF,
  AVERROR_INVALIDDATA,
  AVFMT_FLAG_CUSTOM_IO,
  AVIO_FLAG_READ,
  type AVMediaType,
  type AVSeekFlag,
  Codec,
  CodecContext,
  Dictionary,
  FormatContext,
  Frame,
  InputFormat,
  IOContext,
  Packet,
  Rational,
  type Stream,
} from 'node-av'
import { type Container, findContainer, withFileBytes } from './container.ts'
import { check, interpretCode, LibavError } from './libav-error.ts'

/** The demuxer of each container, by its name in libav. */
const DEMUXERS: Readonly<Record<Container, string>> = {
  mp4: 'mov',
  matroska: 'matroska',
  'mpeg-ts': 'mpegts',
  'mpeg-ps': 'mpeg',
  avi: 'avi',
  wav: 'wav',
  ogg: 'ogg',
  flac: 'flac',
  mp3: 'mp3',
  aac: 'aac',
  amr: 'amr',
}

/** Cameras write up to eight streams; Matroska videos may have a dozen languages twice. */
const MAX_STREAMS = 64
const MAX_CHANNELS = 64
const MAX_SAMPLES_PER_SECOND = 768_000
/** Ten times what cameras write. A higher rate would only waste CPU time. */
const MAX_BITS_PER_SECOND = 8_000_000_000
const MICROSECONDS = 1_000_000

/** The file has no supported format; the message says why. */
export class UnreadableMedia extends LibavError {
  constructor(reason: string) {
    super(reason, AVERROR_INVALIDDATA)
    this.name = 'UnreadableMedia'
  }
}

/** An open recording. The caller closes it. */
export class MediaInput implements Disposable {
  readonly container: Container
  readonly sizeBytes: number
  readonly streams: readonly Stream[]
  /** Of the earliest stream; 0 where the file does not state it. */
  readonly startSeconds: number
  /** As stated by the file; undefined when it states none. */
  readonly durationSeconds: number | undefined
  readonly #opened: Opened

  private constructor(opened: Opened) {
    const { format, container, sizeBytes } = opened
    this.#opened = opened
    this.container = container
    this.sizeBytes = sizeBytes
    this.streams = format.streams
    this.startSeconds = format.startTime === AV_NOPTS_VALUE ? 0 : Number(format.startTime) / MICROSECONDS
    const seconds = Number(format.duration) / MICROSECONDS
    this.durationSeconds = format.duration !== AV_NOPTS_VALUE && seconds > 0 ? seconds : undefined
    requireBounds(this)
  }

  /** Opens the file at `path` and reads its headers. Throws `LibavError`; `UnreadableMedia` for unsupported formats. */
  static async open(path: string): Promise<MediaInput> {
    const opened = prepare(path)
    try {
      check(await opened.format.openInput('', opened.demuxer, opened.options), 'opening the recording')
      opened.isOpen = true
      requireStreams(opened.format.streams)
      check(await opened.format.findStreamInfo(), 'reading the recording')
      return new MediaInput(opened)
    } catch (error) {
      release(opened)
      throw error
    } finally {
      opened.options.free()
    }
  }

  /** Synchronous `open`, for a painter in the middle of drawing. */
  static openSync(path: string): MediaInput {
    const opened = prepare(path)
    try {
      check(opened.format.openInputSync('', opened.demuxer, opened.options), 'opening the recording')
      opened.isOpen = true
      requireStreams(opened.format.streams)
      check(opened.format.findStreamInfoSync(), 'reading the recording')
      return new MediaInput(opened)
    } catch (error) {
      release(opened)
      throw error
    } finally {
      opened.options.free()
    }
  }

  /** The stream that a player would choose; undefined without a stream of this type. */
  bestStream(type: AVMediaType): Stream | undefined {
    return this.streams[this.#opened.format.findBestStream(type)]
  }

  /** Reads the next packet of any stream. Returns libav's code: negative at the end and for damaged files. */
  read(packet: Packet): Promise<number> {
    return this.#opened.format.readFrame(packet)
  }

  readSync(packet: Packet): number {
    return this.#opened.format.readFrameSync(packet)
  }

  /** Seeks to a time in ticks of a stream. Returns libav's code: negative for files that cannot seek. */
  seek(streamIndex: number, ticks: bigint, flags: AVSeekFlag): Promise<number> {
    return this.#opened.format.seekFrame(streamIndex, ticks, flags)
  }

  seekSync(streamIndex: number, ticks: bigint, flags: AVSeekFlag): number {
    return this.#opened.format.seekFrameSync(streamIndex, ticks, flags)
  }

  /** Safe to call twice. */
  close(): void {
    release(this.#opened)
  }

  [Symbol.dispose](): void {
    this.close()
  }
}

interface Opened {
  readonly container: Container
  readonly sizeBytes: number
  readonly demuxer: InputFormat
  readonly options: Dictionary
  readonly format: FormatContext
  readonly file: IOContext
  isOpen: boolean
  isReleased: boolean
}

function prepare(path: string): Opened {
  const [container, sizeBytes] = withFileBytes(path, (file) => [findContainer(file), file.sizeBytes] as const)
  if (!container) throw new UnreadableMedia('the file is no recording')
  const demuxer = InputFormat.findInputFormat(DEMUXERS[container])
  if (!demuxer?.name) throw new Error(`libav has no demuxer for ${container}`)
  const file = new IOContext()
  // The explicit scheme prevents libav from reading a file name as a URL.
  check(file.open2Sync(`file:${path}`, AVIO_FLAG_READ), 'opening the file')
  const format = new FormatContext()
  format.allocContext()
  format.pb = file
  format.setFlags(AVFMT_FLAG_CUSTOM_IO)
  const options = Dictionary.fromObject({
    format_whitelist: demuxer.name,
    codec_whitelist: DECODER_NAMES.join(','),
    // A protocol that does not exist: an empty list would allow all of them.
    protocol_whitelist: 'none',
    max_streams: String(MAX_STREAMS),
    // QuickTime files may store their media data in other files.
    enable_drefs: '0',
    use_absolute_path: '0',
  })
  return { container, sizeBytes, demuxer, options, format, file, isOpen: false, isReleased: false }
}

/** Closes our file handle: libav closes only files that it opened itself. */
function release(opened: Opened): void {
  if (opened.isReleased) return
  opened.isReleased = true
  if (opened.isOpen) opened.format.closeInputSync()
  opened.file.closepSync()
}

function requireStreams(streams: readonly Stream[]): void {
  for (const { codecpar } of streams) {
    const { width, height, sampleRate, channels, codecId } = codecpar
    if (codecId === AV_CODEC_ID_NONE) continue
    if (width * height > MAX_PIXELS) throw new UnreadableMedia(`pictures of ${width}x${height}`)
    if (channels > MAX_CHANNELS) throw new UnreadableMedia(`${channels} channels`)
    if (sampleRate > MAX_SAMPLES_PER_SECOND) throw new UnreadableMedia(`${sampleRate} samples a second`)
  }
}

function requireBounds({ streams, sizeBytes, durationSeconds }: MediaInput): void {
  if (streams.length > MAX_STREAMS) throw new UnreadableMedia(`${streams.length} streams`)
  requireStreams(streams)
  const bitsPerSecond = durationSeconds === undefined ? 0 : (sizeBytes * 8) / Math.max(1, durationSeconds)
  if (bitsPerSecond > MAX_BITS_PER_SECOND) throw new UnreadableMedia(`${Math.round(bitsPerSecond / 1e6)} Mbit/s`)
}

// Opens decoders for recordings: only those of this list, whatever else libav was built with.

/** 8192 × 4320, the largest size that cameras record. */
const MAX_PIXELS = 8192 * 4320
/** Maximum per packet; all codecs of the list stay far below. */
const MAX_SAMPLES = 2 ** 20

const PCM = ['u8', 's8', 's16le', 's16be', 's24le', 's24be', 's32le', 's32be', 'f32le', 'f32be', 'f64le', 'f64be']

/** Decoders by libav name: the formats of phones, cameras, recorders, browsers and editing programs. */
const DECODER_NAMES: readonly string[] = [
  ...['h264', 'hevc', 'vp8', 'vp9', 'libdav1d', 'av1'],
  ...['mpeg1video', 'mpeg2video', 'mpeg4', 'msmpeg4v2', 'msmpeg4', 'h263', 'mjpeg', 'dvvideo'],
  ...['prores', 'dnxhd', 'cfhd', 'qtrle', 'png', 'rawvideo', 'v210', 'ffv1', 'utvideo'],
  ...['aac', 'aac_latm', 'mp3', 'mp3float', 'mp2', 'mp2float', 'ac3', 'eac3', 'opus', 'vorbis', 'flac', 'alac'],
  ...['amrnb', 'amrwb', 'adpcm_ms', 'adpcm_ima_wav', 'adpcm_ima_qt', 'pcm_alaw', 'pcm_mulaw', 'pcm_bluray', 'pcm_dvd'],
  ...PCM.map((name) => `pcm_${name}`),
]

const ALLOWED: ReadonlySet<string | null> = new Set(DECODER_NAMES)

/**
 * Starts the decoder of a stream. Frame times are in the stream's time base. Throws `LibavError` for codecs that are not on the
 * list. The caller frees it.
 */
export async function openDecoder(stream: Stream, options: { threads?: number } = {}): Promise<CodecContext> {
  const { codec, decoder } = prepareDecoder(stream, options)
  return requireStarted(decoder, await decoder.open2(codec, null))
}

/** Synchronous `openDecoder`. */
export function openDecoderSync(stream: Stream, options: { threads?: number } = {}): CodecContext {
  const { codec, decoder } = prepareDecoder(stream, options)
  return requireStarted(decoder, decoder.open2Sync(codec, null))
}

function prepareDecoder(stream: Stream, { threads = 1 }: { threads?: number }) {
  const codec = Codec.findDecoder(stream.codecpar.codecId)
  if (!codec || !ALLOWED.has(codec.name)) throw new LibavError('choosing a decoder', AVERROR_DECODER_NOT_FOUND)
  const decoder = new CodecContext()
  decoder.allocContext3(codec)
  check(decoder.parametersToContext(stream.codecpar), 'describing a stream')
  // Without the time base a decoder cannot drop the priming samples that encoders put before the first real one.
  decoder.pktTimebase = stream.timeBase
  decoder.threadCount = threads
  check(decoder.setOption('max_pixels', BigInt(MAX_PIXELS)), 'limiting a decoder')
  check(decoder.setOption('max_samples', BigInt(MAX_SAMPLES)), 'limiting a decoder')
  return { codec, decoder }
}

function requireStarted(decoder: CodecContext, code: number): CodecContext {
  if (code >= 0) return decoder
  decoder.freeContext()
  throw new LibavError('starting a decoder', code)
}

// Decodes one stream of an open recording from its current position to its end.

/** With more consecutive broken packets the stream counts as damaged. */
const TOLERATED_BROKEN_PACKETS = 50

/**
 * Yields the frames of a stream; the caller frees each one. A broken packet is skipped, and a truncated file is decoded as far
 * as possible. Throws `LibavError` when the whole stream is damaged.
 */
export async function* decodeFrames(input: MediaInput, stream: Stream, threads = 1): AsyncGenerator<Frame> {
  const decoder = await openDecoder(stream, { threads })
  const packet = new Packet()
  packet.alloc()
  let brokenPackets = 0
  try {
    for (;;) {
      const frame = new Frame()
      frame.alloc()
      const code = await decoder.receiveFrame(frame)
      const state = code === AVERROR_INVALIDDATA ? 'hungry' : interpretCode(code, 'decoding')
      if (state === 'ready') {
        frame.timeBase = new Rational(stream.timeBase.num, stream.timeBase.den)
        yield frame
        continue
      }
      frame.free()
      if (state === 'ended') return
      const sent = await feed()
      brokenPackets = sent === 'broken' || code === AVERROR_INVALIDDATA ? brokenPackets + 1 : 0
      if (brokenPackets > TOLERATED_BROKEN_PACKETS)
        throw new LibavError('decoding a damaged stream', AVERROR_INVALIDDATA)
    }
  } finally {
    packet.free()
    decoder.freeContext()
  }

  async function feed(): Promise<'fed' | 'broken'> {
    while ((await input.read(packet)) >= 0) {
      const isOurs = packet.streamIndex === stream.index
      const sent = isOurs ? await decoder.sendPacket(packet) : 0
      packet.unref()
      if (!isOurs) continue
      if (sent === AVERROR_INVALIDDATA) return 'broken'
      if (sent !== AVERROR_EOF) check(sent, 'decoding')
      return 'fed'
    }
    const sent = await decoder.sendPacket(null)
    if (sent !== AVERROR_EOF) check(sent, 'ending a stream')
    return 'fed'
  }
}

// Exposes libav's format context for writing files. The same class can also open files, so other code gets it from here,
// without those members.

export type MediaOutput = Omit<FormatContext, 'openInput' | 'openInputSync'>

/** A format context without a format yet: see `allocOutputContext2`. */
export function createMediaOutput(): MediaOutput {
  return new FormatContext()
}
