// The definition of one effect, from its values in a document to its pixels. Each effect is a file of this folder and a line of
// effects.ts.

import type { Watch } from '../animation/evaluate.ts'
import type { Parameters } from '../bodymovin/effect-parameter.ts'
import type { Bounds, Matrix } from '../matrix.ts'
import type { Context, Sheet } from '../raster/host.ts'
import type { PixelData } from '../raster/pixels.ts'
import type { Region, Stage } from '../raster/stage.ts'
import { type Check, type Infer, object, oneOf } from '../schema/check.ts'
import type { Length, Value } from './value.ts'

/** The coordinates of an effect: the map from its pixels to the device, and the bounding box of wipes. */
export interface EffectSpace {
  readonly matrix: Matrix
  readonly box: Bounds
}

/** A region of a sheet with a layer's rendered picture, which effects change one after another. */
export interface LayerPicture extends EffectSpace {
  readonly stage: Stage
  readonly region: Region
  /** An effect may change it; the state of its context is restored afterwards. */
  readonly sheet: Sheet
  /**
   * An alternative to changing the sheet, at most once per effect: draws the picture onto a clear sheet that replaces it, or
   * onto the content below, whose opacity applies. Everything is moved by the shift.
   */
  redraw(draw: (to: Context, shift: [number, number]) => void): void
}

/** The state of an effect at a frame, in plain values: equal values look equal. Lengths are in device pixels unless noted. */
export interface EffectStep {
  readonly type: string
}

/** A compiled effect of a layer. */
interface CompiledEffect<Step extends EffectStep = EffectStep> {
  /**
   * Lengths are multiplied by `scale` and, for pixels that turn with the map, follow its axes. Undefined when the effect does
   * nothing.
   */
  at(frame: number, scale: number, map: Matrix): Step | undefined
  /** How far it reaches beyond the layer, in the layer's pixels. */
  margin?(frame: number): number
}

/** The margin of an effect that may draw the layer anywhere. */
export const ANYWHERE = 1e5

// biome-ignore lint/suspicious/noExplicitAny: values are read as each says itself
type Values = Readonly<Record<string, Value<any, any>>>

const pixels = oneOf('layer', 'list')

/** The pixels in which lengths are measured: the layer's or those of its list; by default the canvas's. */
export type PixelsOf = Infer<typeof pixels>

type WithPixels<All extends Values> =
  Extract<All[keyof All], Length> extends never ? unknown : { readonly pixels?: PixelsOf }

type Flat<Parts> = { [Key in keyof Parts]: Parts[Key] }

/** An effect in a document. */
type Document<Type extends string, Required extends Values, Optional extends Values> = Flat<
  { readonly type: Type } & { readonly [Key in keyof Required]: Infer<Required[Key]['check']> } & {
    readonly [Key in keyof Optional]?: Infer<Optional[Key]['check']>
  } & WithPixels<Required & Optional>
>

/** All its values while frames are drawn. */
type Ready<Required extends Values, Optional extends Values> = {
  readonly [Key in keyof Required]: ReturnType<Required[Key]['compile']>
} & { readonly [Key in keyof Optional]: ReturnType<Optional[Key]['compile']> } & {
  readonly pixels: PixelsOf | undefined
}

type Converted<Names extends PropertyKey> = { readonly [Name in Names]?: unknown }

/**
 * Converts the parameters of After Effects to values of the document. Undefined means that the effect is not drawn; an empty
 * list means that there is nothing to draw.
 */
type Converter<Names extends PropertyKey> = (
  parameters: Parameters,
) => Converted<Names> | readonly Converted<Names>[] | undefined

/** How a step is drawn: either by `draw` or by `recolor`. */
interface Drawing<Step extends EffectStep> {
  /**
   * How far beyond the visible area the layer must be drawn, in device pixels: blurs include pixels outside the picture, and a
   * transform moves them in, at most half the picture's size.
   */
  reach?(step: Step, stage: Stage): number
  draw?(picture: LayerPicture, step: Step): void
  /** For effects that treat each pixel separately. */
  recolor?(step: Step): (data: PixelData) => void
}

interface Spec<Type extends string, Required extends Values, Optional extends Values, Step extends EffectStep>
  extends Drawing<Step> {
  readonly type: Type
  /** Values that every document must contain. */
  readonly required: Required
  readonly optional: Optional
  /** Keyed by After Effects' match names. */
  readonly fromAfterEffects?: Readonly<Record<string, Converter<keyof Required | keyof Optional>>>
  compile(values: Ready<Required, Optional>): CompiledEffect<Step>
}

export interface EffectDefinition<One = { type: string }, Step extends EffectStep = EffectStep> extends Drawing<Step> {
  readonly type: string
  readonly check: Check
  /** Whether some of its values are lengths. */
  readonly hasLengths: boolean
  readonly fromAfterEffects: Readonly<Record<string, Converter<PropertyKey>>>
  compile(effect: One, watch: Watch): CompiledEffect<Step>
}

const collectChecks = (values: Values) =>
  Object.fromEntries(Object.entries(values).map(([key, { check }]) => [key, check]))

/** Creates an effect from its definition. */
export function defineEffect<
  const Type extends string,
  Required extends Values,
  Optional extends Values,
  Step extends { readonly type: Type },
>(spec: Spec<Type, Required, Optional, Step>): EffectDefinition<Document<Type, Required, Optional>, Step> {
  const { type, required, optional, fromAfterEffects = {}, compile, ...drawing } = spec
  const values = Object.entries({ ...required, ...optional })
  const hasLengths = values.some(([, { isLength }]) => isLength)
  return {
    type,
    hasLengths,
    fromAfterEffects,
    check: object(
      { type: oneOf(type), ...collectChecks(required) },
      { ...collectChecks(optional), ...(hasLengths ? { pixels } : {}) },
    ),
    compile(effect, watch) {
      const written = effect as Readonly<Record<string, unknown>>
      const read = values.map(([key, value]) => [key, value.compile(written[key], watch)])
      return compile({ ...Object.fromEntries(read), pixels: written.pixels })
    },
    ...drawing,
  }
}
