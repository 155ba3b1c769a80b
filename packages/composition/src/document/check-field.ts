// Checks for fields, fonts, assets and the other parts of a document around its layers.

import {
  boolean,
  described,
  integer,
  isRecord,
  list,
  matching,
  named,
  number,
  object,
  oneOf,
  type Report,
  record,
  refined,
  type Shape,
  text,
  tuple,
  undescribed,
  when,
} from './check.ts'
import { anyNumber, assetId, box, colorValue, FAR } from './check-property.ts'
import { isColor } from './color.ts'
import { TRANSITION_KINDS } from './transition-kind.ts'

const FIELD_ID = /^[A-Za-z][\w-]{0,63}$/

const base = {
  required: {
    id: matching(FIELD_ID, 'An id of letters, digits, "-" and "_"'),
    label: text(120, 1),
  },
  optional: {
    group: text(80),
    order: number(-1e6, 1e6),
    required: boolean(),
    hint: text(300),
  },
}

const plainColor = described(
  () => ({ type: 'string', pattern: '^#([0-9a-fA-F]{3}|[0-9a-fA-F]{4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})$' }),
  (value, report) =>
    (typeof value === 'string' && isColor(value)) || report.fail('wrong-type', 'A colour such as "#b4143c" is needed'),
)
const fit = object({ mode: oneOf('shrink', 'none') }, { min: number(1, 2000) })
const option = object({ value: text(100, 1), label: text(120, 1) })

const FIELD_CHECKS: Shape = {
  text: object(
    { ...base.required, type: oneOf('text'), default: text(2000) },
    {
      ...base.optional,
      rules: object({}, { maxLength: integer(1, 2000), maxLines: integer(1, 100), minLength: integer(0, 2000) }),
      fit,
    },
  ),
  media: object(
    { ...base.required, type: oneOf('media'), accept: list(oneOf('image', 'video'), 2, 1) },
    {
      ...base.optional,
      default: assetId,
      rules: object({}, { minWidth: integer(1, 20_000), minHeight: integer(1, 20_000), maxSeconds: number(0.1, 3600) }),
      fit: oneOf('cover', 'contain'),
      edit: list(oneOf('crop', 'zoom', 'rotate', 'trim', 'mute'), 5),
    },
  ),
  color: object(
    { ...base.required, type: oneOf('color'), default: plainColor },
    { ...base.optional, palette: list(plainColor, 40) },
  ),
  toggle: object({ ...base.required, type: oneOf('toggle'), default: boolean() }, base.optional),
  choice: object(
    { ...base.required, type: oneOf('choice'), default: text(100, 1), options: list(option, 60, 1) },
    base.optional,
  ),
  slider: object(
    {
      ...base.required,
      type: oneOf('slider'),
      default: anyNumber,
      rules: object({ min: anyNumber, max: anyNumber }, { step: number(0.001, FAR) }),
    },
    { ...base.optional, unit: oneOf('percent', 'degrees', 'pixels') },
  ),
  point: object({ ...base.required, type: oneOf('point'), default: tuple(anyNumber, anyNumber) }, base.optional),
  audio: object(
    { ...base.required, type: oneOf('audio') },
    { ...base.optional, default: assetId, rules: object({}, { maxSeconds: number(0.1, 3600) }) },
  ),
}

/** One field. */
export const field = named(
  'field',
  described((of) => ({ anyOf: Object.values(FIELD_CHECKS).map(of) }), checkField),
)

function checkField(value: unknown, report: Report): boolean {
  if (!isRecord(value)) return report.fail('wrong-type', 'A field is needed')
  const check =
    typeof value.type === 'string' && Object.hasOwn(FIELD_CHECKS, value.type) ? FIELD_CHECKS[value.type] : undefined
  if (!check) return report.at('type').fail('not-allowed', `One of ${Object.keys(FIELD_CHECKS).join(', ')} is needed`)
  if (!check(value, report)) return false
  if (value.type === 'slider') return checkSlider(value, report)
  const options = value.type === 'choice' ? (value.options as { value: string }[]) : undefined
  return (
    !options ||
    options.some((option) => option.value === value.default) ||
    report.at('default').fail('unknown-reference', 'The default must be one of the options')
  )
}

function checkSlider(value: Record<string, unknown>, report: Report): boolean {
  const { min, max } = value.rules as { min: number; max: number }
  if (min >= max) return report.at('rules').at('max').fail('out-of-range', 'The end must be above the beginning')
  const start = value.default as number
  return (
    (start >= min && start <= max) ||
    report.at('default').fail('out-of-range', 'The default must lie between min and max')
  )
}

const FONT_FILE = /^(sha256:|u_)[0-9A-Za-z_-]{1,64}$/
export const font = object(
  { family: text(100, 1), src: matching(FONT_FILE, 'An asset id such as "sha256:…"'), license: text(100, 1) },
  {
    weight: integer(1, 1000),
    style: oneOf('normal', 'italic'),
    covers: oneOf('emoji'),
    added: oneOf(true),
    fallback: list(text(100, 1), 20),
  },
)

const side = integer(1, 20_000)
const mime = text(100, 1)
const ASSET_CHECKS: Shape = {
  image: object({ kind: oneOf('image'), w: side, h: side }, { mime }),
  video: object({ kind: oneOf('video'), w: side, h: side, seconds: number(0, 86_400) }, { mime }),
  audio: object({ kind: oneOf('audio'), seconds: number(0, 86_400) }, { mime }),
  plate: object(
    { kind: oneOf('plate'), w: side, h: side, seconds: number(0.001, 86_400) },
    { mime, fps: number(0.1, 240), frames: integer(1, 1e7) },
  ),
}

/** One entry of `assets`. */
export const asset = named(
  'asset',
  described((of) => ({ anyOf: Object.values(ASSET_CHECKS).map(of) }), checkAsset),
)

function checkAsset(value: unknown, report: Report): boolean {
  if (!isRecord(value)) return report.fail('wrong-type', 'An asset is needed')
  const check =
    typeof value.kind === 'string' && Object.hasOwn(ASSET_CHECKS, value.kind) ? ASSET_CHECKS[value.kind] : undefined
  return check
    ? check(value, report)
    : report.at('kind').fail('not-allowed', `One of ${Object.keys(ASSET_CHECKS).join(', ')} is needed`)
}

/** Longest side of a canvas in pixels. */
export const MAX_CANVAS = 4096
/** An hour at 30 frames per second, and half of it at 60: as long as a video of a customer's clips may be. */
export const MAX_DURATION = 108_000

const canvasSide = integer(16, MAX_CANVAS)
const fraction = refined(
  tuple(integer(1, 1_000_000), integer(1, 100_000)),
  ([over, under], report) =>
    (over / under >= 1 && over / under <= 120) ||
    report.fail('out-of-range', 'Frames per second must lie between 1 and 120'),
)
export const canvas = object(
  {
    width: canvasSide,
    height: canvasSide,
    fps: when(Array.isArray, fraction, integer(1, 120)),
    duration: integer(1, MAX_DURATION),
  },
  { background: colorValue },
)

/** Properties of a layer that a variant must not change: they would make another layer of it. */
const variantLayer = undescribed((value, report) => {
  if (!isRecord(value)) return report.fail('wrong-type', 'An object is needed')
  const fixed = ['id', 'type', 'layers', 'parent', 'matte'].filter((key) => key in value)
  if (fixed[0]) return report.at(fixed[0]).fail('not-allowed', `"${fixed[0]}" cannot differ between variants`)
  return value.box === undefined || box(value.box, report.at('box'))
})
export const variants = record(
  matching(/^\d{1,3}:\d{1,3}$/, 'An aspect such as "9:16"'),
  object(
    { canvas: object({ width: canvasSide, height: canvasSide }) },
    { layers: record(text(64, 1), variantLayer, 500) },
  ),
  12,
)

const frame = integer(0, MAX_DURATION)
export const output = object(
  {},
  {
    video: object({}, { codec: oneOf('h264'), crf: number(0, 51), maxHeight: integer(16, MAX_CANVAS) }),
    image: object({}, { format: oneOf('png', 'jpeg'), quality: number(1, 100) }),
    poster: object({ frame }),
    thumbnail: object({ frame }, { width: integer(16, MAX_CANVAS) }),
  },
)
const stretch = { intro: frame, outro: frame, middle: oneOf('hold', 'loop') }
export const timelineSettings = object(
  {},
  {
    layer: text(64, 1),
    stretch: object(stretch),
    transitions: list(oneOf(...TRANSITION_KINDS), TRANSITION_KINDS.length),
  },
)
export const pace = refined(
  object({ frames: integer(1, MAX_DURATION), ...stretch }),
  ({ frames, intro, outro }, report) =>
    intro + outro <= frames || report.fail('out-of-range', 'The protected ends are longer than the template'),
)
export const origin = undescribed(
  (value, report) => isRecord(value) || report.fail('wrong-type', 'An object is needed'),
)
