// Converts slider values to a layer's list of effects and back. Effects without a slider stay.
import type { Effect } from '@vitrine/document/effect'
import type { Layer } from '@vitrine/document/layer'
import { createLightEffects, type Light, readLight } from '../../../fields/light.ts'

type TintEffect = Extract<Effect, { type: 'tint' }>

type NumberOf = (value: unknown, rest: number) => number
type HexOf = (color: unknown) => string

const lightTypes: readonly Effect['type'][] = ['warmth', 'hue-saturation', 'brightness-contrast', 'blur']

/** Whether one of the light sliders controls an effect. Animated ones are the designer's. */
export function isLightEffect(effect: Effect): boolean {
  if (!lightTypes.includes(effect.type)) return false
  if ('colorize' in effect && effect.colorize) return false
  if ('dimensions' in effect && effect.dimensions !== undefined && effect.dimensions !== 'both') return false
  return Object.entries(effect).every(([key, value]) => key === 'type' || typeof value !== 'object')
}

/**
 * The shorter side in pixels, which blur and shadow are relative to. Layers without a frame count as a fifth of a
 * video.
 */
export function findShortSide(layer: Layer): number {
  return 'box' in layer && layer.box ? Math.min(layer.box[2], layer.box[3]) : 400
}

/** Effects with some light settings changed. */
export function withLight(effects: readonly Effect[], change: Partial<Light>, shortSide: number): readonly Effect[] {
  const own = effects.filter(isLightEffect)
  const others = effects.filter((effect) => !isLightEffect(effect))
  return [...createLightEffects({ ...readLight(own, shortSide), ...change }, shortSide), ...others]
}

/** `blur`, `x` and `y` in pixels of the canvas; `opacity` in percent. */
export interface Shadow {
  color: string
  blur: number
  x: number
  y: number
  opacity: number
}

const firstShadow: Shadow = { color: '#000000', blur: 30, x: 0, y: 20, opacity: 45 }
const isShadow = (effect: Effect) => effect.type === 'shadow' && !effect.only

/** The layer's shadow for the sliders; undefined without one. */
export function readShadow(effects: readonly Effect[], numberOf: NumberOf, toHex: HexOf): Shadow | undefined {
  const found = effects.find(isShadow)
  if (found?.type !== 'shadow') return undefined
  const angle = (numberOf(found.direction, 0) * Math.PI) / 180
  const distance = numberOf(found.distance, 0)
  return {
    color: toHex(found.color),
    blur: numberOf(found.blur, 0),
    x: Math.round(numberOf(found.x, 0) + Math.sin(angle) * distance),
    y: Math.round(numberOf(found.y, 0) - Math.cos(angle) * distance),
    opacity: numberOf(found.opacity, 100),
  }
}

/** Effects with a changed or new shadow; null removes it. */
export function withShadow(
  effects: readonly Effect[],
  change: Partial<Shadow> | null,
  shortSide: number,
): readonly Effect[] {
  const scale = Math.max(0.2, shortSide / 400)
  const { blur, y } = firstShadow
  const begun = { ...firstShadow, blur: Math.round(blur * scale), y: Math.round(y * scale) }
  return withEffect(effects, isShadow, change, { type: 'shadow', ...begun })
}

const isTint = (effect: Effect): effect is TintEffect => effect.type === 'tint'

/** The layer's tint: light parts take the colour `white`, dark ones stay dark. Undefined without one. */
export function readTint(effects: readonly Effect[]): Pick<TintEffect, 'white' | 'amount'> | undefined {
  const found = effects.find(isTint)
  return found && { white: '#ffffff', amount: 100, ...found }
}

/** Effects with a changed or new tint; null removes it. */
export function withTint(effects: readonly Effect[], change: Partial<TintEffect> | null): readonly Effect[] {
  return withEffect(effects, isTint, change, { type: 'tint', black: '#000000', white: '#f5a400', amount: 60 })
}

function withEffect(
  effects: readonly Effect[],
  isMeant: (effect: Effect) => boolean,
  change: object | null,
  begun: Effect,
): readonly Effect[] {
  if (change === null) return effects.filter((effect) => !isMeant(effect))
  const at = effects.findIndex(isMeant)
  return at < 0 ? [...effects, { ...begun, ...change }] : effects.with(at, { ...effects[at], ...change } as Effect)
}
