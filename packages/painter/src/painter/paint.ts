// Colours and gradients as canvas styles, created once while they are static.

import type { Color } from '@vitrine/document/color'
import { type Compiled, compileColor, compileVector, derive, type Watch } from '@vitrine/document/evaluate'
import type { Context } from '@vitrine/document/host'
import type { Gradient, GradientStop, Paint, Property } from '@vitrine/document/property'

export interface CompiledPaint {
  /** The canvas style at a frame. Width and height are those of the box that `units: 'box'` refers to. */
  style(ctx: Context, frame: number): string | object
}

/** A stop of a gradient at one frame. */
export interface PaintStop {
  offset: number
  color: string
}

interface GradientParts {
  radial: boolean
  from: Compiled<readonly number[]>
  to: Compiled<readonly number[]>
  stops: Compiled<readonly PaintStop[]>
  size: readonly [number, number]
  /** The focus of a radial gradient: percent of the radius from its centre, degrees from its axis. */
  highlight?: { length: Compiled<number>; degrees: Compiled<number> }
}

/** Whether a paint is a gradient. */
export function isGradient(paint: Paint): paint is Gradient {
  return typeof paint === 'object' && paint !== null && 'gradient' in paint
}

/** Compiles a fill. `size` is the box that gradients in `units: 'box'` refer to. */
export function compilePaint(
  paint: Paint | undefined,
  fallback: Color,
  size: readonly [number, number],
  watch: Watch,
): CompiledPaint {
  if (paint === undefined || !isGradient(paint)) {
    const color = compileColor(paint as Property<Color> | undefined, fallback, watch)
    return { style: (_ctx, frame) => color.at(frame) }
  }
  return compileGradient({
    radial: paint.gradient === 'radial',
    from: compileVector(paint.from, [0, 0], watch),
    to: compileVector(paint.to, [1, 1], watch),
    stops: compileStops(paint.stops, watch),
    size: paint.units === 'box' ? size : [1, 1],
  })
}

/** Compiles readable stops, each with a colour of its own. */
export function compileStops(stops: readonly GradientStop[], watch: Watch): Compiled<readonly PaintStop[]> {
  const colors = stops.map(([, color]) => compileColor(color, '#000', watch))
  return derive(colors, (values) => values.map((color, n) => ({ offset: stops[n]?.[0] ?? 0, color: String(color) })))
}

/** Compiles a gradient from its parts. */
export function compileGradient(parts: GradientParts): CompiledPaint {
  const { from, to, stops, highlight } = parts
  const isStill =
    from.still && to.still && stops.still && (!highlight || (highlight.length.still && highlight.degrees.still))
  let known: object | undefined
  return {
    style(ctx, frame) {
      if (known) return known
      const list = stops.at(frame)
      // Browsers then draw nothing, but the server's canvas would throw.
      if (list.length === 0) return '#0000'
      const [width, height] = parts.size
      const [x0 = 0, y0 = 0] = from.at(frame)
      const [x1 = 0, y1 = 0] = to.at(frame)
      const [cx, cy, ex, ey] = [x0 * width, y0 * height, x1 * width, y1 * height]
      const radius = Math.max(0.01, Math.hypot(ex - cx, ey - cy))
      const [fx, fy] = highlight ? computeFocus(highlight, [cx, cy, ex, ey], radius, frame) : [cx, cy]
      const gradient = parts.radial
        ? ctx.createRadialGradient(fx, fy, 0, cx, cy, radius)
        : ctx.createLinearGradient(cx, cy, ex, ey)
      for (const { offset, color } of list) gradient.addColorStop(Math.min(1, Math.max(0, offset)), color)
      if (isStill) known = gradient
      return gradient
    },
  }
}

/** The focus of a radial gradient, slightly inside the rim, where hosts would differ. */
function computeFocus(
  { length, degrees }: NonNullable<GradientParts['highlight']>,
  [cx, cy, ex, ey]: readonly [number, number, number, number],
  radius: number,
  frame: number,
): [number, number] {
  const away = radius * Math.min(0.99, Math.max(-0.99, length.at(frame) / 100))
  const turn = Math.atan2(ey - cy, ex - cx) + (degrees.at(frame) * Math.PI) / 180
  return [cx + Math.cos(turn) * away, cy + Math.sin(turn) * away]
}
