// Draws colour glyphs.

import type { Context, Host, Path, Sheet } from '@vitrine/document/host'
import { type Matrix, mapBounds, multiply } from '@vitrine/document/matrix'
import { type DrawContext, place, type Region, toRegion } from '@vitrine/document/stage'
import type { GlyphPaint, GlyphStep } from '../text/color-glyph.ts'
import type { PlacedGlyph } from '../text/text.ts'
import { traceOutline } from './glyph-path.ts'

const paths = new WeakMap<GlyphStep, Path>()

/** Draws a colour glyph with the transform of its text. */
export function drawColorGlyph(
  target: DrawContext,
  glyph: PlacedGlyph,
  size: number,
  matrix: Matrix,
  opacity: number,
): void {
  const steps = glyph.font.colors(glyph.id)
  if (!steps) return
  const full = multiply(matrix, [size, 0, 0, size, glyph.x, glyph.y])
  const { ctx, stage } = target
  // Its fills overlap: translucent ones are drawn on a separate canvas first, so that they do not show through each other.
  if (opacity >= 1 && steps.every(({ kind }) => kind === 'fill')) {
    drawSteps(target, steps, full)
    return
  }
  const region = toRegion(mapBounds(full, [-0.3, -1.5, glyph.advance / size + 0.3, 0.6]), stage)
  if (!region) return
  const sheet = stage.acquire(region)
  drawSteps({ ctx: sheet.ctx, stage }, steps, full, region)
  lay(ctx, sheet, region, 'source-over', opacity)
  stage.release(sheet)
}

function lay(ctx: Context, sheet: Sheet, region: Region, operation: string, opacity: number): void {
  ctx.setTransform(1, 0, 0, 1, 0, 0)
  ctx.globalAlpha = opacity
  ctx.globalCompositeOperation = operation
  ctx.drawImage(sheet.canvas, ...region, ...region)
  ctx.globalCompositeOperation = 'source-over'
  ctx.globalAlpha = 1
}

/** `region` is needed for steps with groups. */
function drawSteps({ ctx, stage }: DrawContext, steps: readonly GlyphStep[], full: Matrix, region?: Region): void {
  const groups: Sheet[] = []
  const top = () => groups[groups.length - 1]?.ctx ?? ctx
  for (const step of steps) {
    if (step.kind === 'group') {
      if (region) groups.push(stage.acquire(region))
    } else if (step.kind === 'end-group') {
      const sheet = groups.pop()
      if (!sheet || !region) continue
      lay(top(), sheet, region, step.operation, 1)
      stage.release(sheet)
    } else {
      const to = top()
      place(to, multiply(full, step.matrix))
      to.globalAlpha = 1
      to.fillStyle = createFillStyle(to, step.paint)
      to.fill(getGlyphPath(stage.host, step))
    }
  }
}

function getGlyphPath(host: Host, step: Extract<GlyphStep, { kind: 'fill' }>): Path {
  let path = paths.get(step)
  if (!path) {
    path = host.createPath()
    traceOutline(path, step.outline, 1, 0, 0)
    paths.set(step, path)
  }
  return path
}

function createFillStyle(ctx: Context, paint: GlyphPaint): string | object {
  if (paint.kind === 'color') return paint.color
  const gradient =
    paint.kind === 'linear'
      ? ctx.createLinearGradient(...paint.from, ...paint.to)
      : ctx.createRadialGradient(...paint.from, ...paint.to)
  for (const { offset, color } of paint.stops) gradient.addColorStop(Math.min(1, Math.max(0, offset)), color)
  return gradient
}
