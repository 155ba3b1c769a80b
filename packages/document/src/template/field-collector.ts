// The fields of an imported document: made from placeholders in layer names and from slots, one per label and kind, so that
// a photo that stands in two places is asked for once.
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

/** What a designer asks customers for, by the name of a layer or a slot. */
export interface Placeholder {
  readonly kind: PlaceholderKind
  readonly label: string
  readonly group?: string
  readonly hint?: string
  readonly required?: true
  /** The ends of a slider and its steps. */
  readonly min?: number
  readonly step?: number
  /** What a choice offers. */
  readonly options?: readonly string[]
  /** Most characters and lines of a text, or the end of a slider; most seconds of a video or song. */
  readonly max?: number
  readonly lines?: number
  readonly seconds?: number
  /** How a photo or video fills its frame. */
  readonly fit?: 'cover' | 'contain'
  /** Options that are not known, for the report. */
  readonly unknown: readonly string[]
}

/** Texts may grow by half, and by ten characters at least, unless the designer says otherwise. */
const TEXT_GROWTH = 1.5

/** How words become smaller that are longer than the designer's, down to half of the size. */
export function shrinking(size: number): { mode: 'shrink'; min: number } {
  return { mode: 'shrink', min: Math.max(1, Math.round(size * 0.5)) }
}

export interface TextRoom {
  /** Font size in pixels and how many lines the design has room for. */
  readonly size: number
  readonly lines: number
}

/** Makes fields and remembers them in the order in which they were first met. */
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

  /** The id of the switch that shows or hides a layer, or is what a checkbox is. */
  toggle(placeholder: Named, isOn = true): string {
    return this.#take('toggle', placeholder, (base) => ({ ...base, type: 'toggle', default: isOn }))
  }

  /** The id of the field for a number. `owner` is put before the label where another layer has a control of this name. */
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

  /** Controls of two layers are two fields, also when they are called the same. */
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

  #freeId(wanted: string, type: string): string {
    const base = fieldId(wanted) || type
    let id = base
    for (let n = 2; this.#ids.has(id); n++) id = `${base}-${n}`
    this.#ids.add(id)
    return id
  }
}

/** What a field is called; `id` keeps the name of a slot. */
export type Named = Pick<
  Placeholder,
  'label' | 'group' | 'hint' | 'required' | 'max' | 'lines' | 'min' | 'step' | 'options'
> & { id?: string }

/** Ends for a number that says none: After Effects does not export them. */
function sliderRules(number: number, unit: SliderField['unit']): SliderField['rules'] {
  if (unit === 'degrees') return { min: -360, max: 360, step: 1 }
  if (number > 0 && number < 1) return { min: 0, max: 1, step: 0.01 }
  const step = Number.isInteger(number) ? 1 : 0.1
  if (number >= 0 && number <= 100) return { min: 0, max: 100, step }
  const end = roundUp(2 * Math.abs(number))
  return { min: number < 0 ? -end : 0, max: end, step: Number.isInteger(number) ? 1 : 0.1 }
}

/** 1, 2 or 5 with zeros, at least as large. */
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

/** A label as an id: letters, digits, `-` and `_`, beginning with a letter. */
export function fieldId(label: string): string {
  const plain = label
    .normalize('NFKD')
    .replace(/[^\w-]+/g, '-')
    .replace(/^[^A-Za-z]+|-+$/g, '')
  return plain.slice(0, 60)
}
