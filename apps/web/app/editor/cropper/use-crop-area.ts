// The crop of a photo by pointers, the wheel and keys: one finger or the mouse drags, two fingers zoom as well.

import { msg } from '@lingui/core/macro'
import type { Crop } from '@vitrine/document/field'
import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react'
import type { Action } from '../actions/action.ts'
import { findAction, type KeyPress } from '../actions/shortcut.ts'
import { type Framing, flipCrop, type Point, panCrop, pinchCrop, rotateCrop, zoomCrop } from './crop.ts'

/** The current state of a picture that can be dragged. */
export interface CropGesture {
  framing: Framing
  crop: Crop
  /** Converts a point of the window to pixels of the frame. */
  toFrame(point: Point): Point
  /** `isHeld`: a pointer is down until `onEnd`, even without moving. Keys and the wheel have no end. */
  onCrop(crop: Crop, isHeld?: boolean): void
  /** The pointer was released: the next move is a new undo step. */
  onEnd(): void
  /** The browser cancelled the pointer: its moves are reverted. */
  onCancel(): void
}

/**
 * Handlers for the element over a photo. `find` is called for every move, so that each move starts from the result of
 * the last one.
 */
export function useCropArea<Area extends HTMLElement>(find: () => CropGesture | undefined) {
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

/**
 * Tracks the pointers on a photo: one drags, two also zoom and rotate. Every event passes the positions of all
 * pointers.
 */
export function followPointers(find: () => CropGesture | undefined): (now: readonly Point[]) => void {
  let before: readonly Point[] = []
  return (now) => {
    const grip = find()
    const from = before
    before = now
    // A pointer that was just added or removed moves nothing.
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

function usePhotoPointer(find: () => CropGesture | undefined) {
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
      // Ends an earlier step whose end the browser did not report.
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
function useWheelZoom(area: RefObject<HTMLElement | null>, find: () => CropGesture | undefined): void {
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

/** The crop after a key press, or undefined for other keys. Shift takes larger steps. */
export function cropAfterKey(framing: Framing, crop: Crop, press: KeyPress): Crop | undefined {
  return findAction(photoActions, press, 'stage', true)?.perform({ framing, crop, isLarge: press.shiftKey })
}

// Keyboard actions for a focused photo in its frame.

interface MovedPhoto {
  framing: Framing
  crop: Crop
  /** Shift is pressed: the step is larger. */
  isLarge: boolean
}

const photo = { group: 'Photo', upTo: 'stage', anyShift: true } as const
const moving = { ...photo, help: msg`Move the photo; with Shift by more` }
const turning = { ...photo, help: msg`Rotate by 1°; with Shift by 5°` }
const zooming = { ...photo, help: msg`Zoom the photo; with Shift by more` }

/** Moves by a share of the frame's width. */
const pan = ({ framing, crop, isLarge }: MovedPhoto, x: number, y: number) => {
  const step = framing.frame.width * (isLarge ? 0.1 : 0.02)
  return panCrop(framing, crop, { x: x * step, y: y * step })
}

const turn = ({ framing, crop, isLarge }: MovedPhoto, direction: 1 | -1) =>
  rotateCrop(framing, crop, crop.rotate + direction * (isLarge ? 5 : 1))

/** Each action returns the new crop. */
export const photoActions: readonly Action<MovedPhoto, Crop>[] = [
  { ...moving, id: 'photo-left', shortcut: 'ArrowLeft', perform: (moved) => pan(moved, -1, 0) },
  { ...moving, id: 'photo-up', shortcut: 'ArrowUp', perform: (moved) => pan(moved, 0, -1) },
  { ...moving, id: 'photo-right', shortcut: 'ArrowRight', perform: (moved) => pan(moved, 1, 0) },
  { ...moving, id: 'photo-down', shortcut: 'ArrowDown', perform: (moved) => pan(moved, 0, 1) },
  { ...turning, id: 'photo-turn-left', shortcut: ', | <', perform: (moved) => turn(moved, -1) },
  { ...turning, id: 'photo-turn-right', shortcut: '. | >', perform: (moved) => turn(moved, 1) },
  {
    ...photo,
    id: 'photo-flip',
    help: msg`Flip horizontal; with Shift vertical`,
    shortcut: 'm',
    perform: ({ crop, isLarge }) => flipCrop(crop, isLarge ? 'vertical' : 'horizontal'),
  },
  {
    ...zooming,
    id: 'photo-larger',
    shortcut: '+ | =',
    perform: ({ framing, crop, isLarge }) => zoomCrop(framing, crop, isLarge ? 1.25 : 1.1),
  },
  {
    ...zooming,
    id: 'photo-smaller',
    shortcut: '- | _',
    perform: ({ framing, crop, isLarge }) => zoomCrop(framing, crop, isLarge ? 0.8 : 1 / 1.1),
  },
]
