// The shapes that can be added: their items at a given size, and their icon.
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ShapeItem } from '@vitrine/document/shape-item'

export interface AddedShape {
  id: string
  name: MessageDescriptor
  /** The label in the history and for screen readers. */
  adding: MessageDescriptor
  /** Builds the items at a size in pixels, around the centre, in a colour. */
  build: (size: number, color: string) => ShapeItem[]
  /** Path data of the button's icon, in a square of 100. */
  picture: string
  /** Stroked instead of filled. */
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

/** Scales a drawing from the square of 100 to a size around the centre. */
function scalePath(d: string, size: number): ShapeItem {
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
    picture: 'M8 20L92 20L92 80L8 80Z',
  },
  {
    id: 'rounded',
    name: msg`Rounded rectangle`,
    adding: msg`Add rounded rectangle`,
    build: (size, color) => [{ ty: 'rc', s: [round(size * 1.4), size], r: round(size * 0.18) }, fill(color)],
    picture:
      'M24 20L76 20C84.84 20 92 27.16 92 36L92 64C92 72.84 84.84 80 76 80L24 80C15.16 80 8 72.84 8 64L8 36C8 27.16 15.16 20 24 20Z',
  },
  {
    id: 'ellipse',
    name: msg`Ellipse`,
    adding: msg`Add ellipse`,
    build: (size, color) => [{ ty: 'el', s: [size, size] }, fill(color)],
    picture: 'M50 10C72.09 10 90 27.91 90 50C90 72.09 72.09 90 50 90C27.91 90 10 72.09 10 50C10 27.91 27.91 10 50 10Z',
  },
  {
    id: 'line',
    name: msg`Line`,
    adding: msg`Add line`,
    build: (size, color) => [scalePath('M0 50L100 50', size * 1.4), line(size, color)],
    picture: 'M8 50L92 50',
    isLine: true,
  },
  {
    id: 'arrow',
    name: msg`Arrow`,
    adding: msg`Add arrow`,
    build: (size, color) => [scalePath(arrow, size), line(size, color)],
    picture: arrow,
    isLine: true,
  },
  {
    id: 'star',
    name: msg`Star`,
    adding: msg`Add star`,
    build: (size, color) => [{ ty: 'sr', sy: 1, pt: 5, or: round(size / 2), ir: round(size / 4.6) }, fill(color)],
    picture: 'M50 6L61.17 34.63L91.85 36.4L68.07 55.87L75.86 85.6L50 69L24.14 85.6L31.93 55.87L8.15 36.4L38.83 34.63Z',
  },
  {
    id: 'triangle',
    name: msg`Triangle`,
    adding: msg`Add triangle`,
    build: (size, color) => [{ ty: 'sr', sy: 2, pt: 3, or: round(size / 2) }, fill(color)],
    picture: 'M50 12L90 82L10 82Z',
  },
  {
    id: 'polygon',
    name: msg`Polygon`,
    adding: msg`Add polygon`,
    build: (size, color) => [{ ty: 'sr', sy: 2, pt: 6, or: round(size / 2) }, fill(color)],
    picture: 'M50 8L87 29L87 71L50 92L13 71L13 29Z',
  },
  {
    id: 'heart',
    name: msg`Heart`,
    adding: msg`Add heart`,
    build: (size, color) => [
      scalePath(
        'M50 96C22 74 0 56 0 31C0 14 13 3 27 3C37 3 46 9 50 18C54 9 63 3 73 3C87 3 100 14 100 31C100 56 78 74 50 96Z',
        size,
      ),
      fill(color),
    ],
    picture:
      'M50 87.72C27.04 69.68 9 54.92 9 34.42C9 20.48 19.66 11.46 31.14 11.46C39.34 11.46 46.72 16.38 50 23.76C53.28 16.38 60.66 11.46 68.86 11.46C80.34 11.46 91 20.48 91 34.42C91 54.92 72.96 69.68 50 87.72Z',
  },
  {
    id: 'bubble',
    name: msg`Speech bubble`,
    adding: msg`Add speech bubble`,
    build: (size, color) => [scalePath(bubble, size), fill(color)],
    picture: bubble,
  },
]
