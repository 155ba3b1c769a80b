// Three-dimensional layers, cameras and motion blur as Bodymovin writes them.

import type { GroupLayer, Layer } from '@vitrine/document/layer'
import { expect, test } from 'vitest'
import { animation, layer, solid, still, transform } from '../../testing/animation.ts'
import { importDocument } from './import.ts'

function read(json: unknown) {
  return importDocument(json, new Map(), { id: 'test', name: 'Test', bundledFonts: [] })
}

function layersOf(json: unknown): readonly Layer[] {
  const { document, report } = read(json)
  if (!document) throw new Error(JSON.stringify(report))
  return document.layers
}

const inSpace = (changes: object) => ({
  ddd: 1,
  ks: {
    ...{ o: still(100), p: still([50, 50, 0]), a: still([50, 50, 0]), s: still([100, 100, 100]) },
    ...{ rx: still(0), ry: still(0), rz: still(0), or: still([0, 0, 0]), ...changes },
  },
})
const camera = (ks: object = {}) =>
  layer(13, 'Camera 1', {
    pe: still(500),
    ks: {
      a: still([100, 50, 0]),
      p: still([100, 50, -500]),
      or: still([0, 0, 0]),
      rx: still(0),
      ry: still(0),
      rz: still(0),
      ...ks,
    },
  })

test('three-dimensional layers and their camera are put into one group', () => {
  const layers = layersOf(
    animation([
      camera(),
      solid('card', '#ff0000', inSpace({ p: still([50, 50, -200]), ry: still(40), or: still([10, 0, 0]) })),
      solid('ground', '#ffffff'),
    ]),
  )
  expect(layers).toHaveLength(1)
  expect((layers[0] as GroupLayer).layers).toMatchObject([
    { type: 'group', camera: { zoom: 500, target: { x: 100, y: 50, z: 0 } }, space: { z: -500 }, ks: { p: [100, 50] } },
    { type: 'solid', name: 'card', space: { z: -200, ry: 40, ox: 10 } },
    { type: 'solid', name: 'ground' },
  ])
  expect((layers[0] as GroupLayer).layers[2]).not.toHaveProperty('space')
})

test('a three-dimensional layer that lies flat without a camera stays in the plane', () => {
  const [card] = layersOf(animation([solid('card', '#ff0000', inSpace({}))]))
  expect(card).toMatchObject({ type: 'solid', name: 'card' })
  expect(card).not.toHaveProperty('space')
})

test('one layer in depth brings the others of its comp along, which are sorted by distance', () => {
  const far = solid('far', '#ff0000', inSpace({ p: still([50, 50, 300]) }))
  const layers = layersOf(animation([far, solid('flat', '#00ff00', inSpace({}))]))
  expect((layers[0] as GroupLayer).layers).toMatchObject([{ space: { z: 300 } }, { space: {} }])
})

test('a curved way through depth is written out at an even pace', () => {
  const p = {
    a: 1,
    k: [
      { t: 0, s: [0, 0, 0], o: { x: 0, y: 0 }, i: { x: 1, y: 1 }, to: [0, 0, -100], ti: [-100, 0, 0] },
      { t: 30, s: [100, 0, -100] },
    ],
  }
  const { layers } = layersOf(
    animation([camera(), solid('card', '#f00000', inSpace({ p, a: still([0, 0, 0]) }))]),
  )[0] as GroupLayer
  const { ks, space } = layers[1] as unknown as Record<
    'ks' | 'space',
    Record<string, { k: { t: number; s: number[] }[] }>
  >
  expect(ks.p?.k).toHaveLength(31)
  const at = (frame: number) => [ks.p?.k[frame]?.s[0] ?? 0, space.z?.k[frame]?.s[0] ?? 0]
  const steps = Array.from({ length: 30 }, (_, n) => {
    const [one, other] = [at(n), at(n + 1)]
    return Math.hypot((other[0] ?? 0) - (one[0] ?? 0), (other[1] ?? 0) - (one[1] ?? 0))
  })
  expect(Math.max(...steps) - Math.min(...steps)).toBeLessThan(0.1)
})

test('an orientation about several axes turns the shortest way', () => {
  const or = {
    a: 1,
    k: [
      { t: 0, s: [0, 0, 0] },
      { t: 10, s: [90, 90, 0] },
    ],
  }
  const { layers } = layersOf(animation([camera(), solid('card', '#f00000', inSpace({ or }))]))[0] as GroupLayer
  const { space } = layers[1] as unknown as { space: Record<string, { k: { s: number[] }[] }> }
  const middle = ['ox', 'oy', 'oz'].map((key) => space[key]?.k[5]?.s[0])
  // Half of a turn of 120 degrees about the axis (1, 1, 1).
  expect(middle.map((angle) => Math.round(angle ?? 0))).toEqual([27, 42, 27])
})

test('motion blur is drawn where the comp has it on, with the comp’s shutter', () => {
  const blurred = solid('fast', '#ff0000', { mb: true })
  const shutter = { sa: 360, sp: -180, spf: 8, asl: 128 }
  expect(layersOf(animation([blurred, solid('sharp', '#00ff00')], { mb: shutter }))).toMatchObject([
    { motionBlur: { angle: 360, phase: -180, samples: 8 } },
    { name: 'sharp' },
  ])
  const off = read(animation([blurred]))
  expect(off.document?.layers[0]).not.toHaveProperty('motionBlur')
  expect(off.report.find(({ code }) => code === 'motion-blur')).toMatchObject({
    severity: 'info',
    layer: 'Test / fast',
  })
})

test('a shutter out of bounds is brought within them', () => {
  const mb = { sa: 1e9, sp: -1e9, spf: 1e6 }
  expect(layersOf(animation([solid('fast', '#ff0000', { mb: true })], { mb }))[0]).toMatchObject({
    motionBlur: { angle: 720, phase: -360, samples: 64 },
  })
})

test('a collapsed precomp is not cut at its edges, and its own depth is an error', () => {
  const precomp = (layers: object[]) =>
    animation([layer(0, 'inner', { refId: 'in', w: 50, h: 50, ct: 1 })], { assets: [{ id: 'in', layers }] })
  expect(layersOf(precomp([solid('a', '#ff0000')]))[0]).not.toHaveProperty('size')
  const deep = read(precomp([solid('a', '#ff0000', inSpace({ ry: still(30) }))]))
  expect(deep.report.filter(({ severity }) => severity === 'error').map(({ code }) => code)).toEqual(['three-d'])
})

test('a layer that follows a turned null keeps its own depth', () => {
  const layers = layersOf(
    animation([
      layer(3, 'rig', { ind: 4, ...inSpace({ ry: still(30), a: still([0, 0, 0]) }) }),
      solid('card', '#ff0000', { ind: 5, parent: 4, ...inSpace({ p: still([0, 0, 60]) }) }),
      solid('plain', '#00ff00', { ks: transform() }),
    ]),
  )
  expect((layers[0] as GroupLayer).layers).toMatchObject([
    { type: 'group', space: { ry: 30 } },
    { parent: 'rig', space: { z: 60 } },
    { name: 'plain' },
  ])
})

test('a precomp that keeps its own lower frame rate holds its pictures', () => {
  const precomp = (more: object) =>
    layersOf(
      animation([layer(0, 'inner', { refId: 'in', w: 50, h: 50 })], {
        assets: [{ id: 'in', fr: 12, layers: [solid('a', '#ff0000')], ...more }],
      }),
    )[0]
  expect(precomp({ pfr: 1 })).toMatchObject({ step: 2.5 })
  expect(precomp({})).not.toHaveProperty('step')
  expect(precomp({ pfr: 1, fr: 60 })).not.toHaveProperty('step')
})
