// After Effects' text animators: which letters a range selector includes, and how it changes them.

import {
  anyNumber,
  at,
  colorKind,
  convertProperty,
  isKeyframed,
  numberKind,
  optional,
  type PropertyJson,
  percent,
  type Scope,
  type ValueKind,
  vectorKind,
} from '@vitrine/document/bodymovin-property'
import { isRecord } from '@vitrine/document/check'
import { numberOr, records } from '@vitrine/document/cleanse'

const MAX_ANIMATORS = 4
const UNITS: Readonly<Record<number, string>> = { 1: 'char', 2: 'char-no-space', 3: 'word', 4: 'line' }
const SHAPES = ['square', 'ramp-up', 'ramp-down', 'triangle', 'round', 'smooth']

/** Converts the animators of a text with a font size of `size` pixels; unsupported ones are reported. */
export function convertAnimators(raw: unknown, size: number, scope: Scope): unknown[] {
  const list = records(raw)
  if (list.length > MAX_ANIMATORS)
    scope.lint.error('text-feature', scope.path, 'Only the first {most} text animators are drawn', {
      most: MAX_ANIMATORS,
    })
  return list.slice(0, MAX_ANIMATORS).flatMap((animator, n) => {
    const inner = at(scope, n)
    const to = readTarget(isRecord(animator.a) ? animator.a : {}, size, at(inner, 'a'))
    if (Object.keys(to).length === 0) return []
    const selectors = readSelectors(animator.s, inner)
    const [first, ...more] = selectors
    return first ? [{ ...first, ...(more.length > 0 ? { more } : {}), to }] : []
  })
}

const MAX_SELECTORS = 10

/** The range selectors of an animator; none when an expression computes one of them. */
function readSelectors(raw: unknown, scope: Scope): { by: string; range: Record<string, unknown> }[] {
  // Bodymovin writes a single selector without a list.
  const list = Array.isArray(raw) ? records(raw) : [isRecord(raw) ? raw : {}]
  if (list.some(({ rn }) => rn === 1))
    scope.lint.warn('text-feature', scope.path, 'Letters in random order come in another one than in After Effects')
  if (list.some(({ t }) => t === 1)) {
    scope.lint.error('text-feature', scope.path, 'Text selectors made by expressions are not drawn')
    return []
  }
  if (list.length > MAX_SELECTORS)
    scope.lint.error('text-feature', scope.path, 'Only the first {most} selectors of a text animator are drawn', {
      most: MAX_SELECTORS,
    })
  else if (list.length > 1)
    scope.lint.warn(
      'text-feature',
      scope.path,
      'The selectors of a text animator are added: Bodymovin does not export their mode',
    )
  return list.slice(0, MAX_SELECTORS).map((selector, n) => ({
    by: UNITS[numberOr(selector.b, 1)] ?? 'char',
    range: readRange(selector, Array.isArray(raw) ? at(at(scope, 's'), n) : at(scope, 's')),
  }))
}

function readRange(raw: Record<string, unknown>, scope: Scope): Record<string, unknown> {
  const read = (key: string, kind: ValueKind, rest: PropertyJson) =>
    convertProperty(raw[key], kind, at(scope, key)) ?? rest
  const isIndex = raw.r === 2
  const signed = numberKind(-100, 100)
  return {
    start: read('s', anyNumber, 0),
    // Bodymovin omits the end when it is the end of the text.
    end: read('e', anyNumber, isIndex ? 10_000 : 100),
    offset: read('o', anyNumber, 0),
    ...(isIndex ? { units: 'index' } : {}),
    shape: SHAPES[numberOr(raw.sh, 1) - 1] ?? 'square',
    ...optional('easeHigh', read('xe', signed, 0), 0),
    ...optional('easeLow', read('ne', signed, 0), 0),
    ...optional('amount', read('a', signed, 100), 100),
    ...optional('smoothness', read('sm', percent, 100), 100),
    ...(raw.rn === 1 ? { random: true, seed: 1 } : {}),
  }
}

const TARGETS: Readonly<Record<string, { name: string; kind: ValueKind }>> = {
  p: { name: 'p', kind: vectorKind },
  a: { name: 'a', kind: vectorKind },
  s: { name: 's', kind: vectorKind },
  r: { name: 'r', kind: anyNumber },
  o: { name: 'o', kind: percent },
  sk: { name: 'sk', kind: numberKind(-89, 89) },
  sa: { name: 'sa', kind: anyNumber },
  fc: { name: 'fill', kind: colorKind },
  sc: { name: 'stroke', kind: colorKind },
  sw: { name: 'strokeWidth', kind: numberKind(0, 500) },
}
/** Animator properties that our text does not support, with their names in After Effects. */
const MISSING: Readonly<Record<string, string>> = {
  rx: 'X Rotation',
  ry: 'Y Rotation',
  bl: 'Blur',
  fo: 'Fill Opacity',
  fh: 'Fill Hue',
  fs: 'Fill Saturation',
  fb: 'Fill Brightness',
  so: 'Stroke Opacity',
  sh: 'Stroke Hue',
  ss: 'Stroke Saturation',
  sb: 'Stroke Brightness',
  ls: 'Line Spacing',
}

function readTarget(raw: Record<string, unknown>, size: number, scope: Scope): Record<string, PropertyJson> {
  const to: Record<string, PropertyJson> = {}
  for (const [key, value] of Object.entries(raw)) {
    // A skew axis without a skew has no effect.
    if (key === 'sa' && !('sk' in raw)) continue
    const target = Object.hasOwn(TARGETS, key) ? TARGETS[key] : undefined
    const inner = at(scope, key)
    if (target) {
      if ((key === 'p' || key === 'a') && hasDepth(value))
        scope.lint.error(
          'text-feature',
          inner.path,
          'Letters are not moved in depth; set the Z Position of the animator to 0',
        )
      const converted = convertProperty(value, target.kind, inner)
      if (converted !== undefined) to[target.name] = converted
    } else if (key === 't') {
      // Players treat an animator's tracking as pixels; ours is in thousandths of the size.
      const tracking = convertProperty(value, numberKind(-1e6, 1e6, 1000 / size), inner)
      if (tracking !== undefined) to.tracking = tracking
    } else if (isRecord(value) && !isNothing(key, value.k)) {
      const name = MISSING[key] ?? key.slice(0, 20)
      scope.lint.error(
        'text-feature',
        inner.path,
        '"{property}" of text animators is not drawn; take it out of the animator',
        { property: name },
      )
    }
  }
  return to
}

/** Whether positions of three-dimensional letters have depth. */
function hasDepth(raw: unknown): boolean {
  const k = isRecord(raw) ? raw.k : undefined
  const places = isKeyframed(k) ? k.flatMap(({ s, e }) => [s, e]) : [k]
  return places.some((place) => Array.isArray(place) && Math.abs(numberOr(place[2], 0)) > 0.001)
}

/** Values with which an unsupported property has no effect. */
function isNothing(key: string, value: unknown): boolean {
  const [first, second] = Array.isArray(value) ? value : [value, value]
  return key.endsWith('o') ? first === 100 : first === 0 && (second ?? 0) === 0
}

const GROUPINGS = ['char', 'word', 'line', 'all']

/** The anchor points for rotating and scaling letters: Anchor Point Grouping and its alignment, when animators do either. */
export function convertGrouping(options: unknown, animators: unknown, scope: Scope): Record<string, PropertyJson> {
  const turns = records(animators).some(({ a }) => isRecord(a) && ['r', 's', 'sk'].some((key) => key in a))
  if (!turns || !isRecord(options)) return {}
  const by = GROUPINGS[numberOr(options.g, 1) - 1] ?? 'char'
  const align = convertProperty(options.a, vectorKind, at(scope, 'a')) ?? [0, 0]
  const isCentred = JSON.stringify(align) === '[0,0]'
  return by === 'char' && isCentred ? {} : { anchorGrouping: { by, ...(isCentred ? {} : { align }) } }
}
