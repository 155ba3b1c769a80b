// The music beds as AAC files in samples/media/music, and the script that renders them (`npm run music`,
// with names only those).
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  AV_CHANNEL_LAYOUT_STEREO,
  AV_LOG_ERROR,
  AV_SAMPLE_FMT_FLTP,
  Encoder,
  FF_ENCODER_AAC,
  Frame,
  Log,
  Muxer,
  type Packet,
} from 'node-av'
import { SAMPLE_RATE } from './music/instrument.ts'
import type { Loop } from './music/mixer.ts'
import { tunes } from './music/tune.ts'

/** The folder of the encoded beds; each is `<name>.m4a`. */
const musicFolder = fileURLToPath(new URL('../media/music/', import.meta.url))

const samplesPerFrame = 1024

/** Writes a loop as AAC at 112 kbit/s into an .m4a file with its index in front. */
async function encodeLoop(loop: Loop, file: string): Promise<void> {
  const encoder = await Encoder.create(FF_ENCODER_AAC, { context: { bitRate: 112_000 } })
  const muxer = await Muxer.open(file, { format: 'mp4', options: { movflags: '+faststart' } })
  try {
    const stream = muxer.addStream(encoder)
    const write = async (packets: AsyncIterable<Packet | null>) => {
      for await (const packet of packets) {
        if (!packet) continue
        await muxer.writePacket(packet, stream)
        packet.free()
      }
    }
    for (let start = 0; start < loop.left.length; start += samplesPerFrame) {
      using frame = toFrame(loop, start)
      await write(encoder.packets(frame))
    }
    await write(encoder.packets(null))
  } finally {
    await muxer.close()
    encoder.close()
  }
}

function toFrame({ left, right }: Loop, start: number): Frame {
  const count = Math.min(samplesPerFrame, left.length - start)
  const planar = new Float32Array(count * 2)
  planar.set(left.subarray(start, start + count), 0)
  planar.set(right.subarray(start, start + count), count)
  return Frame.fromAudioBuffer(Buffer.from(planar.buffer), {
    nbSamples: count,
    format: AV_SAMPLE_FMT_FLTP,
    sampleRate: SAMPLE_RATE,
    channelLayout: AV_CHANNEL_LAYOUT_STEREO,
    timeBase: { num: 1, den: SAMPLE_RATE },
    pts: BigInt(start),
  })
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  Log.setLevel(AV_LOG_ERROR)
  mkdirSync(musicFolder, { recursive: true })
  const wanted = process.argv.slice(2)
  for (const tune of tunes.filter(({ name }) => wanted.length === 0 || wanted.includes(name))) {
    await encodeLoop(tune.compose(), join(musicFolder, `${tune.name}.m4a`))
    process.stdout.write(`${tune.name} ${tune.seconds.toFixed(2)} s\n`)
  }
}
