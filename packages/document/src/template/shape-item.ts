// The items of a shape layer, with Lottie's names (`ty`) and readable additions: `d` for SVG path data and `stops` for
// gradients whose colours can be bound to fields.

import {
  anything,
  boolean,
  type Check,
  described,
  type Infer,
  list,
  named,
  number,
  object,
  oneOf,
  type Report,
  refined,
  text,
  undescribed,
  unionByKey,
} from '../schema/check.ts'
import { blendMode } from '../schema/color.ts'
import {
  colorProperty,
  numberProperty,
  pathProperty,
  percentProperty,
  property,
  stops,
  transformShape,
  type Vector,
  vectorProperty,
} from '../schema/property.ts'

const MAX_ITEMS = 1000
const MAX_DEPTH = 16

/** Path data of SVG. */
export const pathData = refined(
  text(20_000, 1),
  (data, report) => isPathData(data) || report.fail('not-allowed', 'SVG path data that begins with M is needed'),
)

const common = {
  nm: text(200),
  /** Hidden: the item is skipped. */
  hd: boolean(),
}
const blended = {
  /** How a group, fill or stroke is blended with the content of the layer below it. */
  bm: blendMode,
}
const outline = {
  ...common,
  /** 3 draws the path backwards. */
  d: anything,
}

/** Keys that After Effects exports and we ignore. */
const exported = { mn: text(200), ix: anything, cix: anything, np: anything, ind: anything, ...blended }

/** The items of a shape layer, including groups, up to a limited depth. */
export const shapeItems: Check<readonly ShapeItem[]> = described(
  (of) => of(itemList),
  (value, report) => {
    const { partDepth = 0 } = report.context
    if (partDepth > MAX_DEPTH) return report.fail('too-deep', `Shape groups may be nested ${MAX_DEPTH} deep`)
    return itemList(value, report.within({ partDepth: partDepth + 1 }))
  },
)

const dash = object({ n: oneOf('d', 'g', 'o'), v: numberProperty() }, { nm: text(200) })

const strokeStyle = {
  /** Cap: 1 butt, 2 round, 3 square. */
  lc: oneOf(1, 2, 3),
  /** Join: 1 miter, 2 round, 3 bevel. */
  lj: oneOf(1, 2, 3),
  ml: number(0, 1000),
  /** Dash pattern: `d` dash, `g` gap, `o` offset (may be animated). */
  d: list(dash, 12),
}

const gradientNumbers = property(
  undescribed<Vector>(
    (value, report) =>
      (Array.isArray(value) &&
        value.length <= 200 &&
        value.every((item) => typeof item === 'number' && Number.isFinite(item))) ||
      report.fail('wrong-type', 'A list of numbers is needed'),
  ),
)
const gradient = {
  required: {
    /** 1 linear, 2 radial. */
    t: oneOf(1, 2),
    s: vectorProperty,
    e: vectorProperty,
  },
  optional: {
    /** Readable stops, or Lottie's packed `g`. Exactly one of the two. */
    stops,
    g: object({ p: number(1, 32), k: gradientNumbers }),
    o: percentProperty,
    /** Radial highlight: length in percent of the radius and angle in degrees from the axis. */
    h: numberProperty(),
    a: numberProperty(),
  },
}
const hasColors = ({ stops, g }: { stops?: unknown; g?: unknown }, report: Report): boolean =>
  (stops === undefined) !== (g === undefined) || report.fail('missing', 'A gradient needs either "stops" or "g"')

const repeaterTransform = object(
  {},
  { ...transformShape, ty: oneOf('tr'), so: percentProperty, eo: percentProperty, nm: text(200) },
)

const kinds = {
  /** The transform of the group that contains it. */
  tr: object({ ty: oneOf('tr') }, { ...common, ...transformShape }, exported),
  /** Rectangle of size `s` around its centre `p`, corners rounded by `r` pixels. */
  rc: object({ ty: oneOf('rc'), s: vectorProperty }, { ...outline, p: vectorProperty, r: numberProperty(0) }, exported),
  /** Ellipse of size `s` around its centre `p`. */
  el: object({ ty: oneOf('el'), s: vectorProperty }, { ...outline, p: vectorProperty }, exported),
  /** Star (`sy: 1`) or polygon (`sy: 2`) with `pt` points, outer/inner radius `or`/`ir`, roundness `os`/`is` in percent. */
  sr: object(
    { ty: oneOf('sr'), sy: oneOf(1, 2), pt: numberProperty(2, 200), or: numberProperty(0) },
    {
      ...outline,
      p: vectorProperty,
      ir: numberProperty(0),
      os: numberProperty(),
      is: numberProperty(),
      r: numberProperty(),
    },
    exported,
  ),
  /** A free path: Lottie's `ks`, or SVG path data in `d`. Exactly one of the two. */
  sh: refined(
    object({ ty: oneOf('sh') }, { ...common, ks: pathProperty, d: pathData }, { ...exported, closed: anything }),
    ({ ks, d }, report) =>
      (ks === undefined) !== (d === undefined) || report.fail('missing', 'A path needs either "ks" or "d"'),
  ),
  /** Fill with colour `c` and opacity `o` (0 to 100); `r: 2` is the even-odd rule. */
  fl: object(
    { ty: oneOf('fl'), c: colorProperty },
    { ...common, ...blended, o: percentProperty, r: oneOf(1, 2) },
    { ...exported, d: anything, fillEnabled: anything },
  ),
  st: object(
    { ty: oneOf('st'), c: colorProperty, w: numberProperty(0) },
    { ...common, ...blended, ...strokeStyle, o: percentProperty },
    { ...exported, ml2: anything },
  ),
  gf: refined(
    object(
      { ty: oneOf('gf'), ...gradient.required },
      { ...common, ...blended, ...gradient.optional, r: oneOf(1, 2) },
      { ...exported, d: anything },
    ),
    hasColors,
  ),
  gs: refined(
    object(
      { ty: oneOf('gs'), ...gradient.required, w: numberProperty(0) },
      { ...common, ...blended, ...gradient.optional, ...strokeStyle },
      { ...exported, ml2: anything },
    ),
    hasColors,
  ),
  /** Shows only the part of the paths between `s` and `e` percent, shifted by `o` degrees. `m: 2` treats them as one. */
  tm: object(
    { ty: oneOf('tm'), s: percentProperty, e: percentProperty },
    { ...common, o: numberProperty(), m: oneOf(1, 2) },
    exported,
  ),
  /** Combines the paths before it: 1 merge, 2 add, 3 subtract from the first, 4 intersect, 5 exclude. */
  mm: object({ ty: oneOf('mm'), mm: oneOf(1, 2, 3, 4, 5) }, common, exported),
  /** Rounds corners between straight lines by `r` pixels. */
  rd: object({ ty: oneOf('rd'), r: numberProperty(0) }, common, exported),
  /** Pucker and bloat: pulls points to the centre and lines away from it by `a` percent; negative values do the opposite. */
  pb: object({ ty: oneOf('pb'), a: numberProperty() }, common, exported),
  /** Zig zag with ridges of `s` pixels, `r` of them per line; `pt: 2` makes them smooth. */
  zz: object(
    { ty: oneOf('zz'), s: numberProperty(), r: numberProperty(0, 500) },
    { ...common, pt: numberProperty() },
    exported,
  ),
  /** Twists paths by `a` degrees around `c`, more strongly near the centre. */
  tw: object({ ty: oneOf('tw'), a: numberProperty() }, { ...common, c: vectorProperty }, exported),
  /** Offsets outlines outwards by `a` pixels. */
  op: object(
    { ty: oneOf('op'), a: numberProperty() },
    { ...common, lj: oneOf(1, 2, 3), ml: numberProperty(0) },
    exported,
  ),
  /** Repeats the items before it `c` times, applying `tr` once more for each copy; `so`/`eo` are first and last opacity. */
  rp: object(
    { ty: oneOf('rp'), c: numberProperty(0, 200), tr: repeaterTransform },
    { ...common, o: numberProperty(), m: oneOf(1, 2) },
    exported,
  ),
}

const groupItem = object({ ty: oneOf('gr'), it: shapeItems }, { ...common, ...blended }, { ...exported, d: anything })

/** Items top first. A fill or stroke paints every path before it in the same group, as in After Effects. */
interface GroupItem extends Infer<typeof groupItem> {}

export type ShapeItem = GroupItem | Infer<(typeof kinds)[keyof typeof kinds]>

const shapeItem = named<ShapeItem>(
  'shapeItem',
  unionByKey('ty', { gr: groupItem, ...kinds }, 'A shape item is needed', 'This kind of shape item is not known'),
)
const itemList = list(shapeItem, MAX_ITEMS)

// SVG path data: its tokens, and a check that a text consists of nothing else.

/** A command letter, or a number. */
export const PATH_TOKEN = /([MmLlHhVvCcSsQqTtAaZz])|(-?(?:\d+\.\d*|\.?\d+)(?:[eE][-+]?\d+)?)/g

/** Whether the path reader understands the whole text. */
export function isPathData(data: string): boolean {
  return data.replace(PATH_TOKEN, '').replace(/[\s,+]/g, '') === '' && /^\s*[Mm]/.test(data)
}
