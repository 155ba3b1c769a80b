// The fixed colours of a layer: finds them in all properties with colours, and replaces one by a field, in all its opacities.

import { isRecord } from '@vitrine/document/check'
import { type Color, channelsToHex, isColor, toChannels } from '@vitrine/document/color'
import type { FieldBinding } from '@vitrine/document/property'
import { isBinding } from './resolve.ts'

/** The replacement for a colour `#rrggbb` of some opacity; undefined preserves it. */
type Replace = (color: string, alpha: number) => FieldBinding | undefined

/** The colours of a layer, `#rrggbb` without duplicates; for a group, without its children. Colours bound to fields are excluded. */
export function listColors(layer: object): string[] {
  const found = new Set<string>()
  mapColors(layer, (color) => {
    found.add(color)
    return undefined
  })
  return [...found]
}

/** Replaces a colour `#rrggbb` by a field in a layer, or in a shape variant's changes of a layer. */
export function bindColor<Part extends object>(part: Part, color: string, $field: string): Part {
  return mapColors(part, (found, alpha) => {
    if (found !== color) return undefined
    return alpha < 1 ? { $field, alpha } : { $field }
  })
}

/** Visits colours by property name; the colour that a key removes is excluded. */
function mapColors<Part extends object>(part: Part, replace: Replace): Part {
  const each = (map: (value: unknown) => unknown) => (list: unknown) => (Array.isArray(list) ? list.map(map) : list)
  const property = (value: unknown) => mapProperty(value, replace)
  const stops = each((stop) => (Array.isArray(stop) ? [stop[0], property(stop[1])] : stop))
  const paint = (value: unknown) =>
    isRecord(value) && 'gradient' in value ? { ...value, stops: stops(value.stops) } : property(value)
  const within = (maps: Maps) => (value: unknown) => (isRecord(value) ? mapEntries(value, maps) : value)
  const colored = within({ color: property })
  const shape = (item: unknown): unknown => {
    if (!isRecord(item)) return item
    if (item.ty === 'gr') return mapEntries(item, { it: each(shape) })
    if (item.ty === 'fl' || item.ty === 'st') return mapEntries(item, { c: property })
    return mapEntries(unpackStops(item, replace), { stops })
  }
  const effect = (value: unknown) =>
    isRecord(value) && value.type !== 'key'
      ? mapEntries(value, Object.fromEntries(effectColors.map((name) => [name, property])))
      : value
  return mapEntries(part, {
    color: paint,
    fill: paint,
    stroke: colored,
    shadow: colored,
    border: colored,
    background: property,
    colors: each(property),
    animate: each(within({ to: within({ fill: property, stroke: property }) })),
    shapes: each(shape),
    effects: each(effect),
  })
}

const effectColors = ['color', 'black', 'white', 'highlights', 'midtones', 'shadows']

type Maps = Readonly<Record<string, (value: unknown) => unknown>>

function mapEntries<Part extends object>(part: Part, maps: Maps): Part {
  const entries = Object.entries(part).map(([name, value]) => {
    const map = Object.hasOwn(maps, name) ? maps[name] : undefined
    return [name, map ? map(value) : value] as const
  })
  return Object.fromEntries(entries) as Part
}

/** A colour, either fixed or in each keyframe. */
function mapProperty(value: unknown, replace: Replace): unknown {
  const plain = toPlain(value)
  if (plain !== undefined) return bound(plain, replace) ?? value
  if (!isRecord(value) || isBinding(value)) return value
  const still = toPlain(value.k)
  if (still !== undefined) return bound(still, replace) ?? value
  if (!Array.isArray(value.k)) return value
  const keys = value.k.map((key: unknown) => {
    const state = isRecord(key) ? toPlain(key.s) : undefined
    const binding = state === undefined ? undefined : bound(state, replace)
    return binding ? { ...(key as object), s: binding } : key
  })
  return { ...value, k: keys }
}

/** Lottie wraps single values in a list. */
function toPlain(value: unknown): Color | undefined {
  if (isColor(value)) return value
  return Array.isArray(value) && value.length === 1 && isColor(value[0]) ? value[0] : undefined
}

function bound(color: Color, replace: Replace): FieldBinding | undefined {
  const channels = toChannels(color)
  // Three decimals are finer than the 256 levels of an opacity.
  return replace(channelsToHex(channels), Math.round(channels[3] * 1000) / 1000)
}

/** After Effects exports a gradient's colours as one list of numbers: converts it to stops when one of them is replaced. */
function unpackStops(item: Record<string, unknown>, replace: Replace): Record<string, unknown> {
  const { g, ...rest } = item
  const count = isRecord(g) && typeof g.p === 'number' ? g.p : 0
  const packed = isRecord(g) ? (isRecord(g.k) ? g.k.k : g.k) : undefined
  // Animated gradients, and those with separate opacity stops, stay unchanged.
  const isPlain =
    Array.isArray(packed) && packed.length === count * 4 && packed.every((item) => typeof item === 'number')
  if (!isPlain || count < 2 || count > 16) return item
  const stops = Array.from({ length: count }, (_, n) => {
    const [offset = 0, ...channels] = (packed as number[]).slice(n * 4, n * 4 + 4).map(toShare)
    return [offset, channels] as const
  })
  // Visits all stops, because a caller may only list them.
  const isReplaced = stops.map(([, color]) => bound(color, replace)).some((binding) => binding !== undefined)
  return isReplaced ? { ...rest, stops } : item
}

const toShare = (value: number) => Math.min(1, Math.max(0, value))
