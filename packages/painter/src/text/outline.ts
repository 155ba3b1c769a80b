// The outline of a glyph as a flat list of numbers.

/** Flat outline: an opcode (`OUTLINE`) followed by its coordinates in em units. */
export type Outline = readonly number[]

/** Opcodes of an outline with the number of coordinates that follow. */
export const OUTLINE = { move: 0, line: 1, quadratic: 2, cubic: 3, close: 4 } as const

/** How many points follow each opcode. */
export const OUTLINE_POINTS: readonly number[] = [1, 1, 2, 3, 0]

/** The length of an outline in em units, by its control polygon: slightly more than that of the curves. */
export function outlineLength(outline: Outline): number {
  let [length, x, y] = [0, 0, 0]
  for (let at = 0; at < outline.length; ) {
    const opcode = outline[at++] as number
    const end = at + 2 * (OUTLINE_POINTS[opcode] ?? 0)
    for (; at < end; at += 2) {
      const [nextX, nextY] = [outline[at] as number, outline[at + 1] as number]
      if (opcode !== OUTLINE.move) length += Math.hypot(nextX - x, nextY - y)
      x = nextX
      y = nextY
    }
  }
  return length
}

/** Scales an outline. */
export function scaleOutline(outline: Outline, factor: number): Outline {
  const scaled: number[] = []
  for (let at = 0; at < outline.length; ) {
    const opcode = outline[at++] as number
    scaled.push(opcode)
    const end = at + 2 * (OUTLINE_POINTS[opcode] ?? 0)
    for (; at < end; at++) scaled.push((outline[at] as number) * factor)
  }
  return scaled
}

/** The points of an outline in em units, including control points. */
export function* outlinePoints(outline: Outline): Generator<readonly [number, number]> {
  for (let at = 0; at < outline.length; ) {
    const end = at + 1 + 2 * (OUTLINE_POINTS[outline[at] as number] ?? 0)
    for (at++; at < end; at += 2) yield [outline[at] as number, outline[at + 1] as number]
  }
}
