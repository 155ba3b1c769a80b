// Turns a template written with short layer drafts into a whole document: ids, times, fonts, assets, music.
import type {
  AssetId,
  ChoiceField,
  ColorField,
  Field,
  GroupLayer,
  Layer,
  MediaField,
  TemplateDocument,
  TextField,
  ToggleField,
} from '@vitrine/composition/document'
import { DOCUMENT_VERSION } from '@vitrine/composition/document'
import { assetIdsIn, type FaceName, fontFaces, getIngredient, music } from './ingredient.ts'

type DraftOf<L extends Layer> = L extends GroupLayer
  ? Omit<L, 'id' | 'in' | 'out' | 'layers'> & DraftTimes & { layers: readonly LayerDraft[] }
  : Omit<L, 'id' | 'in' | 'out'> & DraftTimes

interface DraftTimes {
  id?: string
  in?: number
  out?: number
}

/** A layer without what can be supplied: its id, and times when it is there from the first to the last frame. */
export type LayerDraft = { [K in Layer['type']]: DraftOf<Extract<Layer, { type: K }>> }[Layer['type']]

export interface Scene {
  readonly id: string
  readonly name: string
  readonly width: number
  readonly height: number
  readonly fps: number
  readonly seconds: number
  readonly background: string
  readonly fonts: readonly FaceName[]
  readonly fields: readonly Field[]
  /** Top first. */
  readonly layers: readonly LayerDraft[]
  /** The moment of the poster. */
  readonly heroSeconds: number
  readonly music: { readonly name: string; readonly seconds: number; readonly volume?: number }
}

/** Builds the document of a scene. Adds the music field and its layer at the end. */
export function buildDocument(scene: Scene): TemplateDocument {
  const duration = Math.round(scene.seconds * scene.fps)
  const musicField: Field = {
    id: 'music',
    type: 'audio',
    label: 'Music',
    group: 'Sound',
    hint: 'Keep ours, or use a song you may use',
    default: music(scene.music.name, scene.music.seconds),
    rules: { maxSeconds: 600 },
  }
  const song: LayerDraft = {
    id: 'music-track',
    type: 'audio',
    source: { $field: 'music' },
    audio: { volume: scene.music.volume ?? 80, fadeIn: 4, fadeOut: Math.round(scene.fps * 1.2), loop: true },
  }
  const layers = complete([...scene.layers, song], duration, new Set())
  const fields = [...scene.fields, musicField]
  const ids = assetIdsIn({ layers, fields })
  const heroFrame = Math.round(scene.heroSeconds * scene.fps)
  return {
    tdoc: DOCUMENT_VERSION,
    id: scene.id,
    rev: 1,
    name: scene.name,
    canvas: { width: scene.width, height: scene.height, fps: scene.fps, duration, background: scene.background },
    fields: fields.map((field, order) => ({ ...field, order })),
    fonts: fontFaces(scene.fonts),
    assets: Object.fromEntries(ids.map((id) => [id, assetOf(id)])),
    layers,
    output: {
      video: { codec: 'h264', crf: 20, maxHeight: 1920 },
      poster: { frame: heroFrame },
      thumbnail: { frame: heroFrame, width: 480 },
    },
  }
}

function assetOf(id: AssetId) {
  const { asset } = getIngredient(id)
  if (!asset) throw new Error(`${id} is a font and cannot stand in a layer`)
  return asset
}

/** Gives every layer an id and times. A text is named after its field, so that the two are easily told together. */
function complete(drafts: readonly LayerDraft[], duration: number, taken: Set<string>): Layer[] {
  return drafts.map((draft) => {
    const field = draft.type === 'text' && typeof draft.text === 'object' ? draft.text.$field : undefined
    const named = field && !taken.has(field) ? field : `${draft.type}-${taken.size + 1}`
    const id = draft.id ?? named
    taken.add(id)
    const base = { ...draft, id, in: draft.in ?? 0, out: draft.out ?? duration }
    if (draft.type !== 'group') return base as Layer
    return { ...base, layers: complete(draft.layers, duration, taken) } as Layer
  })
}

interface TextOptions {
  group?: string
  required?: boolean
  hint?: string
  maxLength: number
  maxLines?: number
  /** Smallest size in pixels before the text counts as too long. */
  least: number
}

/** A text in the buyer's words. */
export function textField(id: string, label: string, value: string, options: TextOptions): TextField {
  const { maxLength, maxLines = 1, least, group = 'Words', ...rest } = options
  return {
    id,
    type: 'text',
    label,
    group,
    default: value,
    rules: { maxLength, maxLines },
    fit: { mode: 'shrink', min: least },
    ...rest,
  }
}

/** A photo (or film) with our own picture in its place. */
export function photoField(
  id: string,
  label: string,
  value: AssetId,
  options: { minWidth: number; hint?: string; film?: boolean },
): MediaField {
  const { minWidth, hint, film = true } = options
  return {
    id,
    type: 'media',
    label,
    group: 'Photo',
    accept: film ? ['image', 'video'] : ['image'],
    default: value,
    rules: { minWidth, maxSeconds: 60 },
    fit: 'cover',
    edit: film ? ['crop', 'zoom', 'rotate', 'trim', 'mute'] : ['crop', 'zoom', 'rotate'],
    ...(hint ? { hint } : {}),
  }
}

export function colorField(id: string, label: string, palette: readonly [string, ...string[]]): ColorField {
  return { id, type: 'color', label, group: 'Look', default: palette[0], palette }
}

export function toggleField(id: string, label: string, value: boolean, hint?: string): ToggleField {
  return { id, type: 'toggle', label, group: 'Look', default: value, ...(hint ? { hint } : {}) }
}

export function choiceField(
  id: string,
  label: string,
  options: readonly [ChoiceField['options'][number], ...ChoiceField['options']],
): ChoiceField {
  return { id, type: 'choice', label, group: 'Look', default: options[0].value, options }
}

/** The colour of a field, lighter (shade > 0) or darker (shade < 0), or with an opacity. */
export function tone(field: string, shade = 0, alpha = 1) {
  return { $field: field, ...(shade === 0 ? {} : { shade }), ...(alpha === 1 ? {} : { alpha }) }
}
