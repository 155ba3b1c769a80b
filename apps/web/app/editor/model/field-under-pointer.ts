// The field that is drawn under a pointer.

import type { Point } from '../cropper/crop.ts'
import { findFieldAt } from '../preview/field-place.ts'
import type { EditorModel } from './editor-model.ts'

/** The field that the picture shows where a pointer is, among those wanted. */
export function findFieldUnder(
  model: EditorModel,
  pointer: { clientX: number; clientY: number },
  isWanted?: (fieldId: string) => boolean,
): string | undefined {
  const box = document.querySelector('[data-stage] canvas')?.getBoundingClientRect()
  if (!box) return undefined
  const { width, height } = model.shape.get()
  const point = {
    x: ((pointer.clientX - box.left) / box.width) * width,
    y: ((pointer.clientY - box.top) / box.height) * height,
  }
  return findFieldAtPoint(model, point, isWanted)
}

/** The same at a point of the canvas. */
export function findFieldAtPoint(
  model: EditorModel,
  point: Point,
  isWanted?: (fieldId: string) => boolean,
): string | undefined {
  const state = model.preview.get()
  if (state.status !== 'ready') return undefined
  const places = state.painting.getPlaces()
  const wanted = isWanted ? places.filter(({ contentFields }) => contentFields.some(isWanted)) : places
  return findFieldAt(wanted, model.player.getFrame(), point)
}
