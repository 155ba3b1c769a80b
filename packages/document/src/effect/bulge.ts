// Bulges are drawn pixel by pixel, because canvases support only affine maps.

import { remarkText } from '../bodymovin/lint.ts'
import { anyNumber, numberKind, optional, vectorKind } from '../bodymovin/property.ts'
import { type Bounds, inverse, mapBounds } from '../matrix.ts'
import type { PixelData } from '../raster/pixels.ts'
import type { Region } from '../raster/stage.ts'
import { ANYWHERE, defineEffect, type LayerPicture } from './definition.ts'
import * as value from './value.ts'

/** In pixels of the effect's space. */
interface Step {
  readonly type: 'bulge'
  readonly center: value.Point
  readonly radii: value.Point
  readonly height: number
}

/**
 * Magnifies an ellipse as if it covered a sphere: `radiusX` and `radiusY` pixels around `center`, with strength `height` from
 * -4 to 4. Negative values reduce.
 */
export const bulge = defineEffect({
  type: 'bulge',
  required: { center: value.point, radiusX: value.number(0, 0, 8000), radiusY: value.number(0, 0, 8000) },
  optional: { height: value.number(1, -4, 4) },
  fromAfterEffects: {
    'ADBE Bulge': ({ read, choice, reportUnsupported, reportApproximation }) => {
      reportApproximation(remarkText('its bulge rises a little differently'))
      if ((read(4, anyNumber) ?? 0) !== 0) reportUnsupported('Taper Radius', remarkText('set it to 0'))
      if (choice(6, 0) === 1) reportUnsupported('Pinning', remarkText('leave it off'))
      const radius = numberKind(0, 8000)
      return {
        center: read(2, vectorKind) ?? [0, 0],
        radiusX: read(0, radius) ?? 50,
        radiusY: read(1, radius) ?? 50,
        ...optional('height', read(3, numberKind(-4, 4)), 1),
      }
    },
  },
  compile: ({ center, radiusX, radiusY, height }) => ({
    at: (frame): Step => ({
      type: 'bulge',
      center: center(frame),
      radii: [Math.max(0, radiusX.at(frame)), Math.max(0, radiusY.at(frame))],
      height: Math.min(4, Math.max(-4, height.at(frame))),
    }),
    margin: () => ANYWHERE,
  }),
  reach: (_step, { width, height }) => Math.max(width, height) / 2,
  draw: drawBulge,
})

/**
 * Maps a distance from the centre to the distance of the source pixel, both as shares of the radius. After Effects does not
 * publish its formula; Skottie uses that of a sphere with a slightly modified height (`BulgeEffect.cpp` of Skia).
 * @param height -4 to 4, not 0
 */
export function bulgeSource(height: number): (distance: number) => number {
  const rise = Math.abs(height) / 4
  // The sphere's radius, where the disc's radius is 1.
  const ball = (1 + rise) / (2 * Math.sqrt(rise))
  const edge = Math.asin(1 / ball)
  const bend = 2.6 * rise ** 3
  return (distance) => {
    if (distance <= 0 || distance >= 1) return distance
    const moved = Math.asin(distance / ball) / edge - distance + (distance ** (1 + bend) - distance)
    return height > 0 ? distance + moved : distance - moved
  }
}

function drawBulge(
  { sheet: { ctx }, region, matrix }: LayerPicture,
  { center: [cx, cy], radii: [rx, ry], height }: Step,
): void {
  const back = inverse(matrix)
  if (!back || height === 0 || rx <= 0 || ry <= 0) return
  const mapToSource = bulgeSource(height)
  const ellipse = (reach: number): Bounds => [cx - rx * reach, cy - ry * reach, cx + rx * reach, cy + ry * reach]
  const part = overlap(mapBounds(matrix, ellipse(1)), region)
  // A reduction shows source pixels from outside the ellipse.
  const furthest = Math.max(1, ...Array.from({ length: 64 }, (_, n) => mapToSource(n / 64) + 1 / 64))
  const from = overlap(mapBounds(matrix, ellipse(furthest)), region)
  if (!part || !from) return
  const [x, y, columns, rows] = part
  const source = ctx.getImageData(...from)
  const pixels = ctx.createImageData(columns, rows)
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const [px, py] = [x + column + 0.5, y + row + 0.5]
      // Relative to the centre of the ellipse, whose radius is 1 here.
      const u = (back[0] * px + back[2] * py + back[4] - cx) / rx
      const v = (back[1] * px + back[3] * py + back[5] - cy) / ry
      const distance = Math.sqrt(u * u + v * v)
      const share = distance > 0 ? mapToSource(distance) / distance : 1
      const [sx, sy] = [cx + u * share * rx, cy + v * share * ry]
      const left = matrix[0] * sx + matrix[2] * sy + matrix[4] - from[0] - 0.5
      const top = matrix[1] * sx + matrix[3] * sy + matrix[5] - from[1] - 0.5
      writeMixed(pixels.data, (row * columns + column) * 4, source.data, [left, top], [from[2], from[3]])
    }
  ctx.putImageData(pixels, x, y)
}

/** The whole pixels of a region that intersect the bounds. */
function overlap([left, top, right, bottom]: Bounds, [x, y, width, height]: Region): Region | undefined {
  const [x0, y0] = [Math.max(x, Math.floor(left)), Math.max(y, Math.floor(top))]
  const [x1, y1] = [Math.min(x + width, Math.ceil(right)), Math.min(y + height, Math.ceil(bottom))]
  return x1 > x0 && y1 > y0 ? [x0, y0, x1 - x0, y1 - y0] : undefined
}

/** Writes the bilinear sample at a position; beyond the edges all pixels are transparent. */
function writeMixed(
  target: PixelData,
  at: number,
  source: PixelData,
  [x, y]: readonly [number, number],
  [width, height]: readonly [number, number],
): void {
  const [left, top] = [Math.floor(x), Math.floor(y)]
  let [red, green, blue, alpha] = [0, 0, 0, 0]
  for (let n = 0; n < 4; n++) {
    const [column, row] = [left + (n & 1), top + (n >> 1)]
    if (column < 0 || row < 0 || column >= width || row >= height) continue
    const from = (row * width + column) * 4
    const weight = (1 - Math.abs(x - column)) * (1 - Math.abs(y - row)) * (source[from + 3] as number)
    red += (source[from] as number) * weight
    green += (source[from + 1] as number) * weight
    blue += (source[from + 2] as number) * weight
    alpha += weight
  }
  if (alpha <= 0) return
  target[at] = Math.round(red / alpha)
  target[at + 1] = Math.round(green / alpha)
  target[at + 2] = Math.round(blue / alpha)
  target[at + 3] = Math.round(alpha)
}
