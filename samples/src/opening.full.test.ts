// Every sample shows content from its first frame on, in every shape: a preview that begins with an empty background looks
// broken.
import type { Canvas } from '@napi-rs/canvas'
import { framesPerSecond } from '@vitrine/document/document'
import { applyVariant, listAspects } from '@vitrine/project/variant'
import { expect, test } from 'vitest'
import { openSample, samples } from '../testing/sample.ts'

/**
 * The longer side of the tested picture, and the side of the blocks whose mean colours are compared, in which grain and linen
 * vanish.
 */
const [SIDE, BLOCK] = [320, 8]
/** Minimum colour difference of neighbours at an edge, 0 to 255: more than in a gradient or a glow. */
const EDGE = 16
/** Minimum share of blocks at an edge. Openings with the first stroke of a drawing have 2.5 %, empty backgrounds less than 1 %. */
const LEAST = 0.02

test.each(samples.map(({ id, document }) => ({ id, document })))(
  'a sample shows something from the first frame on: $id',
  { timeout: 60_000 },
  async ({ document }) => {
    const { duration, fps } = document.canvas
    const frames = [...new Set([0, Math.min(duration - 1, Math.round(framesPerSecond(fps) / 2))])]
    const empty: string[] = []
    for (const { aspect, width, height } of listAspects(document)) {
      const draw = await openSample(applyVariant(document, aspect))
      for (const frame of frames)
        if (shareOfEdges(draw(frame, SIDE / Math.max(width, height))) < LEAST)
          empty.push(`${aspect ?? 'own'} at ${frame}`)
    }
    expect(empty).toEqual([])
  },
)

/** The share of blocks that differ from the one to the right or the one below. */
function shareOfEdges(canvas: Canvas): number {
  const [columns, rows] = [Math.floor(canvas.width / BLOCK), Math.floor(canvas.height / BLOCK)]
  const { data } = canvas.getContext('2d').getImageData(0, 0, columns * BLOCK, rows * BLOCK)
  const blocks = Array.from({ length: columns * rows }, () => [0, 0, 0])
  for (let pixel = 0; pixel < data.length / 4; pixel += 1) {
    const [x, y] = [pixel % (columns * BLOCK), Math.floor(pixel / (columns * BLOCK))]
    const block = blocks[Math.floor(y / BLOCK) * columns + Math.floor(x / BLOCK)]
    for (let channel = 0; block && channel < 3; channel += 1)
      block[channel] = (block[channel] ?? 0) + (data[pixel * 4 + channel] ?? 0) / BLOCK ** 2
  }
  const differ = (one?: number[], other?: number[]) =>
    one !== undefined && other !== undefined && one.some((value, at) => Math.abs(value - (other[at] ?? 0)) > EDGE)
  const edges = blocks.filter((block, at) => {
    const right = at % columns < columns - 1 ? blocks[at + 1] : undefined
    return differ(block, right) || differ(block, blocks[at + columns])
  })
  return edges.length / blocks.length
}
