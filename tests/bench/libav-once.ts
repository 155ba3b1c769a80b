// The yardstick for machines without ffmpeg: the same libraries, called from here, decode, run the filter graph and encode.
// Prints what it used. Usage: node libav-once.ts TASK.json
import { readFileSync } from 'node:fs'
import { Decoder, Demuxer, Encoder, FilterComplexAPI, Muxer } from 'node-av/api'
import { FF_ENCODER_LIBX264 } from 'node-av/constants'
import type { Yardstick } from './render-case.ts'

const { inputs, graph, outPath } = JSON.parse(readFileSync(process.argv[2] as string, 'utf8')) as Yardstick & {
  outPath: string
}
await using resources = new AsyncDisposableStack()
// Photos are read by the graph itself, which holds them; videos are decoded here.
const photos = inputs.flatMap((path, n) => (path.endsWith('.png') ? [`movie='${path}'[${n}:v];`] : []))
const sources: Record<string, ReturnType<Decoder['frames']>> = {}
for (const [n, path] of inputs.entries()) {
  if (path.endsWith('.png')) continue
  const demuxer = resources.use(await Demuxer.open(path))
  const stream = demuxer.video()
  if (!stream) throw new Error(`${path} has no pictures`)
  const decoder = resources.use(await Decoder.create(stream))
  sources[`${n}:v`] = decoder.frames(demuxer.packets(stream.index))
}
const filter = resources.use(
  FilterComplexAPI.create(photos.join('') + graph.replace('[v]', ',fps=30[v]'), {
    inputs: Object.keys(sources).map((label) => ({ label })),
    outputs: [{ label: 'v' }],
  }),
)
const encoder = resources.use(await Encoder.create(FF_ENCODER_LIBX264, { options: { preset: 'veryfast', crf: 20 } }))
const muxer = await Muxer.open(outPath)
const stream = muxer.addStream(encoder)
for await (const packet of encoder.packets(filter.frames('v', sources))) {
  if (packet) await muxer.writePacket(packet, stream)
  packet?.free()
}
await muxer.close()
process.stdout.write(JSON.stringify({ peakBytes: process.resourceUsage().maxRSS * 1024 }))
process.exit(0)
