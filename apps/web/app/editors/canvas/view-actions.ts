// Owns looking at the canvas as a whole, or closely at what is selected.
import type { CanvasModel } from './canvas-model.ts'
import { selectionBounds } from './standing.ts'
import { fitView as fitted, viewOf } from './view.ts'

export function fitView({ view }: CanvasModel): void {
  view.set(fitted(view.get()))
}

/** Shows what is selected as large as the stage allows; the whole picture when nothing is. */
export function zoomToSelection(canvas: CanvasModel): void {
  const bounds = selectionBounds(canvas)
  if (bounds) canvas.view.set(viewOf(canvas.view.get(), canvas.getSize(), canvas.room.get(), bounds))
  else fitView(canvas)
}
