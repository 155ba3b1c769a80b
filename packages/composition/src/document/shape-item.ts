// The items of a shape layer, in Lottie's own vocabulary (`ty`), with readable additions: `d` for SVG path data and
// `stops` for gradients whose colours can be bound to fields.
import type { BlendMode } from './blend-mode.ts'
import type { BezierPath, Color, GradientStop, Property, Transform, Vector } from './property.ts'

/** Keys that After Effects exports and the engine carries but does not need. */
interface Exported {
  nm?: string
  mn?: string
  ix?: number
  cix?: number
  np?: number
  ind?: number
  d?: unknown
  /** Hidden: the item is skipped. */
  hd?: boolean
}

/** Items top first. A fill or stroke paints every path that stands before it in the same group, as in After Effects. */
export interface GroupItem extends Exported, Blended {
  ty: 'gr'
  it: readonly ShapeItem[]
}

/** The transform of the group it stands in. */
export interface TransformItem extends Exported, Transform {
  ty: 'tr'
}

/** Rectangle of size `s` around its centre `p`, corners rounded by `r` pixels. */
export interface RectangleItem extends Exported {
  ty: 'rc'
  p?: Property<Vector>
  s: Property<Vector>
  r?: Property<number>
}

/** Ellipse of size `s` around its centre `p`. */
export interface EllipseItem extends Exported {
  ty: 'el'
  p?: Property<Vector>
  s: Property<Vector>
}

/** Star (`sy: 1`) or polygon (`sy: 2`) with `pt` points, outer/inner radius `or`/`ir`, roundness `os`/`is` in percent. */
export interface StarItem extends Exported {
  ty: 'sr'
  sy: 1 | 2
  p?: Property<Vector>
  pt: Property<number>
  or: Property<number>
  ir?: Property<number>
  os?: Property<number>
  is?: Property<number>
  r?: Property<number>
}

/** A free path: Lottie's `ks`, or SVG path data in `d`. Exactly one of the two. */
export interface PathItem extends Omit<Exported, 'd'> {
  ty: 'sh'
  ks?: Property<BezierPath>
  d?: string
}

/** Fill with colour `c` and opacity `o` (0 to 100); `r: 2` is the even-odd rule. */
export interface FillItem extends Exported, Blended {
  ty: 'fl'
  c: Property<Color>
  o?: Property<number>
  r?: 1 | 2
}

/** Dash pattern entries: `d` dash, `g` gap, `o` offset (may be animated). */
export interface DashEntry {
  n: 'd' | 'g' | 'o'
  v: Property<number>
  nm?: string
}

/** How a group, fill or stroke is mixed with what the layer has drawn below it. */
interface Blended {
  bm?: BlendMode | number
}

interface StrokeStyle {
  w: Property<number>
  /** Cap: 1 butt, 2 round, 3 square. */
  lc?: 1 | 2 | 3
  /** Join: 1 miter, 2 round, 3 bevel. */
  lj?: 1 | 2 | 3
  ml?: number
  d?: readonly DashEntry[]
}

export interface StrokeItem extends Omit<Exported, 'd'>, StrokeStyle, Blended {
  ty: 'st'
  c: Property<Color>
  o?: Property<number>
}

interface GradientStyle {
  /** 1 linear, 2 radial. */
  t: 1 | 2
  s: Property<Vector>
  e: Property<Vector>
  /** Readable stops; or Lottie's packed `g`. Exactly one of the two. */
  stops?: readonly GradientStop[]
  g?: { p: number; k: Property<Vector> }
  o?: Property<number>
  /** Radial highlight: length in percent of the radius and angle in degrees from the axis. */
  h?: Property<number>
  a?: Property<number>
}

export interface GradientFillItem extends Exported, GradientStyle, Blended {
  ty: 'gf'
  r?: 1 | 2
}

export interface GradientStrokeItem extends Omit<Exported, 'd'>, StrokeStyle, GradientStyle, Blended {
  ty: 'gs'
}

/** Shows only the part of the paths between `s` and `e` percent, shifted by `o` degrees. `m: 2` treats them as one. */
export interface TrimItem extends Exported {
  ty: 'tm'
  s: Property<number>
  e: Property<number>
  o?: Property<number>
  m?: 1 | 2
}

/** Draws what stands before it `c` times, each copy moved by one more `tr`; `so`/`eo` are first and last opacity. */
export interface RepeaterItem extends Exported {
  ty: 'rp'
  c: Property<number>
  o?: Property<number>
  m?: 1 | 2
  tr: Transform & { ty?: 'tr'; so?: Property<number>; eo?: Property<number>; nm?: string }
}

/** Combines the paths before it: 1 merge, 2 add, 3 subtract from the first, 4 intersect, 5 exclude. */
export interface MergeItem extends Exported {
  ty: 'mm'
  mm: 1 | 2 | 3 | 4 | 5
}

/** Rounds corners between straight lines by `r` pixels. */
export interface RoundItem extends Exported {
  ty: 'rd'
  r: Property<number>
}

/** Pulls points to the middle and lines away from it, by `a` percent; below 0 the other way. */
export interface PuckerItem extends Exported {
  ty: 'pb'
  a: Property<number>
}

/** Zig zag with ridges of `s` pixels, `r` of them per line; `pt: 2` makes them smooth. */
export interface ZigZagItem extends Exported {
  ty: 'zz'
  s: Property<number>
  r: Property<number>
  pt?: Property<number>
}

/** Turns paths by `a` degrees around `c`, the more the nearer to it. */
export interface TwistItem extends Exported {
  ty: 'tw'
  a: Property<number>
  c?: Property<Vector>
}

/** Moves outlines outwards by `a` pixels. */
export interface OffsetItem extends Exported {
  ty: 'op'
  a: Property<number>
  lj?: 1 | 2 | 3
  ml?: Property<number>
}

export type ShapeItem =
  | MergeItem
  | RoundItem
  | PuckerItem
  | ZigZagItem
  | TwistItem
  | OffsetItem
  | GroupItem
  | TransformItem
  | RectangleItem
  | EllipseItem
  | StarItem
  | PathItem
  | FillItem
  | StrokeItem
  | GradientFillItem
  | GradientStrokeItem
  | TrimItem
  | RepeaterItem
