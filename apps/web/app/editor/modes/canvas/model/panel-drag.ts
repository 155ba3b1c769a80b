// Drags items from the panels onto the canvas with the mouse. On touch screens a tap adds them in the centre.
import { t } from '@lingui/core/macro'
import type { FieldValue } from '@vitrine/document/field'
import type { DragEvent } from 'react'
import type { Point } from '../../../cropper/crop.ts'
import type { KnownAsset } from '../../../project/asset-library.ts'
import type { CanvasModel } from './canvas-model.ts'
import { layersAt } from './hit.ts'
import { findShownField } from './layer-entry.ts'

/** Identifies the drag for drop targets. Its data cannot be read before the drop, so the item stays in this page. */
const DRAG_TYPE = 'application/x-vitrine-item'

interface DraggedItem {
  /** Adds it at `canvas.placeForNew`. */
  add: () => void
  /** A file, which fills the frame that it is dropped on. */
  asset: KnownAsset | undefined
}

let dragged: DraggedItem | undefined

/** Makes a button draggable; `add` is also the action of a click. */
export function draggable(add: () => void, asset?: KnownAsset) {
  return {
    draggable: true,
    onDragStart(event: DragEvent) {
      dragged = { add, asset }
      event.dataTransfer.setData(DRAG_TYPE, '')
      event.dataTransfer.effectAllowed = 'copy'
    },
    onDragEnd() {
      dragged = undefined
    },
  }
}

export function isPanelDrag({ dataTransfer }: Pick<DragEvent, 'dataTransfer'>): boolean {
  return dataTransfer.types.includes(DRAG_TYPE)
}

/** Adds the dragged item with its centre at a point of the canvas, or fills the frame there with a dragged file. */
export function dropItem(canvas: CanvasModel, at: Point): void {
  const item = dragged
  dragged = undefined
  if (!item) return
  if (item.asset && fillFrame(canvas, item.asset, at)) return
  canvas.addAt(at, item.add)
}

function fillFrame(canvas: CanvasModel, { assetId, kind }: KnownAsset, at: Point): boolean {
  for (const { layer, locks } of layersAt(canvas, at, canvas.activeGroup.get(), 0)) {
    const field = findShownField(layer, canvas.editor.document)
    if (field?.type !== 'media' || locks.content || (kind !== 'image' && kind !== 'video')) continue
    if (!field.accept.includes(kind)) continue
    const value: FieldValue = { asset: assetId }
    const name = field.label
    canvas.fill(field.id, value, { label: t`Fill ${name}` })
    canvas.select([layer.id])
    return true
  }
  return false
}
