// The stage of an image without a frame: the customer's own photos are dragged, pinched, rotated and resized by the pointer
// controller of the canvas editor; a click on anything else selects its field.
import { t } from '@lingui/core/macro'
import { type KeyboardEvent, useEffect, useState } from 'react'
import '../canvas/canvas.css'
import { fieldAt } from '../../core/fields/photo-grip.ts'
import { Outline } from '../../core/stage/stage.tsx'
import { useCanvas } from '../canvas/model/canvas-context.tsx'
import type { CanvasModel } from '../canvas/model/canvas-model.ts'
import type { InteractionMode } from '../canvas/model/stage-pointer.ts'
import { CanvasStage } from '../canvas/stage/canvas-stage.tsx'
import { isOwnPhoto, pressPhotoKey } from './own-photo.ts'

export function OwnPhotoStage() {
  const canvas = useCanvas()
  const [mode] = useState(() => modeOf(canvas))
  useOneSelection(canvas)
  const press = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget || !pressPhotoKey(canvas, event)) return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <CanvasStage
      label={t`Image with your photos: move with the arrow keys, resize with plus and minus, rotate with comma and full stop, flip with M, crop with Enter, remove with Delete; Page Down selects the next photo`}
      mode={mode}
      onKeyDown={press}
    >
      <Outline />
    </CanvasStage>
  )
}

function modeOf(canvas: CanvasModel): InteractionMode {
  const { editor } = canvas
  return {
    takes: (layerId) => isOwnPhoto(canvas, layerId),
    onElsewhere(point) {
      const fieldId = fieldAt(editor, point)
      if (fieldId !== undefined) editor.select(fieldId, 'picture')
    },
  }
}

/** A field and a photo are not selected at once: one would not know which of them is meant. */
function useOneSelection({ editor, selection }: CanvasModel): void {
  useEffect(() => {
    const ends = [
      selection.subscribe(() => selection.get().length > 0 && editor.selection.set(undefined)),
      editor.selection.subscribe(() => editor.selection.get() && selection.set([])),
    ]
    return () => {
      for (const end of ends) end()
    }
  }, [editor, selection])
}
