// The shapes that can be added: their items at a given size, and their icon.
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ShapeItem } from '@vitrine/composition/shape-item'
import { box, ellipse, heart, polygon, star } from '../stickers/path.ts'

export interface AddedShape {
  id: string
  name: MessageDescriptor
  /** In the history, and for who cannot see its picture. */
  adding: MessageDescriptor
  /** Of a size in pixels, around the middle, in a colour. */
  build: (size: number, color: string) => ShapeItem[]
  /** Path data in a square of 100 for its button. */
  picture: string
  /** Drawn with a line instead of filled. */
  isLine?: boolean
}

const fill = (c: string): ShapeItem => ({ ty: 'fl', c })
const line = (size: number, c: string): ShapeItem => ({
  ty: 'st',
  c,
  w: Math.max(2, Math.round(size / 40)),
  lc: 2,
  lj: 2,
})
const round = (value: number) => Math.round(value * 10) / 10

/** A drawing of the square of 100 at a size around the middle. */
function scaled(d: string, size: number): ShapeItem {
  const at = (value: string) => String(round(((Number(value) - 50) * size) / 100))
  return { ty: 'sh', d: d.replace(/-?\d+(\.\d+)?/g, at) }
}

const arrow = 'M6 50L92 50M66 24L94 50L66 76'
const bubble =
  'M50 10C76 10 96 25 96 45C96 65 76 80 50 80C45 80 40 79 36 78L16 94L21 71C10 65 4 56 4 45C4 25 24 10 50 10Z'

export const shapes: readonly AddedShape[] = [
  {
    id: 'rectangle',
    name: msg`Rectangle`,
    adding: msg`Add rectangle`,
    build: (size, color) => [{ ty: 'rc', s: [round(size * 1.4), size], r: 0 }, fill(color)],
    picture: box(8, 20, 84, 60),
  },
  {
    id: 'rounded',
    name: msg`Rounded rectangle`,
    adding: msg`Add rounded rectangle`,
    build: (size, color) => [{ ty: 'rc', s: [round(size * 1.4), size], r: round(size * 0.18) }, fill(color)],
    picture: box(8, 20, 84, 60, 16),
  },
  {
    id: 'ellipse',
    name: msg`Ellipse`,
    adding: msg`Add ellipse`,
    build: (size, color) => [{ ty: 'el', s: [size, size] }, fill(color)],
    picture: ellipse(50, 50, 40),
  },
  {
    id: 'line',
    name: msg`Line`,
    adding: msg`Add line`,
    build: (size, color) => [scaled('M0 50L100 50', size * 1.4), line(size, color)],
    picture: 'M8 50L92 50',
    isLine: true,
  },
  {
    id: 'arrow',
    name: msg`Arrow`,
    adding: msg`Add arrow`,
    build: (size, color) => [scaled(arrow, size), line(size, color)],
    picture: arrow,
    isLine: true,
  },
  {
    id: 'star',
    name: msg`Star`,
    adding: msg`Add star`,
    build: (size, color) => [{ ty: 'sr', sy: 1, pt: 5, or: round(size / 2), ir: round(size / 4.6) }, fill(color)],
    picture: star(5, 44, 19),
  },
  {
    id: 'triangle',
    name: msg`Triangle`,
    adding: msg`Add triangle`,
    build: (size, color) => [{ ty: 'sr', sy: 2, pt: 3, or: round(size / 2) }, fill(color)],
    picture: polygon([
      [50, 12],
      [90, 82],
      [10, 82],
    ]),
  },
  {
    id: 'polygon',
    name: msg`Polygon`,
    adding: msg`Add polygon`,
    build: (size, color) => [{ ty: 'sr', sy: 2, pt: 6, or: round(size / 2) }, fill(color)],
    picture: polygon([
      [50, 8],
      [87, 29],
      [87, 71],
      [50, 92],
      [13, 71],
      [13, 29],
    ]),
  },
  {
    id: 'heart',
    name: msg`Heart`,
    adding: msg`Add heart`,
    build: (size, color) => [scaled(heart(50, 50, 100), size), fill(color)],
    picture: heart(50, 50, 82),
  },
  {
    id: 'bubble',
    name: msg`Speech bubble`,
    adding: msg`Add speech bubble`,
    build: (size, color) => [scaled(bubble, size), fill(color)],
    picture: bubble,
  },
]
