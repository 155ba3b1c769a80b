// How a layer, a shape group or a paint is blended with the content below it.
import { oneOf } from './check.ts'

/** Blend modes by their canvas names, each at its index in Lottie; indices are accepted on read and stored as names. */
export const BLEND_MODES = [
  'normal',
  'multiply',
  'screen',
  'overlay',
  'darken',
  'lighten',
  'color-dodge',
  'color-burn',
  'hard-light',
  'soft-light',
  'difference',
  'exclusion',
  'hue',
  'saturation',
  'color',
  'luminosity',
  'add',
] as const

export type BlendMode = (typeof BLEND_MODES)[number]

/** A name or a number. */
export const blendMode = oneOf(...BLEND_MODES, ...BLEND_MODES.keys())

/** The canvas name of a mode. */
export function canvasMode(mode: BlendMode | undefined): string {
  return mode === undefined || mode === 'normal' ? 'source-over' : mode === 'add' ? 'lighter' : mode
}
