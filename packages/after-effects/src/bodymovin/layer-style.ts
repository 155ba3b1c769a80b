// Converts layer styles to effects that come after the layer's own effects.

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
import { numberOr, records, textOr } from '@vitrine/document/cleanse'
import { clause, remarkText } from '@vitrine/document/lint'
import type { EffectJson } from './effect.ts'

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
      ? { direction: mapProperty(read('a', anyNumber) ?? 120, turned), distance: read('d', anyNumber) ?? 5 }
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

function turned(value: unknown): unknown {
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
