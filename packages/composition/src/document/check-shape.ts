// Checks for the items of shape layers.

import { BLEND_MODES } from './blend-mode.ts'
import {
  anything,
  boolean,
  type Check,
  described,
  isRecord,
  list,
  named,
  number,
  object,
  oneOf,
  type Report,
  text,
  undescribed,
} from './check.ts'
import {
  bezierPath,
  colorProperty,
  numberProperty,
  pathProperty,
  percentProperty,
  property,
  stops,
  transformShape,
  vectorProperty,
} from './check-property.ts'
import { isPathData } from './path-data.ts'

const MAX_ITEMS = 1000
const MAX_PATH_DATA = 20_000

/** Keys that After Effects writes and the engine carries. */
const exported = {
  nm: text(200),
  mn: text(200),
  ix: anything,
  cix: anything,
  np: anything,
  ind: anything,
  hd: boolean(),
  bm: oneOf(...BLEND_MODES, ...BLEND_MODES.keys()),
}

/** Path data of SVG. */
export const pathData = described(
  (of) => of(text(MAX_PATH_DATA, 1)),
  (value, report) =>
    text(MAX_PATH_DATA, 1)(value, report) &&
    (isPathData(value) || report.fail('not-allowed', 'SVG path data that begins with M is needed')),
)

const gradientNumbers = property(
  undescribed(
    (value, report) =>
      (Array.isArray(value) &&
        value.length <= 200 &&
        value.every((item) => typeof item === 'number' && Number.isFinite(item))) ||
      report.fail('wrong-type', 'A list of numbers is needed'),
  ),
)
const packedGradient = object({ p: number(1, 32), k: gradientNumbers })

const dash = object({ n: oneOf('d', 'g', 'o'), v: numberProperty() }, { nm: text(200) })
const strokeShape = {
  lc: oneOf(1, 2, 3),
  lj: oneOf(1, 2, 3),
  ml: number(0, 1000),
  ml2: anything,
  d: list(dash, 12),
}
const gradientShape = {
  stops,
  g: packedGradient,
  o: percentProperty,
  h: numberProperty(),
  a: numberProperty(),
}

const ty = (kind: string) => ({ ty: oneOf(kind) })
const repeaterTransform = object(
  {},
  { ...transformShape, ty: oneOf('tr'), so: percentProperty, eo: percentProperty, nm: text(200) },
)

const ITEM_CHECKS: Readonly<Record<string, Check>> = {
  tr: object(ty('tr'), { ...exported, ...transformShape }),
  rc: object({ ...ty('rc'), s: vectorProperty }, { ...exported, p: vectorProperty, r: numberProperty(0), d: anything }),
  el: object({ ...ty('el'), s: vectorProperty }, { ...exported, p: vectorProperty, d: anything }),
  sr: object(
    { ...ty('sr'), sy: oneOf(1, 2), pt: numberProperty(2, 200), or: numberProperty(0) },
    {
      ...exported,
      p: vectorProperty,
      ir: numberProperty(0),
      os: numberProperty(),
      is: numberProperty(),
      r: numberProperty(),
      d: anything,
    },
  ),
  sh: object(ty('sh'), { ...exported, ks: pathProperty, d: pathData, closed: anything }),
  fl: object(
    { ...ty('fl'), c: colorProperty },
    { ...exported, o: percentProperty, r: oneOf(1, 2), d: anything, fillEnabled: anything },
  ),
  st: object(
    { ...ty('st'), c: colorProperty, w: numberProperty(0) },
    { ...exported, ...strokeShape, o: percentProperty },
  ),
  gf: object(
    { ...ty('gf'), t: oneOf(1, 2), s: vectorProperty, e: vectorProperty },
    { ...exported, ...gradientShape, r: oneOf(1, 2), d: anything },
  ),
  gs: object(
    { ...ty('gs'), t: oneOf(1, 2), s: vectorProperty, e: vectorProperty, w: numberProperty(0) },
    { ...exported, ...gradientShape, ...strokeShape },
  ),
  tm: object(
    { ...ty('tm'), s: percentProperty, e: percentProperty },
    { ...exported, o: numberProperty(), m: oneOf(1, 2) },
  ),
  mm: object({ ...ty('mm'), mm: oneOf(1, 2, 3, 4, 5) }, exported),
  rd: object({ ...ty('rd'), r: numberProperty(0) }, exported),
  pb: object({ ...ty('pb'), a: numberProperty() }, exported),
  zz: object({ ...ty('zz'), s: numberProperty(), r: numberProperty(0, 500) }, { ...exported, pt: numberProperty() }),
  tw: object({ ...ty('tw'), a: numberProperty() }, { ...exported, c: vectorProperty }),
  op: object({ ...ty('op'), a: numberProperty() }, { ...exported, lj: oneOf(1, 2, 3), ml: numberProperty(0) }),
  rp: object(
    { ...ty('rp'), c: numberProperty(0, 200), tr: repeaterTransform },
    { ...exported, o: numberProperty(), m: oneOf(1, 2) },
  ),
}

/** The items of a shape layer, groups included, to a limited depth. */
export function shapeItems(depth = 0): Check {
  return described(
    (of) => ({ type: 'array', items: of(anyShapeItem), maxItems: MAX_ITEMS }),
    (value, report) => {
      if (depth > 16) return report.fail('too-deep', 'Shape groups may be nested 16 deep')
      return list(shapeItem(depth), MAX_ITEMS)(value, report)
    },
  )
}

const groupItem = (depth: number): Check =>
  object({ ...ty('gr'), it: shapeItems(depth + 1) }, { ...exported, d: anything })

const anyShapeItem: Check = named(
  'shapeItem',
  described(
    (of) => ({ anyOf: [of(groupItem(0)), ...Object.values(ITEM_CHECKS).map(of)] }),
    () => true,
  ),
)

function shapeItem(depth: number): Check {
  return undescribed((value, report) => {
    if (!isRecord(value)) return report.fail('wrong-type', 'A shape item is needed')
    const kind = value.ty
    if (kind === 'gr') return groupItem(depth)(value, report)
    const check = typeof kind === 'string' && Object.hasOwn(ITEM_CHECKS, kind) ? ITEM_CHECKS[kind] : undefined
    if (!check) return report.at('ty').fail('not-allowed', 'This kind of shape item is not known')
    return check(value, report) && hasSource(value, report)
  })
}

/** Paths and gradients may be written in two ways; exactly one must be used. */
function hasSource(item: Record<string, unknown>, report: Report): boolean {
  if (item.ty === 'sh' && (item.ks === undefined) === (item.d === undefined))
    return report.fail('missing', 'A path needs either "ks" or "d"')
  const isGradient = item.ty === 'gf' || item.ty === 'gs'
  if (isGradient && (item.stops === undefined) === (item.g === undefined))
    return report.fail('missing', 'A gradient needs either "stops" or "g"')
  return true
}

/** One path for masks. */
export const maskPath = property(bezierPath)
