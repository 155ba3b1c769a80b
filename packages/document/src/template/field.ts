// Fields are what a customer may fill in, with the designer's labels and order; values are what customers entered.
import {
  boolean,
  type Check,
  described,
  type FieldType,
  type Infer,
  integer,
  list,
  matching,
  named,
  number,
  object,
  oneOf,
  type Report,
  refined,
  text,
  tuple,
  unionByKey,
} from '../schema/check.ts'
import { hexColor } from '../schema/color.ts'
import { anyNumber, FAR } from '../schema/property.ts'

/** The id of a stored file: `sha256:…` (a template's own file, by the hash of its bytes) or `u_…` (a customer's upload). */
export type AssetId = `sha256:${string}` | `u_${string}`

/** The format of asset ids. */
export const ASSET_ID = /^(sha256:|u_)[0-9A-Za-z_-]{1,64}$/

/** An asset id that the document lists (customers' uploads, `u_…`, are listed elsewhere). */
export const assetId = named(
  'assetId',
  described<AssetId>(() => ({ type: 'string', pattern: ASSET_ID.source }), checkAssetId),
)

function checkAssetId(value: unknown, report: Report): boolean {
  if (typeof value !== 'string') return report.fail('wrong-type', 'An asset id is needed')
  if (!ASSET_ID.test(value)) {
    return /^(\w+:)?\/\/|^data:|^file:/i.test(value)
      ? report.fail('remote-url', 'Files are named by asset id, never by address')
      : report.fail('not-allowed', 'An asset id such as "sha256:…" is needed')
  }
  return (
    value.startsWith('u_') ||
    report.context.assets.has(value) ||
    report.fail('unknown-reference', `The document lists no asset "${value}"`)
  )
}

const required = {
  /** Letters, digits, `-` and `_`; unique in the document. */
  id: matching(/^[A-Za-z][\w-]{0,63}$/, 'An id of letters, digits, "-" and "_"'),
  label: text(120, 1),
}
const optional = {
  /** Heading of the field's section in the form. */
  group: text(80),
  /** Ascending; fields without an order keep their place in the list. */
  order: number(-1e6, 1e6),
  required: boolean(),
  hint: text(300),
}

const textFitObject = object({ mode: oneOf('shrink', 'none') }, { min: number(1, 2000) })

export interface TextFit extends Infer<typeof textFitObject> {}

export const textFit: Check<TextFit> = textFitObject

const textField = object(
  { ...required, type: oneOf('text'), default: text(2000) },
  {
    ...optional,
    rules: object({}, { maxLength: integer(1, 2000), maxLines: integer(1, 100), minLength: integer(0, 2000) }),
    /** Inherited by every text layer that is bound to the field, unless the layer sets its own. `min` is a font size in pixels. */
    fit: textFit,
  },
)

export interface TextField extends Infer<typeof textField> {}

const mediaField = object(
  { ...required, type: oneOf('media'), accept: list(oneOf('image', 'video'), 2, 1) },
  {
    ...optional,
    default: assetId,
    rules: object({}, { minWidth: integer(1, 20_000), minHeight: integer(1, 20_000), maxSeconds: number(0.1, 3600) }),
    fit: oneOf('cover', 'contain'),
    edit: list(oneOf('crop', 'zoom', 'rotate', 'trim', 'mute'), 5),
  },
)

export interface MediaField extends Infer<typeof mediaField> {}

const colorField = object(
  { ...required, type: oneOf('color'), default: hexColor },
  { ...optional, palette: list(hexColor, 40) },
)

export interface ColorField extends Infer<typeof colorField> {}

const toggleField = object({ ...required, type: oneOf('toggle'), default: boolean() }, optional)

export interface ToggleField extends Infer<typeof toggleField> {}

const option = object({ value: text(100, 1), label: text(120, 1) })
const choiceField = refined(
  object({ ...required, type: oneOf('choice'), default: text(100, 1), options: list(option, 60, 1) }, optional),
  (field, report) =>
    field.options.some(({ value }) => value === field.default) ||
    report.at('default').fail('unknown-reference', 'The default must be one of the options'),
)

export interface ChoiceField extends Infer<typeof choiceField> {}

const sliderField = refined(
  object(
    {
      ...required,
      type: oneOf('slider'),
      default: anyNumber,
      /** `step` is 1 by default. */
      rules: object({ min: anyNumber, max: anyNumber }, { step: number(0.001, FAR) }),
    },
    { ...optional, unit: oneOf('percent', 'degrees', 'pixels') },
  ),
  ({ rules: { min, max }, default: start }, report) => {
    if (min >= max) return report.at('rules').at('max').fail('out-of-range', 'The end must be above the beginning')
    return (
      (start >= min && start <= max) ||
      report.at('default').fail('out-of-range', 'The default must lie between min and max')
    )
  },
)

/** A number that the customer moves between two ends. */
export interface SliderField extends Infer<typeof sliderField> {}

const pointField = object({ ...required, type: oneOf('point'), default: tuple(anyNumber, anyNumber) }, optional)

/** Two numbers: a position. */
export interface PointField extends Infer<typeof pointField> {}

const audioField = object(
  { ...required, type: oneOf('audio') },
  { ...optional, default: assetId, rules: object({}, { maxSeconds: number(0.1, 3600) }) },
)

export interface AudioField extends Infer<typeof audioField> {}

export type Field =
  | TextField
  | MediaField
  | ColorField
  | ToggleField
  | ChoiceField
  | SliderField
  | PointField
  | AudioField

const kinds = {
  text: textField,
  media: mediaField,
  color: colorField,
  toggle: toggleField,
  choice: choiceField,
  slider: sliderField,
  point: pointField,
  audio: audioField,
} satisfies Record<FieldType, Check>

/** One field. */
export const field = named<Field>('field', unionByKey('type', kinds, 'A field is needed'))

const flip = oneOf('horizontal', 'vertical', 'both')

export type Flip = Infer<typeof flip>

const cropObject = object(
  { x: number(-10, 10), y: number(-10, 10), zoom: number(0.05, 20), rotate: number(-360, 360) },
  { flip },
)

/**
 * How the customer placed a picture in its frame. `x` and `y` move it by fractions of the frame's width and height (0 is
 * centred, positive is right and down), `zoom` magnifies beyond the fit (1 just fits), `rotate` is in degrees. `flip` mirrors
 * the picture left to right, top to bottom or both, before it is rotated.
 */
export interface Crop extends Infer<typeof cropObject> {}

export const crop: Check<Crop> = cropObject

const trimObject = object({ startSeconds: number(0, 86_400) }, { endSeconds: number(0, 86_400) })

/** Part of a video or song, in seconds of the source. */
export interface Trim extends Infer<typeof trimObject> {}

const trim: Check<Trim> = trimObject

const faceObject = object({ x: number(-1, 2), y: number(-1, 2), width: number(0, 2), height: number(0, 2) })

/** The bounding box of a face in a picture, from brow to chin, in fractions of the upright picture's width and height. */
export interface Face extends Infer<typeof faceObject> {}

const face: Check<Face> = faceObject

/** Maximum number of faces in a value. */
export const MAX_FACES = 50

const mediaValueObject = object(
  { asset: assetId },
  {
    /** How the customer placed it. By default it is placed by its faces, and centred without any. */
    crop,
    /** Faces in a photo; every frame keeps them visible. */
    faces: list(face, MAX_FACES),
    /** The mask of a photo without its background, a greyscale picture: light parts are shown. */
    cutout: assetId,
    trim,
    mute: boolean(),
  },
)

export interface MediaValue extends Infer<typeof mediaValueObject> {}

export const mediaValue: Check<MediaValue> = mediaValueObject

export const trimmedAudio = object({ asset: assetId }, { trim })

export interface AudioValue extends Infer<typeof trimmedAudio> {
  mute?: boolean
}

/**
 * string for text, choice and colour; boolean for toggle; number for slider; two numbers for point; an object for media and
 * audio (a bare asset id is read as one).
 */
export type FieldValue = string | number | boolean | readonly [number, number] | MediaValue | AudioValue

/** What a customer filled in, by field id. A missing value means the field's default. */
export type FieldValues = Readonly<Record<string, FieldValue>>
