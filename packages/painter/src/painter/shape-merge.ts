// Merged paths: what is left of several outlines when they are added, subtracted, intersected or excluded. The context's
// own clip does the geometry, so fills are exact and lines are cut where outlines cross.

import type { Context, FillRule, Host, Path } from '@vitrine/document/host'
import { type Contour, computeWinding, contourBounds, reversed, traceContour } from './contour.ts'

/** Lottie's numbers; 1 (merge) is what painting several paths does anyway. */
export type MergeMode = 2 | 3 | 4 | 5

/** The outlines of one part that is merged, alone and as everything outside of it. */
export interface Part {
  inside: Path
  outside: Path
}

/** Parts in the designer's order: the first is the one that others are subtracted from. */
export interface Merged {
  mode: MergeMode
  parts: readonly Part[]
  /** All parts as one path for what needs no clip, with the rule it is filled by. */
  together: Path
  rule: FillRule
}

const EVERYWHERE = 1e5

/** Prepares parts for being drawn. */
export function mergeParts(host: Host, mode: MergeMode, parts: readonly (readonly Contour[])[]): Merged {
  const shown = parts.filter(hasArea)
  // Outlines that run against each other would cut holes into their sum.
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

/** Points and lines enclose nothing: After Effects does not let them empty an intersection. */
function hasArea(contours: readonly Contour[]): boolean {
  const bounds = contourBounds(contours)
  return bounds !== undefined && bounds[2] - bounds[0] > 1e-6 && bounds[3] - bounds[1] > 1e-6
}

/** A part of several outlines keeps its holes: all or none of them are turned around. */
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

/** Fills what is left, with the style that the context has. */
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

/** Draws a line along the edge of what is left. */
export function strokeMerged(ctx: Context, merged: Merged): void {
  if (merged.mode === 5) {
    ctx.stroke(merged.together)
    return
  }
  merged.parts.forEach((part, n) => {
    ctx.save()
    merged.parts.forEach((other, k) => {
      if (other === part) return
      // The edge of a sum lies outside the others, that of an intersection inside them; what was taken away leaves its
      // edge inside the first.
      const inside = merged.mode === 4 || (merged.mode === 3 && n > 0 && k === 0)
      ctx.clip(inside ? other.inside : other.outside, inside ? 'nonzero' : 'evenodd')
    })
    ctx.stroke(part.inside)
    ctx.restore()
  })
}
