// Affine maps of the plane in canvas order: x' = a x + c y + e, y' = b x + d y + f.

export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number]

/** `[left, top, right, bottom]`. */
export type Bounds = readonly [number, number, number, number]

export const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0]

/** The map that applies `inner` first and `outer` after it. */
export function multiply(outer: Matrix, inner: Matrix): Matrix {
  if (outer === IDENTITY) return inner
  if (inner === IDENTITY) return outer
  return [
    outer[0] * inner[0] + outer[2] * inner[1],
    outer[1] * inner[0] + outer[3] * inner[1],
    outer[0] * inner[2] + outer[2] * inner[3],
    outer[1] * inner[2] + outer[3] * inner[3],
    outer[0] * inner[4] + outer[2] * inner[5] + outer[4],
    outer[1] * inner[4] + outer[3] * inner[5] + outer[5],
  ]
}

/** The inverse; undefined for a map that flattens the plane. */
export function inverse(m: Matrix): Matrix | undefined {
  const determinant = m[0] * m[3] - m[1] * m[2]
  if (Math.abs(determinant) < 1e-12) return undefined
  const [a, b, c, d] = [m[3] / determinant, -m[1] / determinant, -m[2] / determinant, m[0] / determinant]
  return [a, b, c, d, -(a * m[4] + c * m[5]), -(b * m[4] + d * m[5])]
}

/** The axis-aligned bounds of a mapped rectangle. */
export function mapBounds(m: Matrix, [left, top, right, bottom]: Bounds): Bounds {
  const x1 = m[0] * left + m[2] * top
  const x2 = m[0] * right + m[2] * top
  const x3 = m[0] * left + m[2] * bottom
  const x4 = m[0] * right + m[2] * bottom
  const y1 = m[1] * left + m[3] * top
  const y2 = m[1] * right + m[3] * top
  const y3 = m[1] * left + m[3] * bottom
  const y4 = m[1] * right + m[3] * bottom
  return [
    Math.min(x1, x2, x3, x4) + m[4],
    Math.min(y1, y2, y3, y4) + m[5],
    Math.max(x1, x2, x3, x4) + m[4],
    Math.max(y1, y2, y3, y4) + m[5],
  ]
}

/** The smallest rectangle around both; an undefined one is empty. */
export function unite(one: Bounds | undefined, other: Bounds | undefined): Bounds | undefined {
  if (!one) return other
  if (!other) return one
  return [
    Math.min(one[0], other[0]),
    Math.min(one[1], other[1]),
    Math.max(one[2], other[2]),
    Math.max(one[3], other[3]),
  ]
}

/** The intersection; undefined when they do not meet. */
export function intersect(one: Bounds, other: Bounds): Bounds | undefined {
  const shared: Bounds = [
    Math.max(one[0], other[0]),
    Math.max(one[1], other[1]),
    Math.min(one[2], other[2]),
    Math.min(one[3], other[3]),
  ]
  return shared[0] < shared[2] && shared[1] < shared[3] ? shared : undefined
}

/** Whether a rectangle covers another one, with a tiny tolerance. */
export function contains(outer: Bounds, inner: Bounds): boolean {
  const hair = 1e-3
  return (
    outer[0] <= inner[0] + hair &&
    outer[1] <= inner[1] + hair &&
    outer[2] >= inner[2] - hair &&
    outer[3] >= inner[3] - hair
  )
}

/** Whether a map only moves and scales, without rotation or mirroring. */
export function isUpright(m: Matrix): boolean {
  return Math.abs(m[1]) < 1e-6 && Math.abs(m[2]) < 1e-6 && m[0] > 0 && m[3] > 0
}

/** Grows bounds by a margin on every side. */
export function grow([left, top, right, bottom]: Bounds, margin: number): Bounds {
  return [left - margin, top - margin, right + margin, bottom + margin]
}

/** How much the map scales lengths, as the mean of both axes. */
export function computeMeanScale(m: Matrix): number {
  return Math.sqrt(Math.abs(m[0] * m[3] - m[1] * m[2]))
}
