// The order of a template's photos: moves the contents of photo fields from one to another, as one undo step.

import { t } from '@lingui/core/macro'
import type { Crop, Face, FieldValues, MediaField, MediaValue } from '@vitrine/document/field'
import { fieldValue as valueOfField } from '@vitrine/project/resolve'
import { useSyncExternalStore } from 'react'
import { importWithRetry } from '../../api/load-part.ts'
import { useObservable } from '../../api/observable.ts'
import { type Framing, limitCrop } from '../cropper/crop.ts'
import { useEditor, useLibraryVersion } from '../model/editor-context.tsx'
import type { EditorModel } from '../model/editor-model.ts'
import { largestFrame } from '../preview/field-place.ts'
import { bestOrder, inFormOrder } from '../project/assign-files.ts'
import { withValue } from '../project/project-store.ts'
import { detectOnce } from '../vision/face-notes.ts'
import { computeFraming } from './media-check.ts'

/** The content of a photo field; undefined values are the template's own pictures. */
export interface Placed {
  value: MediaValue | undefined
  /** Undefined for an unknown file. */
  kind: 'image' | 'video' | undefined
}

/**
 * The contents after one is moved to another field; those in between shift by one. If a field does not accept its new
 * content, the two fields swap instead; undefined when that is impossible too.
 */
export function moveContent(
  fields: readonly MediaField[],
  contents: readonly Placed[],
  from: number,
  to: number,
): readonly Placed[] | undefined {
  const [moved, replaced] = [contents[from], contents[to]]
  if (!moved || !replaced || from === to) return undefined
  const isTaken = (order: readonly Placed[]) =>
    order.every(({ value, kind }, n) => !value || !kind || fields[n]?.accept.includes(kind))
  const shifted = contents.toSpliced(from, 1).toSpliced(to, 0, moved)
  const exchanged = contents.with(from, replaced).with(to, moved)
  return [shifted, exchanged].find(isTaken)
}

/** Frames with a smaller ratio of their shapes than this show the same part of a picture. */
const ALIKE = 1.1

/**
 * Moves a value to the frame of another field. The customer's crop stays if the frames have the same shape. Otherwise
 * the picture is placed anew around its faces; its rotation and mirroring stay.
 */
export function carryTo(
  { edit }: MediaField,
  value: MediaValue,
  before: Framing | undefined,
  after: Framing | undefined,
): MediaValue {
  const { crop, ...uncropped } = value
  if (!crop || !before || !after) return value
  const ratio = ({ frame }: Framing) => frame.width / frame.height
  const isAlike =
    before.fit === after.fit && Math.max(ratio(before) / ratio(after), ratio(after) / ratio(before)) < ALIKE
  const allows = (tool: 'crop' | 'zoom' | 'rotate') => edit === undefined || edit.includes(tool)
  const { flip } = crop
  const turned: Crop = {
    ...{ x: 0, y: 0, zoom: 1 },
    ...(isAlike && { x: crop.x, y: crop.y, ...((allows('zoom') || allows('crop')) && { zoom: crop.zoom }) }),
    rotate: allows('rotate') ? crop.rotate : 0,
    ...(flip && { flip }),
  }
  return isAlike || turned.rotate !== 0 || flip ? { ...uncropped, crop: limitCrop(after, turned) } : uncropped
}

/** All values, with some of them replaced. */
export function withContents(
  values: FieldValues,
  fields: readonly MediaField[],
  contents: readonly (MediaValue | undefined)[],
): FieldValues {
  return fields.reduce((all, { id }, n) => withValue(all, id, contents[n]), values)
}

/** The photo fields in the order of the form, with their contents. */
export function usePhotoOrder() {
  const model = useEditor()
  useLibraryVersion()
  useObservable(model.preview)
  const { store } = model
  useSyncExternalStore(store.subscribe, store.getContent, store.getContent)
  const fields = inFormOrder(model.document.fields).filter(
    (field): field is MediaField => field.type === 'media' && field.accept.includes('image'),
  )
  const contents = listContents(model, fields)
  return {
    fields,
    contents,
    preview: (from: number, to: number) => moveContent(fields, contents, from, to) ?? contents,
    /** Returns whether the photo could be moved. */
    move(from: number, to: number): boolean {
      const moved = moveContent(fields, contents, from, to)
      if (!moved) return false
      put(model, fields, contents, moved, { fieldId: fields[to]?.id, label: t`Move photo` })
      return true
    },
    /** Returns whether any photo moved. */
    async fit(): Promise<boolean> {
      const order = await findBestOrder(model, fields, contents)
      const present = listContents(model, fields)
      // The contents changed during face detection.
      if (present.some(({ value }, n) => value?.asset !== contents[n]?.value?.asset)) return false
      if (order.every((photo, place) => photo === place)) return false
      const fitted = order.map((photo) => contents[photo] as Placed)
      put(model, fields, contents, fitted, { label: t`Best fit for all photos` })
      return true
    },
  }
}

function listContents({ store, library }: EditorModel, fields: readonly MediaField[]): Placed[] {
  const { values } = store.getContent()
  return fields.map((field) => {
    const value = values[field.id] === undefined ? undefined : (valueOfField(field, values) as MediaValue | undefined)
    const kind = value && library.find(value.asset)?.kind
    return { value, kind: kind === 'image' || kind === 'video' ? kind : undefined }
  })
}

function findPlaces({ preview }: EditorModel) {
  const state = preview.get()
  return state.status === 'ready' ? state.painting.getPlaces() : undefined
}

/** Assigns contents to fields, each with its crop as far as that fits the frame. */
function put(
  model: EditorModel,
  fields: readonly MediaField[],
  before: readonly Placed[],
  after: readonly Placed[],
  about: { fieldId?: string | undefined; label: string },
): void {
  const { store, library } = model
  const places = findPlaces(model) ?? []
  const values = after.map((placed, n) => {
    const [from, to] = [fields[before.indexOf(placed)], fields[n]]
    const { value } = placed
    if (!value || !from || !to || from === to) return value
    const asset = library.find(value.asset)
    const [old, next] = [computeFraming(from, asset, places), computeFraming(to, asset, places)]
    return carryTo(to, value, old?.framing, next?.framing)
  })
  const content = store.getContent()
  const { fieldId, label } = about
  store.endGroup()
  store.edit(
    { ...content, values: withContents(content.values, fields, values) },
    { label, ...(fieldId && { fieldId }) },
  )
}

/** For each field, the number of the photo that fits it best. Other contents stay where they are. */
async function findBestOrder(
  model: EditorModel,
  fields: readonly MediaField[],
  contents: readonly Placed[],
): Promise<number[]> {
  const { photoCost } = await importWithRetry(() => import('../vision/photo-fit.ts'))
  const own = contents.flatMap(({ value, kind }, place) => (value && kind === 'image' ? [{ value, place }] : []))
  const photos = await Promise.all(own.map(({ value }) => measure(model, value)))
  const frames = own.map(({ place }) => largestFrame(findPlaces(model) ?? [], fields[place]?.id ?? '')?.place)
  const best = bestOrder(own.length, (photo, place) => {
    const [measured, frame] = [photos[photo], frames[place]]
    if (!measured || !frame?.size) return 0
    const clip = frame.layer.type === 'media' ? frame.layer.clip : undefined
    return photoCost(measured, { ...frame.size, clip })
  })
  const order = contents.map((_, n) => n)
  for (const [n, photo] of best.entries()) {
    const [place, from] = [own[n]?.place, own[photo]?.place]
    if (place !== undefined && from !== undefined) order[place] = from
  }
  return order
}

/** Photos whose face detection takes longer count as having no faces, so that customers do not wait. */
const PATIENCE_MS = 1500

/** Size and faces of a photo; undefined while unknown. */
async function measure({ library, pictures }: EditorModel, { asset, faces }: MediaValue) {
  const { width, height, file } = library.find(asset) ?? {}
  const source = pictures.findPhoto(asset)?.source
  if (!width || !height) return undefined
  const found = faces ?? (source instanceof ImageBitmap ? detectOnce(source, file) : [])
  const late = new Promise<readonly Face[]>((resolve) => setTimeout(() => resolve([]), PATIENCE_MS))
  return { width, height, faces: await Promise.race([found, late]) }
}
