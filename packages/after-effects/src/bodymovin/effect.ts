// The effects of layers. Bodymovin gives some effects a type number of their own and writes all others as number 5, identified
// by After Effects' match name. Their parameters are in the order of the Effect Controls panel; the effects read them
// themselves.

import { BLEND_MODES } from '@vitrine/document/blend-mode'
import { at, type Scope } from '@vitrine/document/bodymovin-property'
import { isRecord, numberOr, records, textOr } from '@vitrine/document/cleanse'
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
  const place = placeOfEffect(effects, 'ADBE Set Matte3')
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
