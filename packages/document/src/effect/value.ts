// The kinds of values that effects have: how one stands in a document, and how it is read while frames are drawn.

import { type Compiled, compileColor, compileNumber, compileVector, type Watch } from '../animation/evaluate.ts'
import { BLEND_MODES, type BlendMode, canvasMode } from '../schema/blend-mode.ts'
import { boolean, type Check, list, oneOf } from '../schema/check.ts'
import type { Color } from '../schema/color.ts'
import {
  colorProperty,
  numberProperty,
  type Property,
  percentProperty,
  type Vector,
  vectorProperty,
} from '../schema/property.ts'

/** A value of an effect, as it is written in a document and as the effect reads it. */
export interface Value<Written, Read> {
  readonly check: Check<Written>
  /** A length in pixels: the effect may say whose pixels these are. */
  readonly isLength?: boolean
  /** @param written undefined where the document leaves it out */
  compile(written: Written | undefined, watch: Watch): Read
}

/** A value in pixels, which the effect multiplies by the `scale` of its pixels. */
export interface Length extends Value<Property<number>, Compiled<number>> {
  readonly isLength: true
}

type NumberValue = Value<Property<number>, Compiled<number>>

/** A number that moves, `rest` where it is left out. */
export function number(rest: number, min?: number, max?: number): NumberValue {
  return createNumberValue(numberProperty(min, max), rest)
}

/** From 0 to 100. */
export function percent(rest: number): NumberValue {
  return createNumberValue(percentProperty, rest)
}

/** From -100 to 100. */
export function signedPercent(rest: number): NumberValue {
  return number(rest, -100, 100)
}

export function length(rest: number, min?: number, max?: number): Length {
  return { ...number(rest, min, max), isLength: true }
}

function createNumberValue(check: Check<Property<number>>, rest: number): NumberValue {
  return { check, compile: (written, watch) => compileNumber(written, rest, watch) }
}

/** A colour that moves, as the text that a canvas takes. */
export function color(rest: string): Value<Property<Color>, Compiled<string>> {
  return { check: colorProperty, compile: (written, watch) => compileColor(written, rest, watch) }
}

/** In the pixels of the effect's space. */
export type Point = readonly [number, number]

/** A place that moves. */
export const point: Value<Property<Vector>, (frame: number) => Point> = {
  check: vectorProperty,
  compile(written, watch) {
    const place = compileVector(written, [0, 0], watch)
    return (frame) => {
      const [x = 0, y = 0] = place.at(frame)
      return [x, y]
    }
  },
}

/** A value that changes how the effect works where it is there. */
export function ifGiven<Written, Read>(value: Value<Written, Read>): Value<Written, Read | undefined> {
  return { ...value, compile: (written, watch) => (written === undefined ? undefined : value.compile(written, watch)) }
}

/** So many values of one kind. */
export function createListValue<Written, Read>(
  count: number,
  value: Value<Written, Read>,
): Value<readonly Written[], readonly Read[]> {
  return {
    check: list(value.check, count, count),
    compile: (written = [], watch) => written.map((one) => value.compile(one, watch)),
  }
}

/** One of a few words, the first where it is left out. */
export function choice<const Word extends string>(first: Word, ...others: readonly Word[]): Value<Word, Word> {
  return { check: oneOf(first, ...others), compile: (written = first) => written }
}

export const flag: Value<boolean, boolean> = { check: boolean(), compile: (written = false) => written }

/** A blend mode, as a canvas names it. */
export function blendMode(rest: BlendMode = 'normal'): Value<BlendMode, string> {
  return { check: oneOf(...BLEND_MODES), compile: (written = rest) => canvasMode(written) }
}
