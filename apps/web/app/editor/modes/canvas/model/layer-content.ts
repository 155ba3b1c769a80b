// The content of a layer, its text, photo or video, from a field of the template or from the layer itself.
import { t } from '@lingui/core/macro'
import type { Crop, Field, FieldValue, MediaField, MediaValue } from '@vitrine/document/field'
import type { MediaLayer } from '@vitrine/document/layer'
import { usedCrop } from '@vitrine/painter/picture'
import type { LayerEdit } from '@vitrine/project/edit'
import { fieldValue } from '@vitrine/project/resolve'
import { limitCrop, type Point } from '../../../cropper/crop.ts'
import { type CropGesture, followPointers } from '../../../cropper/use-crop-area.ts'
import { mediaFields } from '../../../fields/media-check.ts'
import { largestFrame } from '../../../preview/field-place.ts'
import { gesturePrefix } from '../../../project/project-store.ts'
import type { CanvasModel, ChangeAbout } from './canvas-model.ts'
import { inverse, mapPoint } from './geometry.ts'
import { findShownField } from './layer-entry.ts'
import { withTextBoxes } from './text-box.ts'

/** Edits, or the value of the layer's field. */
export type ContentEdit = readonly LayerEdit[] | { fieldId: string; value: FieldValue }

/** The field of the template that a layer shows. */
export function findFieldOfLayer(canvas: CanvasModel, layerId: string): Field | undefined {
  const layer = canvas.findLayer(layerId)
  return layer && findShownField(layer, canvas.getDocument())
}

/** The stored text of a layer, without the prefix and suffix of its binding. */
export function readText(canvas: CanvasModel, layerId: string): string {
  const field = findFieldOfLayer(canvas, layerId)
  if (field) return String(fieldValue(field, canvas.editor.store.getContent().values) ?? '')
  const layer = canvas.findLayer(layerId)
  return layer?.type === 'text' && typeof layer.text === 'string' ? layer.text : ''
}

/** Sets the text or the file of a layer; one that shows a field of the template changes that field. */
export function createContentEdit(
  { layerId, field }: { layerId: string; field: Field | undefined },
  property: 'text' | 'source',
  value: FieldValue,
): ContentEdit {
  return field ? { fieldId: field.id, value } : [{ op: 'set', layer: layerId, property, value }]
}

/** Applies edits, and adapts the heights of the changed texts' boxes. */
export function applyContentEdits(canvas: CanvasModel, edits: readonly ContentEdit[], about: ChangeAbout): void {
  const layerEdits = edits.flatMap((one) => ('fieldId' in one ? [] : one))
  if (layerEdits.length > 0) canvas.run(withTextBoxes(canvas, layerEdits), about)
  for (const one of edits) if ('fieldId' in one) canvas.fill(one.fieldId, one.value, about)
}

/** The photo of a layer; undefined while it is empty or no frame at all. */
function findPhoto(canvas: CanvasModel, layerId: string): { layer: MediaLayer; value: MediaValue } | undefined {
  const layer = canvas.findResolvedLayer(layerId)
  if (layer?.type !== 'media') return undefined
  const { source } = layer
  if (typeof source === 'string') return { layer, value: { asset: source } }
  return 'asset' in source ? { layer, value: source } : undefined
}

/** The file or the address of the photo that a layer shows; undefined for videos and missing files. */
export function findWholePhoto(canvas: CanvasModel, layerId: string): File | string | undefined {
  const found = findPhoto(canvas, layerId)
  const asset = found && canvas.editor.library.find(found.value.asset)
  return asset?.kind === 'image' ? (asset.url ?? asset.file) : undefined
}

/** The drag handle of a photo in its frame. `toCanvas` maps the window to the canvas. */
export function gripOnPhoto(
  canvas: CanvasModel,
  layerId: string,
  toCanvas: (point: Point) => Point,
): CropGesture | undefined {
  const found = findPhoto(canvas, layerId)
  const place = canvas.findPlace(layerId)
  const asset = found && canvas.editor.library.find(found.value.asset)
  const back = place && inverse(place.matrix)
  if (!found || !back || !asset?.width || !asset.height) return undefined
  const { layer, value } = found
  const [, , width, height] = layer.box
  const framing = {
    source: { width: asset.width, height: asset.height },
    frame: { width, height },
    fit: layer.fit ?? ('cover' as const),
  }
  return {
    framing,
    crop: limitCrop(framing, usedCrop(value, layer, framing.source)),
    toFrame: (point) => mapPoint(back, toCanvas(point)),
    onCrop: (crop: Crop, isHeld) => {
      const name = canvas.findLayerName(layerId)
      const group = `${isHeld ? gesturePrefix : ''}crop:${layerId}`
      const field = findFieldOfLayer(canvas, layerId)
      const next = field?.type === 'media' ? limitToAllowed(field, crop, value) : crop
      const edit = createContentEdit({ layerId, field }, 'source', { ...value, crop: next })
      applyContentEdits(canvas, [edit], { label: t`Crop ${name}`, group })
    },
    onEnd: canvas.editor.store.endGroup,
    onCancel: canvas.editor.store.cancelGesture,
  }
}

/** Resets what the designer does not allow to change. */
function limitToAllowed({ edit }: MediaField, crop: Crop, { crop: before }: MediaValue): Crop {
  if (!edit) return crop
  return {
    ...crop,
    zoom: edit.includes('zoom') || edit.includes('crop') ? crop.zoom : (before?.zoom ?? 1),
    rotate: edit.includes('rotate') ? crop.rotate : (before?.rotate ?? 0),
  }
}

/** The drag handle of a field's photo in its largest frame, in points of the canvas. */
function findGrip(canvas: CanvasModel, fieldId: string): CropGesture | undefined {
  const state = canvas.editor.preview.get()
  const found = state.status === 'ready' ? largestFrame(state.painting.getPlaces(), fieldId) : undefined
  return found && gripOnPhoto(canvas, found.place.layer.id, (point) => point)
}

/** The drag handle of the photo that keys and the wheel move: the selected field's, else the first one. */
export function findActiveGrip(canvas: CanvasModel): CropGesture | undefined {
  const { editor } = canvas
  const fields = mediaFields(editor)
  const selected = editor.selection.get()?.fieldId
  const field = fields.find(({ id }) => id === selected) ?? fields[0]
  // An earlier version on the stage is read-only.
  return field && !editor.shownVersion.get() ? findGrip(canvas, field.id) : undefined
}

/** A drag of a field's photo, in points of the canvas. */
export function startPhoto(canvas: CanvasModel, fieldId: string, start: readonly Point[]) {
  const { endGroup, cancelGesture } = canvas.editor.store
  const move = followPointers(() => findGrip(canvas, fieldId))
  // The drag is a new undo step.
  endGroup()
  move(start)
  return { move, end: endGroup, cancel: cancelGesture }
}
