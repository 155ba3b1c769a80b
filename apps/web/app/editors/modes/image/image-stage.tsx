// The stage of the image editor: the image at the template's size as far as the screen can show it, with the photo that can
// be dragged on it.
import { t } from '@lingui/core/macro'
import { type PointerEvent, useRef } from 'react'
import type { Point, Size } from '../../core/cropper/crop.ts'
import { type Grip, useCropArea } from '../../core/cropper/use-crop-area.ts'
import { activePhoto, fieldAt, findGrip, mediaFields } from '../../core/fields/photo-grip.ts'
import { useEditor } from '../../core/model/editor-context.tsx'
import { Outline } from '../../core/stage/stage.tsx'
import { StageCanvas } from '../../core/stage/stage-canvas.tsx'

export function ImageStage() {
  return (
    <section
      aria-label={t`Image`}
      className="relative min-h-0 min-w-0 overflow-hidden bg-paper p-3 [grid-area:stage] md:p-6"
    >
      <StageCanvas
        pixelsOf={stageSize}
        failure={t`The image could not be loaded. Your changes are safe.`}
        canvas={{ className: 'block touch-none' }}
      >
        <Outline />
        <PhotoArea />
      </StageCanvas>
    </section>
  )
}

/** Movement of a finger that still counts as a touch, in CSS pixels. */
const touchSlop = 6

/** The gesture on the stage, from the first pointer down to the last one up. */
interface Hold {
  fieldId: string | undefined
  start: Point
  hasMoved: boolean
  fingers: number
}

/** Lies over the picture and takes pointers and keys. What is touched is selected; a photo is moved at once. */
function PhotoArea() {
  const model = useEditor()
  const held = useRef<Hold>(undefined)
  const { area, handlers } = useCropArea<HTMLButtonElement>(
    () => gripOn(held.current?.fieldId),
    () => gripOn(activePhoto(model)),
  )
  const toCanvas = ({ x, y }: Point): Point => {
    // The pointer area covers the canvas exactly.
    const box = area.current?.getBoundingClientRect() ?? new DOMRect(0, 0, 1, 1)
    const { width, height } = model.shape.get()
    return { x: ((x - box.left) / box.width) * width, y: ((y - box.top) / box.height) * height }
  }
  const gripOn = (fieldId: string | undefined): Grip | undefined =>
    fieldId === undefined ? undefined : findGrip(model, fieldId, toCanvas)
  const isPhoto = (fieldId: string) => mediaFields(model).some(({ id }) => id === fieldId)

  const press = (event: PointerEvent) => {
    if (held.current) held.current.fingers += 1
    else {
      const start = { x: event.clientX, y: event.clientY }
      const fieldId = fieldAt(model, toCanvas(start))
      held.current = { fieldId, start, hasMoved: false, fingers: 1 }
      if (fieldId && isPhoto(fieldId)) model.select(fieldId, 'control')
    }
    handlers.onPointerDown(event)
  }
  const move = (event: PointerEvent) => {
    const hand = held.current
    if (!hand) return
    const distance = Math.hypot(event.clientX - hand.start.x, event.clientY - hand.start.y)
    if (distance > touchSlop) hand.hasMoved = true
    handlers.onPointerMove(event)
  }
  const cancel = () => {
    handlers.onPointerCancel()
    held.current = undefined
  }
  const release = (event: PointerEvent) => {
    handlers.onPointerUp(event)
    const hold = held.current
    if (!hold) return
    hold.fingers -= 1
    if (hold.fingers > 0) return
    held.current = undefined
    if (hold.hasMoved || !hold.fieldId) return
    model.select(hold.fieldId, 'picture')
    // A photo keeps the keyboard here, where its keys are; words are written in the form.
    if (isPhoto(hold.fieldId)) area.current?.focus({ preventScroll: true })
  }
  const hasPhoto = mediaFields(model).length > 0
  return (
    <button
      ref={area}
      type="button"
      aria-label={
        hasPhoto
          ? t`Photo on the image: move with the arrow keys, zoom with plus and minus, rotate with comma and full stop, flip with M`
          : t`Image: click a text to edit it`
      }
      {...handlers}
      onPointerDown={press}
      onPointerMove={move}
      onPointerUp={release}
      onPointerCancel={cancel}
      className={`absolute inset-0 size-full touch-none -outline-offset-2 ${hasPhoto ? 'cursor-grab active:cursor-grabbing' : ''}`}
    />
  )
}

/** Pixels that are painted again with every move of a pointer: an A5 card for printing is just within. */
const maxStagePixels = 4_500_000

/**
 * Pixels of the stage's canvas: the template's own, scaled to the view by the screen, because fine textures come out
 * otherwise when they are painted smaller.
 */
function stageSize({ width, height }: Size): Size {
  const scale = Math.min(1, Math.sqrt(maxStagePixels / (width * height)))
  return { width: Math.round(width * scale), height: Math.round(height * scale) }
}
