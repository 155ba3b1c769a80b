// Owns layers as they stand when something is about to be done with them: which of the selected ones may be moved, why the
// others may not, and the rectangle around all of them.
import type { CanvasModel, LayerEntry } from './canvas-model.ts'
import { type Bounds, type Corners, cornersOf, mapBounds, uniteAll } from './geometry.ts'
import { hasPlace, type Standing } from './layer-change.ts'

/** A layer with everything that is known about it now; undefined while it is hidden or not drawn yet. */
export function standingOf(canvas: CanvasModel, layerId: string): Standing | undefined {
  const entry = canvas.findEntry(layerId)
  const resolved = canvas.findResolvedLayer(layerId)
  const place = canvas.placeOf(layerId)
  if (!entry || !resolved || !place) return undefined
  return { layer: entry.layer, resolved, place, isOwn: entry.isOwn, isStyleHeld: entry.held.style }
}

/** Why a layer cannot be moved, in words; undefined when it can. */
export function whyNotMoved(canvas: CanvasModel, layerId: string): string | undefined {
  const entry = canvas.findEntry(layerId)
  const standing = standingOf(canvas, layerId)
  if (!entry || !standing) return undefined
  if (entry.held.move) return whyHeld(entry, 'cannot be moved')
  if (!hasPlace(standing)) return `“${entry.name}” fills the whole canvas and has no position of its own.`
  return undefined
}

/** Who holds a layer; `what` is what follows from it: 'cannot be moved'. */
export function whyHeld(entry: LayerEntry, what: string): string {
  if (entry.isOwn) return `You locked “${entry.name}”: it ${what}. Unlock it in the Layers panel first.`
  return `The designer locked “${entry.name}”: it ${what}.`
}

/** The selected layers, each as it stands. */
export function selectedStandings(canvas: CanvasModel): Standing[] {
  return canvas.selection.get().flatMap((id) => standingOf(canvas, id) ?? [])
}

/** Selected layers that can be moved. When one cannot, none is, and it is said why. */
export function movableSelection(canvas: CanvasModel): Standing[] {
  for (const id of canvas.selection.get()) {
    const why = whyNotMoved(canvas, id)
    if (why) {
      canvas.refuse(why)
      return []
    }
  }
  return selectedStandings(canvas)
}

/** The upright rectangle around a layer on the canvas. */
export function boundsOfStanding({ place }: Standing): Bounds | undefined {
  return place.box && mapBounds(place.matrix, place.box)
}

export function cornersOfStanding({ place }: Standing): Corners | undefined {
  return place.box && cornersOf(place.matrix, place.box)
}

/** Around all selected layers that have a place. */
export function selectionBounds(canvas: CanvasModel): Bounds | undefined {
  return uniteAll(
    selectedStandings(canvas)
      .map(boundsOfStanding)
      .filter((bounds) => bounds !== undefined),
  )
}
