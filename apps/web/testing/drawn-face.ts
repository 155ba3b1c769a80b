// Drawn faces that the model detects: the repository contains no picture of a real person.
import type { Pixels } from '../app/editor/vision/find-faces.ts'

type Color = readonly [number, number, number]

interface Head {
  /** The middle of the face and half its height, in pixels. */
  x: number
  y: number
  size: number
  skin?: Color
}

const WALL: Color = [127, 160, 184]
const SKIN: Color = [217, 161, 121]
const HAIR: Color = [43, 26, 18]
const SHADE: Color = [190, 132, 94]
const WHITE: Color = [255, 255, 255]
const LIPS: Color = [168, 68, 63]

/** A wall with these people in front of it. */
export function drawFaces(width: number, height: number, heads: readonly Head[]): Pixels {
  const data = new Uint8ClampedArray(width * height * 4)
  for (let at = 0; at < data.length; at += 4) data.set([...WALL, 255], at)
  for (const head of heads) {
    const reach = { x: head.size * 1.1, y: head.size * 1.7 }
    for (let y = Math.max(0, Math.floor(head.y - reach.y)); y < Math.min(height, head.y + reach.y); y++) {
      for (let x = Math.max(0, Math.floor(head.x - reach.x)); x < Math.min(width, head.x + reach.x); x++) {
        const color = colorAt((x - head.x) / head.size, (y - head.y) / head.size, head.skin ?? SKIN)
        if (color) data.set(color, (y * width + x) * 4)
      }
    }
  }
  return { width, height, data }
}

const isIn = (x: number, y: number, [cx, cy, rx, ry]: readonly [number, number, number, number]) =>
  ((x - cx) / rx) ** 2 + ((y - cy) / ry) ** 2 <= 1

/** The colour of a head at a point, in half heights from its middle; undefined outside it. */
function colorAt(x: number, y: number, skin: Color): Color | undefined {
  const side = Math.abs(x)
  if (isIn(x, y, [0, 0, 0.76, 1])) {
    // The features of the face, from front to back.
    if (isIn(side, y, [0.3, -0.14, 0.075, 0.08])) return HAIR
    if (isIn(side, y, [0.3, -0.14, 0.16, 0.085])) return WHITE
    if (isIn(side, y, [0.3, -0.36, 0.2, 0.045])) return HAIR
    if (isIn(x, y, [0, 0.55, 0.28, 0.1])) return LIPS
    if (isIn(x, y, [0, 0.22, 0.13, 0.07]) || (side < 0.05 && y > -0.1 && y < 0.22)) return SHADE
    if (y < -0.62 + 0.4 * side * side) return HAIR
    return isIn(x, y, [0, -0.12, 0.74, 0.98]) ? skin : SHADE
  }
  if (isIn(x, y, [0, -0.2, 0.97, 1.12])) return HAIR
  return side < 0.36 && y > 0.7 && y < 1.6 ? SHADE : undefined
}
