// Owns the picture in the middle of the image editor: painted at the template's own size as far as the screen can show it,
// and the photo on it under the hand.
import { type KeyboardEvent, type PointerEvent, useEffect, useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { useEditor } from '../editor-context.tsx'
import type { EditorModel } from '../editor-model.ts'
import type { Point, Size } from '../fields/crop.ts'
import { cropAfterKey } from '../fields/cropper.tsx'
import { type Grip, usePhotoHands, useWheelZoom } from '../fields/photo-hands.ts'
import { useObservable } from '../observable.ts'
import { Outline } from '../preview/stage.tsx'
import { activePhoto, fieldAt, findGrip, mediaFields } from './photo-grip.ts'

export function ImageStage() {
  const model = useEditor()
  const { preview, template } = model
  const state = useObservable(preview)
  const place = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  useFittedCanvas(model, place, canvas)
  return (
    <section
      aria-label="Picture"
      className="relative min-h-0 min-w-0 overflow-hidden bg-paper p-3 [grid-area:stage] md:p-6"
    >
      <div ref={place} className="relative flex size-full items-center justify-center">
        <div className="relative overflow-hidden bg-well" data-stage>
          <canvas
            ref={canvas}
            role="img"
            aria-label={`${template.templateName} with your changes`}
            className="block touch-none"
          />
          {state.status !== 'ready' && (
            <img
              src={template.thumbnail}
              alt=""
              className="pointer-events-none absolute inset-0 size-full animate-breathe object-contain"
            />
          )}
          <Outline />
          <Hands canvas={canvas} />
        </div>
        {state.status === 'failed' && (
          <div
            role="alert"
            className="absolute inset-x-0 bottom-4 mx-auto flex w-fit items-center gap-4 rounded-card bg-raised px-4 py-3 shadow-float"
          >
            <p>The picture could not be loaded. What you filled in is safe.</p>
            <Button size="small" variant="secondary" onClick={model.retryPreview}>
              Try again
            </Button>
          </div>
        )}
      </div>
    </section>
  )
}

/** Movement of a finger that still counts as a touch, in CSS pixels. */
const touchSlop = 6

/** What the hand on the stage holds, from the first finger down to the last one up. */
interface Hold {
  fieldId: string | undefined
  start: Point
  hasMoved: boolean
  fingers: number
}

/** Lies over the picture and takes pointers and keys. What is touched is selected; a photo is moved at once. */
function Hands({ canvas }: { canvas: { current: HTMLCanvasElement | null } }) {
  const model = useEditor()
  const area = useRef<HTMLButtonElement>(null)
  const held = useRef<Hold>(undefined)
  const toCanvas = ({ x, y }: Point): Point => {
    const box = canvas.current?.getBoundingClientRect() ?? new DOMRect(0, 0, 1, 1)
    const { width, height } = model.shape.get()
    return { x: ((x - box.left) / box.width) * width, y: ((y - box.top) / box.height) * height }
  }
  const gripOn = (fieldId: string | undefined): Grip | undefined =>
    fieldId === undefined ? undefined : findGrip(model, fieldId, toCanvas)
  const isPhoto = (fieldId: string) => mediaFields(model).some(({ id }) => id === fieldId)
  const hands = usePhotoHands(() => gripOn(held.current?.fieldId))
  useWheelZoom(area, () => gripOn(activePhoto(model)))

  const press = (event: PointerEvent) => {
    if (held.current) held.current.fingers += 1
    else {
      const start = { x: event.clientX, y: event.clientY }
      const fieldId = fieldAt(model, toCanvas(start))
      held.current = { fieldId, start, hasMoved: false, fingers: 1 }
      if (fieldId && isPhoto(fieldId)) model.select(fieldId, 'control')
    }
    hands.onPointerDown(event)
  }
  const move = (event: PointerEvent) => {
    const hand = held.current
    if (!hand) return
    const distance = Math.hypot(event.clientX - hand.start.x, event.clientY - hand.start.y)
    if (distance > touchSlop) hand.hasMoved = true
    hands.onPointerMove(event)
  }
  const lift = (event: PointerEvent) => {
    hands.onPointerUp(event)
    const hold = held.current
    if (!hold) return
    hold.fingers -= 1
    if (hold.fingers > 0) return
    held.current = undefined
    if (event.type !== 'pointerup' || hold.hasMoved || !hold.fieldId) return
    model.select(hold.fieldId, 'picture')
    // A photo keeps the keyboard here, where its keys are; words are written in the form.
    if (isPhoto(hold.fieldId)) area.current?.focus({ preventScroll: true })
  }
  const key = (event: KeyboardEvent) => {
    const grip = gripOn(activePhoto(model))
    const next =
      grip &&
      !event.ctrlKey &&
      !event.metaKey &&
      !event.altKey &&
      cropAfterKey(grip.framing, grip.crop, event.key, event.shiftKey)
    if (!grip || !next) return
    event.preventDefault()
    event.stopPropagation()
    grip.onCrop(next)
  }
  const hasPhoto = mediaFields(model).length > 0
  return (
    <button
      ref={area}
      type="button"
      aria-label={
        hasPhoto
          ? 'Photo on the picture: move with the arrow keys, zoom with plus and minus, turn with comma and full stop, mirror with M'
          : 'Picture: touch words on it to change them'
      }
      onPointerDown={press}
      onPointerMove={move}
      onPointerUp={lift}
      onPointerCancel={lift}
      onKeyDown={key}
      onBlur={model.store.endGroup}
      className={`absolute inset-0 size-full touch-none -outline-offset-2 ${hasPhoto ? 'cursor-grab active:cursor-grabbing' : ''}`}
    />
  )
}

/** Pixels that are painted again with every move of a hand: an A5 card for printing is just within. */
const stagePixelsMost = 4_500_000

/**
 * Pixels of the stage's canvas: the template's own, scaled to the view by the screen, because fine textures come out
 * otherwise when they are painted smaller.
 */
export function stageSize({ width, height }: Size): Size {
  const scale = Math.min(1, Math.sqrt(stagePixelsMost / (width * height)))
  return { width: Math.round(width * scale), height: Math.round(height * scale) }
}

/** Gives the canvas the largest size in the picture's shape that its place allows. */
function useFittedCanvas(
  model: EditorModel,
  place: { current: HTMLDivElement | null },
  canvas: { current: HTMLCanvasElement | null },
) {
  useEffect(() => {
    const [around, target] = [place.current, canvas.current]
    if (!around || !target) return
    const fit = () => {
      const picture = model.shape.get()
      const scale = Math.min(around.clientWidth / picture.width, around.clientHeight / picture.height)
      const shown = { width: picture.width * scale, height: picture.height * scale }
      target.style.width = `${shown.width}px`
      target.style.height = `${shown.height}px`
      const size = stageSize(picture)
      if (size.width === target.width && size.height === target.height) return
      target.width = size.width
      target.height = size.height
      model.player.invalidate()
    }
    fit()
    model.setCanvas(target)
    const sizes = new ResizeObserver(fit)
    sizes.observe(around)
    const endShape = model.shape.subscribe(fit)
    return () => {
      sizes.disconnect()
      endShape()
      model.setCanvas(null)
    }
  }, [model, place, canvas])
}
