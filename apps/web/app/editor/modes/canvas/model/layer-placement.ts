// Placements of layers before a change: which of the selected layers may be moved, why others may not, and the
// rectangle around all of them.
import { select, t } from '@lingui/core/macro'
import type { CanvasModel } from './canvas-model.ts'
import { type Bounds, type Corners, computeCorners, mapBounds, uniteAll } from './geometry.ts'
import { hasPlace, type LayerPlacement } from './layer-change.ts'
import type { LayerEntry } from './layer-entry.ts'

/** The current placement of a layer; undefined while it is hidden or not drawn yet. */
export function findPlacement(canvas: CanvasModel, layerId: string): LayerPlacement | undefined {
  const entry = canvas.findEntry(layerId)
  const resolved = canvas.findResolvedLayer(layerId)
  const place = canvas.findPlace(layerId)
  if (!entry || !resolved || !place) return undefined
  return { layer: entry.layer, resolved, place, isOwn: entry.isOwn, isStyleLocked: entry.locks.style }
}

/** The reason why a layer cannot be moved; undefined when it can. */
export function whyNotMoved(canvas: CanvasModel, layerId: string): string | undefined {
  const entry = canvas.findEntry(layerId)
  const placement = findPlacement(canvas, layerId)
  if (!entry || !placement) return undefined
  if (entry.locks.move) return lockReason(entry, 'move')
  const { name } = entry
  return hasPlace(placement) ? undefined : t`“${name}” fills the whole canvas and has no position of its own.`
}

/** A message about who locked a layer, and what that prevents. */
export function lockReason(
  { name, isOwn }: LayerEntry,
  refused: 'move' | 'delete' | 'change' | 'text' | 'image',
): string {
  return isOwn
    ? t`You locked “${name}”: it ${select(refused, {
        move: 'cannot be moved',
        delete: 'cannot be deleted',
        change: 'cannot be changed',
        text: 'its text cannot be edited',
        other: 'its image cannot be replaced',
      })}. Unlock it in the Layers panel first.`
    : t`The designer locked “${name}”: it ${select(refused, {
        move: 'cannot be moved',
        delete: 'cannot be deleted',
        change: 'cannot be changed',
        text: 'its text cannot be edited',
        other: 'its image cannot be replaced',
      })}.`
}

/** A message about who locked some properties of a layer; undefined when none is locked. */
export function partlyLockedReason({ name, isOwn, locks: { content, style, move } }: LayerEntry): string | undefined {
  const [first, ...others] = [
    ...(content ? [t`its content`] : []),
    ...(style ? [t`its style`] : []),
    ...(move ? [t`its position`] : []),
  ]
  if (first === undefined) return undefined
  const kept = others.reduce((listed, next) => t`${listed} and ${next}`, first)
  return isOwn
    ? t`You locked “${name}”: it keeps ${kept}. Unlock it in the Layers panel first.`
    : t`The designer locked “${name}”: it keeps ${kept}.`
}

/** The selected layers, unresolved. */
export function selectedPlacements(canvas: CanvasModel): LayerPlacement[] {
  return canvas.selection.get().flatMap((id) => findPlacement(canvas, id) ?? [])
}

/** The selected layers, if all can be moved. Otherwise none, with a message. */
export function movableSelection(canvas: CanvasModel): LayerPlacement[] {
  for (const id of canvas.selection.get()) {
    const why = whyNotMoved(canvas, id)
    if (why) {
      canvas.refuse(why)
      return []
    }
  }
  return selectedPlacements(canvas)
}

/** The upright rectangle around a layer on the canvas. */
export function computePlacementBounds({ place }: LayerPlacement): Bounds | undefined {
  return place.box && mapBounds(place.matrix, place.box)
}

export function computePlacementCorners({ place }: LayerPlacement): Corners | undefined {
  return place.box && computeCorners(place.matrix, place.box)
}

/** The rectangle around all selected layers that have a place. */
export function selectionBounds(canvas: CanvasModel): Bounds | undefined {
  return uniteAll(
    selectedPlacements(canvas)
      .map(computePlacementBounds)
      .filter((bounds) => bounds !== undefined),
  )
}
