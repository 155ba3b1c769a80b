// Estimates values of a template at one frame, precisely enough for a layout: without easing, and with defaults for bindings.
import type { Field } from '@vitrine/document/field'
import type { Layer } from '@vitrine/document/layer'
import { type Matrix, multiply } from '@vitrine/document/matrix'

/** The fields of a template by id. */
export type Defaults = ReadonlyMap<string, Field>

interface Key {
  t: number
  s: unknown
}

/** The numbers of a property at a frame; `fallback` when they cannot be determined. */
export function numbersAt(property: unknown, frame: number, fallback: readonly number[]): readonly number[] {
  if (typeof property === 'number') return [property]
  if (Array.isArray(property)) {
    return property.every((one) => typeof one === 'number') && property.length > 0 ? (property as number[]) : fallback
  }
  if (typeof property !== 'object' || property === null) return fallback
  const { k, s, x, y } = property as Record<string, unknown>
  if (s === true) {
    return [numberAt(x, frame, fallback[0] ?? 0), numberAt(y, frame, fallback[1] ?? 0)]
  }
  if (!Array.isArray(k) || typeof k[0] !== 'object') return k === undefined ? fallback : numbersAt(k, frame, fallback)
  return keyframedAt(k as Key[], frame, fallback)
}

function keyframedAt(keys: readonly Key[], frame: number, fallback: readonly number[]): readonly number[] {
  const next = keys.findIndex(({ t }) => t > frame)
  const [from, to] = next < 0 ? [keys.at(-1), undefined] : [keys[Math.max(0, next - 1)], keys[next]]
  const start = numbersAt(from?.s, frame, fallback)
  if (!from || !to || to.t === from.t || frame <= from.t) return start
  const share = (frame - from.t) / (to.t - from.t)
  const end = numbersAt(to.s, frame, fallback)
  return start.map((value, n) => value + ((end[n] ?? value) - value) * share)
}

/** The number of a property at a frame. */
export function numberAt(property: unknown, frame: number, fallback: number): number {
  return numbersAt(property, frame, [fallback])[0] ?? fallback
}

/** Whether a property has keyframes or bindings. */
export function moves(property: unknown): boolean {
  if (typeof property !== 'object' || property === null || Array.isArray(property)) return false
  const { k, s } = property as Record<string, unknown>
  if (s === true || k === undefined) return true
  return Array.isArray(k) && typeof k[0] === 'object'
}

/** The transform of a layer at a frame, without its parents: see `compileTransform`. */
export function matrixAt(layer: Layer, frame: number): Matrix {
  const { ks } = layer
  const box = 'box' in layer && layer.type !== 'particles' ? layer.box : undefined
  const [ax = 0, ay = 0] = numbersAt(ks?.a, frame, box ? [box[2] / 2, box[3] / 2] : [0, 0])
  const [px = 0, py = 0] = numbersAt(ks?.p, frame, [0, 0])
  const [sx = 100, sy = sx] = numbersAt(ks?.s, frame, [100, 100])
  const turn = (numberAt(ks?.r, frame, 0) * Math.PI) / 180
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)]
  const [x, y] = box ? [box[0] + ax + px, box[1] + ay + py] : [px, py]
  return multiply([cos, sin, -sin, cos, x, y], [sx / 100, 0, 0, sy / 100, (-ax * sx) / 100, (-ay * sy) / 100])
}

/** A frame after a layer's entrance and before its exit. */
export function restFrame({ in: start, out }: Layer, duration: number): number {
  const [from, to] = [Math.max(0, start), Math.min(out, duration)]
  return Math.floor(from + Math.max(0, to - from) * 0.6)
}
