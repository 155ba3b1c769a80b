// The contrast of colours.
import type { Color } from '@vitrine/document/color'

/** Enough contrast to be visible: less than WCAG requires for graphics, because decoration is exempt. */
const SEEN = 1.8

/** The contrast ratio of WCAG, 1 to 21, for two colours as `#rrggbb`. */
export function computeContrast(one: string, other: string): number {
  const [low = 0, high = 0] = [computeLuminance(one), computeLuminance(other)].toSorted((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

function computeLuminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return red * 0.2126 + green * 0.7152 + blue * 0.0722
}

/** The first colour of a palette that is visible on a ground; otherwise black or white. */
export function colorOn(ground: string, palette: readonly Color[]): Color {
  const [ink, paper] = ['#000000', '#ffffff']
  const strongest = computeContrast(ink, ground) > computeContrast(paper, ground) ? ink : paper
  return palette.find((color) => computeContrast(String(color), ground) >= SEEN) ?? strongest
}
