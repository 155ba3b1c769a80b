import { anyNumber, numberKind, optional, percent, vectorKind } from '../bodymovin/property.ts'
import { computeMeanScale } from '../matrix.ts'
import { drawBlurred } from '../raster/pixels.ts'
import { place, reset } from '../raster/stage.ts'
import { defineEffect } from './definition.ts'
import * as value from './value.ts'

/** Standard deviation of the blur that best matches a feather of one pixel in After Effects. */
const FEATHER_SIGMA = 0.38

/** Wipes the layer away around `center`, beginning at `angle` degrees (0 is up). */
export const radialWipe = defineEffect({
  type: 'radial-wipe',
  required: { completion: value.percent(0), center: value.point },
  optional: {
    angle: value.number(0),
    turn: value.choice('clockwise', 'counterclockwise', 'both'),
    feather: value.number(0, 0, 500),
  },
  fromAfterEffects: {
    'ADBE Radial Wipe': ({ read, choice }) => ({
      completion: read(0, percent) ?? 0,
      angle: read(1, anyNumber) ?? 0,
      center: read(2, vectorKind) ?? [0, 0],
      ...(choice(3, 1) > 1 ? { turn: choice(3, 1) === 2 ? 'counterclockwise' : 'both' } : {}),
      ...optional('feather', read(4, numberKind(0, 500)), 0),
    }),
  },
  compile: ({ completion, center, angle, turn, feather }) => ({
    /** The feather in pixels of the effect's space. */
    at: (frame) => ({
      type: 'radial-wipe',
      completion: completion.at(frame) / 100,
      center: center(frame),
      angle: (angle.at(frame) * Math.PI) / 180,
      turn,
      feather: Math.max(0, feather.at(frame)),
    }),
  }),
  reach: ({ feather }, { scale }) => feather * scale * 2,
  draw({ stage, sheet, region, matrix, box }, { completion, center: [cx, cy], angle, turn, feather }) {
    if (completion <= 0) return
    const whole = Math.PI * 2 * Math.min(1, completion)
    const from = turn === 'both' ? angle - whole / 2 : turn === 'counterclockwise' ? angle - whole : angle
    const reach = 4 * Math.hypot(box[2] - box[0], box[3] - box[1]) + 4 * Math.hypot(cx, cy) + 1
    const path = stage.host.createPath()
    path.moveTo(cx, cy)
    const steps = Math.max(1, Math.ceil(whole / (Math.PI / 8)))
    for (let n = 0; n <= steps; n++) {
      const turned = from + (whole * n) / steps
      path.lineTo(cx + Math.sin(turned) * reach, cy - Math.cos(turned) * reach)
    }
    path.closePath()
    const wiped = stage.acquire(region)
    place(wiped.ctx, matrix)
    wiped.ctx.fillStyle = '#000'
    wiped.ctx.fill(path)
    reset(wiped.ctx)
    sheet.ctx.globalCompositeOperation = 'destination-out'
    const sigma = feather * FEATHER_SIGMA * computeMeanScale(matrix)
    if (sigma > 0.1) drawBlurred(sheet.ctx, stage, wiped, sigma, region, [0, 0])
    else sheet.ctx.drawImage(wiped.canvas, ...region, ...region)
    stage.release(wiped)
  },
})
