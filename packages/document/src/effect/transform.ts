import { compileNumber } from '../animation/evaluate.ts'
import { compileTransform } from '../animation/transform.ts'
import type { Parameters } from '../bodymovin/effect-parameter.ts'
import { remarkText } from '../bodymovin/lint.ts'
import { anyNumber, isMoving, mapProperty, numberKind, optional, percent, vectorKind } from '../bodymovin/property.ts'
import { inverse, multiply } from '../matrix.ts'
import { place } from '../raster/stage.ts'
import { type Transform, transform as transformCheck } from '../schema/property.ts'
import { ANYWHERE, defineEffect } from './definition.ts'
import type { Value } from './value.ts'

type Moved = Pick<ReturnType<typeof compileTransform>, 'matrix' | 'opacity'>

const ks: Value<Transform, Moved> = {
  check: transformCheck,
  compile(written, watch) {
    const { matrix } = compileTransform(written, undefined, watch)
    const opacity = compileNumber(written?.o, 100, watch)
    return { matrix, opacity: (frame) => opacity.at(frame) / 100 }
  },
}

/** Transforms the rendered picture. */
export const transform = defineEffect({
  type: 'transform',
  required: { ks },
  optional: {},
  fromAfterEffects: { 'ADBE Geometry2': convert },
  compile: (values) => ({
    at: (frame) => ({ type: 'transform', ks: values.ks.matrix(frame), opacity: values.ks.opacity(frame) }),
    margin: () => ANYWHERE,
  }),
  reach: (_step, { width, height }) => Math.max(width, height) / 2,
  draw({ stage, sheet, region, matrix }, step) {
    const back = inverse(matrix)
    const before = stage.acquire(region)
    before.ctx.drawImage(sheet.canvas, ...region, ...region)
    const { ctx } = sheet
    ctx.setTransform(1, 0, 0, 1, 0, 0)
    ctx.clearRect(...region)
    if (back) {
      place(ctx, multiply(multiply(matrix, step.ks), back))
      ctx.globalAlpha = step.opacity
      ctx.imageSmoothingEnabled = true
      ctx.imageSmoothingQuality = 'low'
      ctx.drawImage(before.canvas, ...region, ...region)
    }
    stage.release(before)
  },
})

function convert({ read, choice, reportUnsupported }: Parameters) {
  const height = read(3, anyNumber) ?? 100
  const width = choice(2, 1) === 1 ? height : (read(4, anyNumber) ?? 100)
  const ks = {
    ...optional('a', read(0, vectorKind)),
    ...optional('p', read(1, vectorKind)),
    ...optional('sk', read(5, numberKind(-89, 89)), 0),
    ...optional('sa', read(6, anyNumber), 0),
    ...optional('r', read(7, anyNumber), 0),
    ...optional('o', read(8, percent), 100),
  }
  const one = (scale: unknown) => (Array.isArray(scale) ? scale[0] : scale) as number
  if (width !== height && !isMoving(width) && !isMoving(height)) return { ks: { ...ks, s: [width, height] } }
  if (width !== height) reportUnsupported('Scale Width', remarkText('turn Uniform Scale on'))
  return { ks: { ...ks, s: mapProperty(height, (scale) => [one(scale), one(scale)]) } }
}
