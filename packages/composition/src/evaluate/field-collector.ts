// The fields of an imported document: made from placeholders in layer names and from slots, one per label and kind, so that
// a photo that stands in two places is asked for once.
import type { AssetId, Field } from '../document/field.ts'

export type PlaceholderKind = 'photo' | 'video' | 'media' | 'text' | 'color' | 'audio' | 'toggle'

/** What a designer asks customers for, by the name of a layer or a slot. */
export interface Placeholder {
  readonly kind: PlaceholderKind
  readonly label: string
  readonly group?: string
  readonly hint?: string
  readonly required?: true
  /** Most characters and lines of a text; most seconds of a video or song. */
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
      fit: { mode: 'shrink', min: Math.max(1, Math.round(room.size * 0.5)) },
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

  /** The id of the switch that shows or hides a layer. */
  toggle(placeholder: Named): string {
    return this.#take('toggle', placeholder, (base) => ({ ...base, type: 'toggle', default: true }))
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
export type Named = Pick<Placeholder, 'label' | 'group' | 'hint' | 'required' | 'max' | 'lines'> & { id?: string }

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
