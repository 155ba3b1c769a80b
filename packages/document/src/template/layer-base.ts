// The properties common to all layers: position, time and blending.
import { effect } from '../effect/effects.ts'
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
import { type BlendMode, blendMode } from '../schema/color.ts'
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

/** Maximum number of pictures averaged for motion blur. */
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
 * Lottie's mask: `mode` add, subtract, intersect, lighten, darken, difference or none; path `pt`; opacity `o` 0 to 100; `f`
 * feathers the edge by pixels, `x` expands it by pixels; `inv` inverts.
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
 * Visibility, decided once per render. A binding shows the layer when a toggle is on, when a text or medium is filled in, or,
 * with `equals`, when the value equals it. `not` inverts.
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
 * A layer's position in space: depth `z` away from the viewer in pixels, depth `az` of its anchor, scale `sz` perpendicular to
 * its plane in percent, orientation `ox`, `oy`, `oz` and rotations `rx`, `ry` in degrees. The other dimensions are in its
 * transform. The camera of its list views it.
 */
export interface Space extends Infer<typeof spaceObject> {}

const space: Check<Space> = spaceObject

const motionBlurObject = object({
  angle: number(0, 720),
  phase: number(-720, 720),
  samples: integer(2, MAX_BLUR_SAMPLES),
})

/**
 * Motion blur averages at least `samples` pictures while the shutter is open: `angle` 360 is a whole frame, and the shutter
 * opens `phase` degrees after the frame's time (usually before it).
 */
export interface MotionBlur extends Infer<typeof motionBlurObject> {}

const motionBlur: Check<MotionBlur> = motionBlurObject

const lock = oneOf('all', 'style', 'move', 'content', 'time')

/** What a customer may not change: everything, or the layer's look, position, content or time. */
export type Lock = Infer<typeof lock>

const matteMode = oneOf('alpha', 'alpha-inverted', 'luma', 'luma-inverted')

export type MatteMode = Infer<typeof matteMode>

const required = {
  /** Unique in the document, also inside groups. */
  id: matching(/^[A-Za-z0-9][\w.-]{0,63}$/, 'An id of letters, digits, "-", "_" and "."'),
  /** The first frame shown and the frame after the last, in the time of the surrounding composition or group. */
  in: frameNumber,
  out: frameNumber,
}
const optional = {
  name: text(200),
  ks: transform,
  /** A layer of the same list whose position, rotation and scale (not opacity) this one follows. */
  parent: sibling,
  /** Rotates with the path of its position. */
  autoOrient: boolean(),
  /**
   * In space, viewed through the camera of its list: the topmost visible one, otherwise a default 50 mm camera in front of the
   * centre.
   */
  space,
  motionBlur,
  /** Numbers are converted to names on read. */
  bm: described<BlendMode>((of) => of(blendMode), blendMode),
  visible: visibility,
  mask: list(mask, 40),
  /** Shows this layer only where another layer of the same list is opaque or light; that layer itself is hidden. */
  matte: object({ layer: sibling, mode: matteMode }),
  effects: list(effect, 30),
  locks: list(lock, 5),
  /** Stays above all layers that a customer adds. */
  alwaysOnTop: boolean(),
  /**
   * Follows the document's `pace` instead of the video's time: entirely, or only in position and look while its content plays
   * normally. Written by `applyTimeline`.
   */
  paced: oneOf('whole', 'place'),
}
/** Converted to `visible` on read. */
const carried = { hd: boolean() }

/** A layer of one type: the common properties and its own. */
export function layer<Type extends string, R extends Shape, O extends Shape>(
  type: Type,
  requiredOfType: R,
  optionalOfType: O,
) {
  return object(
    eachRemembered({ ...required, type: oneOf(type), ...requiredOfType }),
    eachRemembered({ ...optional, ...optionalOfType }),
    carried,
  )
}
