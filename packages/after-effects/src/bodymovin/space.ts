// Layers in space and cameras: Bodymovin's third components become separate numbers.

import {
  anyNumber,
  at,
  convertProperty,
  isKeyframed,
  numberKind,
  type PropertyJson,
  type Scope,
} from '@vitrine/document/bodymovin-property'
import { isRecord } from '@vitrine/document/check'
import { numberOr, records } from '@vitrine/document/cleanse'
import { easeAt } from '@vitrine/document/evaluate'

type Json = Record<string, unknown>

const CAMERA = 13

/** Whether a camera views layers of a list, or would change their look. */
export function isListInSpace(layers: readonly Json[]): boolean {
  const isSeenByCamera = hasCamera(layers)
  return layers.some((layer) => layer.ddd === 1 && layer.ty !== CAMERA && (isSeenByCamera || hasDepth(layer.ks)))
}

/** Whether a designer's camera views the layers of a list in space, instead of After Effects' default view. */
export function hasCamera(layers: readonly Json[]): boolean {
  return layers.some(({ ty, hd }) => ty === CAMERA && hd !== true)
}

/** Whether a transform has a position or rotation in depth at any time. */
function hasDepth(ks: unknown): boolean {
  if (!isRecord(ks)) return false
  const position = isRecord(ks.p) && ks.p.s === true ? ks.p.z : component(ks.p, 2)
  const turns = [ks.rx, ks.ry, ...[0, 1, 2].map((n) => component(ks.or, n))]
  return [position, component(ks.a, 2), ...turns].some((property) => !isZero(property))
}

function isZero(property: unknown): boolean {
  const value = isRecord(property) && 'k' in property ? property.k : property
  const numbers = isKeyframed(value) ? value.flatMap(({ s, e }) => [s, e]) : [value]
  return numbers.flat().every((one) => Math.abs(numberOr(one, 0)) < 0.001)
}

/** Converts a layer's position in space, in addition to its planar transform. */
export function convertSpace(ks: unknown, scope: Scope): Json {
  if (!isRecord(ks)) return {}
  const read = (key: string, property: unknown, rest = 0) => {
    const value = convertProperty(property, anyNumber, at(scope, key))
    return value === undefined || value === rest ? undefined : value
  }
  const z = isRecord(ks.p) && ks.p.s === true ? ks.p.z : component(bakeCurvedMotion(ks.p), 2)
  return omitUndefined({
    z: read('p', z),
    az: read('a', component(bakeCurvedMotion(ks.a), 2)),
    sz: read('s', component(ks.s, 2, 100), 100),
    ox: read('or', component(bakeRotations(ks.or), 0)),
    oy: read('or', component(bakeRotations(ks.or), 1)),
    oz: read('or', component(bakeRotations(ks.or), 2)),
    rx: read('rx', ks.rx),
    ry: read('ry', ks.ry),
  })
}

/** Converts a camera's lens and point of interest; without one it looks straight ahead. */
export function convertCamera(raw: Json, scope: Scope): Json {
  const ks = isRecord(raw.ks) ? raw.ks : {}
  const inner = at(scope, 'ks')
  const read = (key: string, property: unknown) => convertProperty(property, anyNumber, at(inner, key)) ?? 0
  const target = (n: number): PropertyJson => read('a', component(bakeCurvedMotion(ks.a), n))
  return {
    zoom: convertProperty(raw.pe, numberKind(0.1), at(scope, 'pe')) ?? 1000,
    ...omitUndefined({ roll: convertProperty(ks.rz, anyNumber, at(inner, 'rz')) }),
    ...(ks.a === undefined ? {} : { target: { x: target(0), y: target(1), z: target(2) } }),
  }
}

function omitUndefined(record: Json): Json {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined))
}

/** One component of a property with several, including its easing. */
function component(property: unknown, n: number, rest = 0): unknown {
  if (!isRecord(property) || !('k' in property)) return undefined
  const { k } = property
  if (!isKeyframed(k)) return { a: 0, k: Array.isArray(k) ? numberOr(k[n], rest) : rest }
  const one = (value: unknown) => (Array.isArray(value) ? [numberOr(value[n], rest)] : undefined)
  const handle = (value: unknown) => {
    if (!isRecord(value)) return undefined
    const pick = (list: unknown) => (Array.isArray(list) ? list[Math.min(n, list.length - 1)] : list)
    return { x: pick(value.x), y: pick(value.y) }
  }
  return {
    a: 1,
    k: k.map((key) =>
      omitUndefined({ t: key.t, h: key.h, s: one(key.s), e: one(key.e), i: handle(key.i), o: handle(key.o) }),
    ),
  }
}

/** Maximum number of keyframes of a property with baked curves or rotations; the rest is interpolated linearly. */
const MAX_STEPS = 1500

/**
 * Converts curved motion paths in depth to one keyframe per frame: distances along a curve depend on all three components,
 * which are separate numbers here.
 */
export function bakeCurvedMotion(property: unknown): unknown {
  return bakeKeyframes(property, (from, to, leave, arrive) => {
    const goesDeep = from[2] !== to[2] || leave[2] !== 0 || arrive[2] !== 0
    const isBent = [...leave, ...arrive].some((one) => Math.abs(one) > 1e-6)
    return goesDeep && isBent ? interpolateCurve(from, to, leave, arrive) : undefined
  })
}

/**
 * Converts rotations about several axes to one keyframe per frame: an orientation takes the shortest rotation, which differs
 * from interpolating its components.
 */
function bakeRotations(property: unknown): unknown {
  return bakeKeyframes(property, (from, to) => {
    const changed = [0, 1, 2].filter((n) => Math.abs((from[n] ?? 0) - (to[n] ?? 0)) > 1e-6)
    return changed.length > 1 ? interpolateRotation(from, to) : undefined
  })
}

type Interpolator = (share: number) => number[]

function bakeKeyframes(
  property: unknown,
  createInterpolator: (from: number[], to: number[], leave: number[], arrive: number[]) => Interpolator | undefined,
): unknown {
  if (!isRecord(property) || !isKeyframed(property.k)) return property
  const keys = records(property.k).filter(({ t }) => typeof t === 'number')
  const k: Json[] = []
  let changed = false
  keys.forEach((key, n) => {
    const next = keys[n + 1]
    const from = triple(key.s ?? keys[n - 1]?.e)
    const to = triple(key.e ?? next?.s)
    const interpolate =
      next &&
      key.h !== 1 &&
      from &&
      to &&
      createInterpolator(from, to, triple(key.to) ?? [0, 0, 0], triple(key.ti) ?? [0, 0, 0])
    const [start, end] = [numberOr(key.t, 0), numberOr(next?.t, 0)]
    if (!interpolate || end - start < 1 || k.length + (end - start) > MAX_STEPS) {
      k.push(key)
      return
    }
    changed = true
    const ease = createEase(key)
    const count = Math.ceil(end - start)
    for (let step = 0; step < count; step++) k.push({ t: start + step, s: interpolate(ease(step / (end - start))) })
  })
  return changed ? { ...property, k } : property
}

function triple(value: unknown): number[] | undefined {
  return Array.isArray(value) ? [0, 1, 2].map((n) => numberOr(value[n], 0)) : undefined
}

function createEase(key: Json): (time: number) => number {
  const part = (handle: unknown, axis: 'x' | 'y', rest: number) => {
    const value = isRecord(handle) ? handle[axis] : undefined
    return numberOr(Array.isArray(value) ? value[0] : value, rest)
  }
  const [x1, y1] = [part(key.o, 'x', 0), part(key.o, 'y', 0)]
  const [x2, y2] = [part(key.i, 'x', 1), part(key.i, 'y', 1)]
  const unit = (one: number) => Math.min(1, Math.max(0, one))
  return (time) => easeAt(unit(x1), y1, unit(x2), y2, time)
}

/** A cubic curve through space at constant speed. */
function interpolateCurve(from: number[], to: number[], leave: number[], arrive: number[]): Interpolator {
  const steps = 150
  const points = Array.from({ length: steps + 1 }, (_, n) => {
    const [t, u] = [n / steps, 1 - n / steps]
    return [0, 1, 2].map((axis) => {
      const [p0 = 0, p3 = 0] = [from[axis], to[axis]]
      const [p1, p2] = [p0 + (leave[axis] ?? 0), p3 + (arrive[axis] ?? 0)]
      return u * u * u * p0 + 3 * u * u * t * p1 + 3 * u * t * t * p2 + t * t * t * p3
    })
  })
  const lengths = [0]
  for (let n = 1; n <= steps; n++) {
    const [one = [], other = []] = [points[n - 1], points[n]]
    lengths.push((lengths[n - 1] ?? 0) + Math.hypot(...one.map((value, axis) => (other[axis] ?? 0) - value)))
  }
  const total = lengths[steps] ?? 0
  return (share) => {
    const targetLength = share * total
    const after = lengths.findIndex((length) => length > targetLength)
    const n = after < 0 ? steps : Math.max(1, after)
    const [start = 0, end = 0] = [lengths[n - 1], lengths[n]]
    const part = end > start ? (targetLength - start) / (end - start) : 0
    const [one = [], other = []] = [points[n - 1], points[n]]
    return one.map((value, axis) => value + ((other[axis] ?? 0) - value) * part)
  }
}

type Quaternion = readonly [number, number, number, number]

function interpolateRotation(from: number[], to: number[]): Interpolator {
  const [one, other] = [anglesToQuaternion(from), anglesToQuaternion(to)]
  const dot = one.reduce((sum, value, n) => sum + value * (other[n] ?? 0), 0)
  const sign = dot < 0 ? -1 : 1
  const angle = Math.acos(Math.min(1, Math.abs(dot)))
  return (share) => {
    const sine = Math.sin(angle)
    const [a, b] =
      sine < 1e-6 ? [1 - share, share] : [Math.sin((1 - share) * angle) / sine, Math.sin(share * angle) / sine]
    return quaternionToAngles(one.map((value, n) => a * value + b * sign * (other[n] ?? 0)) as unknown as Quaternion)
  }
}

/** The rotation about x, y and z whose map is X · Y · Z. */
function anglesToQuaternion(angles: number[]): Quaternion {
  const [cx = 1, cy = 1, cz = 1] = angles.map((angle) => Math.cos((angle * Math.PI) / 360))
  const [sx = 0, sy = 0, sz = 0] = angles.map((angle) => Math.sin((angle * Math.PI) / 360))
  return [
    cx * cy * cz - sx * sy * sz,
    sx * cy * cz + cx * sy * sz,
    cx * sy * cz - sx * cy * sz,
    cx * cy * sz + sx * sy * cz,
  ]
}

function quaternionToAngles([w, x, y, z]: Quaternion): number[] {
  const sine = Math.min(1, Math.max(-1, 2 * (x * z + w * y)))
  const angles = [
    Math.atan2(-2 * (y * z - w * x), 1 - 2 * (x * x + y * y)),
    Math.asin(sine),
    Math.atan2(-2 * (x * y - w * z), 1 - 2 * (y * y + z * z)),
  ]
  return angles.map((angle) => (angle * 180) / Math.PI)
}
