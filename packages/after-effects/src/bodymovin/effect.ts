// The effects of layers. Bodymovin gives some effects a type number of their own and writes all others as number 5, identified
// by After Effects' match name. Their parameters are in the order of the Effect Controls panel; the effects read them
// themselves.

import {
  anyNumber,
  at,
  colorKind,
  convertProperty,
  mapProperty,
  numberKind,
  type PropertyJson,
  percent,
  type Scope,
} from '@vitrine/document/bodymovin-property'
import { isRecord } from '@vitrine/document/check'
import { numberOr, records, textOr } from '@vitrine/document/cleanse'
import { BLEND_MODES } from '@vitrine/document/color'
import { EFFECTS } from '@vitrine/document/effect'
import { readParameters } from '@vitrine/document/effect-parameter'
import { clause, remarkText } from '@vitrine/document/lint'

const MAX_EFFECTS = 30
/** Sliders, angles and other controls: they only carry values for expressions. */
const CONTROLS = new Set([0, 1, 2, 3, 4, 6, 7, 10])

/** Match names of control panels without the prefix `Pseudo/`; the last one comes from After Effects' own preset. */
const PANELS = new Set(['seamless wiggle loop', 'ADBE CM WigglePosition'])

/** Match names of the effects with type numbers of their own. */
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

/** An effect of our document as JSON, validated afterwards. */
export interface EffectJson {
  readonly type: string
  readonly [value: string]: unknown
}

/** Converts the effects of a layer in order and reports those that cannot be drawn. */
export function convertEffects(raw: unknown, scope: Scope): EffectJson[] {
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
  return effects.slice(0, MAX_EFFECTS)
}

/** Whether a layer's effects change its picture or, for an adjustment layer, the picture below. */
export function hasVisibleEffects(raw: unknown): boolean {
  return records(raw).some((effect) => isOn(effect) && !isControl(effect))
}

/** Index of a layer's first enabled effect with a match name; -1 without one. */
export function findEffectIndex(effects: readonly Record<string, unknown>[], match: string): number {
  return effects.findIndex(
    (effect) => isOn(effect) && (effect.mn === match || NUMBERED[numberOr(effect.ty, -1)] === match),
  )
}

function isOn({ en }: Record<string, unknown>): boolean {
  return en !== 0 && en !== false
}

function isControl(effect: Record<string, unknown>): boolean {
  const match = textOr(effect.mn, '')
  // Custom panels, such as those of rigging scripts, contain only controls and draw nothing.
  if (/^pseudo\//i.test(match) || /^ADBE .* Control$/.test(match) || PANELS.has(match)) return true
  const kind = numberOr(effect.ty, -1)
  return match === '' ? CONTROLS.has(kind) || kind === 5 : CONTROLS.has(kind)
}

function convertEffect(effect: Record<string, unknown>, scope: Scope): EffectJson[] {
  const match = textOr(effect.mn, '') || (NUMBERED[numberOr(effect.ty, -1)] ?? '')
  const name = textOr(effect.nm, match || `number ${numberOr(effect.ty, -1)}`).slice(0, 60)
  if (ELSEWHERE.has(match)) return []
  const drawn = DRAWN.get(match)
  const converted = drawn?.convert(readParameters(effect, name, scope))
  if (drawn && converted) return [converted].flat().map((values) => ({ type: drawn.type, ...values }))
  scope.lint.error('effect', scope.path, [
    clause('The effect "{effect}" is not drawn', { effect: name }),
    clause(ADVICE[match] ?? UNDRAWN),
  ])
  return []
}

/** Advice for an effect that is not drawn. */
export const UNDRAWN = remarkText(
  'leave it away, or render the layer to a video with transparency and name it in "plates"',
)

const ADVICE: Readonly<Record<string, string>> = {
  'ADBE CurvesCustom': remarkText('Bodymovin does not export its curve: use Levels'),
  'ADBE FreePin3': remarkText(
    'Bodymovin does not export its mesh: render the layer to a video with transparency and name it in "plates"',
  ),
}

/** Effects that are converted to something other than an effect of the layer. */
const ELSEWHERE: ReadonlySet<string> = new Set([
  // Only adds room around the layer for the effects after it; ours always have enough.
  'ADBE GROW BOUNDS',
  // Converted to a matte by the layer's list: `readSetMatte`.
  'ADBE Set Matte3',
  // Converted to an additional layer: `strokeMasks`.
  'ADBE Stroke',
  // Converted to a group that replaces the layer: `crossBlur`.
  'CS CrossBlur',
  // Likewise: `echo`.
  'ADBE Echo',
])

/** Converters of supported effects by match name. */
const DRAWN = new Map(
  [...EFFECTS.values()].flatMap(({ type, fromAfterEffects }) =>
    Object.entries(fromAfterEffects).map(([match, convert]) => [match, { type, convert }] as const),
  ),
)

/** The index of the layer that the effect Set Matte uses, and the matte's mode if it is supported. */
export function readSetMatte(
  raw: unknown,
): { source: number; mode: string | undefined; place: number; isStretched: boolean } | undefined {
  const effects = records(raw)
  const place = findEffectIndex(effects, 'ADBE Set Matte3')
  if (place < 0) return undefined
  const values = records(effects[place]?.ef).map(({ v }) => numberOr(isRecord(v) ? v.k : v, 0))
  const [source = 0, use = 4, invert = 0, stretch = 1] = values
  const mode = use === 4 ? 'alpha' : use === 5 ? 'luma' : undefined
  return { source, mode: mode && invert === 1 ? `${mode}-inverted` : mode, place, isStretched: stretch === 1 }
}

/** A blend mode by Bodymovin's number; an unsupported one is reported and drawn as normal. */
export function convertBlendMode(raw: unknown, scope: Scope): { bm?: string } {
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

// Converts layer styles to effects that come after the layer's own effects.

/** Lottie players agree on a standard deviation of 0.3 times a style's size; our shadows' blur is twice that. */
const BLUR_OF_SIZE = 0.6
const size = numberKind(0, 500, BLUR_OF_SIZE)
const length = numberKind(0, 500)

/** Blend modes by their position in the menu of layer styles, separators counted. Unlisted modes are not drawn. */
const MODES: Readonly<Record<number, string>> = {
  1: 'normal',
  4: 'darken',
  5: 'multiply',
  6: 'color-burn',
  10: 'lighten',
  11: 'screen',
  12: 'color-dodge',
  13: 'add',
  16: 'overlay',
  17: 'soft-light',
  18: 'hard-light',
  24: 'difference',
  25: 'exclusion',
}

const NAMES = [
  'Stroke',
  'Drop Shadow',
  'Inner Shadow',
  'Outer Glow',
  'Inner Glow',
  'Bevel and Emboss',
  'Satin',
  'Color Overlay',
  'Gradient Overlay',
]

/** The order in which After Effects draws them: inner styles first, those behind the layer last. */
const ORDER = [7, 4, 2, 0, 3, 1]

/** Converts the styles of a layer to effects and reports those that cannot be drawn. */
export function convertStyles(raw: unknown, scope: Scope): EffectJson[] {
  const styles = records(raw).flatMap((style, n) =>
    style.en === 0 || style.en === false ? [] : [{ style, kind: numberOr(style.ty, -1), inner: at(scope, n) }],
  )
  for (const { style, kind, inner } of styles)
    if (!ORDER.includes(kind)) {
      const name = NAMES[kind] ?? textOr(style.nm, 'unknown').slice(0, 60)
      const advice =
        kind === 8
          ? remarkText('Bodymovin does not export its colours: use the effect Gradient Ramp')
          : remarkText('turn it off or use effects')
      scope.lint.error('layer-style', inner.path, [
        clause('The layer style "{style}" is not drawn', { style: name }),
        clause(advice),
      ])
    }
  return ORDER.flatMap((orderedKind) =>
    styles.flatMap(({ style, kind, inner }) => (kind === orderedKind ? [convertStyle(kind, style, inner)] : [])),
  )
}

function convertStyle(kind: number, style: Record<string, unknown>, scope: Scope): EffectJson {
  scope.lint.playersDiffer(scope.path, `Layer Styles › ${NAMES[kind] ?? ''}`)
  const read = (key: string, valueKind: Parameters<typeof convertProperty>[1]) =>
    convertProperty(style[key], valueKind, at(scope, key))
  const color = read('c', colorKind) ?? '#000000'
  if (kind === 0) return { type: 'outline', color, width: read('s', numberKind(0, 500)) ?? 3 }
  if (kind === 7)
    return { type: 'fill', color, opacity: read('so', percent) ?? 100, ...convertStyleBlendMode(kind, style, scope) }
  const isInside = kind === 2 || kind === 4
  const softness = isInside ? undefined : splitSpread(read('s', length) ?? 5, read('ch', percent) ?? 0)
  for (const [key, what] of [
    ['ch', 'Choke or Spread'],
    ['no', 'Noise'],
    ['j', 'Jitter'],
  ] as const)
    if ((read(key, anyNumber) ?? 0) !== 0 && !(key === 'ch' && softness))
      scope.lint.error('layer-style', scope.path, 'The layer style "{style}" is drawn without "{part}"; set it to 0', {
        style: NAMES[kind] ?? '',
        part: what,
      })
  const isShadow = kind === 1 || kind === 2
  const mode = convertStyleBlendMode(kind, style, scope)
  const isPlain = mode.bm === undefined || (mode.bm === 'multiply' && color === '#000000')
  if (!isInside && !isPlain)
    scope.lint.warn(
      'layer-style',
      scope.path,
      'The layer style "{style}" is drawn with the mode Normal over what lies behind the layer',
      { style: NAMES[kind] ?? '' },
    )
  return {
    type: 'shadow',
    color,
    blur: read('s', size) ?? 3,
    ...softness,
    opacity: read('o', percent) ?? 75,
    // The angle points at the light, anticlockwise from the right; the shadow falls on the opposite side.
    ...(isShadow
      ? { direction: mapProperty(read('a', anyNumber) ?? 120, toScreenAngle), distance: read('d', anyNumber) ?? 5 }
      : {}),
    ...(isInside ? { inside: true, ...mode } : {}),
  }
}

/**
 * A spread is the share of the size by which the silhouette grows; the rest is blurred. Undefined without a spread, and when
 * both spread and size are animated: no property can hold their product.
 */
function splitSpread(
  size: PropertyJson,
  share: PropertyJson,
): { blur: PropertyJson; spread: PropertyJson } | undefined {
  if (share === 0) return undefined
  if (typeof share === 'number')
    return {
      blur: mapNumber(size, (length) => length * (1 - share / 100) * BLUR_OF_SIZE),
      spread: mapNumber(size, (length) => (length * share) / 100),
    }
  if (typeof size !== 'number') return undefined
  return {
    blur: mapNumber(share, (percents) => size * (1 - percents / 100) * BLUR_OF_SIZE),
    spread: mapNumber(share, (percents) => (size * percents) / 100),
  }
}

function mapNumber(property: PropertyJson, change: (value: number) => number): PropertyJson {
  return mapProperty(property, (value) =>
    Array.isArray(value) ? [change(value[0] as number)] : change(value as number),
  )
}

function toScreenAngle(value: unknown): unknown {
  return Array.isArray(value) ? [270 - (value[0] as number)] : 270 - (value as number)
}

function convertStyleBlendMode(kind: number, style: Record<string, unknown>, scope: Scope): { bm?: string } {
  const place = convertProperty(style.bm, anyNumber, at(scope, 'bm')) ?? 1
  const mode = MODES[place as number]
  if (mode === undefined)
    scope.lint.error(
      'layer-style',
      scope.path,
      'The blend mode of the layer style "{style}" is not drawn; choose Normal, Multiply or Screen',
      { style: NAMES[kind] ?? '' },
    )
  return mode === undefined || mode === 'normal' ? {} : { bm: mode }
}
