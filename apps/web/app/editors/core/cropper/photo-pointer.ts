// Pointers on a photo in its frame: one finger or the mouse drags, two fingers zoom as well, the wheel zooms.
import type { Crop } from '@vitrine/composition/document'
import { type PointerEvent, useEffect, useRef } from 'react'
import { type Framing, type Point, panCrop, pinchCrop, zoomCrop } from './crop.ts'

/** A picture that can be grabbed, as it stands at this moment. */
export interface Grip {
  framing: Framing
  crop: Crop
  /** From a point of the window to the frame's pixels. */
  toFrame(point: Point): Point
  /** `isHeld`: a pointer holds it until `onEnd`, however long it rests; keys and the wheel have no end. */
  onCrop(crop: Crop, isHeld?: boolean): void
  /** The pointer has let go: the next move is a new step of the history. */
  onEnd(): void
  /** The browser has taken the pointer away: everything stands where it stood before the pointer came. */
  onCancel(): void
}

/** Handlers of pointers. `find` is asked with every move, so that each goes on from where the one before ended. */
export function usePhotoPointer(find: () => Grip | undefined) {
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
export function useWheelZoom(area: { current: HTMLElement | null }, find: () => Grip | undefined): void {
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
