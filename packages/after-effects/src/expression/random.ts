// Random numbers for expressions: deterministic on every host. After Effects does not publish its generator, so ours give
// different numbers of the same distribution; see docs/decisions/0043-expressions.md.

/** Hashes integers to a 32-bit integer. */
export function hash(...parts: readonly number[]): number {
  let h = 0x9e3779b9
  for (const part of parts) {
    h = Math.imul(h ^ (part | 0), 0x85ebca6b)
    h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
    h ^= h >>> 16
  }
  return h >>> 0
}

/** Hashes a text to a 32-bit integer. */
export function hashText(text: string): number {
  let h = 0x811c9dc5
  for (let n = 0; n < text.length; n++) h = Math.imul(h ^ text.charCodeAt(n), 0x01000193)
  return h >>> 0
}

/** Hashes integers to a number from 0 to 1. */
export function share(...parts: readonly number[]): number {
  return hash(...parts) / 4294967296
}

/** Smooth one-dimensional noise, -1 to 1: random values at integers, joined by smooth curves. */
export function smoothNoise(seed: number, place: number): number {
  const cell = Math.floor(place)
  const t = place - cell
  const at = (n: number) => share(seed, cell + n) * 2 - 1
  const [a, b, c, d] = [at(-1), at(0), at(1), at(2)]
  // Catmull-Rom, clamped to the range.
  const value = b + 0.5 * t * (c - a + t * (2 * a - 5 * b + 4 * c - d + t * (3 * (b - c) + d - a)))
  return Math.min(1, Math.max(-1, value))
}

/** Perlin-like gradient noise, -1 to 1, in up to three dimensions: zero at integers. */
export function gradientNoise(seed: number, [x = 0, y = 0, z = 0]: readonly number[]): number {
  const [i, j, k] = [Math.floor(x), Math.floor(y), Math.floor(z)]
  const [u, v, w] = [x - i, y - j, z - k]
  const corner = (a: number, b: number, c: number) => {
    const slope = (axis: number) => share(seed, i + a, j + b, k + c, axis) * 2 - 1
    return slope(0) * (u - a) + slope(1) * (v - b) + slope(2) * (w - c)
  }
  const ease = (t: number) => t * t * t * (t * (t * 6 - 15) + 10)
  const mix = (t: number, a: number, b: number) => a + (b - a) * t
  const row = (b: number, c: number) => mix(ease(u), corner(0, b, c), corner(1, b, c))
  return mix(ease(w), mix(ease(v), row(0, 0), row(1, 0)), mix(ease(v), row(0, 1), row(1, 1)))
}
