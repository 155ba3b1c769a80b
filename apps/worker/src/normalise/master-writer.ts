// Writes masters and editing copies, and checks them by opening them as a render would: H.264 and AAC in an MP4 with its index
// first. None of the source's metadata is copied, since cameras record location and time.
import { check } from '@vitrine/media/libav-error'
import { MediaInput } from '@vitrine/media/media-input'
import {
  AV_CODEC_FLAG_GLOBAL_HEADER,
  AV_PICTURE_TYPE_NONE,
  AVMEDIA_TYPE_AUDIO,
  AVMEDIA_TYPE_VIDEO,
  FF_ENCODER_AAC,
  FF_ENCODER_LIBX264,
  type Frame,
  Packet,
  Rational,
} from 'node-av'
import { Encoder, FilterAPI, Muxer } from 'node-av/api'
import { tagBt709 } from '../media/libav.ts'
import type { Size } from './picture-frames.ts'
import { SOUND_FRAME_SAMPLES } from './sound-frames.ts'

interface MasterFormat {
  readonly pictures?: Size & {
    readonly frameRate: readonly [number, number]
    /** x264's constant rate factor. */
    readonly crf: number
    readonly preset: 'veryfast' | 'superfast'
    /** Maximum distance between key frames. */
    readonly gopSeconds: number
    /** 0 lets the encoder choose. */
    readonly threads: number
  }
  readonly hasSound: boolean
  readonly sound: { readonly bitsPerSecond: number }
}

/** Write all sound first, then the pictures: sound is small, and the muxer buffers it until its place in the file. */
export class MasterWriter implements AsyncDisposable {
  readonly #muxer: Muxer
  readonly #format: MasterFormat
  readonly #pictures: { encoder: Encoder; stream: number } | undefined
  readonly #sound: { encoder: Encoder; stream: number } | undefined
  #scaler: FilterAPI | undefined
  #isSoundOver = false
  #isClosed = false

  private constructor(
    format: MasterFormat,
    muxer: Muxer,
    pictures: { encoder: Encoder; stream: number } | undefined,
    sound: { encoder: Encoder; stream: number } | undefined,
  ) {
    this.#format = format
    this.#muxer = muxer
    this.#pictures = pictures
    this.#sound = sound
  }

  /** Creates the file at `path`. */
  static async open(path: string, format: MasterFormat): Promise<MasterWriter> {
    const muxer = await Muxer.open(path, { format: 'mp4', options: { movflags: '+faststart', brand: 'mp42' } })
    const { pictures, hasSound, sound } = format
    const video = pictures && (await openPictureEncoder(pictures))
    const audio = hasSound
      ? await Encoder.create(FF_ENCODER_AAC, {
          bitrate: sound.bitsPerSecond,
          configure: (context) => context.setFlags(AV_CODEC_FLAG_GLOBAL_HEADER),
        })
      : undefined
    return new MasterWriter(
      format,
      muxer,
      video && { encoder: video, stream: muxer.addStream(video) },
      audio && { encoder: audio, stream: muxer.addStream(audio) },
    )
  }

  /** Takes ownership of a frame of `SOUND_FRAME_SAMPLES` and frees it; only the last one may be shorter. */
  async writeSound(frame: Frame): Promise<void> {
    const { encoder } = this.#sound ?? {}
    const context = encoder?.getCodecContext()
    // The encoder object passes on whole frames only, and would drop the end of every sound.
    if (context && frame.nbSamples < SOUND_FRAME_SAMPLES) check(await context.sendFrame(frame), 'encoding sound')
    else await encoder?.encode(frame)
    frame.free()
    await this.#drain(this.#sound)
  }

  /** Call after the last sound frame. */
  async endSound(): Promise<void> {
    if (this.#isSoundOver) return
    this.#isSoundOver = true
    await this.#sound?.encoder.flush()
    await this.#drain(this.#sound)
  }

  /** Writes a picture, scaled to the file's size. The caller keeps ownership of the frame. */
  async writePicture(frame: Frame, index: number): Promise<void> {
    const { pictures } = this.#format
    if (!pictures) return
    const copy = frame.clone()
    if (!copy) throw new Error('no memory for a picture')
    copy.pts = BigInt(index)
    copy.duration = 1n
    copy.pictType = AV_PICTURE_TYPE_NONE
    copy.timeBase = new Rational(pictures.frameRate[1], pictures.frameRate[0])
    if (copy.width === pictures.width && copy.height === pictures.height) return this.#encodePicture(copy)
    this.#scaler ??= FilterAPI.create(`scale=${pictures.width}:${pictures.height}:flags=bicubic`)
    const ready = await this.#scaler.processAll(copy)
    copy.free()
    for (const scaled of ready) {
      scaled.pts = BigInt(index)
      await this.#encodePicture(scaled)
    }
  }

  async #encodePicture(frame: Frame): Promise<void> {
    await this.#pictures?.encoder.encode(frame)
    frame.free()
    await this.#drain(this.#pictures)
  }

  async #drain(track: { encoder: Encoder; stream: number } | undefined): Promise<void> {
    if (!track) return
    for (let packet = await track.encoder.receive(); packet; packet = await track.encoder.receive()) {
      await this.#muxer.writePacket(packet, track.stream)
      packet.free()
    }
  }

  /** Completes the file. Safe to call twice. */
  async close(): Promise<void> {
    if (this.#isClosed) return
    this.#isClosed = true
    await this.endSound()
    await this.#pictures?.encoder.flush()
    await this.#drain(this.#pictures)
    await this.#muxer.close()
    this.#scaler?.close()
    this.#pictures?.encoder.close()
    this.#sound?.encoder.close()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close()
  }
}

function openPictureEncoder(pictures: NonNullable<MasterFormat['pictures']>): Promise<Encoder> {
  const [num, den] = pictures.frameRate
  return Encoder.create(FF_ENCODER_LIBX264, {
    gopSize: Math.max(1, Math.round((pictures.gopSeconds * num) / den)),
    threadCount: pictures.threads,
    options: { preset: pictures.preset, crf: pictures.crf, profile: 'high' },
    configure(context) {
      context.setFlags(AV_CODEC_FLAG_GLOBAL_HEADER)
      context.framerate = new Rational(num, den)
      tagBt709(context)
    },
  })
}

interface ExpectedMaster {
  readonly pictures?: {
    readonly width: number
    readonly height: number
    readonly frames: number
    readonly durationSeconds: number
    readonly frameSeconds: number
  }
  readonly sound?: { readonly durationSeconds: number }
}

/** Sound may exceed its nominal length by this much: the last AAC packet is always whole. */
const SOUND_TOLERANCE_SECONDS = 0.05

/** Throws when the file at `path` does not match `expected`: a fault of ours, not of the recording. */
export async function checkMaster(path: string, expected: ExpectedMaster): Promise<void> {
  const input = await MediaInput.open(path)
  const packet = new Packet()
  packet.alloc()
  try {
    const { pictures, sound } = expected
    const video = input.bestStream(AVMEDIA_TYPE_VIDEO)
    const audio = input.bestStream(AVMEDIA_TYPE_AUDIO)
    if (input.streams.length !== (pictures ? 1 : 0) + (sound ? 1 : 0)) {
      throw new Error(`the master has ${input.streams.length} streams`)
    }
    if (pictures && (video?.codecpar.width !== pictures.width || video.codecpar.height !== pictures.height)) {
      throw new Error(`the master is ${video?.codecpar.width}x${video?.codecpar.height}`)
    }
    let frames = 0
    while ((await input.read(packet)) >= 0) {
      if (packet.streamIndex === video?.index) frames++
      packet.unref()
    }
    if (pictures && frames !== pictures.frames) {
      throw new Error(`the master has ${frames} pictures instead of ${pictures.frames}`)
    }
    const heard = audio ? Number(audio.duration) * audio.timeBase.toDouble() : 0
    if (sound && Math.abs(heard - sound.durationSeconds) > SOUND_TOLERANCE_SECONDS) {
      throw new Error(`the sound of the master lasts ${heard} s instead of ${sound.durationSeconds} s`)
    }
  } finally {
    packet.free()
    input.close()
  }
}
