// What the expressions of an animation can read: its compositions, their layers, and the properties of these with their
// expressions. Plain JSON, so that a document can include what its live expressions need.
import {
  type Check,
  described,
  type Infer,
  integer,
  isRecord,
  list,
  number,
  object,
  oneOf,
  record,
  refined,
  text,
  toName,
  tuple,
  undescribed,
} from '../schema/check.ts'
import { anyNumber, type FieldBinding, frameNumber, isBinding, type Property } from '../schema/property.ts'

const MAX_EXPRESSION = 40_000
const MAX_PARTS = 5000
/** Maximum depth of nested shape groups, including the levels around them. */
const MAX_DEPTH = 40

const name = text(2000)

const rigText = object({ states: list(tuple(frameNumber, name), 2000) })

/** The keyframes of a text: its content from a frame on. */
export interface RigText extends Infer<typeof rigText> {}

const numbers = list(anyNumber, 4, 1)
const keyframe = undescribed((value, report) =>
  isRecord(value)
    ? numbers(value.s, report.at('s')) && frameNumber(value.t, report.at('t'))
    : report.fail('wrong-type', 'A keyframe is needed'),
)
const keyframes = object({ a: oneOf(1), k: list(keyframe, 2000, 1) })

const bound = refined(
  object({ $field: text(64, 1) }, { map: record(text(100), anyNumber, 60) }),
  ({ $field }, report) =>
    report.context.fields.has($field) ||
    report.at('$field').fail('unknown-reference', `There is no field "${toName($field)}"`),
)

const propertyValue = undescribed<Property<readonly number[]> | RigText | FieldBinding>((value, report) => {
  const check = isBinding(value) ? bound : !isRecord(value) ? numbers : 'states' in value ? rigText : keyframes
  return check(value, report)
})

const part: Check<RigGroup | RigProperty> = undescribed((value, report) => {
  const { partDepth = 0 } = report.context
  if (partDepth >= MAX_DEPTH) return report.fail('too-deep', 'Groups are nested too deeply')
  const check = isRecord(value) && 'parts' in value ? rigGroup : rigProperty
  return check(value, report.within({ partDepth: partDepth + 1 }))
})

const names = {
  /** After Effects' match name, the same in every language. */
  match: name,
  /** Its index among its siblings, from 1. */
  index: number(0, 1e6),
}

const rigGroup = object({ name, parts: list(part, MAX_PARTS) }, names)

/** An effect, or a group of shapes. */
export interface RigGroup extends Infer<typeof rigGroup> {}

const rigProperty = object(
  {
    name,
    /**
     * - `number`, `list` (a vector or colour as 2 to 4 numbers): a property of lists
     * - `text`: the text
     * - `layer`: the index of a layer
     * - `other`: unsupported by expressions, such as a path
     */
    shape: oneOf('number', 'list', 'text', 'layer', 'other'),
    /** A control that customers set is bound to its field. */
    value: propertyValue,
  },
  {
    ...names,
    /** The components of a position with separate dimensions. */
    split: tuple(part, part) as Check<readonly [RigProperty, RigProperty]>,
    expression: text(MAX_EXPRESSION),
    /** The index by which properties of the document refer to it, if its expression is live. */
    live: integer(0, 1e6),
  },
)

/** One property. All times in a rig are frames of its composition. */
export interface RigProperty extends Infer<typeof rigProperty> {}

const side = number(-1e6, 1e6)
const rigLayerObject = object(
  {
    name,
    /** After Effects' index of the layer. */
    index: side,
    in: frameNumber,
    out: frameNumber,
    start: frameNumber,
    width: side,
    height: side,
    kind: oneOf('box', 'text', 'shape', 'other'),
    transform: rigGroup,
    effects: list(rigGroup, MAX_PARTS),
    contents: list(rigGroup, MAX_PARTS),
    masks: list(rigGroup, MAX_PARTS),
  },
  {
    /** Index of the layer that it follows. */
    parent: side,
    /** Id of the composition that it shows. */
    source: name,
    text: rigProperty,
    /** For a text: the document's layer that shows it. */
    layer: text(64, 1),
  },
)

export interface RigLayer extends Infer<typeof rigLayerObject> {}

const rigLayer: Check<RigLayer> = rigLayerObject

const rigMarkerObject = object({ frame: frameNumber, frames: frameNumber, comment: name })

/** A marker of a composition; most have length 0. */
export interface RigMarker extends Infer<typeof rigMarkerObject> {}

const rigMarker: Check<RigMarker> = rigMarkerObject

const rigCompositionObject = object(
  { id: name, name, width: side, height: side, frames: frameNumber, layers: list(rigLayer, MAX_PARTS) },
  { markers: list(rigMarker, 1000) },
)

export interface RigComposition extends Infer<typeof rigCompositionObject> {}

const rigComposition: Check<RigComposition> = rigCompositionObject

const rigObject = object({
  fps: number(0.1, 240),
  /** The frame of the animation at which the document begins. */
  start: frameNumber,
  compositions: list(rigComposition, 1001),
})

export interface Rig extends Infer<typeof rigObject> {}

/** Too deeply nested for a JSON Schema; written only by the import. */
export const rig = described<Rig>(() => ({ type: 'object' }), rigObject)
