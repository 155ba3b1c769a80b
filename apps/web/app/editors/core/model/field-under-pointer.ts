// The field that is drawn under a pointer.

import { findFieldAt } from '../preview/field-place.ts'
import type { EditorModel } from './editor-model.ts'

/** The field that the picture shows where a pointer is, among those wanted. */
export function findFieldUnder(
  model: EditorModel,
  pointer: { clientX: number; clientY: number },
  isWanted?: (fieldId: string) => boolean,
): string | undefined {
  const state = model.preview.get()
  const canvas = document.querySelector<HTMLCanvasElement>('[data-stage] canvas')
  if (state.status !== 'ready' || !canvas) return undefined
  const box = canvas.getBoundingClientRect()
  const { width, height } = model.shape.get()
  const point = {
    x: ((pointer.clientX - box.left) / box.width) * width,
    y: ((pointer.clientY - box.top) / box.height) * height,
  }
  const places = state.painting.getPlaces()
  const wanted = isWanted ? places.filter(({ contentFields }) => contentFields.some(isWanted)) : places
  return findFieldAt(wanted, model.player.getFrame(), point)
}
