// Checks the rig of a document: what its live expressions can ask about.
import {
  type Check,
  described,
  integer,
  isRecord,
  list,
  nameOf,
  number,
  object,
  oneOf,
  type Report,
  record,
  text,
  tuple,
  undescribed,
  when,
} from './check.ts'
import { anyNumber, frameNumber } from './check-property.ts'

const MAX_EXPRESSION = 40_000
const MAX_PARTS = 5000
/** Groups of shapes, with what is around them. */
const MAX_DEPTH = 40

const name = text(2000)
const texts = object({ states: list(tuple(frameNumber, text(2000)), 2000) })
const numbers = list(anyNumber, 4, 1)
const keyframes = object({
  a: oneOf(1),
  k: list(
    undescribed((value, report) => {
      if (!isRecord(value)) return report.fail('wrong-type', 'A keyframe is needed')
      const isRight = numbers(value.s, report.at('s')) && frameNumber(value.t, report.at('t'))
      return isRight
    }),
    2000,
    1,
  ),
})

const bound = undescribed((value, report) => {
  if (!object({ $field: text(64, 1) }, { map: record(text(100), anyNumber, 60) })(value, report)) return false
  const { $field } = value as { $field: string }
  return (
    report.context.fields.has($field) ||
    report.at('$field').fail('unknown-reference', `There is no field "${nameOf($field)}"`)
  )
})

const propertyValue = when(
  isRecord,
  when(
    (value) => isRecord(value) && '$field' in value,
    bound,
    when((value) => isRecord(value) && 'states' in value, texts, keyframes),
  ),
  numbers,
)

const names = { name }
const more = { match: name, index: number(0, 1e6) }

function part(depth: number): Check {
  return undescribed((value, report) => {
    if (depth > MAX_DEPTH) return report.fail('too-deep', 'Groups are nested too deeply')
    return (isRecord(value) && 'parts' in value ? group(depth) : property(depth))(value, report)
  })
}
function group(depth: number): Check {
  return object({ ...names, parts: list(part(depth + 1), MAX_PARTS) }, more)
}
function property(depth: number): Check {
  const isSplit = undescribed((value, report) => tuple(part(depth + 1), part(depth + 1))(value, report))
  return object(
    { ...names, shape: oneOf('number', 'list', 'text', 'layer', 'other'), value: propertyValue },
    { ...more, split: isSplit, expression: text(MAX_EXPRESSION), live: integer(0, 1e6) },
  )
}

const side = number(-1e6, 1e6)
const layer = object(
  {
    ...names,
    index: side,
    in: frameNumber,
    out: frameNumber,
    start: frameNumber,
    width: side,
    height: side,
    kind: oneOf('box', 'text', 'shape', 'other'),
    transform: group(0),
    effects: list(group(0), MAX_PARTS),
    contents: list(group(0), MAX_PARTS),
    masks: list(group(0), MAX_PARTS),
  },
  { parent: side, source: name, text: property(0), layer: text(64, 1) },
)
const marker = object({ frame: frameNumber, frames: frameNumber, comment: name })
const composition = object(
  {
    id: name,
    ...names,
    width: side,
    height: side,
    frames: frameNumber,
    layers: list(layer, MAX_PARTS),
  },
  { markers: list(marker, 1000) },
)

/** The rig: too deep for a JSON Schema, written by the import alone. */
export const rig = described(
  () => ({ type: 'object' }),
  (value: unknown, report: Report) =>
    (
      object({
        fps: number(0.1, 240),
        start: frameNumber,
        compositions: list(composition, 1001),
      }) satisfies Check
    )(value, report),
)
