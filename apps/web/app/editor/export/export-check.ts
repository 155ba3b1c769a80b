// Warnings to check before export: the same sentences as below the fields.

import { plural, t } from '@lingui/core/macro'
import type { AudioField, AudioValue, FieldValues, MediaField, MediaValue } from '@vitrine/document/field'
import { listWrittenMissing } from '@vitrine/painter/fallback-face'
import { openFonts } from '@vitrine/painter/font'
import { everyLayer } from '@vitrine/project/layer-list'
import { resolveDocument, fieldValue as valueOfField } from '@vitrine/project/resolve'
import { rowText } from '../../language/format.ts'
import { songNotices } from '../fields/audio-control.tsx'
import type { FieldNotice } from '../fields/field-frame.tsx'
import { getTextName, isTouched, layerTextNotices, listOwnPhotos, type OwnPhoto } from '../fields/layer-check.ts'
import {
  computeFraming,
  faultNotice,
  findSizeProblem,
  mediaNotices,
  type SizeProblem,
  shownSeconds,
  sizeNotices,
} from '../fields/media-check.ts'
import { textNotices } from '../fields/text-control.tsx'
import type { EditorModel } from '../model/editor-model.ts'
import { loadDocumentFonts } from '../preview/load-fonts.ts'
import { resolveContent } from '../preview/painting.ts'
import { editedFor } from '../project/edited-document.ts'

export interface ExportWarning {
  /** The subject: a field of the template, or a layer that the customer added. */
  about: { fieldId: string } | { layerId: string }
  label: string
  text: string
  /** The project cannot be exported until this is fixed. */
  blocks: boolean
}

/**
 * Blocking warnings first, then the order of the fields. Photos with too few pixels come last, because there may be
 * many.
 */
export function listWarnings(model: EditorModel): ExportWarning[] {
  const { document: template, store, preview } = model
  const state = preview.get()
  const painting = state.status === 'ready' ? state.painting : undefined
  const values: FieldValues = store.getContent().values
  const ofFields = template.fields.flatMap((field): ExportWarning[] => {
    const value = valueOfField(field, values)
    const notices =
      field.type === 'text'
        ? textNotices(field, String(value ?? ''), painting?.findFitting(field.id))
        : field.type === 'media'
          ? mediaChecks(model, field, value as MediaValue | undefined)
          : field.type === 'audio'
            ? songChecks(model, field, value as AudioValue | undefined)
            : []
    const stuck = stuckUpload(model, value)
    const all: FieldNotice[] = [...notices, ...(stuck ? [{ tone: 'warn' as const, text: stuck }] : [])]
    return toWarnings({ fieldId: field.id }, field.label, all)
  })
  const touched = (painting?.listTexts() ?? []).filter(({ id }) => isTouched(model, id))
  const ofTexts = touched.flatMap((layer) => {
    const fitting = painting?.findLayerFitting(layer)
    // Layers that show a field are reported with the field.
    return !fitting || fitting.fieldIds.length > 0
      ? []
      : toWarnings({ layerId: layer.id }, getTextName(layer), layerTextNotices(fitting))
  })
  const ofFiles = model.uploads.list().flatMap(({ assetId, fileName, error, canRetry }) =>
    error === undefined
      ? []
      : layersShowing(model, assetId).map((layerId) => ({
          about: { layerId },
          label: fileName,
          text: `${error} ${canRetry ? t`Try again or delete it.` : t`Replace or delete it.`}`,
          blocks: true,
        })),
  )
  const ofPhotos = groupPhotoWarnings([...listFieldPhotos(model), ...listOwnPhotos(model).map(asSizedPhoto)])
  const all = [...ofFields, ...ofTexts, ...ofFiles, ...ofPhotos]
  return [...all.filter(({ blocks }) => blocks), ...all.filter(({ blocks }) => !blocks)]
}

/** The notices about a field's file other than its resolution. */
function mediaChecks(model: EditorModel, field: MediaField, value: MediaValue | undefined): FieldNotice[] {
  const { library, pictures, player, store, uploads } = model
  // The designer chose this picture, so the customer gets no warning about it.
  if (value && store.getContent().values[field.id] === undefined) return []
  const fault = value && pictures.findFault(value.asset)
  const isOnItsWay = uploads.list().some(({ assetId }) => assetId === value?.asset)
  const shown = shownSeconds(findPlaces(model), field.id, player.framesPerSecond)
  return [
    ...(fault && !isOnItsWay ? [faultNotice(fault, model.isGuest.get())] : []),
    ...mediaNotices(field, value, value && library.find(value.asset), undefined, shown),
  ]
}

function findPlaces({ preview }: EditorModel) {
  const state = preview.get()
  return state.status === 'ready' ? state.painting.getPlaces() : []
}

/** A customer's photo or clip in its frame. */
export interface SizedPhoto extends Pick<OwnPhoto, 'name' | 'kind' | 'framing' | 'crop'> {
  about: ExportWarning['about']
  rules?: MediaField['rules']
}

const asSizedPhoto = ({ layerId, ...photo }: OwnPhoto): SizedPhoto => ({ about: { layerId }, ...photo })

/** Photos and clips in the fields of the template. */
function listFieldPhotos(model: EditorModel): SizedPhoto[] {
  const { values } = model.store.getContent()
  return model.document.fields.flatMap((field): SizedPhoto[] => {
    const value = field.type === 'media' ? (values[field.id] as MediaValue | undefined) : undefined
    const asset = value && model.library.find(value.asset)
    const placed = field.type === 'media' ? computeFraming(field, asset, findPlaces(model)) : undefined
    if (field.type !== 'media' || !value || !placed) return []
    const kind = asset?.kind === 'video' ? 'video' : 'image'
    const { framing } = placed
    const crop = value.crop ?? placed.crop
    return [{ about: { fieldId: field.id }, name: field.label, kind, framing, crop, rules: field.rules }]
  })
}

/** Layers that show a customer's file without a field of the template. */
function layersShowing(model: EditorModel, assetId: string): string[] {
  return everyLayer(editedFor(model.document, model.store.getContent()).layers).flatMap((layer) =>
    layer.type === 'media' &&
    typeof layer.source === 'object' &&
    'asset' in layer.source &&
    layer.source.asset === assetId
      ? layer.id
      : [],
  )
}

function toWarnings(about: ExportWarning['about'], label: string, notices: readonly FieldNotice[]): ExportWarning[] {
  return notices
    .filter(({ tone }) => tone !== 'note')
    .map(({ text, blocks = false }) => ({ about, label, text, blocks }))
}

/**
 * A sentence about the characters that cannot be drawn, or undefined. Loads the fonts, and rejects when they cannot be
 * loaded.
 */
export async function findMissingCharacters({ document, library, store }: EditorModel): Promise<string | undefined> {
  const {
    document: complete,
    fonts,
    shaper,
  } = await loadDocumentFonts(resolveContent(document, store.getContent()), library)
  const plain = resolveDocument(document, {})
  const [missing] = listWrittenMissing(complete, plain, openFonts(shaper, complete.fonts, fonts))
  if (!missing) return undefined
  const name = getTextName(missing.layer)
  const named = missing.graphemes.slice(0, 5).join(' ')
  return t`“${name}” has characters that can’t be shown: ${named}. Please use other characters. Nothing was charged.`
}

/** How many names a message lists. */
const maxNamed = 3

/** One line per cause, for any number of photos and clips. A file that is shown in several places is listed once. */
export function groupPhotoWarnings(photos: readonly SizedPhoto[]): ExportWarning[] {
  const byCause = new Map<SizeProblem, Map<string, SizedPhoto>>([
    ['blurred', new Map()],
    ['soft', new Map()],
  ])
  for (const photo of photos) {
    const cause = findSizeProblem(photo.framing, photo.crop, photo.rules)
    if (!cause) continue
    const files = byCause.get(cause) ?? new Map<string, SizedPhoto>()
    if (!files.has(photo.name)) files.set(photo.name, photo)
    byCause.set(cause, files)
  }
  return [...byCause].flatMap(([cause, files]): ExportWarning[] => {
    const [first, ...others] = [...files.values()]
    if (!first) return []
    const { about } = first
    if (others.length === 0)
      return toWarnings(about, first.name, sizeNotices(first.framing, first.crop, first.kind, first.rules))
    const names = rowText([...files.keys()].slice(0, maxNamed))
    const [count, more] = [files.size, files.size - maxNamed]
    const listed = more > 0 ? t`${names} and ${more} more` : names
    return [
      {
        about,
        label: t`${plural(count, { one: '# file', other: '# files' })}`,
        text:
          cause === 'blurred'
            ? t`These are too small and will look blurred. Zoom out or choose larger ones: ${listed}.`
            : t`These have a lower resolution than needed and may look soft: ${listed}.`,
        blocks: false,
      },
    ]
  })
}

function songChecks(model: EditorModel, field: AudioField, value: AudioValue | undefined) {
  if (!value || value.mute || model.store.getContent().values[field.id] === undefined) return []
  return songNotices(model, field, value, model.library.find(value.asset))
}

function stuckUpload(model: EditorModel, value: unknown): string | undefined {
  const assetId = (value as MediaValue | AudioValue | undefined)?.asset
  const upload = model.uploads.list().find((entry) => entry.assetId === assetId)
  return upload?.error === undefined ? undefined : t`This file is not uploaded; the export would show the original.`
}
