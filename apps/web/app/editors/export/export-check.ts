// Owns the list of what the customer should look at before paying: the same sentences that stand below the fields.
import type { AudioField, AudioValue, FieldValues, MediaValue } from '@vitrine/composition/document'
import { fieldValue as valueOfField } from '@vitrine/composition/resolve'
import type { EditorModel } from '../editor-model.ts'
import { songNotices } from '../fields/audio-control.tsx'
import { shownSeconds } from '../fields/length-check.ts'
import { framingOf, mediaNotices } from '../fields/media-check.ts'
import { listOwnPhotos, ownPhotoNotices } from '../fields/own-photo-check.ts'
import { textNotices } from '../fields/text-control.tsx'

export interface ExportWarning {
  /** What it is about: a field of the template, or a layer that the customer added. */
  about: { fieldId: string } | { layerId: string }
  label: string
  text: string
}

/** Warnings in the order of the fields, those of added photos last. Nothing in them forbids the export. */
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
    const texts = [...notices.filter(({ tone }) => tone !== 'note').map(({ text }) => text), ...(stuck ? [stuck] : [])]
    return texts.map((text) => ({ about: { fieldId: field.id }, label: field.label, text }))
  })
  const ofPhotos = listOwnPhotos(model).flatMap((photo) =>
    ownPhotoNotices(photo).map(({ text }) => ({ about: { layerId: photo.layerId }, label: photo.name, text })),
  )
  return [...ofFields, ...ofPhotos]

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
