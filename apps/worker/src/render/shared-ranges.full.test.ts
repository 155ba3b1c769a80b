import { mkdir, readFile, truncate } from 'node:fs/promises'
import type { TemplateDocument } from '@vitrine/composition/document'
import type { Layer } from '@vitrine/composition/layer'
import type { FrameRange } from '@vitrine/shop/renders/render-range'
import { describe, expect, it } from 'vitest'
import { documentOf, MOVING_LAYERS, sine, useFolder, writeWav } from '../media/video-fixture.ts'
import { checkVideo } from './check-video.ts'
import { renderRanges } from './render-ranges.ts'
import { renderVideo, type VideoSpec } from './render-video.ts'
import { cutRanges, type Helpers } from './shared-ranges.ts'

const folder = useFolder()
// x264 gives the same bytes each time only where both edges are multiples of 16.
const OUTPUT = { width: 256, height: 144, threads: 2 }
const FRAMES = 640
const SOUND = 'sha256:sound'

const TURN = 40

/** A square slides, again and again, over a stripe; with sound. */
function document(frames = FRAMES): TemplateDocument {
  const turns = Array.from({ length: Math.ceil(frames / TURN) }, (_, n): Layer => {
    const [start, end] = [n * TURN, Math.min(frames, (n + 1) * TURN)]
    const layers = MOVING_LAYERS.map((layer) => ({ ...layer, id: `${layer.id}-${n}` }))
    return { id: `turn-${n}`, type: 'group', in: start, out: end, st: start, layers }
  })
  const stripe: Layer = { id: 'stripe', type: 'solid', in: 0, out: 640, color: '#8a5a68', box: [0, 20, 320, 10] }
  const sound: Layer = { id: 'sound', type: 'audio', source: SOUND, in: 0, out: frames }
  return documentOf([...turns, stripe, sound], { duration: frames })
}

let made = 0
async function specOf(more: Partial<VideoSpec> = {}): Promise<VideoSpec> {
  const sound = folder.path('sound.wav')
  await writeWav(sound, 3, [sine(440, 0.4)])
  const spec = { document: document(), values: {}, difference: {}, assetFiles: { [SOUND]: sound } }
  return { ...spec, output: OUTPUT, outPath: folder.path(`video-${made++}.mp4`), ...more }
}

const nobody: Helpers = { offer: async () => {}, take: async () => 'ours' }

/** Helpers that have drawn all ranges for which `has` is true before they are asked for. */
async function helpersOf(spec: VideoSpec, has: (range: FrameRange) => boolean) {
  const paths = new Map<number, string>()
  const own = folder.path(`ranges-${made++}`)
  await mkdir(own)
  const helpers: Helpers = {
    async offer(ranges, keyFrames) {
      const wanted = ranges.filter(has)
      const first = wanted.pop()
      if (!first) return
      await renderRanges(
        { ...spec, output: { ...spec.output, keyFrames }, folder: own, first },
        { next: async () => wanted.pop(), onMade: async ({ from, path }) => void paths.set(from, path) },
      )
    },
    async take({ from }) {
      const path = paths.get(from)
      return path === undefined ? 'ours' : { path }
    },
  }
  return { helpers, paths }
}

async function make(spec: VideoSpec, helpers: Helpers) {
  const info = await renderVideo(spec, { helpers })
  await checkVideo(spec.outPath, info)
  return { info, bytes: await readFile(spec.outPath) }
}

describe('the ranges of a video', () => {
  const format = { frameRate: [30, 1] } as const

  it('are five seconds long, from where a part to draw begins', () => {
    expect(cutRanges([{ from: 0, to: 640 }], format)).toEqual([
      { from: 0, to: 150 },
      { from: 150, to: 300 },
      { from: 300, to: 450 },
      { from: 450, to: 600 },
      { from: 600, to: 640 },
    ])
    const parts = [
      { from: 30, to: 200 },
      { from: 240, to: 800 },
    ]
    expect(cutRanges(parts, format)?.map(({ from }) => from)).toEqual([30, 180, 240, 390, 540, 690])
  })

  it('do not exist where little is to be drawn', () => {
    const parts = [
      { from: 0, to: 300 },
      { from: 3000, to: 3299 },
    ]
    expect(cutRanges(parts, format)).toBeUndefined()
  })
})

describe('a long video', () => {
  it('is the same bytes whoever drew its ranges, on however many threads', async () => {
    const alone = await make(await specOf(), nobody)
    expect(alone.info).toMatchObject({ frameCount: FRAMES, helpedFrameCount: 0 })
    for (const [has, helpedFrameCount, drawThreads] of [
      [({ from }: FrameRange) => from >= 300, 340, 1],
      [() => true, FRAMES, 1],
      // In the middle too, which nobody takes unless a range was given back.
      [({ from }: FrameRange) => from === 150 || from === 600, 190, 2],
    ] as const) {
      const spec = await specOf({ output: { ...OUTPUT, drawThreads } })
      const { helpers } = await helpersOf(spec, has)
      const { info, bytes } = await make(spec, helpers)
      expect(info).toMatchObject({ frameCount: FRAMES, helpedFrameCount })
      expect(bytes.equals(alone.bytes)).toBe(true)
    }
  })

  it('is the same beside a reference render, whose frames are no ranges', async () => {
    const reference = folder.path('reference.mp4')
    const field = { id: 'color', label: 'Colour', type: 'color', default: '#8a5a68' } as const
    const plain = document(760)
    const layers = plain.layers.map((layer) =>
      layer.id === 'stripe' ? { ...layer, color: { $field: 'color' } } : layer,
    )
    const template = { ...plain, fields: [field], layers } as TemplateDocument
    const more = { document: template, values: { color: '#203040' } }
    const base = await specOf({ ...more, values: {}, output: { ...OUTPUT, keyFrames: 'even' }, outPath: reference })
    await renderVideo(base)
    const alone = await make(await specOf({ ...more, reference }), nobody)
    expect(alone.info).toMatchObject({ reusedFrameCount: 100, helpedFrameCount: 0 })
    const spec = await specOf({ ...more, reference })
    const { helpers } = await helpersOf(spec, ({ from }) => from >= 300)
    const { info, bytes } = await make(spec, helpers)
    expect(info).toMatchObject({ reusedFrameCount: 100, helpedFrameCount: 360 })
    expect(bytes.equals(alone.bytes)).toBe(true)
  })

  it('does without ranges that are damaged, or of another encoder', async () => {
    const alone = await make(await specOf(), nobody)
    const spec = await specOf()
    const { helpers, paths } = await helpersOf(spec, ({ from }) => from >= 300)
    const offer: Helpers['offer'] = async (ranges, keyFrames) => {
      await helpers.offer(ranges, keyFrames)
      await truncate(paths.get(300) ?? '', 3000)
      await renderVideo({
        ...spec,
        output: { ...OUTPUT, from: 450, to: 600, preset: 'ultrafast' },
        outPath: paths.get(450) ?? '',
      })
    }
    const { info, bytes } = await make(spec, { ...helpers, offer })
    expect(info.helpedFrameCount).toBe(40)
    expect(bytes.equals(alone.bytes)).toBe(true)
  })

  it('waits for a helper, and not for ever', async () => {
    const alone = await make(await specOf(), nobody)
    const spec = await specOf()
    const { helpers } = await helpersOf(spec, ({ from }) => from >= 450)
    const asked: string[] = []
    const { info, bytes } = await make(spec, {
      ...helpers,
      async take(range, { isLate }) {
        asked.push(`${range.from} ${isLate}`)
        // One that needs a moment, and one that has gone without a word.
        if (range.from === 450 && asked.filter((line) => line.startsWith('450')).length < 3) return 'theirs'
        if (range.from === 600) return isLate ? 'ours' : 'theirs'
        return helpers.take(range, { isLate })
      },
    })
    expect(asked).toContain('600 true')
    expect(info.helpedFrameCount).toBe(150)
    expect(bytes.equals(alone.bytes)).toBe(true)
  })
})
