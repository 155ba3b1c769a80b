// The values a property of a layer may hold: a plain value, Lottie's `{a, k}` keyframes, or a binding to a customer's field.

/** A colour: `#rgb`, `#rrggbb`, `#rrggbbaa`, or Lottie's `[r, g, b]` / `[r, g, b, a]` with channels 0 to 1. */
export type Color = string | readonly number[]

/** A point or size in pixels, or a scale in percent. Lottie's third component is accepted and ignored. */
export type Vector = readonly number[]

/** Lottie's path: vertices `v` with incoming `i` and outgoing `o` tangents relative to their vertex; `c` closes it. */
export interface BezierPath {
  c: boolean
  v: readonly (readonly number[])[]
  i: readonly (readonly number[])[]
  o: readonly (readonly number[])[]
}

/**
 * Stands where a value stands and takes it from the customer's field (or the field's default).
 * - `map` translates a choice (or `true`/`false` of a toggle) to any value.
 * - `before`/`after` surround a non-empty text.
 * - `factor`, `add`, `min` and `max` change the number of a slider or the numbers of a point, in this order.
 * - `alpha` (0 to 1) and `shade` (-1 black to 1 white) derive tones from a colour field.
 */
export interface FieldBinding extends NumberChange {
  $field: string
  map?: Record<string, unknown>
  before?: string
  after?: string
  alpha?: number
  shade?: number
}

/** What becomes of numbers on their way to a property: multiplied, then moved, then held between two ends. */
export interface NumberChange {
  factor?: number
  add?: readonly number[]
  min?: number
  max?: number
}

/** Bezier handle of a keyframe in the unit square; one number, or one per component. */
export interface EaseHandle {
  x: number | readonly number[]
  y: number | readonly number[]
}

/**
 * One keyframe at frame `t` with value `s`. `o` leaves this keyframe, `i` arrives at the next one; without both the
 * motion is linear; `h: 1` holds the value until the next keyframe. `to`/`ti` bend a position's path in space.
 * Scalars and paths may be wrapped in an array as Lottie does.
 */
export interface Keyframe<T> {
  t: number
  s: T | readonly T[]
  o?: EaseHandle
  i?: EaseHandle
  h?: 0 | 1
  to?: Vector
  ti?: Vector
}

/** An expression of the document's rig that gives a value when the document is drawn: a number, a point of `count` 2, or a colour of 4. */
export interface LiveLink extends NumberChange {
  live: number
  count: number
}

/** With `x` the value is only what is shown where the expression gives none. */
export interface StaticProperty<T> {
  a: 0
  k: T | readonly T[]
  x?: LiveLink
}

/** `loop` repeats the keyframes for ever after the last one: from the start, or there and back. */
export interface AnimatedProperty<T> {
  a: 1
  k: readonly Keyframe<T>[]
  loop?: 'cycle' | 'pingpong'
}

/** A value that may be plain, animated or bound to a field. */
export type Property<T> = T | StaticProperty<T> | AnimatedProperty<T> | FieldBinding

/** A value that may be bound to a field but not animated. */
export type Bindable<T> = T | FieldBinding

/** Position split into separately animated components, as After Effects exports it. */
export interface SplitPosition {
  s: true
  x: Property<number>
  y: Property<number>
}

/**
 * Lottie's transform: anchor `a`, position `p`, scale `s` (percent), rotation `r` (degrees clockwise), opacity `o`
 * (0 to 100), skew `sk` along axis `sa` (degrees).
 *
 * For a layer with a `box`, `p` is an offset from where the box lies (default `[0, 0]`) and `a` is measured from the
 * box's top left corner (default: its centre). Without a box both are as in Lottie, with default `[0, 0]`.
 */
export interface Transform {
  a?: Property<Vector>
  p?: Property<Vector> | SplitPosition
  s?: Property<Vector>
  r?: Property<number>
  o?: Property<number>
  sk?: Property<number>
  sa?: Property<number>
}

/** `[offset 0..1, colour]`, ascending. */
export type GradientStop = readonly [number, Property<Color>]

/**
 * A gradient. `from`/`to` are the ends of the axis (linear) or the centre and a point on the rim (radial), in pixels of
 * the layer, or in fractions of the layer's box with `units: 'box'`.
 */
export interface Gradient {
  gradient: 'linear' | 'radial'
  from: Property<Vector>
  to: Property<Vector>
  stops: readonly GradientStop[]
  units?: 'px' | 'box'
}

/** What fills an area: a colour or a gradient. */
export type Paint = Property<Color> | Gradient
