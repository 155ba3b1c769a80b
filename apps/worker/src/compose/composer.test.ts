import { createRequire } from 'node:module'
import type { TemplateDocument } from '@vitrine/document/document'
import type { Layer } from '@vitrine/document/layer'
import { beforeAll, describe, expect, it } from 'vitest'
import { drawDiscs, likeness, readPlanes, writeAlphaVideo } from '../../testing/picture.ts'
import { createDocument, useFolder, writePhoto } from '../../testing/video.ts'
import { renderVideo } from '../render/render-video.ts'
import { Composer, type ComposerOptions } from './composer.ts'

const folder = useFolder()
const require = createRequire(import.meta.url)
const FONT = require.resolve('@expo-google-fonts/poppins/500Medium/Poppins_500Medium.ttf')
const FILES = {
  'sha256:font': FONT,
  'sha256:photo': '',
  'sha256:video': '',
  'sha256:small': '',
  'sha256:cloth': '',
  'sha256:plate': '',
}
const SIZE = { width: 320, height: 180 }
const DURATION = 45
/** Decibels. */
const MIN_LIKENESS = 45
const span = { in: 0, out: DURATION } as const

const glide = (from: readonly number[], to: readonly number[]) => ({
  a: 1 as const,
  k: [
    { t: 0, s: from, o: { x: 0.4, y: 0 }, i: { x: 0.6, y: 1 } },
    { t: DURATION, s: to },
  ],
})
const ground: Layer = {
  ...span,
  id: 'ground',
  type: 'solid',
  color: {
    gradient: 'linear',
    from: [0, 0],
    to: [1, 1],
    units: 'box',
    stops: [
      [0, '#f0d9b5'],
      [1, '#7a4b5d'],
    ],
  },
}
const photo = (changes: Partial<Extract<Layer, { type: 'image' }>> = {}): Layer => ({
  ...span,
  id: 'photo',
  type: 'image',
  asset: 'sha256:photo',
  box: [40, 30, 120, 90],
  ...changes,
})
const title = (changes: Partial<Extract<Layer, { type: 'text' }>> = {}): Layer => ({
  ...span,
  id: 'title',
  type: 'text',
  text: 'Asha & Rohan',
  font: 'Poppins',
  size: 26,
  box: [70, 120, 180, 40],
  align: 'center',
  fill: '#fff4dd',
  ...changes,
})
const video = (changes: Partial<Extract<Layer, { type: 'media' }>> = {}): Layer => ({
  ...span,
  id: 'video',
  type: 'media',
  source: 'sha256:video',
  box: [0, 0, 320, 180],
  ...changes,
})
const alphaVideo = (changes: Partial<Extract<Layer, { type: 'plate' }>> = {}): Layer => ({
  ...span,
  id: 'plate',
  type: 'plate',
  asset: 'sha256:plate',
  ...changes,
})

/** Drifting threads two pixels apart in both directions, which cause moiré when reduced. */
const cloth: readonly Layer[] = [
  { ty: 'rc' as const, s: [1.2, 200] },
  { ty: 'rc' as const, s: [340, 1.2] },
].map((thread, n) => ({
  ...span,
  id: `threads-${n}`,
  type: 'shape',
  ks: { p: glide([0, 0], [3, 5]) },
  shapes: [
    {
      ty: 'gr',
      it: [
        { ...thread, p: n === 0 ? [0, 90] : [160, 0] },
        { ty: 'fl', c: '#f4e3c8', o: 60 },
      ],
    },
    { ty: 'rp', c: n === 0 ? 160 : 90, tr: { p: n === 0 ? [2.1, 0] : [0, 2.3] } },
  ],
}))

function documentWith(layers: readonly Layer[], canvas: Partial<TemplateDocument['canvas']> = {}): TemplateDocument {
  return {
    ...createDocument([...layers], { duration: DURATION, ...canvas }),
    fonts: [{ family: 'Poppins', weight: 500, src: 'sha256:font', license: 'OFL-1.1' }],
    assets: { 'sha256:photo': { kind: 'image', w: 400, h: 300 } },
  }
}

const open = (document: TemplateDocument, options: Partial<ComposerOptions> = {}) =>
  Composer.open({ document, values: {}, difference: {}, assetFiles: FILES }, { ...SIZE, ...options })

beforeAll(async () => {
  for (const [id, name] of Object.entries({
    photo: 'photo.jpg',
    video: 'video.mp4',
    small: 'small.mp4',
    cloth: 'cloth.mp4',
    plate: 'plate.mp4',
  })) {
    FILES[`sha256:${id}` as keyof typeof FILES] = folder.path(name)
  }
  await writePhoto(folder.path('photo.jpg'), { saturation: 20 })
  const moving = documentWith([
    photo({ ks: { p: glide([-30, 0], [60, 20]) } }),
    title({ ks: { r: glide([0], [20]) } }),
    ground,
  ])
  const assetFiles = { 'sha256:font': FONT, 'sha256:photo': folder.path('photo.jpg') }
  const source = { document: moving, values: {}, difference: {}, assetFiles }
  const output = { ...SIZE, crf: 6 }
  await renderVideo({ ...source, output, outPath: folder.path('video.mp4') })
  await renderVideo({ ...source, output: { ...output, width: 160, height: 90 }, outPath: folder.path('small.mp4') })
  const woven = { ...source, document: documentWith([photo({ box: [-20, -20, 200, 150] }), ...cloth, ground]) }
  await renderVideo({ ...woven, output, outPath: folder.path('cloth.mp4') })
  await writeAlphaVideo(folder.path('plate.mp4'), { ...SIZE, frames: DURATION }, drawDiscs(SIZE.width, SIZE.height))
})

/** Layers, top first, by content. */
const CASES: Record<string, { layers: readonly Layer[]; size?: Partial<ComposerOptions> }> = {
  'text and photo over a video': { layers: [title(), photo(), video()] },
  'layers that only move': {
    layers: [title({ ks: { p: glide([-40, -60], [40, 0]) } }), photo({ ks: { p: glide([0, 0], [90, 30]) } }), video()],
  },
  'layers that turn, grow and fade': {
    layers: [
      title({ ks: { s: glide([60, 60], [120, 120]), o: glide([0], [100]) } }),
      photo({ ks: { r: glide([-10], [30]), o: glide([100], [20]) }, bm: 'normal' }),
      ground,
    ],
  },
  'layers with shadow, blur and mask': {
    layers: [
      title({ effects: [{ type: 'shadow', color: '#000000aa', blur: 8, x: 3, y: 3 }] }),
      photo({ effects: [{ type: 'blur', radius: glide([0], [6]) as never }] }),
      video(),
    ],
  },
  'a video in a frame': {
    layers: [
      video({
        box: [41, 33, 150, 100],
        radius: 24,
        border: { width: 5, color: '#e8c36a' },
        ks: { o: glide([100], [55]) },
      }),
      ground,
    ],
  },
  'a video that moves in its frame': {
    layers: [video({ box: [60, 20, 200, 140], clip: 'ellipse', inner: { s: glide([100, 100], [140, 140]) } }), ground],
  },
  'a video drawn larger': { layers: [title(), video({ source: 'sha256:small' })] },
  'a video drawn at less than half its size': { layers: [video({ box: [20, 20, 120, 68] }), ground] },
  'a video that shrinks': {
    layers: [
      video({ source: 'sha256:cloth', ks: { s: glide([80, 80], [24, 24]), p: glide([0, 0], [-7, 5]) } }),
      ground,
    ],
  },
  'a video at two thirds of its size': {
    layers: [title(), video({ source: 'sha256:cloth' })],
    size: { width: 214, height: 120 },
  },
  'an alpha video at two thirds of its size': { layers: [alphaVideo(), ground], size: { width: 214, height: 120 } },
  'a video in a group with text over it': {
    layers: [
      {
        ...span,
        id: 'group',
        type: 'group',
        size: [200, 120],
        ks: { p: [50, 30], o: 80 },
        layers: [title({ box: [10, 40, 180, 40], ks: { o: glide([0], [100]) } }), video({ box: [0, 0, 200, 120] })],
      },
      ground,
    ],
  },
  'a turning video': { layers: [video({ box: [60, 40, 160, 90], ks: { r: glide([0], [45]) } }), ground] },
  'a blurred video': { layers: [video({ effects: [{ type: 'blur', radius: 4 }] }), ground] },
  'a video shown through text': {
    layers: [video({ matte: { layer: 'title', mode: 'alpha' } }), title({ size: 50, box: [10, 40, 300, 100] }), ground],
  },
  'blend modes over a video': {
    layers: [title(), { ...ground, id: 'tint', bm: 'multiply', ks: { o: glide([0], [80]) } }, video()],
  },
  'blend modes over still layers': { layers: [title(), photo({ bm: 'screen' }), ground] },
  'an alpha video over a video': { layers: [title(), alphaVideo(), video()] },
  'a fading alpha video': { layers: [alphaVideo({ ks: { o: glide([100], [30]) } }), ground] },
  'a small alpha video': { layers: [alphaVideo({ box: [32, 20, 160, 90] }), ground] },
  'half the size, with a mark': {
    layers: [title(), alphaVideo(), photo({ ks: { p: glide([0, 0], [60, 20]) } }), video()],
    size: { width: 160, height: 90, watermark: 'VITRINE' },
  },
  'a width that is no multiple of 16': {
    layers: [title(), photo({ ks: { p: glide([0, 0], [200, 0]) } }), video()],
    size: { width: 298, height: 168 },
  },
  'a canvas that lets black through': { layers: [title()] },
}

describe.each(Object.entries(CASES))('%s', (name, { layers, size = {} }) => {
  it('looks as it does on a canvas', async () => {
    const document = documentWith(layers, name.includes('black') ? { background: '#ffffff80' } : {})
    const [fast, whole] = [await open(document, size), await open(document, { ...size, isCanvasOnly: true })]
    const { width, height } = { ...SIZE, ...size }
    const [here, there] = [fast.arena.allocatePicture(width, height), whole.arena.allocatePicture(width, height)]
    for (const frame of [0, 1, 7, 16, 17, 30, 44]) {
      fast.compose(frame, here)
      whole.compose(frame, there)
      const found = likeness(readPlanes(fast.arena, here), readPlanes(whole.arena, there))
      expect(found, `frame ${frame}`).toBeGreaterThanOrEqual(MIN_LIKENESS)
    }
    fast.close()
    whole.close()
  })

  it('is the same whatever was drawn before it', async () => {
    const document = documentWith(layers)
    const [inOrder, alone] = [await open(document, size), await open(document, size)]
    const { width, height } = { ...SIZE, ...size }
    const [one, other] = [inOrder.arena.allocatePicture(width, height), alone.arena.allocatePicture(width, height)]
    const wanted = new Map<number, Uint8Array>()
    for (let frame = 0; frame < DURATION; frame++) {
      inOrder.compose(frame, one)
      wanted.set(frame, readPlanes(inOrder.arena, one))
    }
    for (const frame of [44, 20, 3, 21, 33, 0, 34]) {
      alone.compose(frame, other)
      expect(Buffer.compare(readPlanes(alone.arena, other), wanted.get(frame) ?? new Uint8Array()), `${frame}`).toBe(0)
    }
    inOrder.close()
    alone.close()
  })
})
