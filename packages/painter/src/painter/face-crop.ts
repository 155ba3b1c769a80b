// The crop that keeps faces inside a frame, for pictures that the customer has not cropped. The two axes are solved one after
// the other; lengths are pixels of the picture.
import type { Crop, Face } from '@vitrine/document/field'
import type { ClipShape } from '@vitrine/document/layer'

interface Size {
  width: number
  height: number
}

interface Span {
  start: number
  end: number
  /** The importance of a face: its size, increased near the centre of the picture. */
  weight: number
}

/** One axis of the picture and the frame; `before` and `after` are the shares of the frame that its outline may cut off. */
interface Axis {
  /** Length of the picture in pixels, and how many of them the frame shows. */
  length: number
  shown: number
  before: number
  after: number
  /** Preferred position of the faces' centre in the frame, 0 to 1. */
  middle: number
}

interface Placement {
  start: number
  wholeFaces: ReadonlySet<Span>
  cut: ReadonlySet<Span>
}

/** Room for hair and around a head, in shares of the face's box. A detected box reaches from the brow to the chin. */
const HEADROOM = { top: 0.7, side: 0.3, bottom: 0.3 }
/** A single face looks best slightly above the centre. */
const FACE_MIDDLE = 0.42
/** Maximum enlargement and its steps, for pictures in which an edge would otherwise cut a face. */
const MAX_ZOOM = 1.6
const ZOOM_STEP = 0.05
/** Positions are sums of fractions; smaller differences in pixels are rounding errors. */
const TOLERANCE = 1e-6

/** Outlines without corners: the insets of their safe area, in shares of the frame at left, top, right and bottom. */
const OUTLINE_INSETS: Readonly<Record<string, readonly [number, number, number, number]>> = {
  ellipse: [0.15, 0.15, 0.15, 0.15],
  arch: [0.1, 0.15, 0.1, 0],
  hexagon: [0.12, 0.2, 0.12, 0.2],
  diamond: [0.25, 0.25, 0.25, 0.25],
  heart: [0.16, 0.16, 0.16, 0.36],
  leaf: [0.08, 0.08, 0.08, 0.08],
}

/**
 * Computes how a picture with faces covers a frame: with all faces and headroom inside when possible, otherwise with the most
 * important face and as many other whole faces as fit, slightly enlarged where an edge would cut a face. Undefined without
 * faces.
 * @param faces fractions of the picture
 */
export function cropForFaces(picture: Size, frame: Size, faces: readonly Face[], clip?: ClipShape): Crop | undefined {
  if (faces.length === 0 || picture.width <= 0 || picture.height <= 0) return undefined
  const whole = [0, 0, 0, 0] as const
  const insets = typeof clip === 'string' ? (OUTLINE_INSETS[clip] ?? whole) : whole
  const faceBoxes = faces.map((face) => computeHeadBox(picture, face, false))
  const headBoxes = faces.map((face) => computeHeadBox(picture, face, true))
  const main = faces.indexOf(faces.toSorted((one, other) => weighFace(other) - weighFace(one))[0] as Face)
  const attempts = [
    ...[insets, whole].flatMap((around) => [headBoxes, faceBoxes].map((boxes) => ({ boxes, around, wantsAll: true }))),
    ...[insets, whole].flatMap((around) => [headBoxes, faceBoxes].map((boxes) => ({ boxes, around, wantsAll: false }))),
  ]
  for (const { boxes, around, wantsAll } of attempts) {
    for (let zoom = 1; zoom <= (wantsAll ? 1 : MAX_ZOOM); zoom += ZOOM_STEP) {
      const placed = placeBoxes(picture, frame, boxes, main, zoom, around)
      if (placed.cut === 0 && placed.isMainKept && (!wantsAll || placed.wholeFaces === boxes.length)) return placed.crop
    }
  }
  return placeBoxes(picture, frame, faceBoxes, main, 1, whole).crop
}

interface HeadBox {
  x: Span
  y: Span
}

function weighFace({ x, y, width, height }: Face): number {
  const away = Math.hypot(x + width / 2 - 0.5, y + height / 2 - 0.5)
  return width * height * (1 - Math.min(0.5, away * 0.5))
}

/** A face in pixels, clipped to the picture; `hasRoom` adds room for hair and around the head. */
function computeHeadBox({ width, height }: Size, face: Face, hasRoom: boolean): HeadBox {
  const { top, side, bottom } = hasRoom ? HEADROOM : { top: 0, side: 0, bottom: 0 }
  const weight = weighFace(face)
  const span = (start: number, end: number, length: number) => ({
    start: Math.min(length, Math.max(0, start * length)),
    end: Math.min(length, Math.max(0, end * length)),
    weight,
  })
  return {
    x: span(face.x - side * face.width, face.x + (1 + side) * face.width, width),
    y: span(face.y - top * face.height, face.y + (1 + bottom) * face.height, height),
  }
}

function placeBoxes(
  picture: Size,
  frame: Size,
  boxes: readonly HeadBox[],
  main: number,
  zoom: number,
  [left, top, right, bottom]: readonly [number, number, number, number],
) {
  const scale = Math.max(frame.width / picture.width, frame.height / picture.height) * zoom
  const shown = { width: frame.width / scale, height: frame.height / scale }
  const mainBox = boxes[main] as HeadBox
  const across = placeOnAxis(
    boxes.map(({ x }) => x),
    mainBox.x,
    { length: picture.width, shown: shown.width, before: left, after: right, middle: 0.5 },
  )
  // A face outside the frame horizontally cannot be cut at the top.
  const inside = boxes.filter(({ x }) => across.wholeFaces.has(x) || across.cut.has(x))
  const seen = inside.length > 0 ? inside : [mainBox]
  const down = placeOnAxis(
    seen.map(({ y }) => y),
    mainBox.y,
    { length: picture.height, shown: shown.height, before: top, after: bottom, middle: FACE_MIDDLE },
  )
  const isInside = ({ x, y }: HeadBox) => across.wholeFaces.has(x) && down.wholeFaces.has(y)
  const isOut = ({ x, y }: HeadBox) =>
    (!across.wholeFaces.has(x) && !across.cut.has(x)) || (!down.wholeFaces.has(y) && !down.cut.has(y))
  const crop: Crop = {
    x: (picture.width / 2 - across.start - shown.width / 2) / shown.width,
    y: (picture.height / 2 - down.start - shown.height / 2) / shown.height,
    zoom,
    rotate: 0,
  }
  return {
    crop,
    isMainKept: isInside(mainBox),
    wholeFaces: boxes.filter(isInside).length,
    cut: boxes.filter((box) => !isInside(box) && !isOut(box)).length,
  }
}

/** Where the frame begins along an axis: the main face whole, then the fewest cuts, then the most whole faces. */
function placeOnAxis(spans: readonly Span[], main: Span, axis: Axis): Placement {
  const { length, shown, before, after } = axis
  const last = Math.max(0, length - shown)
  const clamp = (start: number) => Math.min(last, Math.max(0, start))
  const [safeStart, safeEnd] = [before * shown, (1 - after) * shown]
  const evaluate = (start: number): Placement => {
    const wholeFaces = spans.filter((span) => isWithin(span, start + safeStart, start + safeEnd))
    const cut = spans.filter(
      (span) => !wholeFaces.includes(span) && span.end > start + TOLERANCE && span.start < start + shown - TOLERANCE,
    )
    return { start, wholeFaces: new Set(wholeFaces), cut: new Set(cut) }
  }
  // The best position has a face at an edge of the frame, or the faces inside at their preferred position.
  const edges = spans.flatMap(({ start, end }) => [start - safeStart, end - safeEnd, end, start - shown])
  const candidates = [...new Set([0, last, last / 2, ...edges.map(clamp)])].map(evaluate)
  const centred = candidates.map(({ wholeFaces }) => evaluate(clamp(findBestStart([...wholeFaces], main, axis))))
  const worth = (list: ReadonlySet<Span>) => [...list].reduce((sum, { weight }) => sum + weight, 0)
  // A face larger than the frame is better cut than outside.
  const presence = ({ wholeFaces, cut }: Placement) => (wholeFaces.has(main) ? 2 : cut.has(main) ? 1 : 0)
  const compare = (one: Placement, other: Placement) =>
    presence(other) - presence(one) ||
    ignoreRounding(worth(one.cut) - worth(other.cut)) ||
    ignoreRounding(worth(other.wholeFaces) - worth(one.wholeFaces)) ||
    away(one) - away(other)
  const away = ({ start, wholeFaces }: Placement) => Math.abs(start - clamp(findBestStart([...wholeFaces], main, axis)))
  return [...centred, ...candidates].toSorted(compare)[0] as Placement
}

function ignoreRounding(difference: number): number {
  return Math.abs(difference) < 1e-12 ? 0 : difference
}

function isWithin({ start, end }: Span, from: number, to: number): boolean {
  return start >= from - TOLERANCE && end <= to + TOLERANCE
}

/** Where the frame begins with these faces at their preferred position, and all of them inside if they fit. */
function findBestStart(wholeFaces: readonly Span[], main: Span, { shown, before, after, middle }: Axis): number {
  const spans = wholeFaces.length > 0 ? wholeFaces : [main]
  const start = Math.min(...spans.map((span) => span.start))
  const end = Math.max(...spans.map((span) => span.end))
  const preferredStart = (start + end) / 2 - middle * shown
  const [first, last] = [end - (1 - after) * shown, start - before * shown]
  return first <= last ? Math.min(last, Math.max(first, preferredStart)) : (start + end) / 2 - shown / 2
}
