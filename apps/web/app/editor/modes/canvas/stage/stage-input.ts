// Input of the stage: its size, pointers, wheel, space bar, Escape, and dropped files.
import {
  type MouseEvent,
  type PointerEvent,
  type KeyboardEvent as ReactKeyboardEvent,
  useEffect,
  useRef,
  useState,
} from 'react'
import { findKeyFocus } from '../../../actions/shortcut.ts'
import { type Point, zoomCrop } from '../../../cropper/crop.ts'
import { cropAfterKey } from '../../../cropper/use-crop-area.ts'
import { useFileDrop } from '../../../file-import/file-drop.tsx'
import { dropItem, isPanelDrag } from '../model/added-layer.ts'
import type { CanvasModel } from '../model/canvas-model.ts'
import { findMiddle } from '../model/geometry.ts'
import { layersAt } from '../model/hit.ts'
import { findActiveGrip } from '../model/layer-content.ts'
import { selectionBounds } from '../model/layer-placement.ts'
import { scaleSelection } from '../model/selected-layers.ts'
import type { StagePointer, StagePointerController } from '../model/stage-pointer.ts'
import { fromScreen, panBy, toScreen, zoomAt } from '../model/view.ts'
import { useTakenFiles } from './canvas-window.ts'
import type { OpenMenu } from './layer-menu.tsx'
import { findHandle } from './overlay.tsx'

/** The margin around the fitting picture, in CSS pixels. */
const padding = { narrow: 16, wide: 48 }

/** Measures the scale at which the picture fits. */
export function useFit(canvas: CanvasModel, area: { current: HTMLElement | null }): void {
  useEffect(() => {
    const target = area.current
    if (!target) return
    const measure = () => {
      canvas.room.set({ width: target.clientWidth, height: target.clientHeight })
      const { width, height } = canvas.getSize()
      const room = target.clientWidth < 640 ? padding.narrow : padding.wide
      const fit = Math.min((target.clientWidth - room) / width, (target.clientHeight - room) / height)
      const view = canvas.view.get()
      if (fit > 0 && Math.abs(fit - view.fit) > 1e-6) canvas.view.set({ ...view, fit })
    }
    measure()
    const sizes = new ResizeObserver(measure)
    sizes.observe(target)
    const end = canvas.editor.shape.subscribe(measure)
    return () => {
      sizes.disconnect()
      end()
    }
  }, [canvas, area])
}

/** A pointer's position from the centre of the stage. */
export function fromMiddle(area: HTMLElement, { clientX, clientY }: { clientX: number; clientY: number }): Point {
  const box = area.getBoundingClientRect()
  return { x: clientX - box.left - box.width / 2, y: clientY - box.top - box.height / 2 }
}

/**
 * The wheel pans the view, and zooms with Control; touchpads report a pinch as a wheel with Control. In a fixed design
 * the wheel scales the selection, or zooms the photo in its frame.
 */
export function useWheel(canvas: CanvasModel, area: { current: HTMLElement | null }): void {
  useEffect(() => {
    const target = area.current
    if (!target) return
    const roll = (event: WheelEvent) => {
      // The photo that is being cropped has handled it.
      if (event.defaultPrevented) return
      event.preventDefault()
      const view = canvas.view.get()
      const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1
      if (canvas.keepsDesign) {
        const point = fromScreen(view, canvas.getSize(), fromMiddle(target, event))
        if (zoomContent(canvas, 1.0015 ** -(event.deltaY * unit), point)) return
      }
      if (event.ctrlKey || event.metaKey) {
        const strength = Math.max(-60, Math.min(60, event.deltaY * unit))
        canvas.view.set(zoomAt(view, 1.006 ** -strength, fromMiddle(target, event)))
        return
      }
      const [x, y] = event.shiftKey && event.deltaX === 0 ? [event.deltaY, 0] : [event.deltaX, event.deltaY]
      const size = { width: target.clientWidth, height: target.clientHeight }
      canvas.view.set(panBy(view, { x: -x * unit, y: -y * unit }, canvas.getSize(), size))
    }
    // React's wheel listeners are passive and could not keep the page from zooming.
    target.addEventListener('wheel', roll, { passive: false })
    return () => target.removeEventListener('wheel', roll)
  }, [canvas, area])
}

/** False when the wheel has no target. */
function zoomContent(canvas: CanvasModel, factor: number, point: Point): boolean {
  if (canvas.selection.get().length > 0) {
    scaleSelection(canvas, factor)
    return true
  }
  const grip = findActiveGrip(canvas)
  grip?.onCrop(zoomCrop(grip.framing, grip.crop, factor, grip.toFrame(point)))
  return grip !== undefined
}

/** The keys of the photo in its frame, in a fixed design. They take precedence over those of the canvas. */
export function pressPhotoKey(canvas: CanvasModel, event: ReactKeyboardEvent): void {
  const isMeant = canvas.keepsDesign && canvas.selection.get().length === 0 && event.target === event.currentTarget
  const grip = isMeant ? findActiveGrip(canvas) : undefined
  const next = grip && cropAfterKey(grip.framing, grip.crop, event)
  if (!next) return
  event.preventDefault()
  event.stopPropagation()
  grip.onCrop(next)
}

/** Reports the key down outside text fields, and its release or the loss of the window's focus. */
function useHeldKey(key: string, isMeant: (event: KeyboardEvent) => boolean, onHeld: (isHeld: boolean) => void): void {
  const latest = useRef({ isMeant, onHeld })
  latest.current = { isMeant, onHeld }
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== key || document.querySelector('dialog:modal') || !latest.current.isMeant(event)) return
      event.preventDefault()
      latest.current.onHeld(true)
    }
    const release = (event: KeyboardEvent) => {
      if (event.key === key) latest.current.onHeld(false)
    }
    const drop = () => latest.current.onHeld(false)
    window.addEventListener('keydown', press)
    window.addEventListener('keyup', release)
    window.addEventListener('blur', drop)
    return () => {
      window.removeEventListener('keydown', press)
      window.removeEventListener('keyup', release)
      window.removeEventListener('blur', drop)
    }
  }, [key])
}

const usesSpace =
  'button, a, input, textarea, select, summary, [role=option], [role=treeitem], [role=tab], [role=menuitem]'

/** Whether the space bar is held over the stage, which activates the hand tool. */
export function useSpace(area: { current: HTMLElement | null }): { current: boolean } {
  const isHeld = useRef(false)
  useHeldKey(
    ' ',
    ({ target }) => !(target instanceof Element && target.closest(usesSpace)),
    (keys) => {
      isHeld.current = keys
      area.current?.classList.toggle('cursor-grab', keys)
    },
  )
  return isHeld
}

/**
 * Escape first cancels a running drag, before anything else. The window listens, because the focus may be in a panel
 * while a finger drags, and the shortcuts of the window must not see this key.
 */
export function useEscape(controller: Pick<StagePointerController, 'isBusy' | 'cancel'>): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !controller.isBusy()) return
      event.preventDefault()
      event.stopPropagation()
      controller.cancel()
    }
    window.addEventListener('keydown', press, { capture: true })
    return () => window.removeEventListener('keydown', press, { capture: true })
  }, [controller])
}

/** Whether Alt is held outside text fields, which measures distances around the selection. */
export function useMeasuring(): boolean {
  const [isHeld, setIsHeld] = useState(false)
  useHeldKey('Alt', ({ target }) => findKeyFocus(target) !== 'text', setIsHeld)
  return isHeld
}

/** Duration of a long press, and how far it may move meanwhile, in CSS pixels. */
const longPress = { ms: 520, pixels: 9 }

/** The context menu of the stage: right click, long press, and the context menu key. */
export function useMenu(
  canvas: CanvasModel,
  area: { current: HTMLElement | null },
  controller: StagePointerController,
) {
  const [menu, setMenu] = useState<OpenMenu>()
  const waiting = useRef<{ timer: number; x: number; y: number; id: number }>(undefined)
  const open = (at: Point) => {
    const stage = area.current
    if (!stage || canvas.editor.shownVersion.get() || canvas.editing.get()) return
    const point = fromScreen(canvas.view.get(), canvas.getSize(), fromMiddle(stage, { clientX: at.x, clientY: at.y }))
    const found = layersAt(canvas, point, canvas.activeGroup.get(), 2)
    const under = found.filter(({ isOwn }) => isOwn || !canvas.keepsDesign).map(({ id }) => id)
    // A finger that rests on a photo of the template is about to move it.
    if (canvas.keepsDesign && under.length === 0) return
    controller.cancel()
    const isOnSelection = under.some((id) => canvas.selection.get().includes(id))
    if (!isOnSelection) canvas.select(under.slice(0, 1))
    setMenu({ at, under, byKeys: false })
  }
  const stop = () => {
    clearTimeout(waiting.current?.timer)
    waiting.current = undefined
  }
  /** The position for the keyboard: the centre of the selection. */
  const openAtSelection = () => {
    const stage = area.current?.getBoundingClientRect()
    if (!stage) return
    const bounds = selectionBounds(canvas)
    const { x, y } = bounds ? toScreen(canvas.view.get(), canvas.getSize(), findMiddle(bounds)) : { x: 0, y: 0 }
    setMenu({
      at: { x: stage.left + stage.width / 2 + x, y: stage.top + stage.height / 2 + y },
      under: [],
      byKeys: true,
    })
  }
  return {
    menu,
    closeMenu: () => setMenu(undefined),
    menuEvents: {
      onContextMenu(event: MouseEvent) {
        if ((event.target as Element).closest('[data-stage-editing]')) return
        event.preventDefault()
        const isTouch = (event.nativeEvent as unknown as globalThis.PointerEvent).pointerType === 'touch'
        if (event.button === 2 || event.ctrlKey) open({ x: event.clientX, y: event.clientY })
        else if (!isTouch) openAtSelection()
      },
      onPointerDownCapture({ pointerType, pointerId, clientX: x, clientY: y, target }: PointerEvent) {
        const isFirst = waiting.current === undefined
        stop()
        const isElsewhere = (target as Element).closest('[data-stage-editing], [data-handle]') !== null
        if (pointerType !== 'touch' || !isFirst || isElsewhere) return
        const timer = window.setTimeout(() => {
          waiting.current = undefined
          if (!controller.isBusy()) open({ x, y })
        }, longPress.ms)
        waiting.current = { timer, x, y, id: pointerId }
      },
      onPointerMoveCapture({ pointerId, clientX, clientY }: PointerEvent) {
        const { id, x, y } = waiting.current ?? { id: undefined, x: 0, y: 0 }
        if (id === pointerId && Math.hypot(clientX - x, clientY - y) > longPress.pixels) stop()
      },
      onPointerUpCapture: stop,
      onPointerCancelCapture: stop,
    },
  }
}

export function usePointers(
  canvas: CanvasModel,
  area: { current: HTMLElement | null },
  controller: StagePointerController,
  hovered: { set(layerId: string | undefined): void },
  isSpaceHeld: { current: boolean },
) {
  const waiting = useRef<number>(undefined)
  const read = (event: PointerEvent): StagePointer => ({
    id: event.pointerId,
    at: area.current ? fromMiddle(area.current, event) : { x: 0, y: 0 },
    isTouch: event.pointerType !== 'mouse',
    movesView: event.button === 1 || isSpaceHeld.current || canvas.tool.get() === 'hand',
    keys: {
      shift: event.shiftKey,
      alt: event.altKey,
      isLoose: (event.ctrlKey || event.metaKey) === canvas.snaps.get(),
    },
    handle: findHandle(event.target),
    timeMs: event.timeStamp,
  })
  /** Hit-tests the pointer at most once per frame. */
  const hover = (pointer: StagePointer) => {
    if (waiting.current !== undefined || pointer.isTouch) return
    waiting.current = requestAnimationFrame(() => {
      waiting.current = undefined
      const point = fromScreen(canvas.view.get(), canvas.getSize(), pointer.at)
      const isFree = !controller.isBusy() && !pointer.handle && canvas.tool.get() === 'select'
      const found = isFree ? layersAt(canvas, point, canvas.activeGroup.get(), 0) : []
      const top = found.find(({ isOwn }) => isOwn || !canvas.keepsDesign)
      hovered.set(top?.id)
    })
  }
  return {
    onPointerDown(event: PointerEvent) {
      if (event.button > 1 || (event.target as Element).closest('[data-stage-editing]')) return
      // The middle button would start scrolling, and a touch would click on what it opened.
      event.preventDefault()
      area.current?.setAttribute('data-pointed', '')
      area.current?.focus({ preventScroll: true })
      area.current?.setPointerCapture(event.pointerId)
      controller.down(read(event))
    },
    onPointerMove(event: PointerEvent) {
      const pointer = read(event)
      if (event.buttons === 0) hover(pointer)
      controller.move(pointer)
    },
    onPointerUp: (event: PointerEvent) => controller.up(read(event)),
    onPointerCancel: () => controller.cancel(),
    /** Focus from a pointer needs no ring until a key is pressed. */
    onKeyDown: () => area.current?.removeAttribute('data-pointed'),
    onPointerLeave: () => hovered.set(undefined),
  }
}

/** Files dropped on the stage become layers at that position, or fill the photo there. */
export function useDrops(canvas: CanvasModel, area: { current: HTMLElement | null }) {
  const takeFiles = useTakenFiles(canvas)
  const { isDragging: _, ...drops } = useFileDrop({
    takes: isPanelDrag,
    onOver(event) {
      event.dataTransfer.dropEffect = 'copy'
      return false
    },
    onDrop(event) {
      event.stopPropagation()
      if (!area.current) return
      const at = fromScreen(canvas.view.get(), canvas.getSize(), fromMiddle(area.current, event))
      if (isPanelDrag(event)) return dropItem(canvas, at)
      takeFiles(event.dataTransfer.files, at)
    },
  })
  return drops
}
