// The arithmetic of keying, for pictures keyed while they are drawn and for videos keyed once and for all.
// A pixel is taken for a mixture a·F + (1 − a)·K of what stands there and the screen. Since hardly anything that people video
// is greener (bluer) than both its other channels, the share of the screen is the pixel's dominance of that channel over the
// screen's own (the colour-difference matte of Petro Vlahos); subtracting the screen's share leaves premultiplied colour.

/** Red, green and blue, 0 to 255. */
export type Rgb = readonly [number, number, number]

/** The place of a colour's leading channel. */
export type Channel = 0 | 1 | 2

/** A colour whose main channel leads by less is no screen. */
export const MIN_DOMINANCE = 48

/** By how much a channel leads the larger of the others. */
export function computeDominance(pixels: ArrayLike<number>, at: number, main: Channel): number {
  const one = main === 0 ? 1 : 0
  const other = main === 2 ? 1 : 2
  return (pixels[at + main] as number) - Math.max(pixels[at + one] as number, pixels[at + other] as number)
}

/** The share of the screen in a pixel whose dominance is `raw` times the screen's: none up to `low`, all from `high` on. */
export function shareOfScreen(raw: number, low: number, high: number): number {
  return Math.min(1, Math.max(0, (raw - low) / (high - low)))
}

/**
 * The screen's colour: the median of what is strongly green, or blue, whichever there is more of. Undefined when less than a
 * fiftieth of the picture is.
 * @param pixels RGBA
 */
export function findScreenColor(pixels: ArrayLike<number>): Rgb | undefined {
  const found: Record<1 | 2, number[]> = { 1: [], 2: [] }
  const step = 4 * Math.max(1, Math.floor(pixels.length / 4 / 40_000))
  for (let at = 0; at + 3 < pixels.length; at += step) {
    for (const main of [1, 2] as const) if (computeDominance(pixels, at, main) >= MIN_DOMINANCE) found[main].push(at)
  }
  const list = found[1].length >= found[2].length ? found[1] : found[2]
  if (list.length < pixels.length / step / 50) return undefined
  const median = (channel: number) => {
    const values = list.map((at) => pixels[at + channel] as number).sort((a, b) => a - b)
    return values[Math.floor(values.length / 2)] as number
  }
  return [median(0), median(1), median(2)]
}
