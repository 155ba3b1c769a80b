// Text animation by parts: reveals, which are quick to write, and After Effects' range selectors.
import {
  boolean,
  type Check,
  type Infer,
  integer,
  isRecord,
  list,
  number,
  object,
  oneOf,
  when,
} from '../schema/check.ts'
import {
  anyNumber,
  colorProperty,
  numberProperty,
  percentProperty,
  transformShape,
  vector,
  vectorProperty,
} from '../schema/property.ts'

const textAnimator = object(
  {
    by: oneOf('char', 'word', 'line'),
    progress: percentProperty,
    /** The initial state of a part: offset in pixels, scale in percent, degrees, opacity in percent. */
    from: object({}, { p: vector, s: vector, r: anyNumber, o: number(0, 100), tracking: anyNumber }),
  },
  {
    spread: number(0.01, 1000),
    order: oneOf('forward', 'backward', 'centre', 'random'),
    /** For `random` order. */
    seed: integer(0, 1e9),
    ease: oneOf('linear', 'out', 'in-out', 'back'),
  },
)

/**
 * Reveals text part by part. Part n of N moves from the `from` state to its normal state while `progress` passes it: at 0 all
 * parts are in the `from` state, at 100 all are in their normal state. `spread` is how many parts move at the same time
 * (default 3), `order` which come first.
 */
export interface TextAnimator extends Infer<typeof textAnimator> {}

const signedPercent = numberProperty(-100, 100)
const textRangeSelectorObject = object(
  {},
  {
    start: numberProperty(),
    end: numberProperty(),
    offset: numberProperty(),
    units: oneOf('percent', 'index'),
    shape: oneOf('square', 'ramp-up', 'ramp-down', 'triangle', 'round', 'smooth'),
    easeHigh: signedPercent,
    easeLow: signedPercent,
    amount: signedPercent,
    /** Smoothness of the square shape, 0 (hard) to 100 (default). */
    smoothness: percentProperty,
    /** Selects the parts in random order. */
    random: boolean(),
    seed: integer(0, 1e9),
  },
)

/**
 * Selects parts with a weight, like After Effects' range selectors. `start`, `end` and `offset` are in percent of the parts, or
 * in parts with `units: 'index'`. `amount` (-100 to 100) scales the weight.
 */
export interface TextRangeSelector extends Infer<typeof textRangeSelectorObject> {}

const textRangeSelector: Check<TextRangeSelector> = textRangeSelectorObject

const selection = {
  /** The unit of selection: letters and spaces, letters only, words or lines. */
  by: oneOf('char', 'char-no-space', 'word', 'line'),
  range: textRangeSelector,
}
const textRange = object(
  {
    ...selection,
    /**
     * Offset in pixels, scale and opacity in percent, rotation in degrees; each letter rotates and scales around its baseline
     * point, moved by `a`.
     */
    to: object(
      {},
      {
        ...transformShape,
        p: vectorProperty,
        /** Thousandths of the size, added between letters. */
        tracking: numberProperty(),
        /** Pixels upwards. */
        baseline: numberProperty(),
        fill: colorProperty,
        stroke: colorProperty,
        /** Pixels added to the stroke width. */
        strokeWidth: numberProperty(),
      },
    ),
  },
  {
    /** Further selectors: their weights are added, up to 100 percent. */
    more: list(object(selection), 10),
  },
)

/** Changes every letter by the weight of the part (`by`) that contains it. */
export interface TextRange extends Infer<typeof textRange> {}

export type TextAnimation = TextAnimator | TextRange

export const textAnimation: Check<TextAnimation> = when(
  (value) => isRecord(value) && 'range' in value,
  textRange,
  textAnimator,
)
