// Merged paths: several outlines added, subtracted, intersected or excluded. The context's own clip does the geometry, so fills
// are exact and lines are cut where outlines cross.

import type { Context, FillRule, Host, Path } from '@vitrine/document/host'
import { type Contour, computeWinding, contourBounds, reversed, traceContour } from './contour.ts'

/** Lottie's mode numbers; 1 (merge) equals painting several paths. */
export type MergeMode = 2 | 3 | 4 | 5

/** The outlines of one merged part, and their outside. */
export interface Part {
  inside: Path
  outside: Path
}

/** Parts in the designer's order: the others are subtracted from the first. */
export interface Merged {
  mode: MergeMode
  parts: readonly Part[]
  /** All parts as one path for operations without a clip, with its fill rule. */
  together: Path
  rule: FillRule
}

const EVERYWHERE = 1e5

/** Prepares parts for being drawn. */
export function mergeParts(host: Host, mode: MergeMode, parts: readonly (readonly Contour[])[]): Merged {
  const shown = parts.filter(hasArea)
  // Outlines in opposite directions would cut holes into their sum.
  const turned = mode === 2 ? shown.map(clockwise) : shown
  return {
    mode,
    parts: turned.map((contours) => ({
      inside: traceContours(host, contours, false),
      outside: traceContours(host, contours, true),
    })),
    together: traceContours(host, turned.flat(), false),
    rule: mode === 5 ? 'evenodd' : 'nonzero',
  }
}

/** Points and lines have no area: After Effects does not let them empty an intersection. */
function hasArea(contours: readonly Contour[]): boolean {
  const bounds = contourBounds(contours)
  return bounds !== undefined && bounds[2] - bounds[0] > 1e-6 && bounds[3] - bounds[1] > 1e-6
}

/** A part with several outlines keeps its holes: either all or none of them are reversed. */
function clockwise(contours: readonly Contour[]): readonly Contour[] {
  const winding = contours.reduce((sum, contour) => sum + computeWinding(contour), 0)
  return winding < 0 ? contours.map(reversed) : contours
}

function traceContours(host: Host, contours: readonly Contour[], outside: boolean): Path {
  const path = host.createPath()
  if (outside) path.rect(-EVERYWHERE, -EVERYWHERE, 2 * EVERYWHERE, 2 * EVERYWHERE)
  for (const contour of contours) traceContour(path, contour)
  return path
}

/** Fills the merged area with the context's style. */
export function fillMerged(ctx: Context, merged: Merged): void {
  const [first, ...others] = merged.parts
  if (!first) return
  if (merged.mode === 2 || merged.mode === 5) {
    ctx.fill(merged.together, merged.rule)
    return
  }
  const isCut = merged.mode === 3
  ctx.save()
  for (const other of others) ctx.clip(isCut ? other.outside : other.inside, isCut ? 'evenodd' : 'nonzero')
  ctx.fill(first.inside)
  ctx.restore()
}

/** Strokes the edge of the merged area. */
export function strokeMerged(ctx: Context, merged: Merged): void {
  if (merged.mode === 5) {
    ctx.stroke(merged.together)
    return
  }
  merged.parts.forEach((part, n) => {
    ctx.save()
    merged.parts.forEach((other, k) => {
      if (other === part) return
      // The edge of a sum is outside the other parts, that of an intersection inside them; a subtracted part leaves its edge
      // inside the first.
      const inside = merged.mode === 4 || (merged.mode === 3 && n > 0 && k === 0)
      ctx.clip(inside ? other.inside : other.outside, inside ? 'nonzero' : 'evenodd')
    })
    ctx.stroke(part.inside)
    ctx.restore()
  })
}
