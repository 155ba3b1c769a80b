// Owns the list of what the customer should look at before paying: the same sentences that stand below the fields.
import type { AudioField, AudioValue, FieldValues, MediaValue } from '@vitrine/composition/document'
import { listWrittenMissing } from '@vitrine/composition/fallback-face'
import { openFonts } from '@vitrine/composition/font'
import { resolveDocument, fieldValue as valueOfField } from '@vitrine/composition/resolve'
import type { EditorModel } from '../editor-model.ts'
import { songNotices } from '../fields/audio-control.tsx'
import type { Notice } from '../fields/field-frame.tsx'
import { layerTextNotices, nameOfText } from '../fields/layer-text-check.ts'
import { shownSeconds } from '../fields/length-check.ts'
import { framingOf, mediaNotices } from '../fields/media-check.ts'
import { listOwnPhotos, ownPhotoNotices } from '../fields/own-photo-check.ts'
import { textNotices } from '../fields/text-control.tsx'
import { loadDocumentFonts } from '../preview/load-fonts.ts'
import { resolvedFor } from '../preview/painting.ts'

export interface ExportWarning {
  /** What it is about: a field of the template, or a layer that the customer added. */
  about: { fieldId: string } | { layerId: string }
  label: string
  text: string
  /** Nothing can be exported before it is mended. */
  blocks: boolean
}

/** Warnings in the order of the fields, those of texts and photos that stand in no field last. */
export function listWarnings(model: EditorModel): ExportWarning[] {
  const { document: template, store, library, preview } = model
  const state = preview.get()
  const painting = state.status === 'ready' ? state.painting : undefined
  const values: FieldValues = store.getContent().values
  const ofFields = template.fields.flatMap((field): ExportWarning[] => {
    const value = valueOfField(field, values)
    const notices =
      field.type === 'text'
        ? textNotices(field, String(value ?? ''), painting?.findFitting(field.id))
        : field.type === 'media'
          ? mediaChecks(model, field.id, value as MediaValue | undefined)
          : field.type === 'audio'
            ? songChecks(model, field, value as AudioValue | undefined)
            : []
    const stuck = stuckUpload(model, value)
    const told: Notice[] = [...notices, ...(stuck ? [{ tone: 'warn' as const, text: stuck }] : [])]
    return warningsOf({ fieldId: field.id }, field.label, told)
  })
  const ofTexts = (painting?.listFittings() ?? []).flatMap((fitting) =>
    fitting.fieldIds.length > 0
      ? []
      : warningsOf({ layerId: fitting.layer.id }, nameOfText(fitting.layer), layerTextNotices(fitting)),
  )
  const ofPhotos = listOwnPhotos(model).flatMap((photo) =>
    warningsOf({ layerId: photo.layerId }, photo.name, ownPhotoNotices(photo)),
  )
  return [...ofFields, ...ofTexts, ...ofPhotos]

  function mediaChecks(editor: EditorModel, fieldId: string, value: MediaValue | undefined) {
    const field = template.fields.find(({ id }) => id === fieldId)
    if (field?.type !== 'media') return []
    const asset = value && library.find(value.asset)
    const placed = framingOf(field, asset, painting?.getPlaces() ?? [])
    const shown = shownSeconds(painting?.getPlaces() ?? [], fieldId, editor.player.framesPerSecond)
    // The designer's own picture is the designer's business.
    const isOwn = editor.store.getContent().values[fieldId] !== undefined
    return isOwn || !value ? mediaNotices(field, value, asset, placed?.framing, shown) : []
  }
}

function warningsOf(about: ExportWarning['about'], label: string, notices: readonly Notice[]): ExportWarning[] {
  return notices
    .filter(({ tone }) => tone !== 'note')
    .map(({ text, blocks = false }) => ({ about, label, text, blocks }))
}

/**
 * Why a text of the project cannot be drawn whole, in a sentence; undefined when it can. Fonts are loaded for the answer.
 * Rejects when they cannot be had.
 */
export async function findMissingCharacters({ document, library, store }: EditorModel): Promise<string | undefined> {
  const {
    document: complete,
    fonts,
    shaper,
  } = await loadDocumentFonts(resolvedFor(document, store.getContent()), library)
  const plain = resolveDocument(document, {})
  const [missing] = listWrittenMissing(complete, plain, openFonts(shaper, complete.fonts, fonts))
  if (!missing) return undefined
  const named = missing.graphemes.slice(0, 5).join(' ')
  return `“${nameOfText(missing.layer)}” has characters that can’t be shown: ${named}. Please write them another way. Nothing was charged.`
}

function songChecks(model: EditorModel, field: AudioField, value: AudioValue | undefined) {
  if (!value || value.mute || model.store.getContent().values[field.id] === undefined) return []
  return songNotices(model, field, value, model.library.find(value.asset))
}

function stuckUpload(model: EditorModel, value: unknown): string | undefined {
  const assetId = (value as MediaValue | AudioValue | undefined)?.asset
  const upload = model.uploads.list().find((one) => one.assetId === assetId)
  return upload?.error === undefined
    ? undefined
    : 'This file has not reached the shop; the export would show the original.'
}
