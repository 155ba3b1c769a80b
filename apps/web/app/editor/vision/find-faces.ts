// Finds faces in a picture with MediaPipe's BlazeFace for short distances (Bazarevsky and others, 2019,
// arxiv.org/abs/1907.05047): anchors and thresholds are those of MediaPipe's face_detection_short_range.
import type { Face } from '@vitrine/document/field'
import type { Network } from './run-model.ts'

/** Pixels of a picture, four bytes each, as in `ImageData`. */
export interface Pixels {
  readonly width: number
  readonly height: number
  readonly data: Uint8ClampedArray
}

/** The lowest accepted score of the model, 0 to 1. */
const LOWEST_SCORE = 0.6
/** Boxes of one face have at least this intersection over union. */
const SAME_FACE = 0.3
/** The model's outputs per anchor: a box, then six points of the face. */
const NUMBERS_PER_ANCHOR = 16
/** More faces than this would change no crop. */
const MAX_FACES = 50

/** The stride of the anchors in pixels, and how many share each position. */
const ANCHOR_LAYERS = [
  { stride: 8, perSpot: 2 },
  { stride: 16, perSpot: 6 },
]

interface Found extends Face {
  score: number
}

/** A square of the picture in pixels, which may extend beyond it. */
interface Square {
  left: number
  top: number
  side: number
}

/**
 * A face of at least this share of the longer side is the subject of a portrait; smaller ones are in the background.
 */
const PORTRAIT = 0.2

/**
 * Faces of a picture as fractions of its width and height, highest score first. The model sees faces of at least a
 * tenth of its input, so a picture that is no portrait is also searched in overlapping parts.
 */
export function findFaces(network: Network, picture: Pixels): Face[] {
  const longer = Math.max(picture.width, picture.height)
  let found: Found[] = []
  for (const squares of listSquares(picture)) {
    found = [...found, ...squares.flatMap((square) => findInSquare(network, picture, square))]
    if (found.some((face) => face.width * picture.width > PORTRAIT * longer)) break
  }
  return mergeFaces(found).slice(0, MAX_FACES)
}

/** The whole picture, then overlapping parts as large as its shorter side, then parts of half of that. */
export function listSquares({ width, height }: { width: number; height: number }): Square[][] {
  const [shorter, longer] = [Math.min(width, height), Math.max(width, height)]
  const whole = { left: (width - longer) / 2, top: (height - longer) / 2, side: longer }
  const parts = [shorter, shorter / 2].map((side) => {
    // A nearly square picture was already searched as a whole.
    if (side > longer * 0.9) return []
    const count = (length: number) => Math.max(1, Math.ceil((length - side) / (side * (1 - OVERLAP))) + 1)
    const [columns, rows] = [count(width), count(height)]
    return Array.from({ length: columns * rows }, (_, n) => ({
      left: spread(n % columns, columns, width - side),
      top: spread(Math.floor(n / columns), rows, height - side),
      side,
    }))
  })
  return [[whole], ...parts]
}

/** A face of this share of a part is completely inside at least one part. */
const OVERLAP = 0.3

function spread(n: number, count: number, room: number): number {
  return count < 2 ? room / 2 : (n / (count - 1)) * room
}

function findInSquare(network: Network, picture: Pixels, square: Square): Found[] {
  const [inputSize] = network.inputSize
  const [boxes, scores] = network.run(sample(picture, square, inputSize))
  if (!boxes || !scores) return []
  const found: Found[] = []
  for (const [n, anchor] of listAnchors(inputSize).entries()) {
    const score = 1 / (1 + Math.exp(-(scores[n] as number)))
    if (score < LOWEST_SCORE) continue
    const [dx = 0, dy = 0, wide = 0, high = 0] = boxes.subarray(n * NUMBERS_PER_ANCHOR, n * NUMBERS_PER_ANCHOR + 4)
    const unit = square.side / inputSize
    const x = (square.left + anchor.x * square.side + (dx - wide / 2) * unit) / picture.width
    const y = (square.top + anchor.y * square.side + (dy - high / 2) * unit) / picture.height
    const face = { x, y, width: (wide * unit) / picture.width, height: (high * unit) / picture.height, score }
    if (isWhole(face, square, picture)) found.push(face)
  }
  return found
}

/** Whether a face is clear of the edge of its part, which could cut it off. */
function isWhole(face: Face, { left, top, side }: Square, { width, height }: Pixels): boolean {
  const [x, y] = [face.x * width, face.y * height]
  const [right, bottom] = [x + face.width * width, y + face.height * height]
  const isCut =
    (x < left && left > 0) ||
    (y < top && top > 0) ||
    (right > left + side && left + side < width) ||
    (bottom > top + side && top + side < height)
  return !isCut
}

/** The centres of the model's anchors, as fractions of its input, in the order of its outputs. */
function listAnchors(inputSize: number): { x: number; y: number }[] {
  return ANCHOR_LAYERS.flatMap(({ stride, perSpot }) => {
    const count = Math.ceil(inputSize / stride)
    return Array.from({ length: count * count * perSpot }, (_, n) => {
      const spot = Math.floor(n / perSpot)
      return { x: ((spot % count) + 0.5) / count, y: (Math.floor(spot / count) + 0.5) / count }
    })
  })
}

/** Merges the boxes of one face, weighted by score, as MediaPipe does. The highest score comes first. */
function mergeFaces(found: readonly Found[]): Face[] {
  let left = found.toSorted((one, other) => other.score - one.score)
  const faces: Face[] = []
  for (let best = left[0]; best; best = left[0]) {
    const surest = best
    const same = left.filter((face) => face === surest || overlap(face, surest) > SAME_FACE)
    left = left.filter((face) => !same.includes(face))
    const weight = same.reduce((sum, { score }) => sum + score, 0)
    const mean = (of: (face: Face) => number) => same.reduce((sum, face) => sum + of(face) * face.score, 0) / weight
    faces.push({
      x: mean(({ x }) => x),
      y: mean(({ y }) => y),
      width: mean((face) => face.width),
      height: mean((face) => face.height),
    })
  }
  return faces
}

/** Intersection over union of two boxes; a box inside another one counts as the same face. */
function overlap(one: Face, other: Face): number {
  const wide = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x)
  const high = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y)
  if (wide <= 0 || high <= 0) return 0
  const [first, second] = [one.width * one.height, other.width * other.height]
  const shared = wide * high
  return Math.max(shared / (first + second - shared), shared / Math.min(first, second) > 0.7 ? 1 : 0)
}

/** A part of a picture in the size of the model's input, with numbers from -1 to 1. Outside the picture it is black. */
function sample(picture: Pixels, { left, top, side }: Square, inputSize: number): Float32Array {
  const result = new Float32Array(inputSize * inputSize * 3).fill(-1)
  const unit = side / inputSize
  const { width, height, data } = picture
  for (let y = 0; y < inputSize; y++) {
    const [startY, endY] = [
      Math.floor(top + y * unit),
      Math.max(Math.floor(top + y * unit) + 1, Math.floor(top + (y + 1) * unit)),
    ]
    for (let x = 0; x < inputSize; x++) {
      const [startX, endX] = [
        Math.floor(left + x * unit),
        Math.max(Math.floor(left + x * unit) + 1, Math.floor(left + (x + 1) * unit)),
      ]
      let [red, green, blue, count] = [0, 0, 0, 0]
      for (let row = Math.max(0, startY); row < Math.min(height, endY); row++) {
        for (let column = Math.max(0, startX); column < Math.min(width, endX); column++) {
          const at = (row * width + column) * 4
          red += data[at] as number
          green += data[at + 1] as number
          blue += data[at + 2] as number
          count += 1
        }
      }
      if (count > 0)
        result.set(
          [red, green, blue].map((sum) => sum / count / 127.5 - 1),
          (y * inputSize + x) * 3,
        )
    }
  }
  return result
}
