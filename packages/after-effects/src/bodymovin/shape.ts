// The items of shape layers. Our format is Lottie's, so they are copied without unknown keys, and values are clamped.

import {
  anyNumber,
  at,
  colorKind,
  convertProperty,
  isMoving,
  numberKind,
  numbersKind,
  type PropertyJson,
  pathKind,
  percent,
  type Scope,
  type ValueKind,
  vectorKind,
} from '@vitrine/document/bodymovin-property'
import { isRecord } from '@vitrine/document/check'
import { numberOr, records } from '@vitrine/document/cleanse'
import { convertBlendMode } from './effect.ts'
import { convertTransform } from './transform.ts'

/** An item of our document as JSON. */
export type ShapeJson = Record<string, unknown>

const MAX_ITEMS = 1000
const MAX_DEPTH = 16
const positive = numberKind(0)
const readPathKind = (raw: Record<string, unknown>) =>
  pathKind(typeof raw.closed === 'boolean' ? raw.closed : undefined)

/** Converts a list of items, top first, without hidden ones. */
export function convertShapes(raw: unknown, scope: Scope, depth = 0): ShapeJson[] {
  if (depth >= MAX_DEPTH) {
    scope.lint.error('too-deep', scope.path, 'Shape groups nested more than {most} deep are left out', {
      most: MAX_DEPTH,
    })
    return []
  }
  const list = records(raw)
  scope.budget.left -= Math.min(list.length, MAX_ITEMS)
  if (scope.budget.left <= 0) return []
  if (list.length > MAX_ITEMS)
    scope.lint.error('shape-item', scope.path, 'Only the first {most} of {count} items are drawn', {
      most: MAX_ITEMS,
      count: list.length,
    })
  if (list.filter(({ ty, hd }) => ty === 'rp' && hd !== true).length > 1)
    scope.lint.playersDiffer(scope.path, 'Repeater × 2')
  return list.slice(0, MAX_ITEMS).flatMap((item, n) => {
    if (item.hd === true) return []
    const converted = convertItem(item, at(scope, n), depth)
    return converted ? [converted] : []
  })
}

function convertItem(raw: Record<string, unknown>, scope: Scope, depth: number): ShapeJson | undefined {
  const base = { ty: raw.ty, ...(typeof raw.nm === 'string' && raw.nm !== '' ? { nm: raw.nm.slice(0, 200) } : {}) }
  switch (raw.ty) {
    case 'gr':
      return { ...base, ...convertBlendMode(raw.bm, scope), it: convertShapes(raw.it, at(scope, 'it'), depth + 1) }
    case 'tr':
      return { ...base, ...convertTransform(raw, scope) }
    case 'rc':
    case 'el':
    case 'sr':
      return { ...base, ...parametric(raw, scope), ...(raw.d === 3 ? { d: 3 } : {}) }
    case 'sh':
      return complete(base, read(raw, scope, { ks: readPathKind(raw) }), 'ks')
    case 'fl':
      return complete(
        { ...base, ...convertBlendMode(raw.bm, scope), ...evenOdd(raw) },
        read(raw, scope, { c: colorKind, o: percent }),
        'c',
      )
    case 'st':
      return complete(
        { ...base, ...convertBlendMode(raw.bm, scope), ...strokeStyle(raw, scope) },
        read(raw, scope, { c: colorKind, o: percent, w: positive }),
        'c',
        { w: 1 },
      )
    case 'gf':
    case 'gs':
      return gradient(raw, { ...base, ...convertBlendMode(raw.bm, scope) }, scope)
    case 'tm':
      return {
        ...base,
        ...orRest(read(raw, scope, { s: percentAround, e: percentAround, o: anyNumber }), { s: 0, e: 100 }),
        ...(raw.m === 2 ? { m: 2 } : {}),
      }
    case 'rp':
      return repeater(raw, base, scope)
    case 'no':
      return undefined
    default:
      return modifier(raw, base, scope)
  }
}

const percentAround = numberKind(-1e4, 1e4)

/** Reads named properties; missing or invalid ones are omitted. */
function read(
  raw: Record<string, unknown>,
  scope: Scope,
  kinds: Record<string, ValueKind>,
): Record<string, PropertyJson> {
  const entries = Object.entries(kinds).flatMap(([key, kind]) => {
    const value = convertProperty(raw[key], kind, at(scope, key))
    return value === undefined ? [] : [[key, value] as const]
  })
  return Object.fromEntries(entries)
}

function orRest(
  values: Record<string, PropertyJson>,
  rest: Record<string, PropertyJson>,
): Record<string, PropertyJson> {
  return { ...rest, ...values }
}

/** Returns the item if its essential property is present. */
function complete(
  base: ShapeJson,
  values: Record<string, PropertyJson>,
  needed: string,
  rest: Record<string, PropertyJson> = {},
): ShapeJson | undefined {
  return values[needed] === undefined ? undefined : { ...base, ...rest, ...values }
}

function evenOdd(raw: Record<string, unknown>): ShapeJson {
  return raw.r === 2 ? { r: 2 } : {}
}

function parametric(raw: Record<string, unknown>, scope: Scope): Record<string, PropertyJson> {
  if (raw.ty === 'rc') return orRest(read(raw, scope, { p: vectorKind, s: vectorKind, r: positive }), { s: [0, 0] })
  if (raw.ty === 'el') return orRest(read(raw, scope, { p: vectorKind, s: vectorKind }), { s: [0, 0] })
  const points = numberKind(2, 200)
  const star = { p: vectorKind, pt: points, or: positive, os: anyNumber, r: anyNumber }
  const inner = raw.sy === 2 ? {} : { ir: positive, is: anyNumber }
  return { sy: raw.sy === 2 ? 2 : 1, ...orRest(read(raw, scope, { ...star, ...inner }), { pt: 5, or: 0 }) }
}

function strokeStyle(raw: Record<string, unknown>, scope: Scope): ShapeJson {
  const style: ShapeJson = {}
  if (raw.lc === 2 || raw.lc === 3) style.lc = raw.lc
  if (raw.lj === 2 || raw.lj === 3) style.lj = raw.lj
  if (typeof raw.ml === 'number') style.ml = Math.min(1000, Math.max(0, raw.ml))
  const dashes = records(raw.d)
    .slice(0, 12)
    .flatMap((dash, n) => {
      const v = convertProperty(dash.v, anyNumber, at(at(scope, 'd'), n))
      return v !== undefined && ['d', 'g', 'o'].includes(String(dash.n)) ? [{ n: dash.n, v }] : []
    })
  if (dashes.length > 0) style.d = dashes
  return style
}

function gradient(raw: Record<string, unknown>, base: ShapeJson, scope: Scope): ShapeJson | undefined {
  const packed = isRecord(raw.g) ? raw.g : {}
  const k = convertProperty(packed.k, numbersKind, at(at(scope, 'g'), 'k'))
  const count = Math.min(32, Math.round(numberOr(packed.p, 2)), shortest(k) / 4) | 0
  if (k === undefined || count < 1) {
    scope.lint.warn('invalid-value', scope.path, 'A gradient without colours was left out')
    return undefined
  }
  const ends = orRest(read(raw, scope, { s: vectorKind, e: vectorKind }), { s: [0, 0], e: [100, 0] })
  const radial = raw.t === 2 ? read(raw, scope, { h: anyNumber, a: anyNumber }) : {}
  const style =
    raw.ty === 'gf' ? evenOdd(raw) : { w: 1, ...strokeStyle(raw, scope), ...read(raw, scope, { w: positive }) }
  return {
    ...base,
    t: raw.t === 2 ? 2 : 1,
    ...ends,
    g: { p: count, k },
    ...read(raw, scope, { o: percent }),
    ...radial,
    ...style,
  }
}

/** The smallest number of values among all keyframes of a packed gradient. */
function shortest(packed: PropertyJson): number {
  if (!isMoving(packed)) return Array.isArray(packed) ? packed.length : 0
  return Math.min(...packed.k.map(({ s }) => (Array.isArray(s) ? s.length : 0)))
}

function repeater(raw: Record<string, unknown>, base: ShapeJson, scope: Scope): ShapeJson {
  const tr = isRecord(raw.tr) ? raw.tr : {}
  const inner = at(scope, 'tr')
  const { o: _opacity, sk: _skew, sa: _axis, ...moved } = convertTransform(tr, inner)
  return {
    ...base,
    ...orRest(read(raw, scope, { c: numberKind(0, 200), o: anyNumber }), { c: 1 }),
    ...(raw.m === 2 ? { m: 2 } : {}),
    tr: { ...moved, ...read(tr, inner, { so: percent, eo: percent }) },
  }
}

/** Properties of modifiers; others are reported. */
const MODIFIERS: Readonly<Record<string, Record<string, ValueKind>>> = {
  rd: { r: positive },
  pb: { a: numberKind(-1000, 1000) },
  zz: { s: anyNumber, r: numberKind(0, 200) },
  op: { a: anyNumber },
  tw: { a: anyNumber, c: vectorKind },
}

function modifier(raw: Record<string, unknown>, base: ShapeJson, scope: Scope): ShapeJson | undefined {
  const kind = String(raw.ty)
  if (kind === 'mm') return { ...base, mm: [1, 2, 3, 4, 5].includes(Number(raw.mm)) ? raw.mm : 1 }
  const kinds = Object.hasOwn(MODIFIERS, kind) ? MODIFIERS[kind] : undefined
  if (!kinds) {
    scope.lint.error('shape-item', scope.path, 'Shape items of type "{type}" are not drawn', {
      type: kind.slice(0, 20),
    })
    return undefined
  }
  const options: ShapeJson = {}
  if (kind === 'zz') options.pt = numberOr(isRecord(raw.pt) ? raw.pt.k : raw.pt, 1) === 2 ? 2 : 1
  if (kind === 'op') {
    options.lj = raw.lj === 2 || raw.lj === 3 ? raw.lj : 1
    options.ml = numberOr(isRecord(raw.ml) ? raw.ml.k : raw.ml, 4)
  }
  return { ...base, ...read(raw, scope, kinds), ...options }
}
