// Owns the stage of the canvas editor: the picture at the zoom and place of the view, pointers, wheel and drops on it, and
// what lies over it.
import { type DragEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { useToast } from '../../ui/toast.tsx'
import type { Size } from '../fields/crop.ts'
import { createObservable, useObservable } from '../observable.ts'
import { previewSize } from '../preview/painting.ts'
import { StageCanvas } from '../preview/stage-canvas.tsx'
import { VersionBanner } from '../project/version-banner.tsx'
import { dropFiles } from './bring-in.ts'
import { useCanvas } from './canvas-context.tsx'
import type { CanvasModel } from './canvas-model.ts'
import { CropEditing } from './crop-editing.tsx'
import type { Point } from './geometry.ts'
import type { HandMarks } from './gesture.ts'
import { layersAt } from './hit.ts'
import { handleOf, Overlay } from './overlay.tsx'
import { createStageHands, type StageHands, type StagePointer } from './stage-hands.ts'
import { TextEditing } from './text-editing.tsx'
import { fromScreen, panBy, scaleOfView, zoomAt } from './view.ts'

/** Room around the picture that fits, in CSS pixels. */
const padding = { narrow: 16, wide: 48 }

export function CanvasStage() {
  const canvas = useCanvas()
  const area = useRef<HTMLElement>(null)
  const [marks] = useState(() => createObservable<HandMarks>({}))
  const [hovered] = useState(() => createObservable<string | undefined>(undefined))
  const [hands] = useState(() =>
    createStageHands(canvas, marks, () => ({
      width: area.current?.clientWidth ?? 1,
      height: area.current?.clientHeight ?? 1,
    })),
  )
  const isSpaceHeld = useSpace(area)
  const tool = useObservable(canvas.tool)
  const pointers = usePointers(canvas, area, hands, hovered, isSpaceHeld)
  const drops = useDrops(canvas, area)
  useFit(canvas, area)
  useWheel(canvas, area)
  useEscape(hands)
  return (
    <section
      aria-label="Stage"
      className="relative flex min-h-0 min-w-0 flex-col overflow-hidden bg-well [grid-area:stage]"
    >
      <VersionBanner />
      <section
        ref={area}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: an application takes the keys itself; its help lists them.
        tabIndex={0}
        role="application"
        data-canvas-stage
        aria-label="Canvas. Page Down and Page Up go through the layers, arrow keys move what is selected, a question mark lists all keys."
        className={`relative min-h-0 flex-1 touch-none overflow-hidden -outline-offset-2 select-none data-pointed:outline-none ${tool === 'hand' ? 'cursor-grab active:cursor-grabbing' : ''}`}
        {...pointers}
        {...drops}
      >
        <Picture />
        <Overlay marks={marks} hovered={hovered} />
        <Editing area={area} />
      </section>
    </section>
  )
}

/** What is being written or cropped on the stage itself. */
function Editing({ area }: { area: { current: HTMLElement | null } }) {
  const canvas = useCanvas()
  const editing = useObservable(canvas.editing)
  const toMiddle = ({ x, y }: Point) =>
    area.current ? fromMiddle(area.current, { clientX: x, clientY: y }) : { x: 0, y: 0 }
  if (!editing) return null
  return editing.kind === 'text' ? (
    <TextEditing key={editing.layerId} layerId={editing.layerId} />
  ) : (
    <CropEditing key={editing.layerId} layerId={editing.layerId} toMiddle={toMiddle} />
  )
}

/** The picture, as large as the view has it. Its canvas keeps its pixels while the view moves. */
function Picture() {
  const canvas = useCanvas()
  const place = useRef<HTMLDivElement>(null)
  const isStill = canvas.editor.document.canvas.duration === 1
  useEffect(() => {
    const put = () => {
      if (!place.current) return
      const { width, height } = canvas.getSize()
      const view = canvas.view.get()
      const scale = scaleOfView(view)
      place.current.style.width = `${width * scale}px`
      place.current.style.height = `${height * scale}px`
      place.current.style.transform = `translate(calc(-50% + ${view.panX}px), calc(-50% + ${view.panY}px))`
    }
    put()
    const ends = [canvas.view.subscribe(put), canvas.editor.shape.subscribe(put)]
    return () => {
      for (const end of ends) end()
    }
  }, [canvas])
  return (
    <div ref={place} className="absolute top-1/2 left-1/2 shadow-float">
      <StageCanvas
        pixelsOf={isStill ? stillSize : filmSize}
        failure="The picture could not be loaded. What you did is safe."
        canvas={{ className: 'block' }}
      >
        {null}
      </StageCanvas>
    </div>
  )
}

/** Pixels that are painted anew after every change: an A5 card for printing is just within. */
const pixelsMost = 4_500_000

/** A picture is painted in its own pixels, whatever the zoom: fine textures come out otherwise when they are painted smaller. */
function stillSize({ width, height }: Size): Size {
  const scale = Math.min(1, Math.sqrt(pixelsMost / (width * height)))
  return { width: Math.round(width * scale), height: Math.round(height * scale) }
}

/** A film is painted for the screen, in steps, so that zooming seldom changes its pixels. */
function filmSize(film: Size, shown: Size): Size {
  const wanted = (shown.width / film.width) * window.devicePixelRatio
  const step = 2 ** (Math.ceil(Math.log2(Math.max(wanted, 0.05)) * 2) / 2)
  return previewSize(film, { width: film.width * step, height: film.height * step }, 1)
}

/** Measures how large the picture is when it just fits. */
function useFit(canvas: CanvasModel, area: { current: HTMLElement | null }): void {
  useEffect(() => {
    const target = area.current
    if (!target) return
    const measure = () => {
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

/** From a pointer of the window to the middle of the stage. */
function fromMiddle(area: HTMLElement, { clientX, clientY }: { clientX: number; clientY: number }): Point {
  const box = area.getBoundingClientRect()
  return { x: clientX - box.left - box.width / 2, y: clientY - box.top - box.height / 2 }
}

/** The wheel moves the view, with Control it zooms; touchpads pinch as a wheel with Control. */
function useWheel(canvas: CanvasModel, area: { current: HTMLElement | null }): void {
  useEffect(() => {
    const target = area.current
    if (!target) return
    const roll = (event: WheelEvent) => {
      event.preventDefault()
      const view = canvas.view.get()
      const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1
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

/** Whether the space bar is held over the stage, which turns the pointer into the hand. */
function useSpace(area: { current: HTMLElement | null }): { current: boolean } {
  const isHeld = useRef(false)
  useEffect(() => {
    const set = (held: boolean) => {
      isHeld.current = held
      area.current?.classList.toggle('cursor-grab', held)
    }
    const press = (event: KeyboardEvent) => {
      if (event.key !== ' ' || document.querySelector('dialog:modal')) return
      const isElsewhere =
        event.target instanceof Element &&
        event.target.closest('button, a, input, textarea, select, summary, [role=option], [role=treeitem], [role=tab]')
      if (isElsewhere) return
      event.preventDefault()
      set(true)
    }
    const lift = (event: KeyboardEvent) => {
      if (event.key === ' ') set(false)
    }
    const drop = () => set(false)
    window.addEventListener('keydown', press)
    window.addEventListener('keyup', lift)
    window.addEventListener('blur', drop)
    return () => {
      window.removeEventListener('keydown', press)
      window.removeEventListener('keyup', lift)
      window.removeEventListener('blur', drop)
    }
  }, [area])
  return isHeld
}

/** Escape takes back what a hand is in the middle of, before it means anything else. */
function useEscape(hands: StageHands): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !hands.isBusy()) return
      event.preventDefault()
      event.stopPropagation()
      hands.cancel()
    }
    window.addEventListener('keydown', press, { capture: true })
    return () => window.removeEventListener('keydown', press, { capture: true })
  }, [hands])
}

function usePointers(
  canvas: CanvasModel,
  area: { current: HTMLElement | null },
  hands: StageHands,
  hovered: { set(layerId: string | undefined): void },
  isSpaceHeld: { current: boolean },
) {
  const waiting = useRef<number>(undefined)
  const read = (event: PointerEvent): StagePointer => ({
    id: event.pointerId,
    at: area.current ? fromMiddle(area.current, event) : { x: 0, y: 0 },
    isTouch: event.pointerType !== 'mouse',
    movesView: event.button === 1 || isSpaceHeld.current || canvas.tool.get() === 'hand',
    held: { shift: event.shiftKey, alt: event.altKey, command: event.ctrlKey || event.metaKey },
    handle: handleOf(event.target),
    timeMs: event.timeStamp,
  })
  /** Looks what lies under the pointer at most once a frame. */
  const hover = (pointer: StagePointer) => {
    if (waiting.current !== undefined || pointer.isTouch) return
    waiting.current = requestAnimationFrame(() => {
      waiting.current = undefined
      const point = fromScreen(canvas.view.get(), canvas.getSize(), pointer.at)
      const isFree = !hands.isBusy() && !pointer.handle && canvas.tool.get() === 'select'
      const [top] = isFree ? layersAt(canvas, point, canvas.entered.get(), 0) : []
      hovered.set(top?.id)
    })
  }
  return {
    onPointerDown(event: PointerEvent) {
      if (event.button > 1 || (event.target as Element).closest('[data-stage-editing]')) return
      // The middle button would begin to scroll, and a touch would be a click on what it has opened.
      event.preventDefault()
      area.current?.setAttribute('data-pointed', '')
      area.current?.focus({ preventScroll: true })
      area.current?.setPointerCapture(event.pointerId)
      hands.down(read(event))
    },
    onPointerMove(event: PointerEvent) {
      const pointer = read(event)
      if (event.buttons === 0) hover(pointer)
      hands.move(pointer)
    },
    onPointerUp: (event: PointerEvent) => hands.up(read(event)),
    onPointerCancel: () => hands.cancel(),
    /** The focus that a pointer brought needs no ring until keys are used. */
    onKeyDown: () => area.current?.removeAttribute('data-pointed'),
    onPointerLeave: () => hovered.set(undefined),
  }
}

/** Files dropped on the stage become layers where they fall, or fill the photo that they fall on. */
function useDrops(canvas: CanvasModel, area: { current: HTMLElement | null }) {
  const showToast = useToast()
  return {
    onDragOver(event: DragEvent) {
      if (event.dataTransfer.types.includes('Files')) event.preventDefault()
    },
    onDrop(event: DragEvent) {
      if (event.dataTransfer.files.length === 0 || !area.current) return
      event.preventDefault()
      event.stopPropagation()
      const at = fromScreen(canvas.view.get(), canvas.getSize(), fromMiddle(area.current, event))
      void dropFiles(canvas, [...event.dataTransfer.files], at).then((problems) => {
        for (const problem of problems) showToast('error', problem)
      })
    },
  }
}
