// Finds the people of a picture with MediaPipe's selfie model: how much of each pixel belongs to a person.
import type { Pixels } from './find-faces.ts'
import type { Network } from './run-model.ts'

/** A grey picture in the shape of a photo: 255 stays, 0 is cut out. */
export interface Mask {
  readonly width: number
  readonly height: number
  readonly data: Uint8ClampedArray
}

/** Part of a picture, in its pixels. */
interface Part {
  left: number
  top: number
  width: number
  height: number
}

/** Longest edge of a mask. Its edges are soft, so that it can be enlarged to the photo. */
const MASK_EDGE = 640
/** From this share on a pixel belongs to a person, when the people are located. */
const PERSON = 0.5
/** A mask that covers less than this share of the picture shows no person. */
const LEAST_SHARE = 0.005
/** The margin around the people, as a share of their width and height. */
const AIR = 0.12
/** Shares between these are the soft edge; the model's own edge is wider than hair. */
const EDGE_FROM = 0.25
const EDGE_TO = 0.75

/**
 * The mask of the people in a picture; undefined without any. The model's input is small, so it runs again on the part
 * with the people, which refines their outline.
 */
export function findPeople(network: Network, picture: Pixels): Mask | undefined {
  const whole = { left: 0, top: 0, width: picture.width, height: picture.height }
  const first = look(network, picture, whole)
  const part = peopleIn(first, network.inputSize, whole)
  if (!part) return undefined
  const second = look(network, picture, part)
  const scale = Math.min(1, MASK_EDGE / Math.max(picture.width, picture.height))
  const [width, height] = [
    Math.max(1, Math.round(picture.width * scale)),
    Math.max(1, Math.round(picture.height * scale)),
  ]
  const data = new Uint8ClampedArray(width * height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [across, down] = [(x + 0.5) / scale, (y + 0.5) / scale]
      const isInside =
        across >= part.left && down >= part.top && across < part.left + part.width && down < part.top + part.height
      const share = isInside
        ? valueAt(second, network.inputSize, (across - part.left) / part.width, (down - part.top) / part.height)
        : 0
      data[y * width + x] = 255 * smooth((share - EDGE_FROM) / (EDGE_TO - EDGE_FROM))
    }
  }
  return { width, height, data }
}

function smooth(share: number): number {
  const limited = Math.min(1, Math.max(0, share))
  return limited * limited * (3 - 2 * limited)
}

/** The model's output for a part, which is stretched to its input. */
function look(network: Network, picture: Pixels, part: Part): Float32Array {
  const [rows, columns] = network.inputSize
  const input = new Float32Array(rows * columns * 3)
  const sum = [0, 0, 0]
  for (let y = 0; y < rows; y++) {
    const [startY, endY] = span(part.top, part.height, y, rows, picture.height)
    for (let x = 0; x < columns; x++) {
      const [startX, endX] = span(part.left, part.width, x, columns, picture.width)
      sum.fill(0)
      for (let row = startY; row < endY; row++) {
        for (let column = startX; column < endX; column++) {
          for (let c = 0; c < 3; c++)
            sum[c] = (sum[c] as number) + (picture.data[(row * picture.width + column) * 4 + c] as number)
        }
      }
      const count = (endY - startY) * (endX - startX)
      for (let c = 0; c < 3; c++) input[(y * columns + x) * 3 + c] = (sum[c] as number) / count / 255
    }
  }
  return network.run(input)[0] ?? new Float32Array(rows * columns)
}

/** The pixels of the picture that one pixel of the input covers, at least one. */
function span(start: number, length: number, n: number, count: number, limit: number): [number, number] {
  const first = Math.min(limit - 1, Math.max(0, Math.floor(start + (n * length) / count)))
  return [first, Math.min(limit, Math.max(first + 1, Math.floor(start + ((n + 1) * length) / count)))]
}

function peopleIn(
  shares: Float32Array,
  [rows, columns]: readonly [number, number],
  { width, height }: Part,
): Part | undefined {
  let [left, top, right, bottom, count] = [columns, rows, 0, 0, 0]
  for (let y = 0; y < rows; y++) {
    for (let x = 0; x < columns; x++) {
      if ((shares[y * columns + x] as number) < PERSON) continue
      count += 1
      left = Math.min(left, x)
      right = Math.max(right, x + 1)
      top = Math.min(top, y)
      bottom = Math.max(bottom, y + 1)
    }
  }
  if (count < LEAST_SHARE * rows * columns) return undefined
  const [airX, airY] = [(right - left) * AIR, (bottom - top) * AIR]
  const [fromX, toX] = [Math.max(0, left - airX) / columns, Math.min(columns, right + airX) / columns]
  const [fromY, toY] = [Math.max(0, top - airY) / rows, Math.min(rows, bottom + airY) / rows]
  return { left: fromX * width, top: fromY * height, width: (toX - fromX) * width, height: (toY - fromY) * height }
}

/** The share at a position between 0 and 1, interpolated between four pixels. */
function valueAt(
  shares: Float32Array,
  [rows, columns]: readonly [number, number],
  across: number,
  down: number,
): number {
  const [x, y] = [across * columns - 0.5, down * rows - 0.5]
  const [left, top] = [Math.floor(x), Math.floor(y)]
  const at = (column: number, row: number) =>
    shares[Math.min(rows - 1, Math.max(0, row)) * columns + Math.min(columns - 1, Math.max(0, column))] as number
  const upper = at(left, top) * (1 - (x - left)) + at(left + 1, top) * (x - left)
  const lower = at(left, top + 1) * (1 - (x - left)) + at(left + 1, top + 1) * (x - left)
  return upper * (1 - (y - top)) + lower * (y - top)
}
