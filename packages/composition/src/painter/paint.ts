// Colours and gradients as canvas paint, made once while they stand still.
import type { Color, Gradient, Paint, Property } from '../document/document.ts'
import { type Compiled, compileColor, compileVector, type Watch } from '../evaluate/evaluate.ts'
import type { Context } from './host.ts'

export interface CompiledPaint {
  /** The canvas style at a frame. Width and height are those of the box that `units: 'box'` refers to. */
  style(ctx: Context, frame: number): string | object
}

interface GradientParts {
  radial: boolean
  from: Compiled<readonly number[]>
  to: Compiled<readonly number[]>
  stops: readonly { offset: number; color: Compiled<string> }[]
  size: readonly [number, number]
}

/** Whether a paint is a gradient. */
export function isGradient(paint: Paint): paint is Gradient {
  return typeof paint === 'object' && paint !== null && 'gradient' in paint
}

/** Compiles a fill. `size` is the box that gradients in `units: 'box'` are measured in. */
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
    stops: paint.stops.map(([offset, color]) => ({ offset, color: compileColor(color, '#000', watch) })),
    size: paint.units === 'box' ? size : [1, 1],
  })
}

/** Compiles a gradient from its parts. */
export function compileGradient(parts: GradientParts): CompiledPaint {
  const isStill = parts.from.still && parts.to.still && parts.stops.every(({ color }) => color.still)
  let known: object | undefined
  return {
    style(ctx, frame) {
      if (known) return known
      const [width, height] = parts.size
      const [x0 = 0, y0 = 0] = parts.from.at(frame)
      const [x1 = 0, y1 = 0] = parts.to.at(frame)
      const [cx, cy, ex, ey] = [x0 * width, y0 * height, x1 * width, y1 * height]
      const gradient = parts.radial
        ? ctx.createRadialGradient(cx, cy, 0, cx, cy, Math.max(0.01, Math.hypot(ex - cx, ey - cy)))
        : ctx.createLinearGradient(cx, cy, ex, ey)
      for (const { offset, color } of parts.stops)
        gradient.addColorStop(Math.min(1, Math.max(0, offset)), color.at(frame))
      if (isStill) known = gradient
      return gradient
    },
  }
}
