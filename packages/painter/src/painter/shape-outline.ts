// The outlines of shape layers before they are painted: Lottie's path items, trimmed by trim paths.

import {
  type Compiled,
  compileNumber,
  compilePath,
  compileVector,
  derive,
  still,
  type Watch,
} from '@vitrine/document/evaluate'
import type { ShapeItem } from '@vitrine/document/shape-item'
import { type Contour, contourOfBezier, ellipse, rectangle, reversed, star } from './contour.ts'
import type { Modifier } from './shape-modifier.ts'
import { parsePathData } from './svg-path.ts'
import { trimContours } from './trim.ts'

/** One path in the tree with the modifiers below it, nearest first. */
export interface Leaf {
  outline: Compiled<readonly Contour[]>
  modifiers: readonly (Modifier | Trim)[]
}

export interface Trim {
  start: Compiled<number>
  end: Compiled<number>
  offset: Compiled<number>
  together: boolean
  /** All paths that it trims; needed when it treats them as one line. */
  leaves: Leaf[]
}

/** Compiles a path item to its contours; `d: 3` reverses them. */
export function compileOutline(
  item: Extract<ShapeItem, { ty: 'rc' | 'el' | 'sr' | 'sh' }>,
  watch: Watch,
): Compiled<readonly Contour[]> {
  const forwards = compileForwards(item, watch)
  if (item.ty === 'sh' || item.d !== 3) return forwards
  return derive([forwards] as const, ([contours]) => contours.map(reversed))
}

function compileForwards(
  item: Extract<ShapeItem, { ty: 'rc' | 'el' | 'sr' | 'sh' }>,
  watch: Watch,
): Compiled<readonly Contour[]> {
  if (item.ty === 'sh') {
    if (item.d !== undefined) return still(parsePathData(item.d))
    return derive([compilePath(item.ks as NonNullable<typeof item.ks>, watch)] as const, ([path]) => [
      contourOfBezier(path),
    ])
  }
  const position = compileVector(item.p, [0, 0], watch)
  if (item.ty === 'sr') {
    const numbers = [item.pt, item.or, item.ir, item.os, item.is, item.r].map((property) =>
      compileNumber(property, 0, watch),
    )
    return derive([position, ...numbers], ([p, ...rest]) => {
      const [points = 5, outer = 0, inner = 0, outerRound = 0, innerRound = 0, degrees = 0] = rest as number[]
      const [x = 0, y = 0] = p as readonly number[]
      return [star({ x, y, points, outer, inner: item.sy === 1 ? inner : undefined, outerRound, innerRound, degrees })]
    })
  }
  const size = compileVector(item.s, [0, 0], watch)
  if (item.ty === 'el') {
    return derive([position, size] as const, ([[x = 0, y = 0], [w = 0, h = 0]]) => [ellipse(x, y, w, h)])
  }
  const radius = compileNumber(item.r, 0, watch)
  return derive([position, size, radius] as const, ([[x = 0, y = 0], [w = 0, h = 0], r]) => [rectangle(x, y, w, h, r)])
}

/** Compiles a trim; its leaves are added while the tree is traversed. */
export function compileTrim(item: Extract<ShapeItem, { ty: 'tm' }>, watch: Watch): Trim {
  return {
    start: compileNumber(item.s, 0, watch),
    end: compileNumber(item.e, 100, watch),
    offset: compileNumber(item.o, 0, watch),
    together: item.m === 2,
    leaves: [],
  }
}

/** A leaf's contours at a frame after its modifiers; with `until`, only after those before that one. */
export function modifiedContours(leaf: Leaf, frame: number, until?: Trim): readonly Contour[] {
  let contours = leaf.outline.at(frame)
  for (const modifier of leaf.modifiers) {
    if (modifier === until) break
    contours = 'apply' in modifier ? modifier.apply(contours, frame) : applyTrim(modifier, leaf, contours, frame)
  }
  return contours
}

function applyTrim(trim: Trim, leaf: Leaf, contours: readonly Contour[], frame: number): readonly Contour[] {
  const [start, end, offset] = [trim.start.at(frame) / 100, trim.end.at(frame) / 100, trim.offset.at(frame) / 360]
  if (!trim.together) return contours.flatMap((contour) => trimContours([contour], start, end, offset, false))
  // The paths form one long line: all of them are trimmed, and this leaf's part is returned.
  const lists = [...trim.leaves]
    .reverse()
    .map((other) => ({ other, contours: other === leaf ? contours : modifiedContours(other, frame, trim) }))
  const all = lists.flatMap((list) => list.contours.map((contour) => ({ contour, mine: list.other === leaf })))
  return trimAsOneLine(
    all.map(({ contour }) => contour),
    start,
    end,
    offset,
  ).flatMap((trimmed, n) => (all[n]?.mine ? trimmed : []))
}

/** Whether a leaf's contours are equal at every frame. */
export function isOutlineStill(leaf: Leaf): boolean {
  const listProperties = (modifier: Modifier | Trim) =>
    'apply' in modifier ? [modifier] : [modifier.start, modifier.end, modifier.offset]
  const others = leaf.modifiers.flatMap((modifier) =>
    'apply' in modifier || !modifier.together ? [] : modifier.leaves,
  )
  return (
    leaf.outline.still &&
    leaf.modifiers.every((modifier) => listProperties(modifier).every((part) => part.still)) &&
    others.every((other) => other === leaf || other.outline.still)
  )
}

/** Trims a line made of several contours and returns the visible share of each. */
function trimAsOneLine(contours: readonly Contour[], start: number, end: number, offset: number): Contour[][] {
  const lengths = contours.map((contour) => estimateLength(contour))
  const total = lengths.reduce((sum, length) => sum + length, 0)
  let passed = 0
  return contours.map((contour, n) => {
    const length = lengths[n] ?? 0
    const from = passed / (total || 1)
    const to = (passed + length) / (total || 1)
    passed += length
    return listTrimRanges(start, end, offset).flatMap(([low, high]) => {
      const [a, b] = [Math.max(low, from), Math.min(high, to)]
      if (b <= a || to <= from) return []
      return trimContours([contour], (a - from) / (to - from), (b - from) / (to - from), 0, false)
    })
  })
}

function listTrimRanges(start: number, end: number, offset: number): [number, number][] {
  const [low, high] = [Math.min(start, end), Math.max(start, end)]
  if (high - low >= 1) return [[0, 1]]
  const from = low + offset - Math.floor(low + offset)
  const to = from + (high - low)
  return to > 1
    ? [
        [from, 1],
        [0, to - 1],
      ]
    : [[from, to]]
}

function estimateLength(contour: Contour): number {
  let length = 0
  const { points } = contour
  for (let n = 0; n + 7 < points.length; n += 6) {
    // Chord and control polygon bound the length of a cubic; their mean is precise enough to distribute a trim over paths.
    const p = (k: number): [number, number] => [points[n + k * 2] as number, points[n + k * 2 + 1] as number]
    const distance = (a: [number, number], b: [number, number]) => Math.hypot(a[0] - b[0], a[1] - b[1])
    const polygon = distance(p(0), p(1)) + distance(p(1), p(2)) + distance(p(2), p(3))
    length += (polygon + distance(p(0), p(3))) / 2
  }
  return length
}
