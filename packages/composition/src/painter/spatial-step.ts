// Effects that need to know where the layer lies, compiled to what they do at a frame.
import { canvasMode } from '../document/blend-mode.ts'
import type { Color } from '../document/color.ts'
import type { Effect } from '../document/effect.ts'
import type { Property, Vector } from '../document/property.ts'
import { compileColor, compileNumber, compileVector, type Watch } from '../evaluate/evaluate.ts'
import { compileTransform } from '../evaluate/transform.ts'
import type { Matrix } from '../matrix.ts'

/** In the pixels of the effect's space. */
export type Point = readonly [number, number]

/** Lengths in device pixels, but those of wipes and bulges in the pixels of the effect's space; angles in radians, shares 0 to 1. */
export type SpatialStep =
  | { type: 'ramp'; from: Point; to: Point; start: string; end: string; radial: boolean; opacity: number }
  | {
      type: 'four-color'
      points: readonly Point[]
      colors: readonly string[]
      blend: number
      opacity: number
      mode: string
    }
  | { type: 'glow'; threshold: number; reach: number; intensity: number; mode: string }
  | { type: 'linear-wipe'; completion: number; angle: number; feather: number }
  | { type: 'radial-wipe'; completion: number; center: Point; angle: number; turn: string; feather: number }
  | { type: 'transform'; ks: Matrix; opacity: number }
  | { type: 'bulge'; center: Point; radii: Point; height: number }
  | { type: 'choke'; amount: number }
  | { type: 'outline'; color: string; width: number; opacity: number }
  | {
      type: 'inner-shadow'
      color: string
      blur: number
      x: number
      y: number
      opacity: number
      mode: string
    }
  | { type: 'line-blur'; radius: number; angle: number; repeat: boolean }

type SpatialEffect = Extract<
  Effect,
  {
    type: 'outline' | 'ramp' | 'four-color' | 'glow' | 'linear-wipe' | 'radial-wipe' | 'transform' | 'bulge' | 'choke'
  }
>

interface CompiledSpatial {
  step(frame: number, scale: number): SpatialStep
  margin?(frame: number): number
}

const radians = (degrees: number) => (degrees * Math.PI) / 180
const point = ([x = 0, y = 0]: readonly number[]): Point => [x, y]
/** What a transform or a bulge may reach: any place. */
const ANYWHERE = 1e5

/** Compiles an effect that needs to know where the layer lies. */
export function compileSpatial(effect: SpatialEffect, watch: Watch): CompiledSpatial {
  const number = (property: Property<number> | undefined, fallback: number) => compileNumber(property, fallback, watch)
  const color = (property: Property<Color> | undefined, fallback: string) => compileColor(property, fallback, watch)
  const vector = (property: Property<Vector>) => compileVector(property as Property<readonly number[]>, [0, 0], watch)
  switch (effect.type) {
    case 'outline': {
      const [paint, width, opacity] = [
        color(effect.color, '#000'),
        number(effect.width, 1),
        number(effect.opacity, 100),
      ]
      return {
        step: (frame, scale) => ({
          type: 'outline',
          color: paint.at(frame),
          width: Math.max(0, width.at(frame)) * scale,
          opacity: opacity.at(frame) / 100,
        }),
        margin: (frame) => Math.max(0, width.at(frame)),
      }
    }
    case 'ramp': {
      const [from, to] = [vector(effect.from), vector(effect.to)]
      const [start, end, blend] = [color(effect.start, '#000'), color(effect.end, '#fff'), number(effect.blend, 0)]
      return {
        step: (frame) => ({
          type: 'ramp',
          from: point(from.at(frame)),
          to: point(to.at(frame)),
          start: start.at(frame),
          end: end.at(frame),
          radial: effect.shape === 'radial',
          opacity: 1 - blend.at(frame) / 100,
        }),
      }
    }
    case 'four-color': {
      const points = effect.points.map(vector)
      const colors = effect.colors.map((one) => color(one, '#000'))
      const [blend, opacity] = [number(effect.blend, 100), number(effect.opacity, 100)]
      return {
        step: (frame) => ({
          type: 'four-color',
          points: points.map((one) => point(one.at(frame))),
          colors: colors.map((one) => one.at(frame)),
          blend: blend.at(frame) / 100,
          opacity: opacity.at(frame) / 100,
          mode: canvasMode(effect.bm),
        }),
      }
    }
    case 'glow': {
      const [threshold, radius] = [number(effect.threshold, 60), number(effect.radius, 10)]
      const intensity = number(effect.intensity, 1)
      return {
        step: (frame, scale) => ({
          type: 'glow',
          threshold: threshold.at(frame) / 100,
          reach: Math.max(0, radius.at(frame)) * scale,
          intensity: Math.max(0, intensity.at(frame)),
          mode: canvasMode(effect.bm ?? 'add'),
        }),
        margin: (frame) => Math.max(0, radius.at(frame)) * 3,
      }
    }
    case 'bulge': {
      const [center, height] = [vector(effect.center), number(effect.height, 1)]
      const [radiusX, radiusY] = [number(effect.radiusX, 0), number(effect.radiusY, 0)]
      return {
        step: (frame) => ({
          type: 'bulge',
          center: point(center.at(frame)),
          radii: [Math.max(0, radiusX.at(frame)), Math.max(0, radiusY.at(frame))],
          height: Math.min(4, Math.max(-4, height.at(frame))),
        }),
        margin: () => ANYWHERE,
      }
    }
    case 'choke': {
      const amount = number(effect.amount, 0)
      return {
        step: (frame, scale) => ({ type: 'choke', amount: amount.at(frame) * scale }),
        margin: (frame) => Math.abs(amount.at(frame)),
      }
    }
    default:
      return compileWipe(effect, watch)
  }
}

function compileWipe(
  effect: Extract<SpatialEffect, { type: 'linear-wipe' | 'radial-wipe' | 'transform' }>,
  watch: Watch,
): CompiledSpatial {
  const number = (property: Property<number> | undefined, fallback: number) => compileNumber(property, fallback, watch)
  switch (effect.type) {
    case 'linear-wipe': {
      const [completion, angle] = [number(effect.completion, 0), number(effect.angle, 90)]
      const feather = number(effect.feather, 0)
      return {
        step: (frame) => ({
          type: 'linear-wipe',
          completion: completion.at(frame) / 100,
          angle: radians(angle.at(frame)),
          feather: Math.max(0, feather.at(frame)),
        }),
      }
    }
    case 'radial-wipe': {
      const [completion, angle] = [number(effect.completion, 0), number(effect.angle, 0)]
      const [center, feather] = [
        compileVector(effect.center as Property<readonly number[]>, [0, 0], watch),
        number(effect.feather, 0),
      ]
      return {
        step: (frame) => ({
          type: 'radial-wipe',
          completion: completion.at(frame) / 100,
          center: point(center.at(frame)),
          angle: radians(angle.at(frame)),
          turn: effect.turn ?? 'clockwise',
          feather: Math.max(0, feather.at(frame)),
        }),
      }
    }
    case 'transform': {
      const moved = compileTransform(effect.ks, undefined, watch)
      const opacity = number(effect.ks.o, 100)
      return {
        step: (frame) => ({ type: 'transform', ks: moved.matrix(frame), opacity: opacity.at(frame) / 100 }),
        margin: () => ANYWHERE,
      }
    }
  }
}
