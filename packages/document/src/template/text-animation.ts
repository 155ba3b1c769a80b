// How text moves piece by piece: reveals, which are quick to write, and After Effects' range selectors.
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
    /** How far from its normal state a piece starts: offset in pixels, scale in percent, degrees, opacity in percent. */
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
 * Reveals text piece by piece. Piece number n of N moves from the `from` state to its normal state while `progress`
 * passes it: `progress` 0 shows all pieces in the `from` state, 100 all in their normal state. `spread` is how many
 * pieces are under way at the same time (default 3), `order` which come first.
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
    /** Of a square, 0 (hard) to 100 (default). */
    smoothness: percentProperty,
    /** Takes the pieces in a random order. */
    random: boolean(),
    seed: integer(0, 1e9),
  },
)

/**
 * Which pieces a range takes in and how much, as After Effects' range selectors do. `start`, `end` and `offset` are in
 * percent of the pieces, or in pieces with `units: 'index'`. `amount` (-100 to 100) scales the whole.
 */
export interface TextRangeSelector extends Infer<typeof textRangeSelectorObject> {}

const textRangeSelector: Check<TextRangeSelector> = textRangeSelectorObject

const selection = {
  /** What is counted: letters and spaces, letters only, words or lines. */
  by: oneOf('char', 'char-no-space', 'word', 'line'),
  range: textRangeSelector,
}
const textRange = object(
  {
    ...selection,
    /** Offset in pixels, scale and opacity in percent, degrees; each letter turns and grows around its foot, moved by `a`. */
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
        /** Pixels, added. */
        strokeWidth: numberProperty(),
      },
    ),
  },
  {
    /** Further selectors: what all of them take in is added, to 100 percent at most. */
    more: list(object(selection), 10),
  },
)

/** Changes every letter by as much as the range takes in of the piece (`by`) that it belongs to. */
export interface TextRange extends Infer<typeof textRange> {}

export type TextAnimation = TextAnimator | TextRange

export const textAnimation: Check<TextAnimation> = when(
  (value) => isRecord(value) && 'range' in value,
  textRange,
  textAnimator,
)
