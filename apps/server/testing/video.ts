// Creates small real videos and sounds for tests, so that the repository contains no binary files.
import { writeFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { Encoder, Frame, Log, Muxer, Rational } from 'node-av'
import {
  AV_CH_LAYOUT_MONO,
  AV_CHANNEL_ORDER_NATIVE,
  AV_LOG_QUIET,
  AV_PIX_FMT_YUV420P,
  AV_SAMPLE_FMT_FLTP,
  FF_ENCODER_AAC,
  FF_ENCODER_FLAC,
  FF_ENCODER_LIBMP3LAME,
  FF_ENCODER_LIBOPUS,
  FF_ENCODER_LIBX264,
  FF_ENCODER_PCM_S16LE,
  type FFEncoderCodec,
} from 'node-av/constants'

// The encoder would log every video to the test's output.
Log.setLevel(AV_LOG_QUIET)

const SAMPLE_RATE = 48_000
const SAMPLES_PER_FRAME = 1024

export interface VideoForTest {
  readonly width: number
  readonly height: number
  readonly fps: number
  readonly seconds: number
  /** A tone that begins later than the picture and ends after it. */
  readonly sound?: { readonly fromSeconds: number; readonly seconds: number }
}

/**
 * Writes an H.264 video of changing grey with enough detail to need real data; the extension of `path` selects the
 * container.
 */
export async function writeVideo(
  path: string,
  { width, height, fps, seconds, sound }: VideoForTest,
  fastStart = true,
): Promise<void> {
  using encoder = await Encoder.create(FF_ENCODER_LIBX264, {
    context: { gopSize: fps, maxBFrames: 0, timeBase: new Rational(1, fps), framerate: new Rational(fps, 1) },
    options: { preset: 'ultrafast', crf: 18 },
  })
  const options = fastStart && path.endsWith('.mp4') ? { movflags: '+faststart' } : {}
  await using muxer = await Muxer.open(path, { options })
  const stream = muxer.addStream(encoder)
  using soundEncoder = sound && (await openSoundEncoder(FF_ENCODER_AAC))
  const soundStream = soundEncoder ? muxer.addStream(soundEncoder) : -1
  async function* frames() {
    const pixels = Buffer.alloc((width * height * 3) / 2, 128)
    for (let n = 0; n < fps * seconds; n++) {
      for (let i = 0; i < width * height; i++) pixels[i] = (i * 31 + n * 7 + ((i * n) % 13)) & 255
      const frame = Frame.fromVideoBuffer(pixels, {
        width,
        height,
        format: AV_PIX_FMT_YUV420P,
        timeBase: { num: 1, den: fps },
      })
      frame.pts = BigInt(n)
      yield frame
    }
    yield null
  }
  if (sound && soundEncoder) {
    // The encoder counts from zero, whatever the timestamps of its frames.
    const late = BigInt(sound.fromSeconds * SAMPLE_RATE)
    for await (using packet of soundEncoder.packets(toneFrames(sound.seconds))) {
      if (packet) [packet.pts, packet.dts] = [packet.pts + late, packet.dts + late]
      await muxer.writePacket(packet, soundStream)
    }
  }
  for await (using packet of encoder.packets(frames())) await muxer.writePacket(packet, stream)
}

const SOUND_ENCODERS: Readonly<Record<string, FFEncoderCodec>> = {
  '.mp3': FF_ENCODER_LIBMP3LAME,
  '.flac': FF_ENCODER_FLAC,
  '.ogg': FF_ENCODER_LIBOPUS,
  '.wav': FF_ENCODER_PCM_S16LE,
}

function openSoundEncoder(codec: FFEncoderCodec): Promise<Encoder> {
  return Encoder.create(codec, {
    autoFormat: true,
    autoResample: true,
    context: { timeBase: new Rational(1, SAMPLE_RATE) },
  })
}

async function* toneFrames(seconds: number) {
  for (let at = 0; at < seconds * SAMPLE_RATE; at += SAMPLES_PER_FRAME) {
    const samples = Float32Array.from({ length: SAMPLES_PER_FRAME }, (_, i) =>
      Math.sin(((at + i) * 440 * 2 * Math.PI) / SAMPLE_RATE),
    )
    const frame = Frame.fromAudioBuffer(Buffer.from(samples.buffer), {
      nbSamples: SAMPLES_PER_FRAME,
      format: AV_SAMPLE_FMT_FLTP,
      sampleRate: SAMPLE_RATE,
      channelLayout: { order: AV_CHANNEL_ORDER_NATIVE, nbChannels: 1, mask: AV_CH_LAYOUT_MONO },
      timeBase: { num: 1, den: SAMPLE_RATE },
    })
    frame.pts = BigInt(at)
    yield frame
  }
  yield null
}

/** Writes a tone of 440 Hz; the extension of `path` selects the format, AAC for `.m4a` and `.aac`. */
export async function writeTone(path: string, seconds: number): Promise<void> {
  using encoder = await openSoundEncoder(SOUND_ENCODERS[extname(path)] ?? FF_ENCODER_AAC)
  await using muxer = await Muxer.open(path)
  const stream = muxer.addStream(encoder)
  for await (using packet of encoder.packets(toneFrames(seconds))) await muxer.writePacket(packet, stream)
}

/** Writes noise in the format of phone voice recorders: 20 ms in each frame of 32 bytes. */
export async function writeVoiceMemo(path: string, seconds: number): Promise<void> {
  const frame = (n: number) => [0x3c, ...Array.from({ length: 31 }, (_, i) => (n * 37 + i * i * 11 + (n ^ i)) & 255)]
  const frames = Array.from({ length: seconds * 50 }, (_, n) => frame(n)).flat()
  await writeFile(path, Buffer.concat([Buffer.from('#!AMR\n'), Buffer.from(frames)]))
}
