// Masks: Lottie's add, subtract and intersect, as a clip where that is enough and as a matte otherwise.
import type { Mask } from '../document/document.ts'
import { type Compiled, compileNumber, compilePath, type Watch } from '../evaluate/evaluate.ts'
import type { Matrix } from '../evaluate/matrix.ts'
import { type Contour, contourOfBezier, traceContour } from './contour.ts'
import type { Host, Path } from './host.ts'
import { type Pen, place, type Region } from './stage.ts'

interface CompiledMask {
  mode: 'a' | 's' | 'i'
  inverted: boolean
  opacity: Compiled<number>
  contour(frame: number): Contour
  path(frame: number): Path
}

export interface Masks {
  /** One plain mask: the context can clip to it. */
  clipAt(frame: number): { path: Path; rule: 'nonzero' | 'evenodd' } | undefined
  /** Draws what the masks let through, opaque on clear. */
  drawMatte(pen: Pen, matrix: Matrix, frame: number, region: Region): void
}

/** A rectangle larger than any canvas turns a path inside out. */
const EVERYWHERE = 1e5

/** Compiles the masks of a layer; undefined when it has none that are on. */
export function compileMasks(masks: readonly Mask[] | undefined, host: Host, watch: Watch): Masks | undefined {
  const compiled = (masks ?? []).flatMap((mask) =>
    mask.mode === 'n' ? [] : [compileMask(mask, mask.mode, host, watch)],
  )
  const [first] = compiled
  if (!first) return undefined
  return {
    clipAt(frame) {
      if (compiled.length > 1 || first.opacity.at(frame) < 100 || first.mode === 'i') return undefined
      const outside = first.inverted !== (first.mode === 's')
      return {
        path: outside ? invertedPath(first, host, frame) : first.path(frame),
        rule: outside ? 'evenodd' : 'nonzero',
      }
    },
    drawMatte(pen, matrix, frame, region) {
      const { ctx } = pen
      ctx.setTransform(1, 0, 0, 1, 0, 0)
      ctx.fillStyle = '#fff'
      // A first mask that takes away, takes away from everything.
      if (first.mode !== 'a') ctx.fillRect(...region)
      for (const mask of compiled) {
        ctx.globalCompositeOperation =
          mask.mode === 'a' ? 'source-over' : mask.mode === 's' ? 'destination-out' : 'destination-in'
        ctx.globalAlpha = mask.opacity.at(frame) / 100
        place(ctx, matrix)
        ctx.fill(
          mask.inverted ? invertedPath(mask, host, frame) : mask.path(frame),
          mask.inverted ? 'evenodd' : 'nonzero',
        )
      }
      ctx.globalCompositeOperation = 'source-over'
      ctx.globalAlpha = 1
    },
  }
}

function compileMask(mask: Mask, mode: 'a' | 's' | 'i', host: Host, watch: Watch): CompiledMask {
  const bezier = compilePath(mask.pt, watch)
  const contour = (frame: number) => contourOfBezier({ ...bezier.at(frame), c: true })
  let known: Path | undefined
  return {
    mode,
    inverted: mask.inv ?? false,
    opacity: compileNumber(mask.o, 100, watch),
    contour,
    path(frame) {
      if (known) return known
      const path = host.createPath()
      traceContour(path, contour(frame))
      if (bezier.still) known = path
      return path
    },
  }
}

function invertedPath(mask: CompiledMask, host: Host, frame: number): Path {
  const path = host.createPath()
  path.rect(-EVERYWHERE, -EVERYWHERE, 2 * EVERYWHERE, 2 * EVERYWHERE)
  traceContour(path, mask.contour(frame))
  return path
}
