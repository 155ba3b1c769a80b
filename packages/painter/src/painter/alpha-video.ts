// Alpha videos: the transparency is stored in the lower half of each picture and combined by canvas operations.

import type { AssetId } from '@vitrine/document/field'
import type { Picture, Sheet } from '@vitrine/document/host'
import type { AlphaVideoLayer } from '@vitrine/document/layer'
import { type Bounds, type Matrix, mapBounds, multiply } from '@vitrine/document/matrix'
import { changePixels, type PixelData } from '@vitrine/document/pixels'
import { type DrawContext, place, type Region, toRegion } from '@vitrine/document/stage'
import type { CompileContext, Content } from './content.ts'
import { compileVideoTime, drawPlaceholder, formatStamp, imageMatrix, plainRectangle } from './picture.ts'
import { drawVideo } from './video.ts'

/** Compiles an alpha video. */
export function compileAlphaVideo(layer: AlphaVideoLayer, context: CompileContext): Content {
  const { host, pictures } = context
  const asset = String(layer.asset)
  const [width, height] = layer.box ? [layer.box[2], layer.box[3]] : [context.width, context.height]
  const passed = compileVideoTime(layer, context.fps)
  const file = context.assets[asset as AssetId]
  const length = layer.loop && file && 'seconds' in file ? file.seconds : Number.POSITIVE_INFINITY
  const seconds = (frame: number) => (length < Number.POSITIVE_INFINITY ? passed(frame) % length : passed(frame))
  const outline = plainRectangle(host, width, height)
  const find = (frame: number) => pictures.video?.(asset, seconds(frame), layer.id) ?? pictures.image(asset)
  return {
    isSingle: () => true,
    bounds: () => [0, 0, width, height],
    videos(frame) {
      const video = { assetId: asset, seconds: seconds(frame), layerId: layer.id }
      const stacked = pictures.video?.(asset, video.seconds, layer.id)
      if (!stacked || stacked.height < 2) return [video]
      const size = { width: stacked.width, height: stacked.height / 2 }
      return [{ ...video, place: imageMatrix(size, width, height, layer.fit ?? 'fill') }]
    },
    key: (frame) => {
      const stacked = find(frame)
      return stacked ? `@${seconds(frame)}${formatStamp(stacked)}` : 'none'
    },
    draw(target, matrix, frame, alpha) {
      const stacked = find(frame)
      if (!stacked || stacked.height < 2) {
        drawPlaceholder(target, matrix, width, height, alpha)
        target.ctx.globalAlpha = 1
        return
      }
      const size = { width: stacked.width, height: stacked.height / 2 }
      const full = multiply(matrix, imageMatrix(size, width, height, layer.fit ?? 'fill'))
      const { ctx } = target
      const clips = layer.fit === 'cover'
      if (clips) {
        ctx.save()
        place(ctx, matrix)
        ctx.clip(outline)
      }
      ctx.globalAlpha = alpha
      if (target.opaque && ctx.globalCompositeOperation === 'source-over') drawOver(target, stacked, full)
      else drawAlone(target, stacked, full, mapBounds(matrix, [0, 0, width, height]))
      if (clips) ctx.restore()
      ctx.globalAlpha = 1
    },
  }
}

function drawHalf(
  target: DrawContext,
  { source, width, height }: Picture,
  half: 'color' | 'matte',
  matrix: Matrix,
): void {
  const rows = height / 2
  const top = half === 'color' ? 0 : rows
  drawVideo(
    target,
    { width, height: rows, draw: (ctx, ...where) => ctx.drawImage(source, 0, top, width, rows, ...where) },
    matrix,
  )
}

/**
 * Over an opaque background: below × (1 - matte) + colour. The inverted matte is multiplied with the background, then the
 * premultiplied colour is added; no pixels are read.
 */
function drawOver({ ctx, stage }: DrawContext, stacked: Picture, matrix: Matrix): void {
  const region = toRegion(mapBounds(matrix, [0, 0, stacked.width, stacked.height / 2]), stage)
  if (!region) return
  const turned = stage.acquire(region)
  // White around the alpha video multiplies without effect, so that its edges are as soft as those of any picture.
  turned.ctx.fillStyle = '#fff'
  turned.ctx.fillRect(...region)
  turned.ctx.globalCompositeOperation = 'difference'
  drawHalf({ ctx: turned.ctx, stage }, stacked, 'matte', matrix)
  ctx.setTransform(1, 0, 0, 1, 0, 0)
  ctx.globalCompositeOperation = 'multiply'
  ctx.drawImage(turned.canvas, ...region, ...region)
  ctx.globalCompositeOperation = 'lighter'
  drawHalf({ ctx, stage }, stacked, 'color', matrix)
  ctx.globalCompositeOperation = 'source-over'
  stage.release(turned)
}

/** On a transparent canvas, pixel by pixel: the matte becomes the alpha, and the colour is divided by it. */
function drawAlone({ ctx, stage }: DrawContext, stacked: Picture, matrix: Matrix, around: Bounds): void {
  const region = toRegion(around, stage)
  if (!region) return
  const [color, matte] = [stage.acquire(region), stage.acquire(region)]
  drawHalf({ ctx: color.ctx, stage }, stacked, 'color', matrix)
  drawHalf({ ctx: matte.ctx, stage }, stacked, 'matte', matrix)
  joinHalves(color, matte, region)
  ctx.setTransform(1, 0, 0, 1, 0, 0)
  ctx.drawImage(color.canvas, ...region, ...region)
  stage.release(color)
  stage.release(matte)
}

function joinHalves(color: Sheet, matte: Sheet, region: Region): void {
  const { data: opaque } = matte.ctx.getImageData(...region)
  changePixels(color, region, (data: PixelData) => {
    for (let n = 0; n < data.length; n += 4) {
      const share = opaque[n] as number
      const alpha = (share * (data[n + 3] as number)) / 255
      if (share > 0 && share < 255) {
        for (let k = n; k < n + 3; k++) data[k] = Math.min(255, Math.round(((data[k] as number) * 255) / share))
      }
      data[n + 3] = Math.round(alpha)
    }
  })
}
