// Estimates the bounds of layers at a frame in the pixels of their list, precisely enough for a layout. Texts are measured
// without fonts: by their number of letters.

import type { Field } from '@vitrine/document/field'
import type { Layer, TextLayer } from '@vitrine/document/layer'
import { type Bounds, IDENTITY, intersect, type Matrix, multiply } from '@vitrine/document/matrix'
import { PATH_TOKEN, type ShapeItem } from '@vitrine/document/shape-item'

/** Letter width as a share of the font size: means of the bundled faces. */
const LETTER_WIDTH = 0.5
const CAPITAL_WIDTH = 0.64
/** For scripts with wide letters, whose vowels may be next to the consonants. */
const BROAD_WIDTH = 1.05
const BROAD = /\p{Script=Tamil}|\p{Script=Malayalam}|\p{Script=Kannada}|\p{Script=Telugu}/u

/** The bounds of what a layer shows at a frame, without its parents; undefined when that is the whole canvas or nothing. */
export function computeLayerBounds(layer: Layer, frame: number, defaults: Defaults): Bounds | undefined {
  return aroundPoints(listLayerPoints(layer, frame, defaults))
}

/** The outermost points of what a layer shows at a frame in the pixels of its list, without its parents. */
function listLayerPoints(layer: Layer, frame: number, defaults: Defaults): Point[] {
  const matrix = matrixAt(layer, frame)
  return pointsInLayer(layer, frame, defaults).map((point) => mapPoint(matrix, point))
}

function pointsInLayer(layer: Layer, frame: number, defaults: Defaults): readonly Point[] {
  switch (layer.type) {
    case 'audio':
      return []
    case 'shape':
      return listShapePoints(layer.shapes, frame)
    case 'text':
      return listCorners(estimateInkBounds(layer, defaults))
    case 'group':
      return listGroupPoints(layer, frame, defaults)
    case 'particles': {
      const [x, y, w, h] = layer.box
      return listCorners([x, y, x + w, y + h])
    }
    case 'light': {
      if (layer.kind !== 'glow' || layer.center === undefined) return listCorners(boxBounds(layer))
      const [x = 0, y = 0] = numbersAt(layer.center, frame, [0, 0])
      const radius = numberAt(layer.radius, frame, 0)
      return listCorners([x - radius, y - radius, x + radius, y + radius])
    }
    default:
      return listCorners(boxBounds(layer))
  }
}

function listCorners(bounds: Bounds | undefined): Point[] {
  if (!bounds) return []
  const [left, top, right, bottom] = bounds
  return [
    [left, top],
    [right, top],
    [right, bottom],
    [left, bottom],
  ]
}

function boxBounds(layer: Layer): Bounds | undefined {
  const box = 'box' in layer ? layer.box : undefined
  return box && [0, 0, box[2], box[3]]
}

function listGroupPoints(layer: Layer & { type: 'group' }, frame: number, defaults: Defaults): readonly Point[] {
  const [w, h] = layer.box ? [layer.box[2], layer.box[3]] : (layer.size ?? [])
  const mattes = new Set(layer.layers.flatMap(({ matte }) => matte?.layer ?? []))
  const inner = (frame - (layer.st ?? 0)) / (layer.sr ?? 1)
  const all: Point[] = []
  for (const child of layer.layers) {
    if (child.visible === false || mattes.has(child.id) || ['particles', 'light'].includes(child.type)) continue
    const at = inner < child.in || inner >= child.out ? child.in + (child.out - child.in) * 0.6 : inner
    let points = listLayerPoints(child, at, defaults)
    for (let parent = findParent(child, layer.layers); parent; parent = findParent(parent, layer.layers)) {
      const matrix = matrixAt(parent, at)
      points = points.map((point) => mapPoint(matrix, point))
    }
    all.push(...points)
  }
  const bounds = aroundPoints(all)
  if (!bounds || w === undefined || h === undefined) return outermost(all)
  return listCorners(intersect(bounds, [0, 0, w, h]))
}

/** The layer of a list that a layer follows. */
export function findParent(layer: Layer, list: readonly Layer[]): Layer | undefined {
  return layer.parent === undefined ? undefined : list.find(({ id }) => id === layer.parent)
}

/** The text before a customer fills it in. */
export function defaultText(layer: TextLayer, defaults: Defaults): string {
  const { text } = layer
  if (typeof text === 'string') return text
  const value = defaults.get(text.$field)?.default
  if (text.map) return String(text.map[String(value)] ?? Object.values(text.map)[0] ?? '')
  return typeof value === 'string' && value !== '' ? `${text.before ?? ''}${value}${text.after ?? ''}` : ''
}

/** The maximum size of a text, in pixels of its layer. */
export function measureTextSize(layer: TextLayer): number {
  if (typeof layer.size === 'number') return layer.size
  const mapped = Object.values(layer.size.map ?? {}).filter((one) => typeof one === 'number')
  return mapped.length > 0 ? Math.max(...mapped) : 40
}

/** The estimated width of a line in pixels. */
export function lineWidth(line: string, layer: TextLayer, size: number): number {
  const letters = [...line].filter((letter) => !/\p{Mn}/u.test(letter))
  const width = letters.reduce((sum, letter) => {
    if (BROAD.test(letter)) return sum + BROAD_WIDTH
    return sum + (layer.uppercase || /\p{Lu}/u.test(letter) ? CAPITAL_WIDTH : LETTER_WIDTH)
  }, 0)
  return size * (width + (letters.length * (layer.tracking ?? 0)) / 1000)
}

/** Size and lines of a text in its box, findReducedCopy as its fit requires. */
export function fitText(layer: TextLayer, defaults: Defaults): { size: number; lines: number; width: number } {
  const [, , width, height] = layer.box
  const paragraphs = defaultText(layer, defaults).split('\n')
  const field = typeof layer.text === 'object' ? defaults.get(layer.text.$field) : undefined
  const shrinks = (layer.fit ?? (field?.type === 'text' ? field.fit : undefined))?.mode === 'shrink'
  let size = measureTextSize(layer)
  for (let n = 0; n < 40; n++) {
    const widths = paragraphs.map((line) => lineWidth(line, layer, size))
    const wraps = layer.wrap !== 'none'
    const lines = widths.reduce((sum, one) => sum + (wraps ? Math.max(1, Math.ceil(one / width - 0.05)) : 1), 0)
    const widest = Math.min(wraps ? width : Number.POSITIVE_INFINITY, Math.max(...widths))
    const fits = lines * size * (layer.lineHeight ?? 1.2) <= height * 1.1 && (wraps || widest <= width)
    if (!shrinks || fits || size < 8) return { size, lines, width: widest }
    size *= 0.95
  }
  return { size, lines: 1, width }
}

/** The bounds of the letters of a text, in pixels of its box. */
function estimateInkBounds(layer: TextLayer, defaults: Defaults): Bounds | undefined {
  const [, , width, height] = layer.box
  const { size, lines, width: ink } = fitText(layer, defaults)
  if (ink === 0) return undefined
  const tall = Math.max(size, Math.min(lines * size * (layer.lineHeight ?? 1.2), Math.max(height, size)))
  const free = width - Math.min(ink, width)
  const share = layer.align === 'center' ? 0.5 : layer.align === 'right' || layer.align === 'end' ? 1 : 0
  const down = layer.valign === 'top' ? 0 : layer.valign === 'bottom' ? 1 : 0.5
  const top = layer.valign === 'baseline' ? -size : (height - tall) * down
  return [free * share, top, free * share + Math.min(ink, width), top + tall]
}

// Estimates the bounds of shapes, precisely enough for a layout: curves by their control points.

/** Maximum number of a repeater's copies that are measured. */
const MAX_COPIES = 72

type Item = ShapeItem & Record<string, unknown>

type Point = readonly [number, number]

/** Directions in which a figure is measured, so that rotated figures keep their size. */
const DIRECTIONS: readonly Point[] = Array.from({ length: 16 }, (_, n) => [
  Math.cos((n * Math.PI) / 8),
  Math.sin((n * Math.PI) / 8),
])

/** The outermost points, each moved outwards by a margin. */
function outermost(points: readonly Point[], margin = 0): Point[] {
  if (points.length === 0) return []
  return DIRECTIONS.map(([dx, dy]) => {
    const [x, y] = points.reduce((best, point) =>
      point[0] * dx + point[1] * dy > best[0] * dx + best[1] * dy ? point : best,
    )
    return [x + dx * margin, y + dy * margin]
  })
}

function mapPoint([a, b, c, d, e, f]: Matrix, [x, y]: Point): Point {
  return [a * x + c * y + e, b * x + d * y + f]
}

/** The bounding rectangle of points. */
function aroundPoints(points: readonly Point[]): Bounds | undefined {
  if (points.length === 0) return undefined
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)]
  const least = (list: number[]) => list.reduce((a, b) => Math.min(a, b))
  const most = (list: number[]) => list.reduce((a, b) => Math.max(a, b))
  return [least(xs), least(ys), most(xs), most(ys)]
}

export function computeShapeBounds(items: readonly ShapeItem[], frame: number): Bounds | undefined {
  return aroundPoints(listShapePoints(items, frame))
}

/** The outermost points of what shapes draw at a frame; none for shapes that draw nothing. */
function listShapePoints(items: readonly ShapeItem[], frame: number): Point[] {
  let found: Point[] = []
  for (const item of items as readonly Item[]) {
    if (item.ty === 'rp') found = repeatPoints(found, item, frame)
    else if (item.ty === 'st' || item.ty === 'gs') found = outermost(found, numberAt(item.w, frame, 0) / 2)
    else found = outermost([...found, ...listItemPoints(item, frame)])
  }
  return found
}

function listItemPoints(item: Item, frame: number): readonly Point[] {
  switch (item.ty) {
    case 'gr': {
      const children = item.it as readonly Item[]
      const inside = listShapePoints(children, frame)
      const transform = children.find(({ ty }) => ty === 'tr')
      if (!transform) return inside
      const matrix = computeMatrix(transform, frame)
      return inside.map((point) => mapPoint(matrix, point))
    }
    case 'rc':
    case 'el': {
      const [x = 0, y = 0] = numbersAt(item.p, frame, [0, 0])
      const [w = 0, h = w] = numbersAt(item.s, frame, [0, 0])
      if (item.ty === 'el') return DIRECTIONS.map(([dx, dy]) => [x + (dx * w) / 2, y + (dy * h) / 2])
      return [-1, 1].flatMap((dx) => [-1, 1].map((dy): Point => [x + (dx * w) / 2, y + (dy * h) / 2]))
    }
    case 'sr': {
      const [x = 0, y = 0] = numbersAt(item.p, frame, [0, 0])
      const radius = Math.max(numberAt(item.or, frame, 0), item.sy === 1 ? numberAt(item.ir, frame, 0) : 0)
      return DIRECTIONS.map(([dx, dy]) => [x + dx * radius, y + dy * radius])
    }
    case 'sh':
      return typeof item.d === 'string' ? listPathPoints(item.d) : listBezierPoints(item.ks)
    default:
      return []
  }
}

function computeMatrix(transform: Record<string, unknown>, frame: number): Matrix {
  const [ax = 0, ay = 0] = numbersAt(transform.a, frame, [0, 0])
  const [px = 0, py = 0] = numbersAt(transform.p, frame, [0, 0])
  const [sx = 100, sy = sx] = numbersAt(transform.s, frame, [100, 100])
  const turn = (numberAt(transform.r, frame, 0) * Math.PI) / 180
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)]
  return multiply([cos, sin, -sin, cos, px, py], [sx / 100, 0, 0, sy / 100, (-ax * sx) / 100, (-ay * sy) / 100])
}

function repeatPoints(found: readonly Point[], item: Item, frame: number): Point[] {
  const step = computeMatrix((item.tr ?? {}) as Record<string, unknown>, frame)
  const copies = Math.min(MAX_COPIES, Math.round(numberAt(item.c, frame, 1)))
  const all: Point[] = []
  let place = IDENTITY
  for (let n = 0; n < copies; n++) {
    const now = place
    all.push(...found.map((point) => mapPoint(now, point)))
    place = multiply(place, step)
  }
  return outermost(all)
}

/** The points of a bezier path with its handles, or of its first keyframe. */
function listBezierPoints(property: unknown): Point[] {
  const path = readBezier(property)
  if (!path) return []
  return path.v.flatMap(([x = 0, y = 0], n): Point[] => {
    const [i, o] = [path.i[n] ?? [], path.o[n] ?? []]
    return [
      [x, y],
      [x + (i[0] ?? 0), y + (i[1] ?? 0)],
      [x + (o[0] ?? 0), y + (o[1] ?? 0)],
    ]
  })
}

interface Bezier {
  v: readonly (readonly number[])[]
  i: readonly (readonly number[])[]
  o: readonly (readonly number[])[]
}

function readBezier(property: unknown): Bezier | undefined {
  if (typeof property !== 'object' || property === null) return undefined
  if ('v' in property && Array.isArray(property.v)) return property as unknown as Bezier
  const { k } = property as { k?: unknown }
  const first = Array.isArray(k) ? k[0]?.s : k
  return readBezier(Array.isArray(first) ? first[0] : first)
}

/** How many numbers each command of path data takes, and at which index its points begin. */
const ARGUMENTS: Readonly<Record<string, number>> = { M: 2, L: 2, H: 1, V: 1, C: 6, S: 4, Q: 4, T: 2, A: 7, Z: 0 }

/** The points of SVG path data, including control points. */
function listPathPoints(data: string): Point[] {
  const points: [number, number][] = []
  let [x, y, startX, startY] = [0, 0, 0, 0]
  for (const { command, numbers } of listPathCommands(data)) {
    const kind = command.toUpperCase()
    const [ox, oy] = command === kind ? [0, 0] : [x, y]
    if (kind === 'Z') [x, y] = [startX, startY]
    else if (kind === 'H') x = ox + (numbers[0] ?? 0)
    else if (kind === 'V') y = oy + (numbers[0] ?? 0)
    else if (kind === 'A') {
      const start: [number, number] = [x, y]
      ;[x, y] = [ox + (numbers[5] ?? 0), oy + (numbers[6] ?? 0)]
      points.push(...arcPoints(start, [x, y], numbers))
    } else {
      for (let n = 0; n + 1 < numbers.length; n += 2) points.push([ox + (numbers[n] ?? 0), oy + (numbers[n + 1] ?? 0)])
      ;[x, y] = points.at(-1) ?? [x, y]
      if (kind === 'M') [startX, startY] = [x, y]
    }
    points.push([x, y])
  }
  return points
}

/** Points along an arc: the end point parametrisation of SVG 2, section B.2.4, with the axes of the ellipse upright. */
function arcPoints(from: [number, number], to: [number, number], numbers: readonly number[]): [number, number][] {
  const [rx = 0, ry = 0, , large = 0, sweep = 0] = numbers
  if (rx === 0 || ry === 0) return []
  // In coordinates where the ellipse is a unit circle.
  const [ax, ay, bx, by] = [from[0] / rx, from[1] / ry, to[0] / rx, to[1] / ry]
  const chord = Math.hypot(bx - ax, by - ay)
  if (chord === 0) return []
  const grown = Math.max(1, chord / 2)
  const rise = Math.sqrt(Math.max(0, grown ** 2 - (chord / 2) ** 2)) * (large === sweep ? -1 : 1)
  const [cx, cy] = [(ax + bx) / 2 + ((ay - by) / chord) * rise, (ay + by) / 2 + ((bx - ax) / chord) * rise]
  const start = Math.atan2(ay - cy, ax - cx)
  let turn = Math.atan2(by - cy, bx - cx) - start
  if (sweep === 1 && turn < 0) turn += 2 * Math.PI
  if (sweep === 0 && turn > 0) turn -= 2 * Math.PI
  return Array.from({ length: 17 }, (_, n): [number, number] => {
    const angle = start + (turn * n) / 16
    return [(cx + Math.cos(angle) * grown) * rx, (cy + Math.sin(angle) * grown) * ry]
  })
}

/** The commands of SVG path data with their numbers: implicit repetitions become explicit. */
export function listPathCommands(data: string): { command: string; numbers: number[] }[] {
  const found: { command: string; numbers: number[] }[] = []
  let command = ''
  let numbers: number[] = []
  const arity = () => ARGUMENTS[command.toUpperCase()] ?? 0
  for (const [token, letter] of data.matchAll(PATH_TOKEN)) {
    if (letter !== undefined) {
      command = letter
      numbers = []
      if (arity() === 0) found.push({ command, numbers })
      continue
    }
    numbers.push(Number(token))
    if (numbers.length !== arity()) continue
    found.push({ command, numbers })
    numbers = []
    if (command === 'M') command = 'L'
    else if (command === 'm') command = 'l'
  }
  return found
}

// Estimates values of a template at one frame, precisely enough for a layout: without easing, and with defaults for bindings.

/** The fields of a template by id. */
export type Defaults = ReadonlyMap<string, Field>

interface Key {
  t: number
  s: unknown
}

/** The numbers of a property at a frame; `fallback` when they cannot be determined. */
export function numbersAt(property: unknown, frame: number, fallback: readonly number[]): readonly number[] {
  if (typeof property === 'number') return [property]
  if (Array.isArray(property)) {
    return property.every((one) => typeof one === 'number') && property.length > 0 ? (property as number[]) : fallback
  }
  if (typeof property !== 'object' || property === null) return fallback
  const { k, s, x, y } = property as Record<string, unknown>
  if (s === true) {
    return [numberAt(x, frame, fallback[0] ?? 0), numberAt(y, frame, fallback[1] ?? 0)]
  }
  if (!Array.isArray(k) || typeof k[0] !== 'object') return k === undefined ? fallback : numbersAt(k, frame, fallback)
  return keyframedAt(k as Key[], frame, fallback)
}

function keyframedAt(keys: readonly Key[], frame: number, fallback: readonly number[]): readonly number[] {
  const next = keys.findIndex(({ t }) => t > frame)
  const [from, to] = next < 0 ? [keys.at(-1), undefined] : [keys[Math.max(0, next - 1)], keys[next]]
  const start = numbersAt(from?.s, frame, fallback)
  if (!from || !to || to.t === from.t || frame <= from.t) return start
  const share = (frame - from.t) / (to.t - from.t)
  const end = numbersAt(to.s, frame, fallback)
  return start.map((value, n) => value + ((end[n] ?? value) - value) * share)
}

/** The number of a property at a frame. */
function numberAt(property: unknown, frame: number, fallback: number): number {
  return numbersAt(property, frame, [fallback])[0] ?? fallback
}

/** Whether a property has keyframes or bindings. */
export function moves(property: unknown): boolean {
  if (typeof property !== 'object' || property === null || Array.isArray(property)) return false
  const { k, s } = property as Record<string, unknown>
  if (s === true || k === undefined) return true
  return Array.isArray(k) && typeof k[0] === 'object'
}

/** The transform of a layer at a frame, without its parents: see `compileTransform`. */
export function matrixAt(layer: Layer, frame: number): Matrix {
  const { ks } = layer
  const box = 'box' in layer && layer.type !== 'particles' ? layer.box : undefined
  const [ax = 0, ay = 0] = numbersAt(ks?.a, frame, box ? [box[2] / 2, box[3] / 2] : [0, 0])
  const [px = 0, py = 0] = numbersAt(ks?.p, frame, [0, 0])
  const [sx = 100, sy = sx] = numbersAt(ks?.s, frame, [100, 100])
  const turn = (numberAt(ks?.r, frame, 0) * Math.PI) / 180
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)]
  const [x, y] = box ? [box[0] + ax + px, box[1] + ay + py] : [px, py]
  return multiply([cos, sin, -sin, cos, x, y], [sx / 100, 0, 0, sy / 100, (-ax * sx) / 100, (-ay * sy) / 100])
}

/** A frame after a layer's entrance and before its exit. */
export function restFrame({ in: start, out }: Layer, duration: number): number {
  const [from, to] = [Math.max(0, start), Math.min(out, duration)]
  return Math.floor(from + Math.max(0, to - from) * 0.6)
}
