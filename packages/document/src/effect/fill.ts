import { remarkText } from '../bodymovin/lint.ts'
import { anyNumber, colorKind, numberKind } from '../bodymovin/property.ts'
import { defineEffect, type LayerPicture } from './definition.ts'
import { drawSilhouette } from './recolor.ts'
import * as value from './value.ts'

interface Step {
  readonly type: 'fill'
  readonly color: string
  readonly opacity: number
  readonly mode: string
}

/** Fills the layer's silhouette with one colour. */
export const fill = defineEffect({
  type: 'fill',
  required: { color: value.color('#000') },
  optional: { opacity: value.percent(100), bm: value.blendMode() },
  fromAfterEffects: {
    'ADBE Fill': ({ read, choice, reportUnsupported }) => {
      if (choice(3, 0) === 1) reportUnsupported('Invert', remarkText('leave it off'))
      if ([4, 5].some((feather) => (read(feather, anyNumber) ?? 0) !== 0))
        reportUnsupported('Feather', remarkText('set it to 0'))
      return { color: read(2, colorKind) ?? '#000000', opacity: read(6, numberKind(0, 100, 100)) ?? 100 }
    },
  },
  compile: ({ color, opacity, bm }) => ({
    at: (frame): Step => ({ type: 'fill', color: color.at(frame), opacity: opacity.at(frame) / 100, mode: bm }),
  }),
  draw(picture, step) {
    if (step.mode !== 'source-over') {
      blend(picture, step)
      return
    }
    const { ctx } = picture.sheet
    ctx.setTransform(1, 0, 0, 1, 0, 0)
    ctx.globalCompositeOperation = 'source-atop'
    ctx.globalAlpha = step.opacity
    ctx.fillStyle = step.color
    ctx.fillRect(...picture.region)
  },
})

/** Blends the colour with the layer inside its silhouette. */
function blend({ stage, sheet, region }: LayerPicture, { color, opacity, mode }: Step): void {
  const painted = drawSilhouette(stage, sheet, color, region)
  const { ctx } = sheet
  ctx.setTransform(1, 0, 0, 1, 0, 0)
  ctx.globalAlpha = opacity
  ctx.globalCompositeOperation = mode
  ctx.drawImage(painted.canvas, ...region, ...region)
  stage.release(painted)
}
