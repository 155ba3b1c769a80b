// Estimates the bounds of layers at a frame in the pixels of their list, precisely enough for a layout. Texts are measured
// without fonts: by their number of letters.
import type { Layer, TextLayer } from '@vitrine/document/layer'
import { type Bounds, intersect } from '@vitrine/document/matrix'
import { type Defaults, matrixAt, numberAt, numbersAt } from './rest-value.ts'
import { aroundPoints, mapPoint, outermost, type Point, pointsOfShapes } from './shape-bounds.ts'

/** Letter width as a share of the font size: means of the bundled faces. */
const LETTER_WIDTH = 0.5
const CAPITAL_WIDTH = 0.64
/** For scripts with wide letters, whose vowels may be next to the consonants. */
const BROAD_WIDTH = 1.05
const BROAD = /\p{Script=Tamil}|\p{Script=Malayalam}|\p{Script=Kannada}|\p{Script=Telugu}/u

/** The bounds of what a layer shows at a frame, without its parents; undefined when that is the whole canvas or nothing. */
export function boundsOfLayer(layer: Layer, frame: number, defaults: Defaults): Bounds | undefined {
  return aroundPoints(pointsOfLayer(layer, frame, defaults))
}

/** The outermost points of what a layer shows at a frame in the pixels of its list, without its parents. */
export function pointsOfLayer(layer: Layer, frame: number, defaults: Defaults): Point[] {
  const matrix = matrixAt(layer, frame)
  return pointsInLayer(layer, frame, defaults).map((point) => mapPoint(matrix, point))
}

function pointsInLayer(layer: Layer, frame: number, defaults: Defaults): readonly Point[] {
  switch (layer.type) {
    case 'audio':
      return []
    case 'shape':
      return pointsOfShapes(layer.shapes, frame)
    case 'text':
      return listCorners(estimateInkBounds(layer, defaults))
    case 'group':
      return pointsOfGroup(layer, frame, defaults)
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

function pointsOfGroup(layer: Layer & { type: 'group' }, frame: number, defaults: Defaults): readonly Point[] {
  const [w, h] = layer.box ? [layer.box[2], layer.box[3]] : (layer.size ?? [])
  const mattes = new Set(layer.layers.flatMap(({ matte }) => matte?.layer ?? []))
  const inner = (frame - (layer.st ?? 0)) / (layer.sr ?? 1)
  const all: Point[] = []
  for (const child of layer.layers) {
    if (child.visible === false || mattes.has(child.id) || ['particles', 'light'].includes(child.type)) continue
    const at = inner < child.in || inner >= child.out ? child.in + (child.out - child.in) * 0.6 : inner
    let points = pointsOfLayer(child, at, defaults)
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
export function sizeOfText(layer: TextLayer): number {
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
  let size = sizeOfText(layer)
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
