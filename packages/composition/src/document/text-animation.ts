// How text moves piece by piece: reveals, which are quick to write, and After Effects' range selectors.
import type { Color, Property, Vector } from './property.ts'

/**
 * Reveals text piece by piece. Piece number n of N moves from the `from` state to its normal state while `progress`
 * passes it: `progress` 0 shows all pieces in the `from` state, 100 all in their normal state. `spread` is how many
 * pieces are under way at the same time (default 3), `order` which come first.
 */
export interface TextAnimator {
  by: 'char' | 'word' | 'line'
  progress: Property<number>
  spread?: number
  order?: 'forward' | 'backward' | 'centre' | 'random'
  /** For `random` order. */
  seed?: number
  ease?: 'linear' | 'out' | 'in-out' | 'back'
  /** How far from its normal state a piece starts: offset in pixels, scale in percent, degrees, opacity in percent. */
  from: { p?: Vector; s?: Vector; r?: number; o?: number; tracking?: number }
}

/**
 * Which pieces a range takes in and how much, as After Effects' range selectors do. `start`, `end` and `offset` are in
 * percent of the pieces, or in pieces with `units: 'index'`. `amount` (-100 to 100) scales the whole.
 */
export interface TextRangeSelector {
  start?: Property<number>
  end?: Property<number>
  offset?: Property<number>
  units?: 'percent' | 'index'
  shape?: 'square' | 'ramp-up' | 'ramp-down' | 'triangle' | 'round' | 'smooth'
  easeHigh?: Property<number>
  easeLow?: Property<number>
  amount?: Property<number>
  /** Of a square, 0 (hard) to 100 (default). */
  smoothness?: Property<number>
  /** Takes the pieces in a random order. */
  random?: boolean
  seed?: number
}

/** Changes every letter by as much as the range takes in of the piece (`by`) that it belongs to. */
export interface TextRange {
  /** What is counted: letters and spaces, letters only, words or lines. */
  by: 'char' | 'char-no-space' | 'word' | 'line'
  range: TextRangeSelector
  /** Further selectors: what all of them take in is added, to 100 percent at most. */
  more?: readonly { by: TextRange['by']; range: TextRangeSelector }[]
  /** Offset in pixels, scale and opacity in percent, degrees; each letter turns and grows around its foot, moved by `a`. */
  to: {
    p?: Property<Vector>
    a?: Property<Vector>
    s?: Property<Vector>
    r?: Property<number>
    o?: Property<number>
    sk?: Property<number>
    sa?: Property<number>
    /** Thousandths of the size, added between letters. */
    tracking?: Property<number>
    /** Pixels upwards. */
    baseline?: Property<number>
    fill?: Property<Color>
    stroke?: Property<Color>
    /** Pixels, added. */
    strokeWidth?: Property<number>
  }
}

export type TextAnimation = TextAnimator | TextRange
