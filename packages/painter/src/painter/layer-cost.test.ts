import { createCanvas } from '@napi-rs/canvas'
import type { ResolvedDocument } from '@vitrine/document/document'
import type { Context, Host } from '@vitrine/document/host'
import type { Layer } from '@vitrine/document/layer'
import { describe, expect, test } from 'vitest'
import { createNodeHost } from '../../node-host.ts'
import type { Shaper } from '../text/shaper.ts'
import { createPainter } from './painter.ts'

const SIZE = 200
const dot = (n: number): Layer => ({
  ...{ id: `dot-${n}`, type: 'shape', in: 0, out: 60 },
  shapes: [
    { ty: 'el', p: [20 + ((n * 37) % 160), 20 + ((n * 53) % 160)], s: [30, 30] },
    { ty: 'fl', c: '#3060b0', o: 70 },
  ],
})
const moving: Layer = {
  ...{ id: 'moving', type: 'solid', in: 0, out: 60, box: [0, 0, 20, 20], color: '#f00' },
  ks: {
    p: {
      a: 1,
      k: [
        { t: 0, s: [0, 0] },
        { t: 59, s: [150, 0] },
      ],
    },
  },
}
const gradient: Layer = {
  ...{ id: 'gradient', type: 'solid', in: 0, out: 60 },
  color: {
    gradient: 'linear',
    from: [0, 0],
    to: [200, 0],
    stops: [
      [0, '#fff'],
      [1, '#000'],
    ],
  },
}

/** Draws three frames in a row; returns their pixels and the number of further canvases created. */
function draw(layers: readonly Layer[], isSoftware: boolean) {
  let canvases = 0
  const host: Host = {
    ...createNodeHost(),
    isSoftware,
    createCanvas(width, height) {
      canvases++
      return createNodeHost().createCanvas(width, height)
    },
  }
  const canvas = { width: SIZE, height: SIZE, fps: 30, duration: 60, background: '#fff' }
  const document = { canvas, layers: [moving, ...layers], fonts: [], assets: {}, resolved: true }
  const painter = createPainter({
    document: document as unknown as ResolvedDocument,
    host,
    shaper: {} as Shaper,
    fonts: new Map(),
    pictures: { image: () => undefined },
  })
  const ctx = createCanvas(SIZE, SIZE).getContext('2d')
  const frames = [3, 4, 5].map((frame) => {
    painter.drawFrame(ctx as unknown as Context, frame)
    return Buffer.from(ctx.getImageData(0, 0, SIZE, SIZE).data).toString('base64')
  })
  return { canvases, frames }
}

describe('where the processor draws', () => {
  const dots = (count: number) => Array.from({ length: count }, (_, n) => dot(n))
  const group: Layer = { id: 'group', type: 'group', in: 0, out: 60, layers: [dot(1), dot(2)] }
  const faded: Layer = { ...group, ks: { o: 50 } }

  test('still layers are kept as a picture only where they cost more than it', () => {
    const isCached = [dots(60), [gradient], [faded]].map((layers) => draw(layers, true).canvases > 0)
    const drawnAnew = [dots(1), [group]].map((layers) => draw(layers, true).canvases > 0)
    expect([isCached, drawnAnew]).toEqual([
      [true, true, true],
      [false, false],
    ])
    expect(draw(dots(1), false).canvases).toBe(1)
  })

  test('the picture is the same either way', () => {
    for (const layers of [dots(1), dots(60), [group], [gradient], [faded]])
      expect(draw(layers, true).frames).toEqual(draw(layers, false).frames)
  })
})
