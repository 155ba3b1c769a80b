// A template in a video of another length looks, at every frame, like the template's frame that its pace selects.
import { createCanvas } from '@napi-rs/canvas'
import type { ResolvedDocument, TimeRemap } from '@vitrine/document/document'
import type { Context } from '@vitrine/document/host'
import type { Layer } from '@vitrine/document/layer'
import { compileTimeRemap } from '@vitrine/document/time-remap'
import { describe, expect, test } from 'vitest'
import { createNodeHost } from '../../node-host.ts'
import { listVoices } from '../sound/voice.ts'
import { loadShaper } from '../text/shaper.ts'
import { createPainter, type Painter } from './painter.ts'

const [WIDTH, HEIGHT] = [160, 90]
const span = { in: 0, out: 60 } as const
const keys = (...values: readonly (readonly [number, number[]])[]) => ({
  a: 1 as const,
  k: values.map(([t, s]) => ({ t, s })),
})

/** Layers with every kind of dependency. */
const LAYERS: readonly Layer[] = [
  { ...span, id: 'follower', type: 'solid', color: '#f5a400', box: [0, 0, 20, 20], parent: 'leader', bm: 'multiply' },
  {
    ...span,
    id: 'leader',
    type: 'group',
    layers: [],
    ks: { p: keys([0, [10, 10]], [59, [110, 60]]), r: keys([20, [0]], [40, [90]]) },
  },
  {
    ...span,
    id: 'cutter',
    type: 'solid',
    color: '#ffffff',
    box: [30, 10, 60, 60],
    ks: { p: keys([0, [0, 0]], [50, [40, 0]]) },
  },
  {
    ...span,
    id: 'cut',
    type: 'solid',
    color: '#2060c0',
    matte: { layer: 'cutter', mode: 'alpha' },
    ks: { o: keys([0, [100]], [59, [40]]) },
  },
  {
    ...span,
    id: 'soft',
    type: 'solid',
    color: '#c02060',
    box: [60, 20, 50, 40],
    bm: 'screen',
    effects: [{ type: 'blur', radius: keys([10, [0]], [50, [6]]) }],
  },
  {
    ...span,
    id: 'nest',
    type: 'group',
    st: 5,
    layers: [
      {
        id: 'inside',
        type: 'solid',
        color: '#40a060',
        box: [0, 60, 30, 30],
        in: 10,
        out: 45,
        ks: { p: keys([10, [0, 0]], [45, [120, 0]]) },
      },
    ],
  },
  { in: 50, out: 60, id: 'end', type: 'solid', color: '#ffffff', box: [140, 70, 20, 20] },
  { ...span, id: 'ground', type: 'solid', color: '#303848' },
]

const plain: ResolvedDocument = {
  tdoc: 1,
  id: 'paced',
  name: 'Paced',
  canvas: { width: WIDTH, height: HEIGHT, fps: 30, duration: 60 },
  fields: [],
  fonts: [],
  assets: {},
  layers: LAYERS,
  resolved: true,
}
const stretched = (pace: TimeRemap, duration: number): ResolvedDocument => ({
  ...plain,
  canvas: { ...plain.canvas, duration },
  pace,
  layers: LAYERS.map((layer) => ({ ...layer, paced: 'whole' })),
})

const shaper = await loadShaper()
const painterOf = (document: ResolvedDocument) =>
  createPainter({ document, host: createNodeHost(), shaper, fonts: new Map(), pictures: { image: () => undefined } })
function pixelsOf(painter: Painter, frame: number): Uint8ClampedArray {
  const ctx = createCanvas(WIDTH, HEIGHT).getContext('2d')
  painter.drawFrame(ctx as unknown as Context, frame)
  return ctx.getImageData(0, 0, WIDTH, HEIGHT).data
}

describe.each([
  ['held', { frames: 60, intro: 15, outro: 12, middle: 'hold' }, 200],
  ['looped', { frames: 60, intro: 15, outro: 12, middle: 'loop' }, 150],
  ['hurried', { frames: 60, intro: 15, outro: 12, middle: 'hold' }, 40],
] as const)('%s', (_name, pace, duration) => {
  test('every frame is one of the template, with mattes, parents, blending and effects', { tags: ['full'] }, () => {
    const [video, template] = [painterOf(stretched(pace, duration)), painterOf(plain)]
    const clock = compileTimeRemap(pace, duration)
    for (let frame = 0; frame < duration; frame += 3) {
      expect(pixelsOf(video, frame), `frame ${frame}`).toEqual(pixelsOf(template, clock(frame)))
    }
  })

  test('frames are said to be equal only when they are', () => {
    const video = painterOf(stretched(pace, duration))
    for (let frame = 1; frame < duration; frame++) {
      if (!video.isSameFrame(frame - 1, frame)) continue
      expect(pixelsOf(video, frame)).toEqual(pixelsOf(video, frame - 1))
    }
  })
})

test('what stands still at its place may go on inside: grain changes while the template holds', () => {
  const grain: Layer = { ...span, id: 'grain', type: 'texture', kind: 'film', seed: 3, every: 1 }
  const pace = { frames: 60, intro: 20, outro: 20, middle: 'hold' } as const
  const layersOf = (paced: 'whole' | 'place'): ResolvedDocument => ({
    ...stretched(pace, 200),
    layers: [{ ...grain, paced }],
  })
  expect(painterOf(layersOf('whole')).isSameFrame(100, 101)).toBe(true)
  expect(painterOf(layersOf('place')).isSameFrame(100, 101)).toBe(false)
  // It ends with the template.
  expect(painterOf(layersOf('place')).layerStates(199)).toHaveLength(1)
})

test('sound inside a paced layer is heard where the template runs as designed', () => {
  const layers: readonly Layer[] = [
    {
      ...span,
      id: 'bell',
      type: 'group',
      paced: 'whole',
      layers: [{ id: 'ring', type: 'audio', source: 'sha256:bell', in: 0, out: 60 }],
    },
  ]
  const voices = listVoices({ ...stretched({ frames: 60, intro: 20, outro: 20, middle: 'hold' }, 200), layers })
  expect(voices.map(({ startFrame, endFrame, originFrame }) => [startFrame, endFrame, originFrame])).toEqual([
    [0, 40, 0],
    [180, 200, 140],
  ])
})
