// Golden documents of layers in space, cameras and motion blur.
import type { Layer, MediaLayer } from '@vitrine/document/layer'
import type { GoldenCase } from './compare.ts'
import { circle, glide, golden, ground, span } from './stock.ts'

const card = (id: string, more: Partial<Omit<MediaLayer, 'type'>>): Layer => ({
  ...span,
  id,
  type: 'media',
  source: 'sha256:photo',
  box: [220, 100, 200, 140],
  ...more,
})

const words = (id: string, more: object): Layer => ({
  ...span,
  id,
  type: 'text',
  text: 'Depth & द्वि',
  font: 'Playfair Display',
  size: 44,
  align: 'center',
  box: [170, 150, 300, 70],
  fill: '#3a1430',
  ...more,
})

const scene: Layer = {
  ...span,
  id: 'scene',
  type: 'group',
  layers: [
    {
      ...span,
      id: 'camera',
      type: 'group',
      ks: { p: glide(0, 59, [320, 180], [620, 20]) },
      space: { z: glide(0, 59, [-889], [-620]) as never },
      camera: { zoom: 889, roll: glide(0, 59, [0], [8]) as never, target: { x: 320, y: 180, z: 0 } },
      layers: [],
    },
    words('front', { ks: { p: [0, 60] }, space: { z: -120, ry: glide(0, 59, [0], [-50]) } }),
    card('turning', {
      space: { ry: glide(0, 59, [0], [160]) as never, rx: 12 },
      mask: [{ mode: 'a', pt: circle(100, 70, 66), f: 6 }],
    }),
    card('leaning', {
      ks: { p: [-170, 0], r: 10 },
      space: { z: 80, ox: 20, oy: 35, oz: 5 },
      effects: [{ type: 'shadow', color: '#000000', blur: 10, x: 8, y: 8, opacity: 60 }],
    }),
    {
      ...span,
      id: 'rig',
      type: 'group',
      ks: { p: [470, 180] },
      space: { ry: glide(0, 59, [-40], [60]) as never, sz: 120, az: 10 },
      layers: [],
    },
    card('led', { parent: 'rig', box: [-60, -50, 120, 100], space: { z: 60 } }),
    {
      ...span,
      id: 'floor',
      type: 'solid',
      color: '#7a5c86',
      box: [-180, -180, 1000, 900],
      ks: { p: [0, 120] },
      space: { ox: 90 },
    },
  ],
}

const blur = { angle: 180, phase: -90, samples: 16 } as const
const moving: readonly Layer[] = [
  words('passing', { ks: { p: glide(0, 59, [-140, -110], [140, -110]) }, motionBlur: blur }),
  {
    ...span,
    id: 'flying',
    type: 'media',
    source: 'sha256:photo',
    box: [40, 120, 120, 90],
    ks: { p: glide(0, 59, [0, 0], [400, 60]), r: glide(0, 59, [0], [180]) },
    motionBlur: { ...blur, angle: 360 },
  },
  {
    ...span,
    id: 'spinning',
    type: 'group',
    motionBlur: blur,
    layers: [
      {
        ...span,
        id: 'card-in-space',
        type: 'solid',
        color: '#8c1c3f',
        box: [420, 210, 140, 100],
        space: { rx: glide(0, 59, [0], [360]) as never },
        motionBlur: blur,
      },
    ],
  },
]

export function spaceCases(): GoldenCase[] {
  return [golden('space', [scene, ground]), golden('motion-blur', [...moving, ground])]
}
