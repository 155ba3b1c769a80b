// The silhouette of a layer in one colour, optionally widened: the basis of shadows, outlines and chokes.
import type { Sheet } from '../raster/host.ts'
import { type Region, reset, type Stage } from '../raster/stage.ts'

/** The silhouette in one colour; `source-out` draws the area around it instead. */
export function drawSilhouette(
  stage: Stage,
  sheet: Sheet,
  color: string,
  region: Region,
  operation: 'source-in' | 'source-out' = 'source-in',
): Sheet {
  const silhouette = stage.acquire(region)
  silhouette.ctx.drawImage(sheet.canvas, ...region, ...region)
  silhouette.ctx.globalCompositeOperation = operation
  silhouette.ctx.fillStyle = color
  silhouette.ctx.fillRect(...region)
  reset(silhouette.ctx)
  return silhouette
}

/** Widens a picture by drawing shifted copies: it covers up to `reach` more pixels at every edge. */
export function spread(stage: Stage, from: Sheet, reach: number, region: Region): Sheet {
  const wider = stage.acquire(region)
  const copies = Math.min(96, Math.max(16, Math.ceil(reach * 4)))
  for (let away = reach; away > 0; away -= 8)
    for (let n = 0; n < copies; n++) {
      const angle = (n * 2 * Math.PI) / copies
      wider.ctx.setTransform(1, 0, 0, 1, Math.cos(angle) * away, Math.sin(angle) * away)
      wider.ctx.drawImage(from.canvas, ...region, ...region)
    }
  reset(wider.ctx)
  return wider
}
