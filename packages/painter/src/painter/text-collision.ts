// Finds where a text's letters leave its box and touch another text, a photo, a layer above, or the edge of the canvas. Only
// geometry is compared, so the result is the same in the editor, before an order and in tests.
import type { ResolvedDocument } from '@vitrine/document/document'
import type { TextLayer } from '@vitrine/document/layer'
import { type Bounds, grow, intersect, type Matrix, mapBounds } from '@vitrine/document/matrix'
import { isSameJson } from '@vitrine/document/same-json'
import { listTexts } from '@vitrine/document/shown-text'
import type { FontLibrary } from '../text/font.ts'
import type { PlacedLayer } from './layer-place.ts'
import type { Painter } from './painter.ts'
import { layoutTextLayer, measureLineInk } from './text.ts'

export interface TextCollision {
  /** The text that is too long. */
  layerId: string
  /** What it overlaps, or is covered or cut off by. */
  kind: 'text' | 'photo' | 'covered' | 'edge'
  /** The other layer; undefined at the edge of the canvas. */
  otherId?: string
}

/** Opacity from which a layer counts as visible. */
const SHOWN = 0.5
/** Tolerated overlap in shares of the font size: the ends of strokes, and less than the space between words. */
const TOLERANCE = 0.03
/** Maximum number of tested times, and their minimum distance of half a second in frames. */
const [MAX_MOMENTS, MOMENT_FRAMES] = [48, 15]
/** Faster movement, in pixels of a canvas of 1080 per frames, is an entrance or exit. */
const [DRIFT_PIXELS, DRIFT_FRAMES] = [5, 2]

/** A text with the customer's words and the designer's. */
interface Words {
  layer: TextLayer
  /** As in the unfilled template. */
  before: TextLayer | undefined
  now: Ink
  designed: Ink | undefined
}

/** Bounds of each line, in pixels of the text's box, reduced by the tolerance. */
type Ink = readonly Bounds[]

interface Moment {
  standing: readonly PlacedLayer[]
  words: ReadonlyMap<string, Words>
  canvas: Bounds
  isStill(layer: PlacedLayer): boolean
}

/**
 * Lists the collisions of some texts, each pair once, at times when both stand still. A collision of the designer's own text is
 * intended, and so is a layer over the point from which a text grows.
 * @param plain the document with nothing filled in
 * @param ids the texts to check
 */
export function findTextCollisions(
  painter: Painter,
  { resolved, plain, fonts }: { resolved: ResolvedDocument; plain: ResolvedDocument; fonts: FontLibrary },
  ids: ReadonlySet<string>,
): TextCollision[] {
  if (ids.size === 0) return []
  const designed = new Map(listTexts(plain.layers).map((layer) => [layer.id, layer]))
  const words = new Map<string, Words>()
  for (const layer of listTexts(resolved.layers)) {
    const before = designed.get(layer.id)
    const now = inkIn(layer, fonts)
    words.set(layer.id, {
      layer,
      before,
      now,
      designed: isSameJson(before, layer) ? now : before && inkIn(before, fonts),
    })
  }
  const found = new Map<string, TextCollision>()
  for (const moment of listMoments(painter, words)) {
    for (const [at, own] of moment.standing.entries()) {
      const text = ids.has(own.layer.id) && moment.isStill(own) ? words.get(own.layer.id) : undefined
      if (!text) continue
      for (const collision of findCollisions(own, text, at, moment))
        found.set(`${collision.layerId} ${collision.otherId ?? ''}`, collision)
    }
  }
  return [...found.values()]
}

function inkIn(layer: TextLayer, fonts: FontLibrary): Ink {
  const layout = layoutTextLayer(layer, fonts)
  return measureLineInk(layout).map((line) => grow(line, -layout.fontSize * TOLERANCE))
}

function* listMoments(painter: Painter, words: Moment['words']): Generator<Moment> {
  const { duration, width, height } = painter
  const drift = (Math.min(width, height) / 1080) * DRIFT_PIXELS
  const count = Math.min(MAX_MOMENTS, Math.max(1, Math.floor(duration / MOMENT_FRAMES)))
  for (let n = 0; n < count; n++) {
    const frame = Math.floor(((n + 0.5) * duration) / count)
    const standing = painter.layerPlaces(frame).filter(({ opacity }) => opacity >= SHOWN)
    let later: ReadonlyMap<string, PlacedLayer> | undefined
    const isStill = (one: PlacedLayer) => {
      later ??= new Map(
        painter.layerPlaces(Math.min(duration - 1, frame + DRIFT_FRAMES)).map((next) => [next.layer.id, next]),
      )
      const after = later.get(one.layer.id)?.matrix
      // The effect of rotation and scale on positions grows with size; most content is about half a canvas large.
      return one.matrix.every((part, at) => Math.abs(part - (after?.[at] ?? Infinity)) * (at < 4 ? 500 : 1) <= drift)
    }
    yield { standing, words, canvas: [0, 0, width, height], isStill }
  }
}

/** The collisions of a text at one time with the layers, in order from the bottom; `at` is its own index among them. */
function findCollisions(own: PlacedLayer, text: Words, at: number, moment: Moment): TextCollision[] {
  const { standing, words, canvas, isStill } = moment
  const [now, designed] = [inkOn(own.matrix, text.now), text.designed && inkOn(own.matrix, text.designed)]
  const anchor = computeAnchor(own.matrix, text)
  const leaves = (lines: readonly Bounds[]) => !lines.every((line) => isInside(line, canvas))
  const layerId = own.layer.id
  const found: TextCollision[] = []
  if (isInside(anchor, canvas) && leaves(now) && !(designed && leaves(designed))) found.push({ layerId, kind: 'edge' })
  for (const [n, other] of standing.entries()) {
    const kind = n === at || other.scene !== own.scene ? undefined : findCollisionKind(other, n > at)
    if (!kind) continue
    const otherText = words.get(other.layer.id)
    if (kind === 'text' && (!otherText || isCopy(text, otherText))) continue
    const meets = (lines: readonly Bounds[], ink: Ink | undefined) =>
      otherText
        ? lines.some((line) => inkOn(other.matrix, ink ?? []).some((area) => intersect(line, area)))
        : lines.some((line) => other.entersArea(line))
    if (!meets(now, otherText?.now) || !isStill(other)) continue
    if (!otherText && meets([anchor], undefined)) continue
    if (designed && meets(designed, otherText?.designed)) continue
    found.push({ layerId, kind, otherId: other.layer.id })
  }
  return found
}

/** How a layer obstructs a text. Overlays and lights, and shapes below a text, are its background. */
function findCollisionKind({ layer: { type, bm } }: PlacedLayer, isAbove: boolean): TextCollision['kind'] | undefined {
  if (type === 'text') return 'text'
  if (bm !== undefined && bm !== 'normal') return undefined
  if (type === 'media') return isAbove ? 'covered' : 'photo'
  return isAbove && (type === 'image' || type === 'shape' || type === 'solid') ? 'covered' : undefined
}

/** Whether two texts always have equal content: one is the shadow or outline of the other. */
function isCopy(one: Words, other: Words): boolean {
  return one.layer.text === other.layer.text && one.before?.text === other.before?.text
}

const inkOn = (matrix: Matrix, ink: Ink): Bounds[] => ink.map((line) => mapBounds(matrix, line))

const isInside = (inner: Bounds, outer: Bounds) =>
  inner[0] >= outer[0] && inner[1] >= outer[1] && inner[2] <= outer[2] && inner[3] <= outer[3]

/** The point of a text's box from which its text grows, on the canvas. */
function computeAnchor(matrix: Matrix, { layer, now: [line] }: Words): Bounds {
  const { align = 'start', valign, box } = layer
  const [, , width, height] = box
  const isCentred = align === 'center' || align === 'justify-center'
  const isRight =
    align === 'right' || align === 'justify-right' || (align !== 'left' && line && line[0] > width - line[2] + 1)
  const edge = Math.min(width, height) * 0.1
  const x = isCentred ? width / 2 : isRight ? width - edge : edge
  const y = valign === 'top' ? edge : valign === 'bottom' ? height - edge : valign === 'baseline' ? 0 : height / 2
  return mapBounds(matrix, [x, y, x + 0.01, y + 0.01])
}
