// Deterministic random numbers: computed from a seed and a position, without any state.

/** A number from 0 (inclusive) to 1 (exclusive) for a seed and up to three integers. */
export function chance(seed: number, a: number, b = 0, c = 0): number {
  let h = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(a + 0x7f4a7c15, 0xc2b2ae35)
  h = Math.imul(h ^ (h >>> 15), 0x2c1b3c6d) ^ Math.imul(b + 0x165667b1, 0x27d4eb2f)
  h = Math.imul(h ^ (h >>> 13), 0x297a2d39) ^ Math.imul(c + 0x3243f6a9, 0x9e3779b1)
  h = Math.imul(h ^ (h >>> 16), 0x7feb352d)
  h = Math.imul(h ^ (h >>> 15), 0x846ca68b)
  return ((h ^ (h >>> 16)) >>> 0) / 4294967296
}

/** Interpolates between the ends of a range. */
export function between(range: readonly [number, number], share: number): number {
  return range[0] + (range[1] - range[0]) * share
}
