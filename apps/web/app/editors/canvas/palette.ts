// Owns the colours that a design offers: those that are in it already.
import type { Color, TemplateDocument } from '@vitrine/composition/document'

const offered = 18

/** Colours of a document, the most used first, as `#rrggbb`. Palettes of its colour fields come first of all. */
export function paletteOf(document: TemplateDocument): readonly Color[] {
  const counts = new Map<string, number>()
  const count = (color: string | undefined, weight: number) => {
    if (color) counts.set(color, (counts.get(color) ?? 0) + weight)
  }
  for (const field of document.fields) {
    if (field.type !== 'color') continue
    count(hexOf(field.default), 1000)
    for (const color of field.palette ?? []) count(hexOf(color), 900)
  }
  count(hexOf(document.canvas.background), 3)
  const visit = (value: unknown): void => {
    if (typeof value === 'string') count(hexOf(value), 1)
    else if (Array.isArray(value)) for (const one of value) visit(one)
    else if (typeof value === 'object' && value !== null) {
      for (const [key, one] of Object.entries(value)) {
        // Lottie writes colours as channels; nothing else of three numbers stands under these names.
        if ((key === 'c' || key === 'color' || key === 'fc' || key === 'sc') && Array.isArray(one)) count(hexOf(one), 1)
        else visit(one)
      }
    }
  }
  visit(document.layers)
  return [...counts]
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, offered)
    .map(([color]) => color)
}

function hexOf(color: unknown): string | undefined {
  if (typeof color === 'string') {
    const short = /^#([\da-f])([\da-f])([\da-f])$/i.exec(color)
    if (short) return `#${short[1]}${short[1]}${short[2]}${short[2]}${short[3]}${short[3]}`.toLowerCase()
    return /^#[\da-f]{6}([\da-f]{2})?$/i.test(color) ? color.slice(0, 7).toLowerCase() : undefined
  }
  if (!Array.isArray(color) || color.length < 3 || color.length > 4) return undefined
  if (!color.every((channel) => typeof channel === 'number' && channel >= 0 && channel <= 1)) return undefined
  const byte = (channel: number) =>
    Math.round(channel * 255)
      .toString(16)
      .padStart(2, '0')
  return `#${color.slice(0, 3).map(byte).join('')}`
}
