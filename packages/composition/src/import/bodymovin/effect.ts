// The effects of layers. Bodymovin writes a few with a number of their own and all others as number 5, known by After Effects'
// match name; their parameters stand in the order of the Effect Controls panel.
import { BLEND_MODES } from '../../document/blend-mode.ts'
import { isRecord, numberOr, records, textOr } from '../source/cleanse.ts'
import { clause, remarkText } from '../source/lint.ts'
import {
  anyNumber,
  at,
  colorKind,
  convertProperty,
  isMoving,
  mapProperty,
  numberKind,
  type PropertyJson,
  percent,
  type Scope,
  type ValueKind,
  vectorKind,
} from './property.ts'

const MAX_EFFECTS = 30
/** Sliders, angles and the like: they only carry values for expressions. */
const CONTROLS = new Set([0, 1, 2, 3, 4, 6, 7, 10])

/** Match names of panels that were made without the prefix `Pseudo/`, the last one by After Effects' own preset. */
const PANELS = new Set(['seamless wiggle loop', 'ADBE CM WigglePosition'])

/** Match names of the effects that have a number of their own. */
const NUMBERED: Readonly<Record<number, string>> = {
  20: 'ADBE Tint',
  21: 'ADBE Fill',
  22: 'ADBE Stroke',
  23: 'ADBE Tritone',
  24: 'ADBE Pro Levels2',
  25: 'ADBE Drop Shadow',
  26: 'ADBE Radial Wipe',
  27: 'ADBE Displacement Map',
  28: 'ADBE Set Matte3',
  29: 'ADBE Gaussian Blur 2',
}

/** The effects of a layer, in their order; what is not drawn is reported. */
export function convertEffects(raw: unknown, scope: Scope): unknown[] | undefined {
  const effects = records(raw).flatMap((effect, n) => {
    if (!isOn(effect) || isControl(effect)) return []
    return convertEffect(effect, at(scope, n))
  })
  if (effects.length > MAX_EFFECTS)
    scope.lint.error(
      'effect',
      scope.path,
      'Only the first {most} effects of a layer are drawn; pre-compose the layer and put the others on the precomp',
      { most: MAX_EFFECTS },
    )
  return effects.length > 0 ? effects.slice(0, MAX_EFFECTS) : undefined
}

/** Whether effects of a layer change its picture, or that of what lies below an adjustment layer. */
export function hasVisibleEffects(raw: unknown): boolean {
  return records(raw).some((effect) => isOn(effect) && !isControl(effect))
}

/** The place of a layer's first effect of a match name that is switched on; -1 without one. */
export function placeOfEffect(effects: readonly Record<string, unknown>[], match: string): number {
  return effects.findIndex(
    (effect) => isOn(effect) && (effect.mn === match || NUMBERED[numberOr(effect.ty, -1)] === match),
  )
}

function isOn({ en }: Record<string, unknown>): boolean {
  return en !== 0 && en !== false
}

function isControl(effect: Record<string, unknown>): boolean {
  const match = textOr(effect.mn, '')
  // Custom panels, such as those of rigging scripts, hold controls alone and draw nothing.
  if (/^pseudo\//i.test(match) || /^ADBE .* Control$/.test(match) || PANELS.has(match)) return true
  const kind = numberOr(effect.ty, -1)
  return match === '' ? CONTROLS.has(kind) || kind === 5 : CONTROLS.has(kind)
}

/** The parameters of one effect by their place in the Effect Controls panel, from 0. */
interface Parameters {
  readonly scope: Scope
  readonly name: string
  /** The parameters as they were exported. */
  readonly raw: readonly Record<string, unknown>[]
  read(index: number, kind: ValueKind): PropertyJson | undefined
  /** The choice of a menu or checkbox; one that moves is taken as it is first. */
  choice(index: number, fallback: number): number
  /** Reports a choice that is not drawn: `what` is the parameter as After Effects names it. */
  refuse(what: string, advice: string): void
  near(what: string): void
}

function parametersOf(effect: Record<string, unknown>, name: string, scope: Scope): Parameters {
  const list = records(effect.ef)
  const read: Parameters['read'] = (index, kind) =>
    convertProperty(list[index]?.v, kind, at(at(at(scope, 'ef'), index), 'v'))
  return {
    scope,
    name,
    raw: list,
    read,
    choice(index, fallback) {
      const { v } = list[index] ?? {}
      const value = isRecord(v) ? v.k : v
      const first = Array.isArray(value) ? (isRecord(value[0]) ? value[0].s : value[0]) : value
      return Math.round(numberOr(Array.isArray(first) ? first[0] : first, fallback))
    },
    refuse: (what, advice) =>
      scope.lint.error('effect', scope.path, [
        clause('The effect "{effect}" is drawn without "{part}"', { effect: name, part: what }),
        clause(advice),
      ]),
    near: (what) =>
      scope.lint.warn('effect', scope.path, [
        clause('The effect "{effect}" is drawn nearly as in After Effects', { effect: name }),
        clause(what),
      ]),
  }
}

function convertEffect(effect: Record<string, unknown>, scope: Scope): unknown[] {
  const match = textOr(effect.mn, '') || (NUMBERED[numberOr(effect.ty, -1)] ?? '')
  const name = textOr(effect.nm, match || `number ${numberOr(effect.ty, -1)}`).slice(0, 60)
  const convert = Object.hasOwn(EFFECTS, match) ? EFFECTS[match] : undefined
  const converted = convert?.(parametersOf(effect, name, scope))
  if (converted) return [converted].flat()
  scope.lint.error('effect', scope.path, [
    clause('The effect "{effect}" is not drawn', { effect: name }),
    clause(ADVICE[match] ?? UNDRAWN),
  ])
  return []
}

/** What to do about an effect that is not drawn. */
export const UNDRAWN = remarkText(
  'leave it away, or render the layer to a video with transparency and name it in "plates"',
)

const ADVICE: Readonly<Record<string, string>> = {
  'ADBE CurvesCustom': remarkText('Bodymovin does not export its curve: use Levels'),
  'ADBE FreePin3': remarkText(
    'Bodymovin does not export its mesh: render the layer to a video with transparency and name it in "plates"',
  ),
}

type Converter = (parameters: Parameters) => object | undefined

const signed = numberKind(-100, 100)
const from255 = numberKind(0, 100, 100 / 255)

const EFFECTS: Readonly<Record<string, Converter>> = {
  'ADBE Tint': ({ read }) => ({
    type: 'tint',
    black: read(0, colorKind) ?? '#000000',
    white: read(1, colorKind) ?? '#ffffff',
    amount: read(2, percent) ?? 100,
  }),
  'ADBE Fill': ({ read, choice, refuse }) => {
    if (choice(3, 0) === 1) refuse('Invert', remarkText('leave it off'))
    if ([4, 5].some((feather) => (read(feather, anyNumber) ?? 0) !== 0)) refuse('Feather', remarkText('set it to 0'))
    return { type: 'fill', color: read(2, colorKind) ?? '#000000', opacity: read(6, numberKind(0, 100, 100)) ?? 100 }
  },
  'ADBE Tritone': ({ read }) => ({
    type: 'tritone',
    highlights: read(0, colorKind) ?? '#ffffff',
    midtones: read(1, colorKind) ?? '#808080',
    shadows: read(2, colorKind) ?? '#000000',
    ...optional('amount', inverted(read(3, percent)), 100),
  }),
  'ADBE Drop Shadow': ({ scope, read, choice }) => {
    // After Effects' softness is four standard deviations, our blur two. Skottie takes 3.3, lottie-ios five.
    const blur = read(4, numberKind(0, 500, 0.5)) ?? 0
    if (blur !== 0) scope.lint.playersDiffer(scope.path, 'Drop Shadow › Softness')
    return {
      type: 'shadow',
      color: read(0, colorKind) ?? '#000000',
      opacity: read(1, from255) ?? 50,
      direction: read(2, anyNumber) ?? 135,
      distance: read(3, anyNumber) ?? 5,
      blur,
      ...(choice(5, 0) === 1 ? { only: true } : {}),
    }
  },
  'ADBE Gaussian Blur 2': blur,
  'ADBE Gaussian Blur': blur,
  'ADBE Fast Blur': blur,
  'ADBE Box Blur2': boxBlur,
  'ADBE Box Blur': boxBlur,
  'ADBE Motion Blur': ({ read, near }) => {
    near(remarkText('the blur falls off softly to both ends'))
    return {
      type: 'blur',
      radius: read(1, numberKind(0, 500, 0.5)) ?? 0,
      angle: read(0, anyNumber) ?? 0,
    }
  },
  'ADBE Brightness & Contrast': brightness,
  'ADBE Brightness & Contrast 2': brightness,
  'ADBE HUE SATURATION': hueSaturation,
  'ADBE Invert': ({ read, choice, refuse }) => {
    const channel = ({ 1: 'rgb', 2: 'red', 3: 'green', 4: 'blue', 16: 'alpha' } as Record<number, string>)[choice(0, 1)]
    if (!channel) refuse('Channel', remarkText('choose RGB, Red, Green, Blue or Alpha'))
    const amount = inverted(read(1, percent)) ?? 100
    return { type: 'invert', amount, ...(channel === undefined || channel === 'rgb' ? {} : { channel }) }
  },
  'ADBE Easy Levels2': ({ read, choice, refuse }) => {
    const channel = ['rgb', 'red', 'green', 'blue', 'alpha'][choice(0, 1) - 1]
    if (!channel) refuse('Channel', remarkText('choose RGB, Red, Green, Blue or Alpha'))
    return levels(read, 2, channel ?? 'rgb')
  },
  'ADBE Pro Levels2': ({ read }) =>
    // The panel holds one group per channel, each of a heading and five levels.
    ['rgb', 'red', 'green', 'blue', 'alpha'].flatMap((channel, n) => levels(read, 3 + n * 6, channel) ?? []),
  'ADBE Ramp': ({ read, choice, refuse }) => {
    if ((read(5, anyNumber) ?? 0) !== 0) refuse('Ramp Scatter', remarkText('set it to 0'))
    return {
      type: 'ramp',
      from: read(0, vectorKind) ?? [0, 0],
      start: read(1, colorKind) ?? '#000000',
      to: read(2, vectorKind) ?? [0, 100],
      end: read(3, colorKind) ?? '#ffffff',
      ...(choice(4, 1) === 2 ? { shape: 'radial' } : {}),
      ...optional('blend', read(6, percent), 0),
    }
  },
  'ADBE Glo2': ({ read, choice, refuse, near }) => {
    near(remarkText('its light falls off a little differently'))
    if (choice(0, 1) === 2) refuse('Glow Based On: Alpha Channel', remarkText('choose Color Channels'))
    if (choice(6, 1) !== 1) refuse('Glow Colors', remarkText('choose Original Colors'))
    return {
      type: 'glow',
      threshold: read(1, from255) ?? 60,
      // After Effects' radius is about two standard deviations.
      radius: read(2, numberKind(0, 500, 0.5)) ?? 5,
      intensity: read(3, numberKind(0, 10)) ?? 1,
    }
  },
  'ADBE 4ColorGradient': fourColors,
  'ADBE Linear Wipe': ({ read }) => ({
    type: 'linear-wipe',
    completion: read(0, percent) ?? 0,
    angle: read(1, anyNumber) ?? 90,
    ...optional('feather', read(2, numberKind(0, 500)), 0),
  }),
  'ADBE Radial Wipe': ({ read, choice }) => ({
    type: 'radial-wipe',
    completion: read(0, percent) ?? 0,
    angle: read(1, anyNumber) ?? 0,
    center: read(2, vectorKind) ?? [0, 0],
    ...(choice(3, 1) > 1 ? { turn: choice(3, 1) === 2 ? 'counterclockwise' : 'both' } : {}),
    ...optional('feather', read(4, numberKind(0, 500)), 0),
  }),
  'ADBE Geometry2': transform,
  'ADBE Bulge': ({ read, choice, refuse, near }) => {
    near(remarkText('its bulge rises a little differently'))
    if ((read(4, anyNumber) ?? 0) !== 0) refuse('Taper Radius', remarkText('set it to 0'))
    if (choice(6, 0) === 1) refuse('Pinning', remarkText('leave it off'))
    const radius = numberKind(0, 8000)
    return {
      type: 'bulge',
      center: read(2, vectorKind) ?? [0, 0],
      radiusX: read(0, radius) ?? 50,
      radiusY: read(1, radius) ?? 50,
      ...optional('height', read(3, numberKind(-4, 4)), 1),
    }
  },
  'ADBE Simple Choker': ({ read, choice, refuse, near }) => {
    if (choice(0, 1) !== 1) refuse('View', remarkText('choose Final Output'))
    const amount = read(1, signed) ?? 0
    if (amount === 0) return []
    near(remarkText('its corners are a little rounder'))
    return { type: 'choke', amount }
  },
  // Only makes room around the layer for the effects after it, of which ours have enough.
  'ADBE GROW BOUNDS': () => [],
  // The list that the layer stands in makes a matte of it: `readSetMatte`.
  'ADBE Set Matte3': () => [],
  // A layer beside its own: `strokeMasks`.
  'ADBE Stroke': () => [],
  // A group in place of the layer: `crossBlur`.
  'CS CrossBlur': () => [],
  // Likewise: `echo`.
  'ADBE Echo': () => [],
}

function optional(key: string, value: PropertyJson | undefined, rest: unknown): Record<string, PropertyJson> {
  return value === undefined || value === rest ? {} : { [key]: value }
}

/** Points, colours and numbers are found by their kinds: headings of the panel stand between them. */
function fourColors({ raw, read, choice, refuse, near }: Parameters): object | undefined {
  const places = (kind: number) => raw.flatMap(({ ty }, n) => (ty === kind ? [n] : []))
  const [points, colors, numbers] = [places(3), places(2), places(0)]
  if (points.length < 4 || colors.length < 4) return undefined
  near(remarkText('its colours mix a little differently'))
  const [blend = -1, jitter = -1, opacity = -1] = numbers
  const mode = places(7).at(-1) ?? -1
  if (choice(jitter, 0) !== 0) refuse('Jitter', remarkText('set it to 0'))
  // "None" is how the effect comes: the colours take the place of the layer's own.
  // The numbers of the other modes are not written down anywhere.
  if (mode >= 0 && choice(mode, 1) > 2) refuse('Blending Mode', remarkText('choose None or Normal'))
  return {
    type: 'four-color',
    points: points.slice(0, 4).map((n) => read(n, vectorKind) ?? [0, 0]),
    colors: colors.slice(0, 4).map((n) => read(n, colorKind) ?? '#000000'),
    ...optional('blend', read(blend, numberKind(0, 1000)), 100),
    ...optional('opacity', read(opacity, percent), 100),
  }
}

/** After Effects says how much of the original stays, we how much is changed. */
function inverted(blend: PropertyJson | undefined): PropertyJson | undefined {
  if (blend === undefined) return undefined
  return mapProperty(blend, (value) => (Array.isArray(value) ? [100 - (value[0] as number)] : 100 - (value as number)))
}

/** Lottie players agree on a standard deviation of 0.3 times After Effects' blurriness. */
function blur({ read, choice }: Parameters): object {
  return {
    type: 'blur',
    radius: read(0, numberKind(0, 500, 0.3)) ?? 0,
    ...dimensions(choice(1, 1)),
    ...(choice(2, 0) === 1 ? { repeat: true } : {}),
  }
}

/** So many means over boxes of twice the radius; a mean over 2r pixels has a variance of r squared over 3. */
function boxBlur({ read, choice }: Parameters): object {
  const factor = Math.sqrt(Math.min(50, Math.max(1, choice(1, 3))) / 3)
  return {
    type: 'blur',
    radius: read(0, numberKind(0, 500, factor)) ?? 0,
    ...dimensions(choice(2, 1)),
    ...(choice(3, 0) === 1 ? { repeat: true } : {}),
  }
}

function dimensions(choice: number): object {
  return choice === 2 ? { dimensions: 'horizontal' } : choice === 3 ? { dimensions: 'vertical' } : {}
}

function brightness({ read }: Parameters): object {
  return { type: 'brightness-contrast', brightness: read(0, signed) ?? 0, contrast: read(1, signed) ?? 0 }
}

function hueSaturation({ read, choice, refuse }: Parameters): object {
  if (choice(0, 1) !== 1) refuse('Channel Control', remarkText('choose Master'))
  if (choice(5, 0) === 1)
    return {
      type: 'hue-saturation',
      colorize: true,
      hue: read(6, anyNumber) ?? 0,
      saturation: read(7, percent) ?? 25,
      lightness: read(8, signed) ?? 0,
    }
  return {
    type: 'hue-saturation',
    hue: read(2, anyNumber) ?? 0,
    saturation: read(3, signed) ?? 0,
    lightness: read(4, signed) ?? 0,
  }
}

/** Levels from a place in the panel on; undefined where they change nothing. */
function levels(read: Parameters['read'], first: number, channel: string): object | undefined {
  const level = numberKind(-10, 10)
  const changed = {
    ...optional('inBlack', read(first, level), 0),
    ...optional('inWhite', read(first + 1, level), 1),
    ...optional('gamma', read(first + 2, numberKind(0.01, 100)), 1),
    ...optional('outBlack', read(first + 3, level), 0),
    ...optional('outWhite', read(first + 4, level), 1),
  }
  if (Object.keys(changed).length === 0) return channel === 'rgb' ? { type: 'levels' } : undefined
  return { type: 'levels', ...(channel === 'rgb' ? {} : { channel }), ...changed }
}

function transform({ read, choice, refuse }: Parameters): object {
  const height = read(3, anyNumber) ?? 100
  const width = choice(2, 1) === 1 ? height : (read(4, anyNumber) ?? 100)
  const ks = {
    ...optional('a', read(0, vectorKind), undefined),
    ...optional('p', read(1, vectorKind), undefined),
    ...optional('sk', read(5, numberKind(-89, 89)), 0),
    ...optional('sa', read(6, anyNumber), 0),
    ...optional('r', read(7, anyNumber), 0),
    ...optional('o', read(8, percent), 100),
  }
  const one = (value: unknown) => (Array.isArray(value) ? value[0] : value) as number
  if (width === height) return { type: 'transform', ks: { ...ks, s: mapProperty(height, (v) => [one(v), one(v)]) } }
  if (isMoving(width) || isMoving(height)) {
    refuse('Scale Width', remarkText('turn Uniform Scale on'))
    return { type: 'transform', ks: { ...ks, s: mapProperty(height, (v) => [one(v), one(v)]) } }
  }
  return { type: 'transform', ks: { ...ks, s: [width, height] } }
}

/** The layer that the effect Set Matte takes the place of a matte from, by its number, and the matte's mode if it is drawn. */
export function readSetMatte(
  raw: unknown,
): { source: number; mode: string | undefined; place: number; isStretched: boolean } | undefined {
  const effects = records(raw)
  const place = placeOfEffect(effects, 'ADBE Set Matte3')
  if (place < 0) return undefined
  const values = records(effects[place]?.ef).map(({ v }) => numberOr(isRecord(v) ? v.k : v, 0))
  const [source = 0, use = 4, invert = 0, stretch = 1] = values
  const mode = use === 4 ? 'alpha' : use === 5 ? 'luma' : undefined
  return { source, mode: mode && invert === 1 ? `${mode}-inverted` : mode, place, isStretched: stretch === 1 }
}

/** A blend mode by the number of Bodymovin; reported, and normal, when it is not drawn. */
export function blendOf(raw: unknown, scope: Scope): { bm?: string } {
  const mode = numberOr(raw, 0)
  if (mode === 0) return {}
  const name = BLEND_MODES[mode]
  if (name) return { bm: name }
  scope.lint.error('blend-mode', scope.path, 'Blend mode {mode} is not drawn; choose another one', {
    mode: MODE_NAMES[mode] ?? mode,
  })
  return {}
}

const MODE_NAMES: Readonly<Record<number, string>> = { 17: '"Hard Mix"' }
