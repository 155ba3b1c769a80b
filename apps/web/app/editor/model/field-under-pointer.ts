// Finds the field that is drawn under a pointer.

import type { Point } from '../cropper/crop.ts'
import { findFieldAt } from '../preview/field-place.ts'
import type { EditorModel } from './editor-model.ts'

/** The topmost of the accepted fields under a pointer. */
export function findFieldUnder(
  model: EditorModel,
  pointer: { clientX: number; clientY: number },
  accepts?: (fieldId: string) => boolean,
): string | undefined {
  const box = document.querySelector('[data-stage] canvas')?.getBoundingClientRect()
  if (!box) return undefined
  const { width, height } = model.shape.get()
  const point = {
    x: ((pointer.clientX - box.left) / box.width) * width,
    y: ((pointer.clientY - box.top) / box.height) * height,
  }
  return findFieldAtPoint(model, point, accepts)
}

/** The same for a point of the canvas. */
export function findFieldAtPoint(
  model: EditorModel,
  point: Point,
  accepts?: (fieldId: string) => boolean,
): string | undefined {
  const state = model.preview.get()
  if (state.status !== 'ready') return undefined
  const places = state.painting.getPlaces()
  const accepted = accepts ? places.filter(({ contentFields }) => contentFields.some(accepts)) : places
  return findFieldAt(accepted, model.player.getFrame(), point)
}
