import { anyNumber, numberKind, optional, percent } from '../bodymovin/property.ts'
import { computeMeanScale, inverse } from '../matrix.ts'
import { changePixels } from '../raster/pixels.ts'
import { defineEffect } from './definition.ts'
import * as value from './value.ts'

/** Width of the soft edge per pixel of feather, as in Skottie (`VenetianBlindsEffect.cpp` of Skia). */
const SOFTNESS = 3

/**
 * Wipes the layer away in stripes of `width` pixels: the first `completion` percent of each stripe, towards `direction` degrees
 * (0 is right, 90 down). One stripe begins at the centre.
 */
export const venetianBlinds = defineEffect({
  type: 'venetian-blinds',
  required: { completion: value.percent(0) },
  optional: { direction: value.number(0), width: value.number(20, 1, 8000), feather: value.number(0, 0, 500) },
  fromAfterEffects: {
    'ADBE Venetian Blinds': ({ scope, read }) => {
      const feather = read(3, numberKind(0, 500)) ?? 0
      if (feather !== 0) scope.lint.playersDiffer(scope.path, 'Venetian Blinds › Feather')
      return {
        completion: read(0, percent) ?? 0,
        direction: read(1, anyNumber) ?? 0,
        width: read(2, numberKind(1, 8000)) ?? 20,
        ...optional('feather', feather, 0),
      }
    },
  },
  compile: ({ completion, direction, width, feather }) => ({
    /** Lengths in pixels of the effect's space. */
    at: (frame) => ({
      type: 'venetian-blinds',
      completion: completion.at(frame) / 100,
      direction: (direction.at(frame) * Math.PI) / 180,
      width: Math.max(1, width.at(frame)),
      feather: Math.max(0, feather.at(frame)),
    }),
  }),
  draw({ sheet, region, matrix, box: [left, top, right, bottom] }, { completion, direction, width, feather }) {
    const back = inverse(matrix)
    if (!back || completion <= 0) return
    const [dx, dy] = [Math.cos(direction) / width, Math.sin(direction) / width]
    const middle = ((left + right) / 2) * dx + ((top + bottom) / 2) * dy
    // The number of stripes between the centre and a device pixel.
    const [across, down] = [back[0] * dx + back[1] * dy, back[2] * dx + back[3] * dy]
    const first = back[4] * dx + back[5] * dy - middle
    // Edges are at least as soft as a device pixel.
    const soft = Math.max(feather * SOFTNESS, 1 / computeMeanScale(matrix)) / width
    const wipedUpTo = (place: number) => {
      const whole = Math.floor(place)
      return whole * completion + Math.min(place - whole, completion)
    }
    const [x, y, columns, rows] = region
    changePixels(sheet, region, (data) => {
      for (let row = 0, n = 3; row < rows; row++)
        for (let column = 0; column < columns; column++, n += 4) {
          if (data[n] === 0) continue
          const place = first + (x + column + 0.5) * across + (y + row + 0.5) * down
          const wiped = (wipedUpTo(place + soft / 2) - wipedUpTo(place - soft / 2)) / soft
          data[n] = Math.round((data[n] as number) * (1 - wiped))
        }
    })
  },
})
