// Creates the fields of an imported document from placeholders in layer names and from slots. There is one per label and kind,
// so that a photo in two positions needs only one upload.
import type { AssetId, Field, SliderField } from './field.ts'

export type PlaceholderKind =
  | 'photo'
  | 'video'
  | 'media'
  | 'text'
  | 'color'
  | 'audio'
  | 'toggle'
  | 'slider'
  | 'point'
  | 'choice'

/** A request for customer input in the name of a layer or a slot. */
export interface Placeholder {
  readonly kind: PlaceholderKind
  readonly label: string
  readonly group?: string
  readonly hint?: string
  readonly required?: true
  /** The range of a slider and its step. */
  readonly min?: number
  readonly step?: number
  /** The options of a choice. */
  readonly options?: readonly string[]
  /** Maximum number of characters and lines of a text, maximum of a slider, or maximum seconds of a video or song. */
  readonly max?: number
  readonly lines?: number
  readonly seconds?: number
  /** How a photo or video fills its frame. */
  readonly fit?: 'cover' | 'contain'
  /** Unknown options, for the report. */
  readonly unknown: readonly string[]
}

/** Texts may grow by half, and by at least ten characters, unless the designer sets a limit. */
const TEXT_GROWTH = 1.5

/** The fit of texts longer than the designer's: they shrink down to half the size. */
export function shrinking(size: number): { mode: 'shrink'; min: number } {
  return { mode: 'shrink', min: Math.max(1, Math.round(size * 0.5)) }
}

interface TextRoom {
  /** Font size in pixels, and the number of lines in the design. */
  readonly size: number
  readonly lines: number
}

/** Creates fields and lists them in the order of first use. */
export class FieldCollector {
  readonly fields: Field[] = []
  readonly #byKey = new Map<string, Field>()
  readonly #ids = new Set<string>()

  /** The id of the text field for this placeholder. */
  text(placeholder: Named, text: string, room: TextRoom): string {
    const length = placeholder.max ?? Math.min(2000, Math.max(Math.ceil(text.length * TEXT_GROWTH), text.length + 10))
    return this.#take('text', placeholder, (base) => ({
      ...base,
      type: 'text',
      default: text.slice(0, 2000),
      rules: { maxLength: length, maxLines: placeholder.lines ?? Math.max(1, Math.min(100, room.lines)) },
      fit: shrinking(room.size),
    }))
  }

  /** The id of the photo or video field for this placeholder. */
  media(placeholder: Placeholder, size: readonly [number, number], example: AssetId | undefined): string {
    const accept = ({ photo: ['image'], video: ['video'] } as const)[placeholder.kind as 'photo' | 'video'] ?? [
      'image',
      'video',
    ]
    const isVideo = accept.some((kind) => kind === 'video')
    const side = (length: number) => Math.max(1, Math.min(1080, Math.round(length)))
    return this.#take('media', placeholder, (base) => ({
      ...base,
      type: 'media',
      accept,
      ...(example ? { default: example } : {}),
      rules: {
        minWidth: side(size[0]),
        minHeight: side(size[1]),
        ...(placeholder.seconds ? { maxSeconds: placeholder.seconds } : {}),
      },
      fit: placeholder.fit ?? 'cover',
      edit: isVideo ? ['crop', 'zoom', 'rotate', 'trim', 'mute'] : ['crop', 'zoom', 'rotate'],
    }))
  }

  /** The id of the colour field; `color` is `#rrggbb`. */
  color(placeholder: Named, color: string): string {
    return this.#take('color', placeholder, (base) => ({ ...base, type: 'color', default: color }))
  }

  /** The id of the music field. */
  audio(placeholder: Placeholder, example: AssetId | undefined): string {
    const rules = placeholder.seconds ? { rules: { maxSeconds: placeholder.seconds } } : {}
    return this.#take('audio', placeholder, (base) => ({
      ...base,
      type: 'audio',
      ...(example ? { default: example } : {}),
      ...rules,
    }))
  }

  /** The id of the toggle that shows or hides a layer or replaces a checkbox. */
  toggle(placeholder: Named, isOn = true): string {
    return this.#take('toggle', placeholder, (base) => ({ ...base, type: 'toggle', default: isOn }))
  }

  /** The id of the field for a number. The label is prefixed with `owner` when another layer has a control of the same name. */
  slider(placeholder: Named, number: number, unit: SliderField['unit'], owner: string): string {
    const { min, max, step } = placeholder
    const rules = {
      ...sliderRules(number, unit),
      ...(min === undefined ? {} : { min }),
      ...(max === undefined ? {} : { max }),
    }
    return this.#take('slider', this.#apart('slider', placeholder, owner), (base) => ({
      ...base,
      type: 'slider',
      default: number,
      rules: {
        ...rules,
        min: Math.min(rules.min, number),
        max: Math.max(rules.max, number, rules.min + 1),
        ...(step === undefined ? {} : { step }),
      },
      ...(unit ? { unit } : {}),
    }))
  }

  /** The id of the field for a place. */
  point(placeholder: Named, [x, y]: readonly [number, number], owner: string): string {
    return this.#take('point', this.#apart('point', placeholder, owner), (base) => ({
      ...base,
      type: 'point',
      default: [x, y],
    }))
  }

  /** The id of the field for a menu. */
  choice(placeholder: Named, chosen: string, owner: string): string {
    const options = [...new Set(placeholder.options ?? [])].map((label) => ({ value: label, label }))
    return this.#take('choice', this.#apart('choice', placeholder, owner), (base) => ({
      ...base,
      type: 'choice',
      default: chosen,
      options,
    }))
  }

  /** Controls of two layers become two fields, even with equal names. */
  #apart(type: Field['type'], placeholder: Named, owner: string): Named {
    const key = (label: string) => `${type} ${label.toLowerCase()}`
    if (owner === '' || !this.#byKey.has(key(placeholder.label))) return placeholder
    const base = `${owner}: ${placeholder.label}`.slice(0, 110)
    let label = base
    for (let n = 2; this.#byKey.has(key(label)); n++) label = `${base} ${n}`
    return { ...placeholder, label }
  }

  #take(type: Field['type'], placeholder: Named, make: (base: FieldBase) => Field): string {
    const key = `${type} ${placeholder.label.toLowerCase()}`
    const known = this.#byKey.get(key)
    if (known) return known.id
    const { label, group, hint, required } = placeholder
    const field = make({
      id: this.#freeId(placeholder.id ?? label, type),
      label: label.slice(0, 120),
      ...(group ? { group } : {}),
      ...(hint ? { hint } : {}),
      ...(required ? { required } : {}),
    })
    this.#byKey.set(key, field)
    this.fields.push(field)
    return field.id
  }

  #freeId(preferred: string, type: string): string {
    const base = fieldId(preferred) || type
    let id = base
    for (let n = 2; this.#ids.has(id); n++) id = `${base}-${n}`
    this.#ids.add(id)
    return id
  }
}

/** The name of a field; `id` preserves the name of a slot. */
export type Named = Pick<
  Placeholder,
  'label' | 'group' | 'hint' | 'required' | 'max' | 'lines' | 'min' | 'step' | 'options'
> & { id?: string }

/** A range for a number without one: After Effects does not export ranges. */
function sliderRules(number: number, unit: SliderField['unit']): SliderField['rules'] {
  if (unit === 'degrees') return { min: -360, max: 360, step: 1 }
  if (number > 0 && number < 1) return { min: 0, max: 1, step: 0.01 }
  const step = Number.isInteger(number) ? 1 : 0.1
  if (number >= 0 && number <= 100) return { min: 0, max: 100, step }
  const end = roundUp(2 * Math.abs(number))
  return { min: number < 0 ? -end : 0, max: end, step: Number.isInteger(number) ? 1 : 0.1 }
}

/** Rounds up to 1, 2 or 5 times a power of ten. */
function roundUp(number: number): number {
  const power = 10 ** Math.floor(Math.log10(number))
  return ([1, 2, 5, 10].find((digit) => digit * power >= number) ?? 10) * power
}

interface FieldBase {
  id: string
  label: string
  group?: string
  hint?: string
  required?: boolean
}

/** Converts a label to an id: letters, digits, `-` and `_`, beginning with a letter. */
export function fieldId(label: string): string {
  const plain = label
    .normalize('NFKD')
    .replace(/[^\w-]+/g, '-')
    .replace(/^[^A-Za-z]+|-+$/g, '')
  return plain.slice(0, 60)
}
