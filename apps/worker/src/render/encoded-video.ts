// Reads a video of our own encoder whose packets are copied into another video: a reference render.

import { check } from '@vitrine/media/libav-error'
import { MediaInput } from '@vitrine/media/media-input'
import { AVERROR_EOF, AVMEDIA_TYPE_VIDEO, Packet, type Stream } from 'node-av'
import { countGroupFrames, type VideoFormat } from './video-encoder.ts'

/** Nothing can be copied from the file; the video is then rendered without it. */
export class UnusableVideo extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'UnusableVideo'
  }
}

/** The encoded pictures of a video, read from front to back. */
export class EncodedVideo {
  readonly #input: MediaInput
  readonly #stream: Stream
  readonly #framesPerTick: number
  readonly #groupFrames: number
  readonly #packet = new Packet()
  /** The first key frame of the next group. */
  #next: Packet | undefined
  #isOver = false

  private constructor(input: MediaInput, stream: Stream, format: Pick<VideoFormat, 'frameRate'>) {
    this.#input = input
    this.#stream = stream
    const [frames, seconds] = format.frameRate
    this.#framesPerTick = (stream.timeBase.num * frames) / (stream.timeBase.den * seconds)
    this.#groupFrames = countGroupFrames(format)
    this.#packet.alloc()
  }

  /** Opens a file. Call `close` when done. Throws `UnusableVideo` when it is not a video of this format. */
  static async open(path: string, format: Pick<VideoFormat, 'width' | 'height' | 'frameRate'>): Promise<EncodedVideo> {
    const input = await MediaInput.open(path).catch((error: unknown) => {
      throw new UnusableVideo('the video cannot be read', { cause: error })
    })
    try {
      const stream = input.bestStream(AVMEDIA_TYPE_VIDEO)
      if (!stream) throw new UnusableVideo('the video has no pictures')
      const { width, height } = stream.codecpar
      if (width !== format.width || height !== format.height) throw new UnusableVideo(`the video is ${width}x${height}`)
      return new EncodedVideo(input, stream, format)
    } catch (error) {
      input.close()
      throw error instanceof UnusableVideo ? error : new UnusableVideo('the video cannot be read', { cause: error })
    }
  }

  /** Whether its pictures can be decoded with another encoder's headers (Annex B): both have the same bytes. */
  hasHeaders(headers: Buffer | null): boolean {
    const own = this.#stream.codecpar.extradata
    if (!own || !headers) return false
    const [one, other] = [parameterSets(own), splitUnits(headers).filter(isParameterSet)]
    return one.length === other.length && one.every((unit, n) => other[n]?.equals(unit))
  }

  /**
   * The packets of a group of frames in decoding order, in Annex B, with times in frames. Request groups in ascending order;
   * the caller frees the packets. Throws `UnusableVideo` when the file does not consist of such groups.
   */
  async readGroup(index: number, frameCount: number): Promise<Packet[]> {
    const first = index * this.#groupFrames
    const packets: Packet[] = []
    try {
      for (;;) {
        const packet = await this.#read()
        const isNext = packet?.isKeyframe && packets.length > 0
        if (!packet || isNext) {
          this.#next = packet
          break
        }
        if (packet.isKeyframe && Number(packet.pts) > first) {
          packet.free()
          throw new UnusableVideo(`the video has no group of frames that begins at ${first}`)
        }
        // Packets of earlier groups are skipped.
        if (packets.length > 0 || Number(packet.pts) === first) packets.push(packet)
        else packet.free()
      }
      requireFrames(packets, first, frameCount)
      return packets
    } catch (error) {
      for (const packet of packets) packet.free()
      throw error
    }
  }

  close(): void {
    this.#next?.free()
    this.#next = undefined
    this.#packet.free()
    this.#input.close()
  }

  async #read(): Promise<Packet | undefined> {
    const buffered = this.#next
    this.#next = undefined
    if (buffered || this.#isOver) return buffered
    for (;;) {
      const code = await this.#input.read(this.#packet)
      if (code === AVERROR_EOF) {
        this.#isOver = true
        return undefined
      }
      check(code, 'reading encoded pictures')
      if (this.#packet.streamIndex === this.#stream.index) break
      this.#packet.unref()
    }
    const { pts, dts, isKeyframe } = this.#packet
    const packet = new Packet()
    packet.alloc()
    packet.data = toAnnexB(this.#packet.data)
    this.#packet.unref()
    const frames = (ticks: bigint) => BigInt(Math.round(Number(ticks) * this.#framesPerTick))
    packet.pts = frames(pts)
    packet.dts = frames(dts)
    packet.duration = 1n
    packet.isKeyframe = isKeyframe
    return packet
  }
}

/** Throws `UnusableVideo` unless the packets are `frameCount` frames from `first` on. */
function requireFrames(packets: readonly Packet[], first: number, frameCount: number): void {
  const times = packets.map(({ pts }) => Number(pts)).sort((a, b) => a - b)
  const isWhole = times.length === frameCount && times.every((time, n) => time === first + n)
  if (!isWhole) throw new UnusableVideo(`the frames from ${first} on are not ${frameCount}`)
}

/** Replaces the four-byte length before each unit, as in MP4, by the encoder's four-byte start code. */
function toAnnexB(packet: Buffer | null): Buffer {
  if (!packet) throw new UnusableVideo('the video has an empty packet')
  const data = Buffer.from(packet)
  for (let at = 0; at < data.length; ) {
    const length = at + 4 <= data.length ? data.readUInt32BE(at) : data.length
    if (at + 4 + length > data.length) throw new UnusableVideo('the video has a damaged packet')
    data.writeUInt32BE(1, at)
    at += 4 + length
  }
  return data
}

/** The sequence and picture parameter sets of an AVCDecoderConfigurationRecord (ISO/IEC 14496-15, 5.3.3.1). */
function parameterSets(record: Buffer): Buffer[] {
  const units: Buffer[] = []
  let at = 5
  for (const mask of [0x1f, 0xff]) {
    const count = (record[at++] ?? 0) & mask
    for (let n = 0; n < count && at + 2 <= record.length; n++) {
      const length = record.readUInt16BE(at)
      units.push(record.subarray(at + 2, at + 2 + length))
      at += 2 + length
    }
  }
  return units
}

/** The units of a byte stream with start codes (ISO/IEC 14496-10, Annex B). */
function splitUnits(stream: Buffer): Buffer[] {
  const starts: number[] = []
  for (let at = stream.indexOf('000001', 0, 'hex'); at >= 0; at = stream.indexOf('000001', at + 3, 'hex'))
    starts.push(at)
  return starts.map((start, n) => {
    let end = starts[n + 1] ?? stream.length
    while (end > start + 3 && stream[end - 1] === 0) end--
    return stream.subarray(start + 3, end)
  })
}

function isParameterSet(unit: Buffer): boolean {
  const type = (unit[0] ?? 0) & 31
  return type === 7 || type === 8
}
