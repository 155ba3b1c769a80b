// The pointer controller of the stage: which pointers select, move, rotate, resize or pinch layers, and which pan and zoom
// the view.

import type { Observable } from '../../../../api/observable.ts'
import type { Point, Size } from '../../../cropper/crop.ts'
import { mediaFields } from '../../../fields/media-check.ts'
import { findFieldAtPoint } from '../../../model/field-under-pointer.ts'
import type { CanvasModel } from './canvas-model.ts'
import { computeDistance, contains, inverse, mapPoint } from './geometry.ts'
import {
  type DragFeedback,
  type Gesture,
  type Handle,
  type ModifierKeys,
  startCopy,
  startMarquee,
  startMove,
  startPinch,
  startResize,
  startResizeAll,
  startTurn,
} from './gesture.ts'
import { isBackground, layersAt } from './hit.ts'
import { startPhoto } from './layer-content.ts'
import { findPlacement, movableSelection, whyNotMoved } from './layer-placement.ts'
import { enter } from './selected-layers.ts'
import { fromScreen, getViewScale, panBy, zoomAt } from './view.ts'

/** A pointer event in CSS pixels from the centre of the stage. */
export interface StagePointer {
  id: number
  at: Point
  isTouch: boolean
  /** The middle button, or the main one in hand mode. */
  movesView: boolean
  keys: ModifierKeys
  handle?: Handle | 'turn' | undefined
  timeMs: number
}

export interface StagePointerController {
  down(pointer: StagePointer): void
  move(pointer: StagePointer): void
  up(pointer: StagePointer): void
  /** The browser cancelled the pointer, or Escape was pressed. */
  cancel(): void
  isBusy(): boolean
}

/** CSS pixels that a press may move, for a mouse and for a finger. */
const slop = { mouse: 3, touch: 9 }
/** The extra hit area around thin layers, in CSS pixels. */
const margin = { mouse: 2, touch: 10 }
const doubleMs = 380
const doublePixels = 12

/** The press of the first pointer, which may become a click or a drag. */
interface Press {
  pointer: StagePointer
  start: Point
  /** The layer at the press, once it is known. */
  layerId: string | undefined
  /** In a fixed design: the field at the press, unless an added layer is above it. */
  fieldId: string | undefined
  isBackground: boolean
  wasSelected: boolean
  /** The press was inside the selection, so a drag moves it even from behind another layer. */
  holdsSelection: boolean
}

type Work =
  | { kind: 'press'; press: Press }
  | { kind: 'gesture'; gesture: Gesture }
  | { kind: 'pan'; last: Point }
  | { kind: 'view'; last: readonly [Point, Point] }
  | { kind: 'pinch'; pinch: ReturnType<typeof startPinch> }
  | { kind: 'photo'; photo: ReturnType<typeof startPhoto> }
  | { kind: 'over' }

export function createStagePointer(
  canvas: CanvasModel,
  feedback: Observable<DragFeedback>,
  area: () => Size,
): StagePointerController {
  const { editor, keepsDesign } = canvas
  const pointers = new Map<number, StagePointer>()
  let work: Work | undefined
  let lastTap: { at: Point; timeMs: number } | undefined

  const toCanvas = (at: Point) => fromScreen(canvas.view.get(), canvas.getSize(), at)
  const rest = () => feedback.set({})
  const pair = (): readonly [Point, Point] | undefined => {
    const [one, other] = [...pointers.values()]
    return one && other && [one.at, other.at]
  }
  const canvasPair = ([one, other]: readonly [Point, Point]) => [toCanvas(one), toCanvas(other)] as const

  const press = (pointer: StagePointer): Press => {
    const start = toCanvas(pointer.at)
    const reach = margin[pointer.isTouch ? 'touch' : 'mouse'] / getViewScale(canvas.view.get())
    const selected = canvas.selection.get()
    const holdsSelection = selected.some((id) => isWithin(canvas, id, start, reach))
    const layerId = pick(canvas, start, reach, pointer.keys.alt)
    const isDesign = keepsDesign && !layersAt(canvas, start, undefined, 0)[0]?.isOwn
    const entry = layerId === undefined ? undefined : canvas.findEntry(layerId)
    return {
      pointer,
      start,
      layerId,
      fieldId: isDesign ? findFieldAtPoint(editor, start) : undefined,
      // In a fixed design, pointers move photos, so a photo that fills the picture is no background.
      isBackground: entry === undefined || (!keepsDesign && isBackground(canvas, entry)),
      wasSelected: layerId !== undefined && selected.includes(layerId),
      holdsSelection,
    }
  }
  const begin = (press: Press): Work => {
    const { pointer, start, layerId, isBackground: onBackground, wasSelected, holdsSelection } = press
    const { keys } = pointer
    if (isOnPhoto(press)) return beginPhoto(press.fieldId, [start])
    if (!holdsSelection && (onBackground || layerId === undefined)) {
      if (keepsDesign) return { kind: 'over' }
      if (!keys.shift) canvas.select([])
      return { kind: 'gesture', gesture: startMarquee(canvas, start, keys.shift) }
    }
    if (!wasSelected && !holdsSelection && layerId !== undefined) canvas.select([layerId])
    if (keys.alt) return { kind: 'gesture', gesture: startCopy(canvas, start) }
    const placements = movableSelection(canvas)
    return placements.length === 0
      ? { kind: 'over' }
      : { kind: 'gesture', gesture: startMove(canvas, placements, start) }
  }
  const beginHandle = (pointer: StagePointer, handle: Handle | 'turn'): Work => {
    const placements = movableSelection(canvas)
    const start = toCanvas(pointer.at)
    const [only] = placements
    if (!only) return { kind: 'over' }
    if (handle === 'turn') return { kind: 'gesture', gesture: startTurn(canvas, placements, start) }
    if (placements.length > 1) return { kind: 'gesture', gesture: startResizeAll(canvas, placements, handle, start) }
    const gesture = startResize(canvas, only, handle, start)
    return gesture ? { kind: 'gesture', gesture } : { kind: 'over' }
  }
  /** A second finger: on the selection it pinches that, elsewhere the view. */
  const second = (): Work => {
    const fingers = pair()
    if (!fingers) return { kind: 'over' }
    if (work?.kind === 'photo') return work
    if (work?.kind === 'press' && isOnPhoto(work.press)) return beginPhoto(work.press.fieldId, canvasPair(fingers))
    const isOnSelection = work?.kind === 'press' && (work.press.holdsSelection || work.press.wasSelected)
    // If the first finger has moved the layers of the pinch, they stay where they were moved.
    const isMoving = work?.kind === 'gesture' && work.gesture.isMove === true
    if (work?.kind === 'gesture') {
      if (isMoving) work.gesture.end()
      else work.gesture.cancel()
      rest()
    }
    if (keepsDesign && work?.kind === 'press' && work.press.layerId !== undefined) canvas.select([work.press.layerId])
    const placements = isOnSelection || isMoving || keepsDesign ? movableSelection(canvas) : []
    if (placements.length > 0) return { kind: 'pinch', pinch: startPinch(canvas, placements, canvasPair(fingers)) }
    return { kind: 'view', last: fingers }
  }
  const isOnPhoto = (press: Press): press is Press & { fieldId: string } =>
    !press.holdsSelection && mediaFields(editor).some(({ id }) => id === press.fieldId)
  const beginPhoto = (fieldId: string, fingers: readonly Point[]): Work => {
    canvas.select([])
    editor.select(fieldId, 'control')
    return { kind: 'photo', photo: startPhoto(canvas, fieldId, fingers) }
  }
  const tap = ({ pointer, layerId, fieldId, isBackground: onBackground }: Press) => {
    const { at, timeMs, keys } = pointer
    const isDouble = lastTap && timeMs - lastTap.timeMs < doubleMs && computeDistance(at, lastTap.at) < doublePixels
    lastTap = { at, timeMs }
    if (keys.shift && layerId !== undefined && !onBackground) {
      const before = canvas.selection.get()
      canvas.select(before.includes(layerId) ? before.filter((id) => id !== layerId) : [...before, layerId])
      return
    }
    const [selected] = canvas.selection.get()
    if (isDouble && selected !== undefined && canvas.selection.get().length === 1) {
      lastTap = undefined
      enterAt(canvas, selected, toCanvas(at))
      return
    }
    canvas.select(layerId === undefined || fieldId !== undefined ? [] : [layerId])
    if (fieldId !== undefined) editor.select(fieldId, 'picture')
    if (layerId !== undefined && canvas.findEntry(layerId)?.isLocked) {
      const why = whyNotMoved(canvas, layerId)
      if (why) editor.announcement.set(why)
    }
  }
  const follow = (pointer: StagePointer) => {
    if (work?.kind === 'press') {
      const far = slop[pointer.isTouch ? 'touch' : 'mouse']
      if (computeDistance(work.press.pointer.at, pointer.at) < far) return
      work = begin({ ...work.press, pointer })
    }
    switch (work?.kind) {
      case 'gesture':
        feedback.set(work.gesture.move(toCanvas(pointer.at), pointer.keys))
        break
      case 'pan':
        canvas.view.set(panBy(canvas.view.get(), offsetBetween(work.last, pointer.at), canvas.getSize(), area()))
        work = { kind: 'pan', last: pointer.at }
        break
      case 'view': {
        const now = pair()
        if (!now) break
        const [before, after] = [computeMiddle(work.last), computeMiddle(now)]
        const zoomed = zoomAt(
          canvas.view.get(),
          computeDistance(...now) / Math.max(1, computeDistance(...work.last)),
          before,
        )
        canvas.view.set(panBy(zoomed, offsetBetween(before, after), canvas.getSize(), area()))
        work = { kind: 'view', last: now }
        break
      }
      case 'pinch': {
        const now = pair()
        if (now) feedback.set(work.pinch.move(canvasPair(now)))
        break
      }
      case 'photo':
        work.photo.move([...pointers.values()].map((finger) => toCanvas(finger.at)))
        break
    }
  }
  const finish = () => {
    if (work?.kind === 'press') tap(work.press)
    if (work?.kind === 'gesture') work.gesture.end()
    if (work?.kind === 'pinch') work.pinch.end()
    if (work?.kind === 'photo') work.photo.end()
    rest()
  }
  return {
    down(pointer) {
      pointers.set(pointer.id, pointer)
      if (pointers.size === 2) work = second()
      if (pointers.size !== 1) return
      editor.player.pause()
      if (pointer.movesView) work = { kind: 'pan', last: pointer.at }
      else if (editor.shownVersion.get()) work = { kind: 'over' }
      else if (pointer.handle) work = beginHandle(pointer, pointer.handle)
      else work = { kind: 'press', press: press(pointer) }
    },
    move(pointer) {
      if (!pointers.has(pointer.id)) return
      pointers.set(pointer.id, pointer)
      follow(pointer)
    },
    up(pointer) {
      if (!pointers.delete(pointer.id)) return
      // The remaining finger of two does nothing.
      if (work?.kind === 'pinch' || work?.kind === 'view') {
        finish()
        work = { kind: 'over' }
      }
      if (pointers.size > 0) return
      finish()
      work = undefined
    },
    cancel() {
      pointers.clear()
      if (work?.kind === 'gesture') work.gesture.cancel()
      if (work?.kind === 'pinch') work.pinch.cancel()
      if (work?.kind === 'photo') work.photo.cancel()
      work = undefined
      rest()
    },
    isBusy: () => work !== undefined && work.kind !== 'press' && work.kind !== 'over',
  }
}

function offsetBetween(from: Point, to: Point): Point {
  return { x: to.x - from.x, y: to.y - from.y }
}

function computeMiddle([one, other]: readonly [Point, Point]): Point {
  return { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 }
}

function isWithin(canvas: CanvasModel, layerId: string, point: Point, reach: number): boolean {
  const placement = findPlacement(canvas, layerId)
  const entry = canvas.findEntry(layerId)
  const back = placement && inverse(placement.place.matrix)
  if (!placement?.place.box || !entry || !back || isBackground(canvas, entry)) return false
  return contains(placement.place.box, mapPoint(back, point), reach)
}

/**
 * The layer for a press: in the open group, else at the top level. `isDeeper` picks the one below the selected layer.
 */
function pick(canvas: CanvasModel, point: Point, reach: number, isDeeper: boolean): string | undefined {
  const group = canvas.activeGroup.get()
  const inside = group === undefined ? [] : layersAt(canvas, point, group, reach)
  const found = inside.length > 0 ? inside : layersAt(canvas, point, undefined, reach)
  const ids = found.filter(({ isOwn }) => isOwn || !canvas.keepsDesign).map(({ id }) => id)
  if (!isDeeper) return ids[0]
  const selected = canvas.selection.get()
  const at = ids.findLastIndex((id) => selected.includes(id))
  return ids[(at + 1) % Math.max(1, ids.length)]
}

/** Enters the group under the point, or the text or photo there. */
function enterAt(canvas: CanvasModel, layerId: string, point: Point): void {
  const entry = canvas.findEntry(layerId)
  const [inner] = entry?.type === 'group' ? layersAt(canvas, point, layerId, 0) : []
  if (inner) canvas.select([inner.id])
  else enter(canvas, layerId)
}
