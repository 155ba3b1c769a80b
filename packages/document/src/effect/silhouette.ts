// What a layer covers, in one colour or wider: of which shadows, lines and chokes are made.
import type { Sheet } from '../raster/host.ts'
import { type Region, reset, type Stage } from '../raster/stage.ts'

/** The silhouette in one colour, or with `source-out` what lies around it. */
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

/** A picture as copies around its place draw it: it covers up to `reach` pixels more at every edge. */
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
