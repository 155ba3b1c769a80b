// Dragging a photo on the stage: which one is under the pointer, and how its moves become values of its field.
import type { Crop, MediaField, MediaValue } from '@vitrine/composition/field'
import { inverse } from '@vitrine/composition/matrix'
import { fieldValue as valueOfField } from '@vitrine/composition/resolve'
import { limitCrop, type Point } from '../cropper/crop.ts'
import type { Grip } from '../cropper/use-crop-area.ts'
import type { EditorModel } from '../model/editor-model.ts'
import { findFieldAt, largestFrame } from '../preview/field-place.ts'
import { gesturePrefix } from '../project/project-store.ts'
import { framingOf } from './media-check.ts'

/** A still has one frame. */
const frame = 0

/** From a point of the window to the canvas of the document. */
export type ToCanvas = (point: Point) => Point

export function mediaFields(model: EditorModel): MediaField[] {
  return model.document.fields.filter((field) => field.type === 'media')
}

/** The grip on the photo of a field; undefined while it is not drawn or not known. */
export function findGrip(model: EditorModel, fieldId: string, toCanvas: ToCanvas): Grip | undefined {
  const state = model.preview.get()
  const field = mediaFields(model).find(({ id }) => id === fieldId)
  if (state.status !== 'ready' || !field) return undefined
  const { store, library } = model
  const value = valueOfField(field, store.getContent().values) as MediaValue | undefined
  const places = state.painting.getPlaces()
  const placed = framingOf(field, value && library.find(value.asset), places)
  const found = largestFrame(places, fieldId)
  const back = found && inverse(found.place.matrixAt(frame))
  if (!value || !placed || !found || !back) return undefined
  const { framing } = placed
  return {
    framing,
    crop: limitCrop(framing, value.crop ?? placed.crop),
    toFrame(point) {
      const { x, y } = toCanvas(point)
      return {
        x: (back[0] * x + back[2] * y + back[4]) * found.scale,
        y: (back[1] * x + back[3] * y + back[5]) * found.scale,
      }
    },
    onCrop: (crop: Crop, isHeld) =>
      model.change(
        fieldId,
        { ...value, crop: allowed(field, crop, value) },
        `${isHeld ? gesturePrefix : ''}crop:${fieldId}`,
      ),
    onEnd: store.endGroup,
    onCancel: store.cancelGesture,
  }
}

/** What the designer does not allow stays as it is. */
function allowed(field: MediaField, crop: Crop, { crop: before }: MediaValue): Crop {
  const { edit } = field
  if (!edit) return crop
  return {
    ...crop,
    zoom: edit.includes('zoom') || edit.includes('crop') ? crop.zoom : (before?.zoom ?? 1),
    rotate: edit.includes('rotate') ? crop.rotate : (before?.rotate ?? 0),
  }
}

/** The field whose content is at a point of the document's canvas. */
export function fieldAt(model: EditorModel, point: Point): string | undefined {
  const state = model.preview.get()
  return state.status === 'ready' ? findFieldAt(state.painting.getPlaces(), frame, point) : undefined
}

/** The photo that keys and the wheel move: the selected one, else the first. */
export function activePhoto(model: EditorModel): string | undefined {
  const fields = mediaFields(model)
  const selected = model.selection.get()?.fieldId
  return (fields.find(({ id }) => id === selected) ?? fields[0])?.id
}
