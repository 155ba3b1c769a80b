// Zoom to fit, and zoom to the selection.
import type { CanvasModel, View } from './canvas-model.ts'
import { type Bounds, findMiddle, mapBounds } from './geometry.ts'
import { selectionBounds } from './layer-placement.ts'
import { createFittedView, fitView as fitted, getViewScale, toScreen, zoomAt } from './view.ts'

export function fitView({ view }: CanvasModel): void {
  view.set(fitted(view.get()))
}

/** Shows the selection as large as the stage allows; the whole picture without a selection. */
export function zoomToSelection(canvas: CanvasModel): void {
  const bounds = selectionBounds(canvas)
  if (bounds) canvas.view.set(createFittedView(canvas.view.get(), canvas.getSize(), canvas.room.get(), bounds))
  else fitView(canvas)
}

/** The least font size in CSS pixels while a text is edited on a phone. */
const legible = 18
/** A narrower stage is a phone's. */
const narrow = 640

/**
 * On a phone, zooms to a text so that it is large enough to edit, in the middle of the part of the stage above the
 * keyboard, and follows when that changes. Returns a function that restores the view, unless the customer has changed
 * it.
 */
export function zoomToText(canvas: CanvasModel, layerId: string): () => void {
  const before = canvas.view.get()
  let shown = before
  const look = () => {
    const place = canvas.findPlace(layerId)
    const { width } = canvas.room.get()
    if (!place?.box || width >= narrow) return
    const view = canvas.view.get()
    const bounds = mapBounds(place.matrix, place.box)
    const own = Math.hypot(place.matrix[0], place.matrix[1])
    const legibleScale = legible / Math.max(1, (canvas.findFontSize(layerId) ?? legible) * own)
    const widest = (width - 32) / Math.max(1, bounds[2] - bounds[0])
    const scale = Math.max(before.zoom * view.fit, Math.min(legibleScale, widest))
    const near = zoomAt(view, scale / getViewScale(view))
    shown = isInSight(canvas, near, bounds) ? near : inMiddle(canvas, near, bounds)
    canvas.view.set(shown)
  }
  look()
  let isOver = false
  // The fitting size is measured right after the stage's size has changed.
  const end = canvas.room.subscribe(() => queueMicrotask(() => !isOver && look()))
  return () => {
    isOver = true
    end()
    const view = canvas.view.get()
    const isUntouched = view.zoom === shown.zoom && view.panX === shown.panX && view.panY === shown.panY
    if (isUntouched) canvas.view.set({ ...before, fit: view.fit })
  }
}

function isInSight(canvas: CanvasModel, view: View, [left, top, right, bottom]: Bounds): boolean {
  const { width, height } = canvas.room.get()
  return [
    { x: left, y: top },
    { x: right, y: bottom },
  ]
    .map((corner) => toScreen(view, canvas.getSize(), corner))
    .every(({ x, y }) => Math.abs(x) <= width / 2 && Math.abs(y) <= height / 2)
}

function inMiddle(canvas: CanvasModel, view: View, bounds: Bounds): View {
  const middle = toScreen(view, canvas.getSize(), findMiddle(bounds))
  return { ...view, panX: view.panX - middle.x, panY: view.panY - middle.y }
}
