// The crop of a photo by pointers, the wheel and keys: one finger or the mouse drags, two fingers zoom as well.
import type { Crop } from '@vitrine/composition/field'
import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useRef } from 'react'
import { type CommandOf, findShortcut, type KeyPress } from '../keys/shortcut.ts'
import { type Framing, flipCrop, type Point, panCrop, pinchCrop, turnCrop, zoomCrop } from './crop.ts'

/** A picture that can be dragged, in its current state. */
export interface Grip {
  framing: Framing
  crop: Crop
  /** From a point of the window to the frame's pixels. */
  toFrame(point: Point): Point
  /** `isHeld`: a pointer is down until `onEnd`, even without moving; keys and the wheel have no end. */
  onCrop(crop: Crop, isHeld?: boolean): void
  /** The pointer has let go: the next move is a new step of the history. */
  onEnd(): void
  /** The browser cancelled the pointer: everything returns to its state before the pointer went down. */
  onCancel(): void
}

/**
 * Handlers for the element over a photo. `find` is asked with every move, so that each goes on from where the one before
 * ended; `findActive` is asked for the photo that the wheel and keys mean, where it may be another one.
 */
export function useCropArea<Area extends HTMLElement>(find: () => Grip | undefined, findActive = find) {
  const area = useRef<Area>(null)
  const pointers = usePhotoPointer(find)
  useWheelZoom(area, findActive)
  return {
    area,
    handlers: {
      ...pointers,
      onKeyDown(event: KeyboardEvent) {
        const grip = findActive()
        const next = grip && cropAfterKey(grip.framing, grip.crop, event)
        if (!next) return
        event.preventDefault()
        event.stopPropagation()
        grip.onCrop(next)
      },
      onBlur: () => findActive()?.onEnd(),
    },
  }
}

function usePhotoPointer(find: () => Grip | undefined) {
  const pointers = useRef(new Map<number, Point>())
  const release = (event: PointerEvent) => {
    pointers.current.delete(event.pointerId)
    if (pointers.current.size === 0) find()?.onEnd()
  }
  const cancel = () => {
    pointers.current.clear()
    find()?.onCancel()
  }
  return {
    onPointerDown(event: PointerEvent) {
      const grip = find()
      if (!grip) return
      event.currentTarget.setPointerCapture(event.pointerId)
      // What came before is another step, also where its end was never seen.
      if (pointers.current.size === 0) grip.onEnd()
      if (pointers.current.size < 2) pointers.current.set(event.pointerId, grip.toFrame(pointOf(event)))
    },
    onPointerMove(event: PointerEvent) {
      const before = pointers.current.get(event.pointerId)
      const grip = find()
      if (!before || !grip) return
      const now = grip.toFrame(pointOf(event))
      const other = [...pointers.current].find(([id]) => id !== event.pointerId)?.[1]
      pointers.current.set(event.pointerId, now)
      const { framing, crop } = grip
      grip.onCrop(
        other
          ? pinchCrop(framing, crop, [other, before], [other, now])
          : panCrop(framing, crop, { x: now.x - before.x, y: now.y - before.y }),
        true,
      )
    },
    onPointerUp: release,
    onPointerCancel: cancel,
  }
}

/** React's wheel listeners are passive and could not keep the page from scrolling. */
function useWheelZoom(area: RefObject<HTMLElement | null>, find: () => Grip | undefined): void {
  const latest = useRef(find)
  latest.current = find
  useEffect(() => {
    const target = area.current
    if (!target) return
    const zoom = (event: WheelEvent) => {
      const grip = latest.current()
      if (!grip) return
      event.preventDefault()
      grip.onCrop(zoomCrop(grip.framing, grip.crop, 1.0015 ** -event.deltaY, grip.toFrame(pointOf(event))))
    }
    target.addEventListener('wheel', zoom, { passive: false })
    return () => target.removeEventListener('wheel', zoom)
  }, [area])
}

function pointOf({ clientX, clientY }: { clientX: number; clientY: number }): Point {
  return { x: clientX, y: clientY }
}

/** The crop after a key, or undefined for keys that mean nothing here. Shift takes larger steps. */
function cropAfterKey(framing: Framing, crop: Crop, press: KeyPress): Crop | undefined {
  const found = findShortcut('photo', press, 'stage', true)
  if (!found) return undefined
  const isLarge = press.shiftKey
  const step = framing.frame.width * (isLarge ? 0.1 : 0.02)
  const degrees = isLarge ? 5 : 1
  const results: Record<CommandOf<'photo'>, () => Crop> = {
    'photo-left': () => panCrop(framing, crop, { x: -step, y: 0 }),
    'photo-right': () => panCrop(framing, crop, { x: step, y: 0 }),
    'photo-up': () => panCrop(framing, crop, { x: 0, y: -step }),
    'photo-down': () => panCrop(framing, crop, { x: 0, y: step }),
    'photo-larger': () => zoomCrop(framing, crop, isLarge ? 1.25 : 1.1),
    'photo-smaller': () => zoomCrop(framing, crop, isLarge ? 0.8 : 1 / 1.1),
    'photo-turn-left': () => turnCrop(framing, crop, crop.rotate - degrees),
    'photo-turn-right': () => turnCrop(framing, crop, crop.rotate + degrees),
    'photo-flip': () => flipCrop(crop, isLarge ? 'vertical' : 'horizontal'),
  }
  return results[found.command]()
}
