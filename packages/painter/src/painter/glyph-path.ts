// Converts laid-out text to canvas paths.

import type { Path } from '@vitrine/document/host'
import { OUTLINE, type Outline } from '../text/outline.ts'
import type { PlacedGlyph } from '../text/text.ts'

/** Adds a glyph's outline to a path: em units times `size`, with its origin at (x, y). */
export function traceGlyph(path: Path, glyph: PlacedGlyph, size: number, x: number, y: number): void {
  traceOutline(path, glyph.font.outline(glyph.id), size, x, y)
}

/** Whether a glyph has a visible outline. */
export function hasInk({ font, id }: PlacedGlyph): boolean {
  return font.outline(id).length > 0 || font.colors(id) !== undefined
}

/** Adds an outline to a path, scaled by `size`, with its origin at (x, y). */
export function traceOutline(path: Path, outline: Outline, size: number, x: number, y: number): void {
  const n = (at: number) => outline[at] as number
  let at = 0
  while (at < outline.length) {
    const opcode = outline[at++]
    if (opcode === OUTLINE.move) {
      path.moveTo(x + n(at) * size, y + n(at + 1) * size)
      at += 2
    } else if (opcode === OUTLINE.line) {
      path.lineTo(x + n(at) * size, y + n(at + 1) * size)
      at += 2
    } else if (opcode === OUTLINE.quadratic) {
      path.quadraticCurveTo(x + n(at) * size, y + n(at + 1) * size, x + n(at + 2) * size, y + n(at + 3) * size)
      at += 4
    } else if (opcode === OUTLINE.cubic) {
      path.bezierCurveTo(
        x + n(at) * size,
        y + n(at + 1) * size,
        x + n(at + 2) * size,
        y + n(at + 3) * size,
        x + n(at + 4) * size,
        y + n(at + 5) * size,
      )
      at += 6
    } else {
      path.closePath()
    }
  }
}
