// The colours of a design, and their contrast.
import type { Color } from '@vitrine/document/color'
import type { TemplateDocument } from '@vitrine/document/document'

const offered = 18

/** Colours of a document, the most used first, as `#rrggbb`. Palettes of its colour fields come before all others. */
export function computePalette(document: TemplateDocument): readonly Color[] {
  const counts = new Map<string, number>()
  const count = (color: string | undefined, weight: number) => {
    if (color) counts.set(color, (counts.get(color) ?? 0) + weight)
  }
  for (const field of document.fields) {
    if (field.type !== 'color') continue
    count(toHex(field.default), 1000)
    for (const color of field.palette ?? []) count(toHex(color), 900)
  }
  count(toHex(document.canvas.background), 3)
  withColors(document.layers, (color) => void count(color, 1))
  return [...counts]
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, offered)
    .map(([color]) => color)
}

/** Lottie writes colours as channels; no other property of three numbers has these names. */
function isChannels(key: string, value: unknown): value is number[] {
  return (key === 'c' || key === 'color' || key === 'fc' || key === 'sc') && Array.isArray(value)
}

/**
 * A layer's property with each colour replaced by `change`, which receives `#rrggbb` and returns undefined to keep a
 * colour. Transparency stays. Returns the same value when nothing changes.
 */
export function withColors(value: unknown, change: (color: string) => string | undefined): unknown {
  if (typeof value === 'string') {
    const before = toHex(value)
    const next = before && change(before)
    return next === undefined || next === before ? value : `${next}${value.length === 9 ? value.slice(7) : ''}`
  }
  if (Array.isArray(value)) {
    const list = value.map((item) => withColors(item, change))
    return list.every((entry, n) => entry === value[n]) ? value : list
  }
  if (typeof value !== 'object' || value === null) return value
  const before = Object.entries(value)
  const after = before.map(([key, one]) => [
    key,
    isChannels(key, one) ? withChannels(one, change) : withColors(one, change),
  ])
  return after.every(([, one], n) => one === before[n]?.[1]) ? value : Object.fromEntries(after)
}

function withChannels(channels: number[], change: (color: string) => string | undefined): number[] {
  const before = toHex(channels)
  const next = before && change(before)
  if (next === undefined || next === before) return channels
  const parts = [1, 3, 5].map((at) => Number.parseInt(next.slice(at, at + 2), 16) / 255)
  return [...parts, ...channels.slice(3)]
}

/** `#rrggbb` of a colour in hexadecimal digits or as channels from 0 to 1. */
export function toHex(color: unknown): string | undefined {
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
