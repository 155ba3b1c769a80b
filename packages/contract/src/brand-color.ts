// Colours of a brand: readable text colours, and the nearest readable shade. The browser imports this file, so it does not use
// zod.

/** The default colours. */
export const FIRST_ACCENT = '#f5a400'
export const FIRST_LINK = '#5b2a4e'

/** The contrast that WCAG 2.2 requires for text (success criterion 1.4.3, level AA). */
export const READABLE_CONTRAST = 4.5

const INKS = ['#16130f', '#ffffff', '#000000'] as const

/** The text colour for a surface: the store's ink if readable, else white or black, one of which always is. */
export function inkOn(surface: string): string {
  return INKS.find((ink) => contrast(ink, surface) >= READABLE_CONTRAST) ?? '#000000'
}

/** The colour itself if it is readable on all surfaces, else mixed with black or white until it is. */
export function readableOn(color: string, surfaces: readonly string[]): string {
  const isReadable = (shade: string) => surfaces.every((surface) => contrast(shade, surface) >= READABLE_CONTRAST)
  const towards = surfaces.some((surface) => contrast('#000000', surface) < READABLE_CONTRAST) ? '#ffffff' : '#000000'
  for (let share = 0; share < 1; share += 0.04) {
    const shade = mix(color, towards, share)
    if (isReadable(shade)) return shade
  }
  return towards
}

/** Mixes in a `share` of `other`, from 0 to 1, in sRGB. */
export function mix(color: string, other: string, share: number): string {
  const parts = channels(other)
  return `#${channels(color)
    .map((part, index) => Math.round(part + ((parts[index] ?? 0) - part) * share))
    .map((part) => part.toString(16).padStart(2, '0'))
    .join('')}`
}

/** Contrast of two colours, from 1 to 21 (WCAG 2.2, “contrast ratio”). */
export function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

/** From 0 to 1 (WCAG 2.2, “relative luminance”). */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = channels(color)
    .map((part) => part / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function channels(color: string): number[] {
  return [1, 3, 5].map((start) => Number.parseInt(color.slice(start, start + 2), 16))
}
