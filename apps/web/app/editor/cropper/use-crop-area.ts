// The crop of a photo by pointers, the wheel and keys: one finger or the mouse drags, two fingers zoom as well.
import type { Crop } from '@vitrine/document/field'
import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { findAction, type KeyPress } from '../actions/shortcut.ts'
import { type Framing, type Point, panCrop, pinchCrop, zoomCrop } from './crop.ts'
import { photoActions } from './photo-actions.ts'

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

/** Handlers for the element over a photo. `find` is asked with every move, so that each goes on from where the one before ended. */
export function useCropArea<Area extends HTMLElement>(find: () => Grip | undefined) {
  const area = useRef<Area>(null)
  const pointers = usePhotoPointer(find)
  useWheelZoom(area, find)
  return {
    area,
    handlers: {
      ...pointers,
      onKeyDown(event: KeyboardEvent) {
        const grip = find()
        const next = grip && cropAfterKey(grip.framing, grip.crop, event)
        if (!next) return
        event.preventDefault()
        event.stopPropagation()
        grip.onCrop(next)
      },
      onBlur: () => find()?.onEnd(),
    },
  }
}

/** Follows the pointers on a photo: one drags, two zoom and rotate as well. It is told with every move where they all are. */
export function followPointers(find: () => Grip | undefined): (now: readonly Point[]) => void {
  let before: readonly Point[] = []
  return (now) => {
    const grip = find()
    const from = before
    before = now
    // A pointer that has come or gone moves nothing.
    if (!grip || from.length !== now.length) return
    const { framing, crop } = grip
    const [one, other] = from.map((point) => grip.toFrame(point))
    const [oneNow, otherNow] = now.map((point) => grip.toFrame(point))
    if (!one || !oneNow) return
    const next =
      other && otherNow
        ? pinchCrop(framing, crop, [one, other], [oneNow, otherNow])
        : panCrop(framing, crop, { x: oneNow.x - one.x, y: oneNow.y - one.y })
    grip.onCrop(next, true)
  }
}

function usePhotoPointer(find: () => Grip | undefined) {
  const pointers = useRef(new Map<number, Point>())
  const latest = useRef(find)
  latest.current = find
  const [follow] = useState(() => followPointers(() => latest.current()))
  const put = (event: PointerEvent) => {
    pointers.current.set(event.pointerId, toPoint(event))
    follow([...pointers.current.values()])
  }
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
      if (pointers.current.size < 2) put(event)
    },
    onPointerMove(event: PointerEvent) {
      if (pointers.current.has(event.pointerId)) put(event)
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
      grip.onCrop(zoomCrop(grip.framing, grip.crop, 1.0015 ** -event.deltaY, grip.toFrame(toPoint(event))))
    }
    target.addEventListener('wheel', zoom, { passive: false })
    return () => target.removeEventListener('wheel', zoom)
  }, [area])
}

function toPoint({ clientX, clientY }: { clientX: number; clientY: number }): Point {
  return { x: clientX, y: clientY }
}

/** The crop after a key, or undefined for keys that mean nothing here. Shift takes larger steps. */
export function cropAfterKey(framing: Framing, crop: Crop, press: KeyPress): Crop | undefined {
  return findAction(photoActions, press, 'stage', true)?.perform({ framing, crop, isLarge: press.shiftKey })
}
