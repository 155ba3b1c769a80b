// The value types of effects: how each is written in a document, and how it is read while frames are drawn.

import { type Compiled, compileColor, compileNumber, compileVector, type Watch } from '../animation/evaluate.ts'
import { boolean, type Check, list, oneOf } from '../schema/check.ts'
import { BLEND_MODES, type BlendMode, type Color, canvasMode } from '../schema/color.ts'
import {
  colorProperty,
  numberProperty,
  type Property,
  percentProperty,
  type Vector,
  vectorProperty,
} from '../schema/property.ts'

/** A value of an effect, as written in a document and as read by the effect. */
export interface Value<Written, Read> {
  readonly check: Check<Written>
  /** A length in pixels: the effect may specify in whose pixels. */
  readonly isLength?: boolean
  /** @param written undefined when the document omits it */
  compile(written: Written | undefined, watch: Watch): Read
}

/** A value in pixels, which the effect multiplies by its `scale`. */
export interface Length extends Value<Property<number>, Compiled<number>> {
  readonly isLength: true
}

type NumberValue = Value<Property<number>, Compiled<number>>

/** An animatable number; `rest` is the default. */
export function number(rest: number, min?: number, max?: number): NumberValue {
  return createNumberValue(numberProperty(min, max), rest)
}

/** A percentage from 0 to 100. */
export function percent(rest: number): NumberValue {
  return createNumberValue(percentProperty, rest)
}

/** A percentage from -100 to 100. */
export function signedPercent(rest: number): NumberValue {
  return number(rest, -100, 100)
}

export function length(rest: number, min?: number, max?: number): Length {
  return { ...number(rest, min, max), isLength: true }
}

function createNumberValue(check: Check<Property<number>>, rest: number): NumberValue {
  return { check, compile: (written, watch) => compileNumber(written, rest, watch) }
}

/** An animatable colour, as a canvas colour text. */
export function color(rest: string): Value<Property<Color>, Compiled<string>> {
  return { check: colorProperty, compile: (written, watch) => compileColor(written, rest, watch) }
}

/** In pixels of the effect's space. */
export type Point = readonly [number, number]

/** An animatable point. */
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

/** An optional value that changes how the effect works. */
export function ifGiven<Written, Read>(value: Value<Written, Read>): Value<Written, Read | undefined> {
  return { ...value, compile: (written, watch) => (written === undefined ? undefined : value.compile(written, watch)) }
}

/** A list of values of one kind. */
export function createListValue<Written, Read>(
  count: number,
  value: Value<Written, Read>,
): Value<readonly Written[], readonly Read[]> {
  return {
    check: list(value.check, count, count),
    compile: (written = [], watch) => written.map((one) => value.compile(one, watch)),
  }
}

/** One of several words; the first is the default. */
export function choice<const Word extends string>(first: Word, ...others: readonly Word[]): Value<Word, Word> {
  return { check: oneOf(first, ...others), compile: (written = first) => written }
}

export const flag: Value<boolean, boolean> = { check: boolean(), compile: (written = false) => written }

/** A blend mode by its canvas name. */
export function blendMode(rest: BlendMode = 'normal'): Value<BlendMode, string> {
  return { check: oneOf(...BLEND_MODES), compile: (written = rest) => canvasMode(written) }
}
