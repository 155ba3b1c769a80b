// The arithmetic of keying, for pictures keyed during drawing and for videos keyed in advance. A pixel is modelled as a mixture
// a·F + (1 − a)·K of foreground and screen. Hardly any foreground is greener (or bluer) than both its other channels. The
// screen's share is therefore the pixel's dominance of that channel relative to the screen's own (the colour-difference matte
// of Petro Vlahos); subtracting the screen's share leaves premultiplied colour.

/** Red, green and blue, 0 to 255. */
export type Rgb = readonly [number, number, number]

/** Index of a colour's dominant channel. */
export type Channel = 0 | 1 | 2

/** A colour with less dominance is no screen. */
export const MIN_DOMINANCE = 48

/** By how much a channel exceeds the larger of the others. */
export function computeDominance(pixels: ArrayLike<number>, at: number, main: Channel): number {
  const one = main === 0 ? 1 : 0
  const other = main === 2 ? 1 : 2
  return (pixels[at + main] as number) - Math.max(pixels[at + one] as number, pixels[at + other] as number)
}

/** The share of the screen in a pixel with `raw` times the screen's dominance: 0 up to `low`, 1 from `high` on. */
export function shareOfScreen(raw: number, low: number, high: number): number {
  return Math.min(1, Math.max(0, (raw - low) / (high - low)))
}

/**
 * The screen's colour: the median of the strongly green or blue pixels, whichever are more. Undefined when they are less than a
 * fiftieth of the picture.
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
