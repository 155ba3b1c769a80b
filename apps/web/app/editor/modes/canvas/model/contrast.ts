// How well colours can be told apart.
import type { Color } from '@vitrine/document/color'

/** Seen beside a ground without effort: less than what WCAG asks of graphics, as decoration is. */
const SEEN = 1.8

/** 1 to 21, as WCAG measures it, of two colours as `#rrggbb`. */
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

/** The first colour of a palette that is seen on a ground; black or white where none is. */
export function colorOn(ground: string, palette: readonly Color[]): Color {
  const [ink, paper] = ['#000000', '#ffffff']
  const strongest = computeContrast(ink, ground) > computeContrast(paper, ground) ? ink : paper
  return palette.find((color) => computeContrast(String(color), ground) >= SEEN) ?? strongest
}
