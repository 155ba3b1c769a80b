// Fields are what a customer may fill in, with the designer's labels and order; values are what customers entered.

/** The id of a stored file: `sha256:…` (a template's own, by hash of its bytes) or `u_…` (a customer's upload). */
export type AssetId = `sha256:${string}` | `u_${string}`

interface FieldBase {
  /** Letters, digits, `-` and `_`; unique in the document. */
  id: string
  label: string
  /** Heading under which the form shows it. */
  group?: string
  /** Ascending; fields without an order keep their place in the list. */
  order?: number
  required?: boolean
  hint?: string
}

export interface TextField extends FieldBase {
  type: 'text'
  default: string
  rules?: { maxLength?: number; maxLines?: number; minLength?: number }
  /** Inherited by every text layer bound to the field that does not say otherwise. `min` is a font size in pixels. */
  fit?: TextFit
}

export interface TextFit {
  mode: 'shrink' | 'none'
  min?: number
}

export interface MediaField extends FieldBase {
  type: 'media'
  accept: readonly ('image' | 'video')[]
  default?: AssetId
  rules?: { minWidth?: number; minHeight?: number; maxSeconds?: number }
  fit?: 'cover' | 'contain'
  edit?: readonly ('crop' | 'zoom' | 'rotate' | 'trim' | 'mute')[]
}

export interface ColorField extends FieldBase {
  type: 'color'
  default: string
  palette?: readonly string[]
}

export interface ToggleField extends FieldBase {
  type: 'toggle'
  default: boolean
}

export interface ChoiceField extends FieldBase {
  type: 'choice'
  default: string
  options: readonly { value: string; label: string }[]
}

/** A number that the customer moves between two ends. */
export interface SliderField extends FieldBase {
  type: 'slider'
  default: number
  /** `step` is 1 unless given. */
  rules: { min: number; max: number; step?: number }
  unit?: 'percent' | 'degrees' | 'pixels'
}

/** Two numbers, as a place has them. */
export interface PointField extends FieldBase {
  type: 'point'
  default: readonly [number, number]
}

export interface AudioField extends FieldBase {
  type: 'audio'
  default?: AssetId
  rules?: { maxSeconds?: number }
}

export type Field =
  | TextField
  | MediaField
  | ColorField
  | ToggleField
  | ChoiceField
  | SliderField
  | PointField
  | AudioField

export type FieldType = Field['type']

/**
 * How the customer placed a picture in its frame. `x`, `y` move it in fractions of the frame's width and height (0 is
 * centred, positive is right and down), `zoom` magnifies beyond the fit (1 is just fitting), `rotate` is in degrees.
 * `flip` mirrors the picture itself, left to right, top to bottom or both, before it is turned.
 */
export interface Crop {
  x: number
  y: number
  zoom: number
  rotate: number
  flip?: Flip
}

export type Flip = 'horizontal' | 'vertical' | 'both'

/** Part of a video or song, in seconds of the source. */
export interface Trim {
  startSeconds: number
  endSeconds?: number
}

/** The box of a face in a picture, from the brow to the chin, in fractions of the upright picture's width and height. */
export interface Face {
  x: number
  y: number
  width: number
  height: number
}

/** Most faces that a value names. */
export const MAX_FACES = 50

export interface MediaValue {
  asset: AssetId
  /** How the customer placed it. Without it, faces decide; without faces, it is centred. */
  crop?: Crop
  /** Faces of a photo, which each frame then keeps inside. */
  faces?: readonly Face[]
  /** The mask of a photo without its background, a grey picture: light parts are shown. */
  cutout?: AssetId
  trim?: Trim
  mute?: boolean
}

export interface AudioValue {
  asset: AssetId
  trim?: Trim
  mute?: boolean
}

/** text and choice and colour: string; toggle: boolean; slider: number; point: two numbers; media, audio: an object (a bare asset id is read as one). */
export type FieldValue = string | number | boolean | readonly [number, number] | MediaValue | AudioValue

/** What a customer filled in, by field id. A missing value means the field's default. */
export type FieldValues = Readonly<Record<string, FieldValue>>
