import { validateDocument } from '@vitrine/after-effects/validate'
import { resolveDocument } from '@vitrine/project/resolve'
import { beforeAll, expect, test } from 'vitest'
import { sampleDocument } from '../../../document/testing/sample.ts'
import { createNodeHost } from '../../node-host.ts'
import { loadShaper, type Shaper } from '../text/shaper.ts'
import { createPainter, type VideoCover } from './painter.ts'

const host = createNodeHost()
let shaper: Shaper
beforeAll(async () => {
  shaper = await loadShaper()
})

/** The video that fills a canvas of 320 x 180 at frame 5; every video has 640 x 360 pixels. */
function coverOf(...layers: readonly object[]): VideoCover | undefined {
  const checked = validateDocument({
    ...sampleDocument,
    canvas: { width: 320, height: 180, fps: 30, duration: 30 },
    fields: [],
    variants: {},
    fonts: [],
    assets: { 'sha256:clip': { kind: 'video', w: 640, h: 360, mime: 'video/mp4', seconds: 10 } },
    layers: layers.map((layer, n) => ({ id: `layer-${n}`, in: 0, out: 30, ...layer })),
  })
  if (!checked.ok) throw new Error(JSON.stringify(checked.problems))
  const video = { source: undefined as never, width: 640, height: 360 }
  return createPainter({
    document: resolveDocument(checked.document, {}),
    host,
    shaper,
    fonts: new Map(),
    pictures: { image: () => undefined, video: () => video },
  }).videoCover(5)
}

const clip = { type: 'media', source: { asset: 'sha256:clip' }, box: [0, 0, 320, 180] }
const bar = { type: 'solid', color: '#fff', box: [10, 10, 50, 20] }

test('a video fills the canvas, with what lies over it', () => {
  expect(coverOf(bar, clip, { type: 'solid', color: '#000' })).toMatchObject({
    video: { assetId: 'sha256:clip', layerId: 'layer-1', seconds: 5 / 30 },
    above: [{ id: 'layer-0' }],
  })
  expect(coverOf({ ...bar, in: 10 }, clip)?.above).toEqual([])
})

test('the topmost of several counts, also one inside a group', () => {
  const inner = { ...clip, id: 'inner', in: 0, out: 30 }
  const group = { type: 'group', box: [0, 0, 320, 180], layers: [{ ...inner, id: 'later', in: 20 }, inner] }
  expect(coverOf(group, clip)?.video.layerId).toBe('inner')
  expect(coverOf({ ...group, layers: [{ ...bar, id: 'over', in: 0, out: 30 }, inner] }, clip)?.video.layerId).toBe(
    'layer-1',
  )
})

test.each([
  ['is half clear', { ks: { o: 50 } }],
  ['leaves an edge', { box: [0, 0, 319, 180] }],
  ['has round corners', { radius: 8 }],
  ['has an outline', { clip: 'ellipse' }],
  ['has a border', { border: { width: 2, color: '#fff' } }],
  ['is turned', { ks: { r: 5, s: [200, 200] } }],
  ['is mirrored', { ks: { s: [-100, 100] } }],
  ['is blurred', { effects: [{ type: 'blur', radius: 4 }] }],
  ['blends', { bm: 'multiply' }],
  ['is cut out', { matte: { layer: 'layer-1', mode: 'alpha' } }],
  ['leaves room', { fit: 'contain', box: [0, 0, 320, 200] }],
])('a video that %s covers nothing', (_what, change) => {
  expect(coverOf({ ...clip, ...change }, bar)).toBeUndefined()
})

test('a video below a layer that blends with it has to be painted', () => {
  expect(coverOf({ ...bar, bm: 'screen' }, clip)).toBeUndefined()
})
