// Turns a template written with short layer drafts into a whole document: ids, times, fonts, assets, music.
import { DOCUMENT_VERSION, type TemplateDocument } from '@vitrine/composition/document'
import type {
  AssetId,
  ChoiceField,
  ColorField,
  Field,
  MediaField,
  TextField,
  ToggleField,
} from '@vitrine/composition/field'
import type { Box, GroupLayer, Layer, TextLayer } from '@vitrine/composition/layer'
import type { Bindable, Paint } from '@vitrine/composition/property'
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

/** A composition that stands still: a card, a poster, a flyer. */
export interface Still {
  readonly id: string
  readonly name: string
  readonly width: number
  readonly height: number
  readonly background: string
  readonly fonts: readonly FaceName[]
  readonly fields: readonly Field[]
  /** Top first. */
  readonly layers: readonly LayerDraft[]
}

interface Bed {
  readonly name: string
  readonly seconds: number
  readonly volume?: number
}

interface Moving extends Still {
  readonly fps: number
  readonly seconds: number
  /** The moment of the poster. */
  readonly heroSeconds: number
}

export interface Scene extends Moving {
  readonly music: Bed
}

/** A film that is sold as it stands: nothing to fill in. Loops and overlays have no music. */
export interface ReadyMade extends Omit<Moving, 'fields'> {
  readonly music?: Bed
}

/** Builds the document of a scene. Adds the music field and its layer at the end. */
export function buildDocument(scene: Scene): TemplateDocument {
  const musicField: Field = {
    id: 'music',
    type: 'audio',
    label: 'Music',
    group: 'Sound',
    hint: 'Keep ours, or use a song you may use',
    default: music(scene.music.name, scene.music.seconds),
    rules: { maxSeconds: 600 },
  }
  const song = songLayer(scene, scene.music, { $field: 'music' })
  return assemble(scene, [...scene.fields, musicField], [...scene.layers, song])
}

/** Builds the document of a film without fields. Its music, when it has any, is fixed. */
export function buildReadyMade(film: ReadyMade): TemplateDocument {
  if (!film.music) return assemble(film, [], film.layers)
  const song = songLayer(film, film.music, music(film.music.name, film.music.seconds))
  return assemble(film, [], [...film.layers, song])
}

/** Builds the document of a picture: one frame, no sound. */
export function buildStill(still: Still): TemplateDocument {
  const { width, height, background } = still
  return {
    ...describe(still, still.fields, complete(still.layers, 1, new Set())),
    canvas: { width, height, fps: 30, duration: 1, background },
    output: { image: { format: 'png' }, poster: { frame: 0 }, thumbnail: { frame: 0, width: 480 } },
  }
}

function songLayer({ fps }: { readonly fps: number }, bed: Bed, source: AssetId | { $field: string }): LayerDraft {
  return {
    id: 'music-track',
    type: 'audio',
    source,
    audio: { volume: bed.volume ?? 80, fadeIn: 4, fadeOut: Math.round(fps * 1.2), loop: true },
  }
}

function assemble(
  film: Omit<Moving, 'fields'>,
  fields: readonly Field[],
  drafts: readonly LayerDraft[],
): TemplateDocument {
  const { width, height, fps, background } = film
  const duration = Math.round(film.seconds * fps)
  const heroFrame = Math.round(film.heroSeconds * fps)
  return {
    ...describe(film, fields, complete(drafts, duration, new Set())),
    canvas: { width, height, fps, duration, background },
    output: {
      video: { codec: 'h264', crf: 20, maxHeight: 1920 },
      poster: { frame: heroFrame },
      thumbnail: { frame: heroFrame, width: 480 },
    },
  }
}

/** What films and pictures have in common. */
function describe(
  { id, name, fonts }: Pick<Still, 'id' | 'name' | 'fonts'>,
  fields: readonly Field[],
  layers: readonly Layer[],
): Omit<TemplateDocument, 'canvas' | 'output'> {
  const ids = assetIdsIn({ layers, fields })
  return {
    tdoc: DOCUMENT_VERSION,
    id,
    rev: 1,
    name,
    fields: fields.map((field, order) => ({ ...field, order })),
    fonts: fontFaces(fonts),
    assets: Object.fromEntries(ids.map((asset) => [asset, assetOf(asset)])),
    layers,
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
  minFontSize: number
}

/** A text in the buyer's words. */
export function textField(id: string, label: string, value: string, options: TextOptions): TextField {
  const { maxLength, maxLines = 1, minFontSize, group = 'Text', ...rest } = options
  return {
    id,
    type: 'text',
    label,
    group,
    default: value,
    rules: { maxLength, maxLines },
    fit: { mode: 'shrink', min: minFontSize },
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
  return { id, type: 'color', label, group: 'Style', default: palette[0], palette }
}

export function toggleField(id: string, label: string, value: boolean, hint?: string): ToggleField {
  return { id, type: 'toggle', label, group: 'Style', default: value, ...(hint ? { hint } : {}) }
}

export function choiceField(
  id: string,
  label: string,
  options: readonly [ChoiceField['options'][number], ...ChoiceField['options']],
): ChoiceField {
  return { id, type: 'choice', label, group: 'Style', default: options[0].value, options }
}

/** The colour of a field, lighter (shade > 0) or darker (shade < 0), or with an opacity. */
export function tone(field: string, shade = 0, alpha = 1) {
  return { $field: field, ...(shade === 0 ? {} : { shade }), ...(alpha === 1 ? {} : { alpha }) }
}

/** A text layer, centred in its box unless told otherwise. */
export function fieldText(
  text: Bindable<string>,
  box: Box,
  font: string,
  size: number,
  fill: Paint,
  rest: Partial<Omit<TextLayer, 'type' | 'text' | 'box' | 'font' | 'size' | 'fill'>> = {},
): LayerDraft {
  return { type: 'text', text, box, font, size, fill, align: 'center', valign: 'middle', ...rest }
}
