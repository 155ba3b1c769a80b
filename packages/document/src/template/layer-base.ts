// What every layer has, whatever it shows: where, when and how it blends.
import { effect } from '../effect/effects.ts'
import { type BlendMode, blendMode } from '../schema/blend-mode.ts'
import {
  boolean,
  type Check,
  described,
  type Infer,
  integer,
  isRecord,
  list,
  matching,
  named,
  number,
  object,
  oneOf,
  refined,
  type Shape,
  text,
  toName,
  undescribed,
  when,
} from '../schema/check.ts'
import {
  eachRemembered,
  type FieldBinding,
  frameNumber,
  numberProperty,
  pathProperty,
  percentProperty,
  positive,
  property,
  transform,
  vector,
} from '../schema/property.ts'

/** Pictures that motion blur may be the mean of. */
export const MAX_BLUR_SAMPLES = 64

const maskObject = named(
  'mask',
  object(
    { mode: oneOf('a', 's', 'i', 'l', 'd', 'f', 'n'), pt: pathProperty },
    {
      o: percentProperty,
      f: property(when(Array.isArray, vector, positive)),
      x: numberProperty(),
      inv: boolean(),
      nm: text(200),
    },
    { cl: boolean() },
  ),
)

/**
 * Lottie's mask: `mode` add, subtract, intersect, lighten, darken, difference or none; path `pt`; opacity `o` 0 to 100;
 * `f` softens the edge over so many pixels, `x` moves it outwards by so many; `inv` inverts.
 */
export interface Mask extends Infer<typeof maskObject> {}

const mask: Check<Mask> = maskObject

const visibilityBinding = refined(
  object(
    { $field: text(64, 1) },
    {
      equals: undescribed<string | boolean>(
        (equals, report) =>
          typeof equals === 'string' ||
          typeof equals === 'boolean' ||
          report.fail('wrong-type', 'A text or true/false is needed'),
      ),
      not: boolean(),
    },
  ),
  ({ $field }, report) =>
    report.context.fields.has($field) ||
    report.at('$field').fail('unknown-reference', `There is no field "${toName($field)}"`),
)

/**
 * Shown or not, decided once per render. A binding shows the layer when a toggle is on, a text or medium is filled in,
 * or, with `equals`, when the value is that one. `not` inverts.
 */
export type Visibility = Infer<typeof visibility>

const visibility = named(
  'visibility',
  described<boolean | (FieldBinding & Infer<typeof visibilityBinding>)>(
    () => ({ anyOf: [{ type: 'boolean' }, { type: 'object', required: ['$field'] }] }),
    (value, report) =>
      typeof value === 'boolean' ||
      (isRecord(value)
        ? visibilityBinding(value, report)
        : report.fail('wrong-type', 'true, false or a binding is needed')),
  ),
)

const sibling = described<string>(
  () => ({ type: 'string' }),
  (value, report) =>
    (typeof value === 'string' && report.context.siblings.has(value)) ||
    report.fail('unknown-reference', `There is no layer "${toName(value)}" in the same list`),
)

const numbers = numberProperty()
const spaceObject = named(
  'space',
  object({}, { z: numbers, az: numbers, sz: numbers, ox: numbers, oy: numbers, oz: numbers, rx: numbers, ry: numbers }),
)

/**
 * Where a layer stands in space: depth `z` away from the viewer in pixels, that of its anchor `az`, its scale `sz` across its
 * plane in percent, orientation `ox`, `oy`, `oz` and turns `rx`, `ry` in degrees. The rest of its place is its transform. It is seen
 * through the camera of its list.
 */
export interface Space extends Infer<typeof spaceObject> {}

const space: Check<Space> = spaceObject

const motionBlurObject = object({
  angle: number(0, 720),
  phase: number(-720, 720),
  samples: integer(2, MAX_BLUR_SAMPLES),
})

/**
 * A picture shows what moves while the shutter is open: `angle` of 360 degrees is a whole frame, which it opens `phase` degrees
 * after the frame's time (usually before it). The mean of at least so many `samples` is drawn.
 */
export interface MotionBlur extends Infer<typeof motionBlurObject> {}

const motionBlur: Check<MotionBlur> = motionBlurObject

const lock = oneOf('all', 'style', 'move', 'content', 'time')

/** What a customer may not touch: everything, its look, its place, its content, its time. */
export type Lock = Infer<typeof lock>

const matteMode = oneOf('alpha', 'alpha-inverted', 'luma', 'luma-inverted')

export type MatteMode = Infer<typeof matteMode>

const required = {
  /** Unique in the document, also inside groups. */
  id: matching(/^[A-Za-z0-9][\w.-]{0,63}$/, 'An id of letters, digits, "-", "_" and "."'),
  /** First frame shown and the frame after the last, in the time of the composition or group around it. */
  in: frameNumber,
  out: frameNumber,
}
const optional = {
  name: text(200),
  ks: transform,
  /** Layer of the same list whose position, rotation and scale (not opacity) it follows. */
  parent: sibling,
  /** Turns along the path on which its position moves. */
  autoOrient: boolean(),
  /** In space, seen through the camera of its list: the topmost one that is on, else one of 50 mm before its middle. */
  space,
  motionBlur,
  /** Numbers become names on read. */
  bm: described<BlendMode>((of) => of(blendMode), blendMode),
  visible: visibility,
  mask: list(mask, 40),
  /** Shows this layer only where another layer of the same list is opaque, or light; that layer itself is hidden. */
  matte: object({ layer: sibling, mode: matteMode }),
  effects: list(effect, 30),
  locks: list(lock, 5),
  /** Stays above everything a customer adds. */
  alwaysOnTop: boolean(),
  /**
   * Runs by the document's `pace` instead of the video's time: all of it, or its place and look only, while what it shows
   * runs on. Written by `applyTimeline`.
   */
  paced: oneOf('whole', 'place'),
}
/** Becomes `visible` on read. */
const carried = { hd: boolean() }

/** A layer of one type: what every layer has, and its own. */
export function layer<Type extends string, R extends Shape, O extends Shape>(
  type: Type,
  ownRequired: R,
  ownOptional: O,
) {
  return object(
    eachRemembered({ ...required, type: oneOf(type), ...ownRequired }),
    eachRemembered({ ...optional, ...ownOptional }),
    carried,
  )
}
