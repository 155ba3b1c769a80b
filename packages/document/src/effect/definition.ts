// What one effect is, from its values in a document to its pixels. Each is a file of this folder and a line of effects.ts.

import type { Watch } from '../animation/evaluate.ts'
import type { Parameters } from '../bodymovin/effect-parameter.ts'
import type { Bounds, Matrix } from '../matrix.ts'
import type { Context, Sheet } from '../raster/host.ts'
import type { PixelData } from '../raster/pixels.ts'
import type { Region, Stage } from '../raster/stage.ts'
import { type Check, type Infer, object, oneOf } from '../schema/check.ts'
import type { Length, Value } from './value.ts'

/** Where the points of effects lie: the map from their pixels to the device, and the box that wipes cross. */
export interface EffectSpace {
  readonly matrix: Matrix
  readonly box: Bounds
}

/** A region of a sheet with a layer's finished picture, which effects change one after the other. */
export interface LayerPicture extends EffectSpace {
  readonly stage: Stage
  readonly region: Region
  /** An effect may change it; its context's state is put back afterwards. */
  readonly sheet: Sheet
  /**
   * Instead of changing the sheet, at most once for an effect: draws the picture onto a clear one, which takes the sheet's place, or
   * onto what lies below, whose opacity applies. Everything is moved by the shift.
   */
  redraw(draw: (to: Context, shift: [number, number]) => void): void
}

/** What an effect does at a frame, in plain values: equal ones look equal. Lengths are in device pixels unless said otherwise. */
export interface EffectStep {
  readonly type: string
}

/** An effect of a layer, ready to be asked for any frame. */
export interface CompiledEffect<Step extends EffectStep = EffectStep> {
  /** With lengths `scale` times as long, and along the map's axes where it turns with its pixels; undefined where it does nothing. */
  at(frame: number, scale: number, map: Matrix): Step | undefined
  /** How far beyond the layer it reaches, in its own pixels. */
  margin?(frame: number): number
}

/** The margin of what may show the layer at any place. */
export const ANYWHERE = 1e5

// biome-ignore lint/suspicious/noExplicitAny: values are read as each says itself
type Values = Readonly<Record<string, Value<any, any>>>

const pixels = oneOf('layer', 'list')

/** Whose pixels lengths are: those of the layer or of the list that it stands in; without, the canvas's. */
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

/** All its values as they are while frames are drawn. */
type Ready<Required extends Values, Optional extends Values> = {
  readonly [Key in keyof Required]: ReturnType<Required[Key]['compile']>
} & { readonly [Key in keyof Optional]: ReturnType<Optional[Key]['compile']> } & {
  readonly pixels: PixelsOf | undefined
}

type Converted<Names extends PropertyKey> = { readonly [Name in Names]?: unknown }

/**
 * Reads the parameters of After Effects as values of the document. Undefined: the effect is not drawn; an empty list: there is
 * nothing to draw.
 */
type Converter<Names extends PropertyKey> = (
  parameters: Parameters,
) => Converted<Names> | readonly Converted<Names>[] | undefined

/** How a step is drawn: by one of `draw` and `recolor`. */
interface Drawing<Step extends EffectStep> {
  /**
   * How far beyond what is seen the layer must be drawn, in device pixels: blurs take in what lies outside the picture, and a
   * transform brings it in, of which as much as half the picture is drawn.
   */
  reach?(step: Step, stage: Stage): number
  draw?(picture: LayerPicture, step: Step): void
  /** For effects that look at one pixel at a time. */
  recolor?(step: Step): (data: PixelData) => void
}

interface Spec<Type extends string, Required extends Values, Optional extends Values, Step extends EffectStep>
  extends Drawing<Step> {
  readonly type: Type
  /** Values that every document says. */
  readonly required: Required
  readonly optional: Optional
  /** By the match names of After Effects. */
  readonly fromAfterEffects?: Readonly<Record<string, Converter<keyof Required | keyof Optional>>>
  compile(values: Ready<Required, Optional>): CompiledEffect<Step>
}

export interface EffectDefinition<One = { type: string }, Step extends EffectStep = EffectStep> extends Drawing<Step> {
  readonly type: string
  readonly check: Check
  /** Some of its values are lengths. */
  readonly hasLengths: boolean
  readonly fromAfterEffects: Readonly<Record<string, Converter<PropertyKey>>>
  compile(effect: One, watch: Watch): CompiledEffect<Step>
}

const collectChecks = (values: Values) =>
  Object.fromEntries(Object.entries(values).map(([key, { check }]) => [key, check]))

/** An effect of what is said of it. */
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
