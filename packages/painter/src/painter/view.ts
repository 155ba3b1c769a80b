// Layers in space as the camera of their list sees them: their projections, and their depth order.

import type { Sheet } from '@vitrine/document/host'
import type { Bounds, Matrix } from '@vitrine/document/matrix'
import { type PixelData, writeMean } from '@vitrine/document/pixels'
import type { Region } from '@vitrine/document/stage'
import type { LayerNode, Seen } from './content.ts'
import {
  invertSpace,
  liftPlane,
  moveSpace,
  multiplySpace,
  type Projection,
  SPACE_IDENTITY,
  type SpaceMatrix,
} from './space.ts'

/** After Effects' default view: a lens of 50 mm before a film of 36 mm, which shows the comp at its own size. */
const DEFAULT_ZOOM = 50 / 36
/** Points nearer to the eye, in pixels, are invisible. */
const NEAR = 1
/** A plane whose depth changes by less than this per pixel is drawn without perspective. */
const EVEN = 1e-7

function computeWorldMatrix(node: LayerNode, frame: number, depth = 0): SpaceMatrix {
  const own = node.space ? node.space.matrix(frame) : liftPlane(node.transform.matrix(frame))
  return node.parent && depth < 64 ? multiplySpace(computeWorldMatrix(node.parent, frame, depth + 1), own) : own
}

function isOn({ layer, clock }: LayerNode, frame: number): boolean {
  const time = clock ? clock(frame) : frame
  return layer.visible !== false && time >= layer.in && time < layer.out
}

/** The camera's view of a layer; undefined for one that is not in space. */
export function computeCameraView(node: LayerNode, frame: number): Seen | undefined {
  if (!node.space) return undefined
  if (node.seen?.frame === frame) return node.seen
  const [left, top, right, bottom] = node.around
  const camera = node.cameras.find((one) => isOn(one, frame))
  const zoom = camera?.camera?.zoom(frame) ?? DEFAULT_ZOOM * (right - left)
  const eye = camera
    ? (invertSpace(computeWorldMatrix(camera, frame)) ?? SPACE_IDENTITY)
    : moveSpace(-(left + right) / 2, -(top + bottom) / 2, zoom)
  const space = multiplySpace(eye, computeWorldMatrix(node, frame))
  const [cx, cy] = [(left + right) / 2, (top + bottom) / 2]
  const map = [0, 1, 2].flatMap((row) =>
    [0, 1, 3].map((column) => {
      const depth = space[8 + column] as number
      const own = space[row * 4 + column] as number
      return row === 2 ? depth : own * zoom + depth * (row === 0 ? cx : cy)
    }),
  )
  node.seen = { frame, space, map }
  return node.seen
}

/** The affine map of a plane without perspective; undefined for others. */
export function evenMap([a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0, w = 1]: Projection):
  | Matrix
  | undefined {
  if (Math.abs(g) + Math.abs(h) > EVEN * Math.abs(w)) return undefined
  const near = Math.max(w, NEAR)
  return [a / near, d / near, b / near, e / near, c / near, f / near]
}

/** The best affine map of a projection around a point. */
export function mapAround(map: Projection, x: number, y: number): Matrix {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0, i = 1] = map
  const w = Math.max(NEAR, g * x + h * y + i)
  const [px, py] = [(a * x + b * y + c) / w, (d * x + e * y + f) / w]
  const linear = [(a - px * g) / w, (d - py * g) / w, (b - px * h) / w, (e - py * h) / w] as const
  return [...linear, px - linear[0] * x - linear[2] * y, py - linear[1] * x - linear[3] * y]
}

/** Combines a projection with a subsequent affine map. */
export function mapAfter([a, b, c, d, e, f]: Matrix, map: Projection): Projection {
  const [p = 0, q = 0, r = 0, s = 0, t = 0, u = 0, ...w] = map
  const [g = 0, h = 0, i = 1] = w
  return [
    ...[a * p + c * s + e * g, a * q + c * t + e * h, a * r + c * u + e * i],
    ...[b * p + d * s + f * g, b * q + d * t + f * h, b * r + d * u + f * i],
    ...w,
  ]
}

/** The distances of a rectangle's corners from the eye. */
function listCornerDepths([, , , , , , g = 0, h = 0, i = 1]: Projection, [left, top, right, bottom]: Bounds): number[] {
  return [g * left + h * top + i, g * right + h * top + i, g * left + h * bottom + i, g * right + h * bottom + i]
}

/** Whether a rectangle is completely behind the eye. */
export function isBehind(map: Projection, bounds: Bounds): boolean {
  return listCornerDepths(map, bounds).every((depth) => depth < NEAR)
}

/** The bounds of a projected rectangle; undefined when it reaches the eye and may be anywhere. */
export function projectBounds(map: Projection, bounds: Bounds): Bounds | undefined {
  if (listCornerDepths(map, bounds).some((depth) => depth < NEAR)) return undefined
  const [left, top, right, bottom] = bounds
  const corners = [
    [left, top],
    [right, top],
    [left, bottom],
    [right, bottom],
  ].map(([x = 0, y = 0]) => projectPoint(map, x, y))
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)]
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]
}

function projectPoint(map: Projection, x: number, y: number): [number, number] {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0, i = 1] = map
  const w = g * x + h * y + i
  return [(a * x + b * y + c) / w, (d * x + e * y + f) / w]
}

type Point = readonly [number, number, number]

interface Card {
  readonly node: LayerNode
  readonly depth: number
  readonly corners: readonly Point[]
}

/** With more adjacent layers in space, only their centres are compared. */
const MAX_COMPARED = 48

/**
 * Orders layers, given top first, for drawing from the back: adjacent layers in space by distance, all others by position in
 * the list.
 */
export function orderFromBack(
  nodes: readonly LayerNode[],
  frame: number,
  isShown: (node: LayerNode) => boolean,
): LayerNode[] {
  const ordered: LayerNode[] = []
  let run: LayerNode[] = []
  const close = () => {
    if (run.length > 0) ordered.push(...sortRun(run, frame))
    run = []
  }
  for (const node of nodes.toReversed()) {
    if (!isShown(node)) continue
    if (node.space) run.push(node)
    else {
      close()
      ordered.push(node)
    }
  }
  close()
  return ordered
}

function sortRun(run: readonly LayerNode[], frame: number): LayerNode[] {
  const cards = run.map((node) => createCard(node, frame)).sort((one, other) => other.depth - one.depth)
  if (cards.length < 2 || cards.length > MAX_COMPARED) return cards.map(({ node }) => node)
  const left = [...cards]
  const sorted: LayerNode[] = []
  while (left.length > 0) {
    const free = left.findIndex((card) => left.every((other) => other === card || !liesBefore(card, other)))
    const [next] = left.splice(Math.max(0, free), 1)
    if (next) sorted.push(next.node)
  }
  return sorted
}

function createCard(node: LayerNode, frame: number): Card {
  const [left, top, right, bottom] = node.content.box ?? node.content.bounds(frame) ?? node.around
  const space = computeCameraView(node, frame)?.space ?? SPACE_IDENTITY
  const at = (x: number, y: number): Point =>
    [0, 4, 8].map(
      (row) => (space[row] as number) * x + (space[row + 1] as number) * y + (space[row + 3] as number),
    ) as unknown as Point
  const middle = at((left + right) / 2, (top + bottom) / 2)
  return { node, depth: middle[2], corners: [at(left, top), at(right, top), at(left, bottom), at(right, bottom)] }
}

/** Whether one card is in front of another: all of it on the eye's side of the other's plane, or the other behind its own plane. */
function liesBefore(one: Card, other: Card): boolean {
  if (one.depth >= other.depth && isParallel(one, other)) return false
  const before = findPlaneSide(one, other)
  const behind = findPlaneSide(other, one)
  if (before === 'before' || behind === 'behind') return before !== 'behind' && behind !== 'before'
  return false
}

function isParallel(one: Card, other: Card): boolean {
  const spread = ({ corners }: Card) =>
    Math.max(...corners.map(([, , z]) => z)) - Math.min(...corners.map(([, , z]) => z))
  return spread(one) < 0.01 && spread(other) < 0.01
}

/** On which side of another card's plane a whole card lies, seen from the eye. */
function findPlaneSide(card: Card, plane: Card): 'before' | 'behind' | undefined {
  const [o, p, q] = plane.corners as [Point, Point, Point, Point]
  const [u, v] = [minus(p, o), minus(q, o)]
  const normal: Point = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]]
  const length = Math.hypot(...normal)
  if (length < 1e-9) return undefined
  const distance = (point: Point) => {
    const way = minus(point, o)
    return (way[0] * normal[0] + way[1] * normal[1] + way[2] * normal[2]) / length
  }
  const eye = Math.sign(distance([0, 0, 0]))
  const sides = card.corners.map((corner) => distance(corner) * eye)
  const hair = 0.05
  if (sides.every((side) => Math.abs(side) <= hair)) return undefined
  if (sides.every((side) => side >= -hair)) return 'before'
  return sides.every((side) => side <= hair) ? 'behind' : undefined
}

function minus(one: Point, other: Point): Point {
  return [one[0] - other[0], one[1] - other[1], one[2] - other[2]]
}

/** Inverts a projection; the last row of the result is the reciprocal of the distance from the eye. */
export function invertProjection([a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0, i = 1]: Projection):
  | Projection
  | undefined {
  const determinant = a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)
  if (Math.abs(determinant) < 1e-12) return undefined
  return [
    ...[e * i - f * h, c * h - b * i, b * f - c * e],
    ...[f * g - d * i, a * i - c * g, c * d - a * f],
    ...[d * h - e * g, b * g - a * h, a * e - b * d],
  ].map((one) => one / determinant)
}

/** Combines an affine map with a subsequent projection. */
export function mapBefore(map: Projection, [a, b, c, d, e, f]: Matrix): Projection {
  return [0, 3, 6].flatMap((row) => {
    const [x = 0, y = 0, z = 0] = map.slice(row, row + 3)
    return [x * a + y * b, x * c + y * d, x * e + y * f + z]
  })
}

/** Bounds of the part of a plane that is visible in an area of the picture; undefined when they reach the horizon. */
export function seenFrom(back: Projection, [left, top, right, bottom]: Bounds): Bounds | undefined {
  const corners = [
    [left, top],
    [right, top],
    [left, bottom],
    [right, bottom],
  ].map(([x = 0, y = 0]) => {
    const nearness = (back[6] as number) * x + (back[7] as number) * y + (back[8] as number)
    return nearness > 1e-9 ? projectPoint(back, x, y) : undefined
  })
  if (corners.includes(undefined)) return undefined
  const [xs, ys] = [0, 1].map((axis) => corners.map((corner) => corner?.[axis] ?? 0)) as [number[], number[]]
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]
}

// Draws an image in perspective, pixel by pixel, because canvases support only affine maps. Integer arithmetic makes every host
// compute the same pixels.

/** Source and target of a perspective drawing. */
interface Warp {
  /** The flat image, in the upper left corner of its sheet. */
  readonly from: Sheet
  readonly size: readonly [number, number]
  /** Maps from its pixels to the target's pixels; the results of several maps are averaged. */
  readonly maps: readonly Projection[]
  readonly region: Region
}

/** Rows summed at a time. */
const BAND = 256

/** Draws the flat image onto a cleared region of a sheet. */
export function drawWarped(to: Sheet, { from, size: [width, height], maps, region }: Warp): void {
  const source = premultiply(from.ctx.getImageData(0, 0, width, height).data, width, height)
  // Works in bands, so that the sums of a large image need not fit in memory at once.
  const [x, y, columns, rows] = region
  for (let from = 0; from < rows; from += BAND) {
    const band: Region = [x, y + from, columns, Math.min(BAND, rows - from)]
    const sums = new Float32Array(columns * band[3] * 4)
    for (const map of maps) addView(sums, source, width, height, map, band)
    writeMean(to, sums, maps.length, band)
  }
}

/** Premultiplied colours with a transparent border of one pixel, so that sampling needs no bounds checks. */
function premultiply(data: PixelData, width: number, height: number): Uint16Array {
  const wide = width + 2
  const source = new Uint16Array(wide * (height + 2) * 4)
  for (let row = 0; row < height; row++) {
    let to = ((row + 1) * wide + 1) * 4
    for (let from = row * width * 4; from < (row + 1) * width * 4; from += 4, to += 4) {
      const alpha = data[from + 3] as number
      if (alpha === 0) continue
      source[to] = (data[from] as number) * alpha
      source[to + 1] = (data[from + 1] as number) * alpha
      source[to + 2] = (data[from + 2] as number) * alpha
      source[to + 3] = alpha
    }
  }
  return source
}

/** Samples per pixel and axis where the image is reduced. */
const MAX_SAMPLES = 4

/** Adds one view. Runs for every pixel, so it allocates nothing. */
function addView(
  sums: Float32Array,
  source: Uint16Array,
  width: number,
  height: number,
  map: Projection,
  [x, y, columns, rows]: Region,
): void {
  const back = invertProjection(map)
  if (!back) return
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0, i = 0] = back
  const cover = projectBounds(map, [-1, -1, width + 1, height + 1])
  const [left, top, right, bottom] = cover ?? [x, y, x + columns, y + rows]
  const lastRow = Math.min(rows, Math.ceil(bottom - y))
  const lastColumn = Math.min(columns, Math.ceil(right - x))
  const firstColumn = Math.max(0, Math.floor(left - x))
  for (let row = Math.max(0, Math.floor(top - y)); row < lastRow; row++) {
    const py = y + row + 0.5
    const count = Math.max(
      samplesAt(back, x + firstColumn, py),
      samplesAt(back, x + (firstColumn + lastColumn) / 2, py),
      samplesAt(back, x + lastColumn, py),
    )
    const share = 1 / (count * count)
    for (let column = firstColumn; column < lastColumn; column++) {
      const at = (row * columns + column) * 4
      for (let n = 0; n < count * count; n++) {
        const px = x + column + ((n % count) + 0.5) / count
        const ty = y + row + (Math.floor(n / count) + 0.5) / count
        const q = g * px + h * ty + i
        // 1 / q is the distance from the eye.
        if (q <= 0 || q * NEAR > 1) continue
        const w = 1 / q
        addSample(sums, at, source, width, height, (a * px + b * ty + c) * w, (d * px + e * ty + f) * w, share)
      }
    }
  }
}

/** Source samples per pixel and axis: more where neighbouring target pixels are further than one source pixel apart. */
function samplesAt(back: Projection, x: number, y: number): number {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0, i = 0] = back
  const q = g * x + h * y + i
  if (q <= 0) return 1
  const [sx, sy] = [(a * x + b * y + c) / q, (d * x + e * y + f) / q]
  const along = Math.max(Math.abs(a - sx * g), Math.abs(d - sy * g)) / q
  const across = Math.max(Math.abs(b - sx * h), Math.abs(e - sy * h)) / q
  const step = Math.max(along, across)
  return step < 1.5 ? 1 : Math.min(MAX_SAMPLES, Math.round(step))
}

/** Adds the bilinear sample at a position. */
function addSample(
  sums: Float32Array,
  at: number,
  source: Uint16Array,
  width: number,
  height: number,
  x: number,
  y: number,
  share: number,
): void {
  // One pixel for the transparent border, minus half a pixel to the pixel centres.
  const px = x + 0.5
  const py = y + 0.5
  if (px < 0 || py < 0 || px >= width + 1 || py >= height + 1) return
  const left = Math.floor(px)
  const top = Math.floor(py)
  const fx = px - left
  const fy = py - top
  const one = (top * (width + 2) + left) * 4
  const other = one + (width + 2) * 4
  const leftTop = (1 - fx) * (1 - fy) * share
  const rightTop = fx * (1 - fy) * share
  const leftLow = (1 - fx) * fy * share
  const rightLow = fx * fy * share
  for (let k = 0; k < 4; k++) {
    const top = (source[one + k] as number) * leftTop + (source[one + 4 + k] as number) * rightTop
    const low = (source[other + k] as number) * leftLow + (source[other + 4 + k] as number) * rightLow
    sums[at + k] = (sums[at + k] as number) + top + low
  }
}
