// Effects that change colours: tint, hue and saturation, brightness and contrast, warmth, inversion.

import { type Channels, type Color, channelsOfCss } from '../document/color.ts'
import type { Effect } from '../document/effect.ts'
import type { Property } from '../document/property.ts'
import { compileColor, compileNumber, type Watch } from '../evaluate/evaluate.ts'
import { lumaOf, type PixelData } from './pixels.ts'

/** Amounts as shares (1 is 100 percent), the hue as a share of the circle, brightness in levels of 255. */
export type ColorStep =
  | { type: 'tones'; tones: readonly string[]; amount: number }
  | { type: 'hue-saturation'; hue: number; saturation: number; lightness: number; colorize: boolean }
  | { type: 'brightness-contrast'; brightness: number; contrast: number }
  | { type: 'warmth'; amount: number }
  | { type: 'invert'; amount: number; channels: readonly boolean[] }
  | {
      type: 'levels'
      channels: readonly boolean[]
      from: readonly [number, number]
      gamma: number
      to: readonly [number, number]
    }

type ColorEffect = Extract<
  Effect,
  { type: 'tint' | 'tritone' | 'hue-saturation' | 'brightness-contrast' | 'warmth' | 'invert' | 'levels' }
>

/** Compiles an effect on colours to its step at a frame. */
export function compileColorStep(effect: ColorEffect, watch: Watch): (frame: number) => ColorStep {
  const number = (property: Property<number> | undefined, fallback: number) => compileNumber(property, fallback, watch)
  const color = (property: Property<Color> | undefined, fallback: string) => compileColor(property, fallback, watch)
  switch (effect.type) {
    case 'tint':
    case 'tritone': {
      const tones =
        effect.type === 'tint'
          ? [color(effect.black, '#000'), color(effect.white, '#fff')]
          : [color(effect.shadows, '#000'), color(effect.midtones, '#808080'), color(effect.highlights, '#fff')]
      const amount = number(effect.amount, 100)
      return (frame) => ({ type: 'tones', tones: tones.map((tone) => tone.at(frame)), amount: amount.at(frame) / 100 })
    }
    case 'invert': {
      const amount = number(effect.amount, 100)
      const channels = channelsOf(effect.channel)
      return (frame) => ({ type: 'invert', amount: amount.at(frame) / 100, channels })
    }
    case 'levels': {
      const channels = channelsOf(effect.channel)
      const [inBlack, inWhite] = [number(effect.inBlack, 0), number(effect.inWhite, 1)]
      const [outBlack, outWhite] = [number(effect.outBlack, 0), number(effect.outWhite, 1)]
      const gamma = number(effect.gamma, 1)
      return (frame) => ({
        type: 'levels',
        channels,
        from: [inBlack.at(frame), inWhite.at(frame)],
        gamma: gamma.at(frame),
        to: [outBlack.at(frame), outWhite.at(frame)],
      })
    }
    case 'warmth': {
      const amount = number(effect.amount, 0)
      return (frame) => ({ type: 'warmth', amount: amount.at(frame) / 100 })
    }
    case 'brightness-contrast': {
      const [brightness, contrast] = [number(effect.brightness, 0), number(effect.contrast, 0)]
      return (frame) => ({
        type: 'brightness-contrast',
        brightness: brightness.at(frame),
        contrast: contrast.at(frame) / 100,
      })
    }
    case 'hue-saturation': {
      const { colorize = false } = effect
      const [hue, saturation] = [number(effect.hue, 0), number(effect.saturation, colorize ? 25 : 0)]
      const lightness = number(effect.lightness, 0)
      return (frame) => ({
        type: 'hue-saturation',
        hue: hue.at(frame) / 360,
        saturation: saturation.at(frame) / 100,
        lightness: lightness.at(frame) / 100,
        colorize,
      })
    }
  }
}

/** What a step does to pixels. */
export function changeColors(step: ColorStep): (data: PixelData) => void {
  switch (step.type) {
    case 'invert':
      return throughTable((value) => value + (255 - 2 * value) * step.amount, step.channels)
    case 'levels':
      return throughTable((value) => 255 * levelOf(value / 255, step), step.channels)
    case 'brightness-contrast': {
      // The slope of the line through the middle grey, from flat (-1) to nearly upright (1).
      const slope = Math.tan(((Math.min(0.98, step.contrast) + 1) * Math.PI) / 4)
      return throughTable((value) => (value + step.brightness - 127.5) * slope + 127.5)
    }
    case 'warmth':
      return throughTables([1 + step.amount * 0.3, 1 + step.amount * 0.06, 1 - step.amount * 0.3])
    case 'tones':
      return paintTones(step.tones.map(channelsOfCss), step.amount)
    case 'hue-saturation':
      return (data) => turnHue(data, step)
  }
}

/** Whether a step changes colours alone. */
export function isColorStep(step: { type: string }): step is ColorStep {
  return COLOR_STEPS.has(step.type)
}

const COLOR_STEPS: ReadonlySet<string> = new Set<ColorStep['type']>([
  'tones',
  'hue-saturation',
  'brightness-contrast',
  'warmth',
  'invert',
  'levels',
])

/** Red, green, blue and alpha: which of them an effect changes. */
function channelsOf(channel: 'rgb' | 'red' | 'green' | 'blue' | 'alpha' = 'rgb'): readonly boolean[] {
  const all = channel === 'rgb'
  return [all || channel === 'red', all || channel === 'green', all || channel === 'blue', channel === 'alpha']
}

/** A level, 0 to 1, as After Effects' Levels maps it: outside the input it is held. */
function levelOf(value: number, { from, gamma, to }: Extract<ColorStep, { type: 'levels' }>): number {
  const span = from[1] - from[0]
  const share = span === 0 ? (value >= from[1] ? 1 : 0) : Math.min(1, Math.max(0, (value - from[0]) / span))
  return to[0] + (to[1] - to[0]) * share ** (1 / Math.max(0.01, gamma))
}

const COLORS = [true, true, true, false]

/** The same change for each of the channels. */
function throughTable(
  change: (value: number) => number,
  channels: readonly boolean[] = COLORS,
): (data: PixelData) => void {
  const table = Uint8ClampedArray.from({ length: 256 }, (_, value) => change(value))
  const changed = [0, 1, 2, 3].filter((k) => channels[k])
  return (data) => {
    for (let n = 0; n < data.length; n += 4)
      for (const k of changed) data[n + k] = table[data[n + k] as number] as number
  }
}

/** Each colour by a factor of its own, bent so that black and white stay what they are. */
function throughTables(factors: readonly [number, number, number]): (data: PixelData) => void {
  const tables = factors.map((factor) =>
    // A power keeps both ends; the exponent is chosen so that the middle grey is multiplied by the factor.
    Uint8ClampedArray.from({ length: 256 }, (_, value) => 255 * (value / 255) ** (1 - Math.log2(factor))),
  ) as [Uint8ClampedArray, Uint8ClampedArray, Uint8ClampedArray]
  const [red, green, blue] = tables
  return (data) => {
    for (let n = 0; n < data.length; n += 4) {
      data[n] = red[data[n] as number] as number
      data[n + 1] = green[data[n + 1] as number] as number
      data[n + 2] = blue[data[n + 2] as number] as number
    }
  }
}

/** Colours by luminance: the first for black, the last for white, those between at even distances. */
function paintTones(tones: readonly Channels[], amount: number): (data: PixelData) => void {
  const last = tones.length - 1
  return (data) => {
    for (let n = 0; n < data.length; n += 4) {
      if (data[n + 3] === 0) continue
      const [r, g, b] = [data[n] as number, data[n + 1] as number, data[n + 2] as number]
      const place = (lumaOf(r, g, b) / 255) * last
      const below = Math.min(last - 1, Math.floor(place))
      const [from, to] = [tones[below] as Channels, tones[below + 1] as Channels]
      for (let k = 0; k < 3; k++) {
        const own = data[n + k] as number
        const [start, end] = [from[k] as number, to[k] as number]
        data[n + k] = Math.round(own + (start + (end - start) * (place - below) - own) * amount)
      }
    }
  }
}

function turnHue(data: PixelData, step: Extract<ColorStep, { type: 'hue-saturation' }>): void {
  // Neighbouring pixels are often equal, above all in drawings.
  let last = -1
  let result: readonly [number, number, number] = [0, 0, 0]
  for (let n = 0; n < data.length; n += 4) {
    if (data[n + 3] === 0) continue
    const [r, g, b] = [data[n] as number, data[n + 1] as number, data[n + 2] as number]
    const packed = (r << 16) | (g << 8) | b
    if (packed !== last) {
      last = packed
      result = turned(r, g, b, step)
    }
    data[n] = result[0]
    data[n + 1] = result[1]
    data[n + 2] = result[2]
  }
}

function turned(
  r: number,
  g: number,
  b: number,
  step: Extract<ColorStep, { type: 'hue-saturation' }>,
): [number, number, number] {
  const [hue, saturation, lightness] = hslOf(r / 255, g / 255, b / 255)
  const strength = step.saturation
  const newSaturation = step.colorize
    ? Math.max(0, strength)
    : Math.min(1, strength > 0 ? saturation / Math.max(0.01, 1 - strength) : saturation * (1 + strength))
  const newLightness =
    step.lightness > 0 ? lightness + (1 - lightness) * step.lightness : lightness * (1 + step.lightness)
  return rgbOf(step.colorize ? step.hue : hue + step.hue, newSaturation, newLightness)
}

/** Hue, saturation and lightness from 0 to 1 (CSS Color 4, section 7). */
function hslOf(r: number, g: number, b: number): [number, number, number] {
  const [max, min] = [Math.max(r, g, b), Math.min(r, g, b)]
  const lightness = (max + min) / 2
  const range = max - min
  if (range === 0) return [0, 0, lightness]
  const saturation = range / (1 - Math.abs(2 * lightness - 1))
  const sector = max === r ? ((g - b) / range + 6) % 6 : max === g ? (b - r) / range + 2 : (r - g) / range + 4
  return [sector / 6, saturation, lightness]
}

function rgbOf(hue: number, saturation: number, lightness: number): [number, number, number] {
  const turn = (hue - Math.floor(hue)) * 12
  const reach = saturation * Math.min(lightness, 1 - lightness)
  const channel = (n: number) => {
    const k = (n + turn) % 12
    return Math.round((lightness - reach * Math.max(-1, Math.min(k - 3, 9 - k, 1))) * 255)
  }
  return [channel(0), channel(8), channel(4)]
}
