// Colours: conversion of the document's two notations to channels, interpolation, and canvas colour texts. Blend modes.
import { described, named, oneOf } from './check.ts'

/** A colour: `#rgb`, `#rrggbb`, `#rrggbbaa`, or Lottie's `[r, g, b]` / `[r, g, b, a]` with channels 0 to 1. */
export type Color = string | readonly number[]

/** Red, green, blue 0 to 255 and alpha 0 to 1. */
export type Channels = readonly [number, number, number, number]

const HEX = /^#([0-9a-f]{3}|[0-9a-f]{4}|[0-9a-f]{6}|[0-9a-f]{8})$/i

/** Whether the value is a colour in one of the two notations. */
export function isColor(value: unknown): value is Color {
  if (typeof value === 'string') return HEX.test(value)
  return (
    Array.isArray(value) &&
    (value.length === 3 || value.length === 4) &&
    value.every((channel) => typeof channel === 'number' && channel >= 0 && channel <= 1)
  )
}

const NEEDED = 'A colour such as "#b4143c" is needed'
const hexSchema = { type: 'string', pattern: '^#([0-9a-fA-F]{3}|[0-9a-fA-F]{4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})$' }

export const color = named(
  'color',
  described<Color>(
    () => ({
      anyOf: [
        hexSchema,
        { type: 'array', items: { type: 'number', minimum: 0, maximum: 1 }, minItems: 3, maxItems: 4 },
      ],
    }),
    (value, report) => isColor(value) || report.fail('wrong-type', NEEDED),
  ),
)

/** A colour that customers see as text. */
export const hexColor = described<string>(
  () => hexSchema,
  (value, report) => (typeof value === 'string' && isColor(value)) || report.fail('wrong-type', NEEDED),
)

/** Channels of a valid colour; invalid ones are read as opaque black, because the validator has already rejected them. */
export function toChannels(color: Color): Channels {
  if (typeof color !== 'string') {
    return [(color[0] ?? 0) * 255, (color[1] ?? 0) * 255, (color[2] ?? 0) * 255, color[3] ?? 1]
  }
  if (!HEX.test(color)) return [0, 0, 0, 1]
  const digits = color.length < 6 ? [...color.slice(1)].map((digit) => digit + digit).join('') : color.slice(1)
  const channel = (n: number) => Number.parseInt(digits.slice(n * 2, n * 2 + 2), 16)
  return [channel(0), channel(1), channel(2), digits.length === 8 ? channel(3) / 255 : 1]
}

/** The canvas colour text. Channels are rounded, so that equal looks give equal texts and caches work. */
export function toCss([red, green, blue, alpha]: Channels): string {
  const r = Math.round(red)
  const g = Math.round(green)
  const b = Math.round(blue)
  return alpha >= 1 ? `rgb(${r},${g},${b})` : `rgba(${r},${g},${b},${Math.round(Math.max(0, alpha) * 1000) / 1000})`
}

/** Interpolates two colours channel by channel. */
export function mixChannels(from: Channels, to: Channels, share: number): Channels {
  const at = (n: 0 | 1 | 2 | 3) => from[n] + (to[n] - from[n]) * share
  const clamp = (value: number, max: number) => Math.min(max, Math.max(0, value))
  return [clamp(at(0), 255), clamp(at(1), 255), clamp(at(2), 255), clamp(at(3), 1)]
}

/** Interpolates two colours in the format of `toCss`. */
export function mixCss(from: string, to: string, share: number): string {
  if (share <= 0) return from
  if (share >= 1) return to
  return toCss(mixChannels(parseCssColor(from), parseCssColor(to), share))
}

/** Parses the channels of a colour in the format of `toCss`. */
export function parseCssColor(css: string): Channels {
  const [r = 0, g = 0, b = 0, alpha = 1] = (css.match(/[\d.]+/g) ?? []).map(Number)
  return [r, g, b, alpha]
}

/** Multiplies the alpha of a colour. */
function withAlpha([red, green, blue, alpha]: Channels, factor: number): Channels {
  return [red, green, blue, alpha * factor]
}

/** A tone of the colour as `#rrggbbaa`: shade -1 is black, 0 the colour, 1 white; alpha multiplies. */
export function computeTone(color: Color, shade: number, alpha: number): string {
  const own = toChannels(color)
  const target: Channels = shade < 0 ? [0, 0, 0, own[3]] : [255, 255, 255, own[3]]
  const mixed = withAlpha(mixChannels(own, target, Math.min(1, Math.abs(shade))), alpha)
  return mixed[3] >= 1 ? channelsToHex(mixed) : channelsToHex(mixed) + toHexPair(mixed[3] * 255)
}

/** A colour without its alpha, as `#rrggbb`. */
export function channelsToHex([red, green, blue]: Channels): string {
  return `#${[red, green, blue].map(toHexPair).join('')}`
}

function toHexPair(value: number): string {
  return Math.round(value).toString(16).padStart(2, '0')
}

// How a layer, a shape group or a paint is blended with the content below it.

/** Blend modes by their canvas names, each at its index in Lottie; indices are accepted on read and stored as names. */
export const BLEND_MODES = [
  'normal',
  'multiply',
  'screen',
  'overlay',
  'darken',
  'lighten',
  'color-dodge',
  'color-burn',
  'hard-light',
  'soft-light',
  'difference',
  'exclusion',
  'hue',
  'saturation',
  'color',
  'luminosity',
  'add',
] as const

export type BlendMode = (typeof BLEND_MODES)[number]

/** A name or a number. */
export const blendMode = oneOf(...BLEND_MODES, ...BLEND_MODES.keys())

/** The canvas name of a mode. */
export function canvasMode(mode: BlendMode | undefined): string {
  return mode === undefined || mode === 'normal' ? 'source-over' : mode === 'add' ? 'lighter' : mode
}
