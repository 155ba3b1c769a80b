// The rulers along the stage and the guides that are dragged out of them. Neither is exported.

import { plural, t } from '@lingui/core/macro'
import X from 'lucide-react/icons/x'
import { type KeyboardEvent, type PointerEvent, useEffect, useReducer, useRef } from 'react'
import { useObservable } from '../../../../api/observable.ts'
import { PlainButton } from '../../../../ui/button.tsx'
import { useCanvas } from '../model/canvas-context.tsx'
import type { CanvasModel } from '../model/canvas-model.ts'
import { type Bounds, boundsBetween } from '../model/geometry.ts'
import { snapTargets } from '../model/gesture.ts'
import { type GuideLines, NO_GUIDES, rulerTicks, withGuide } from '../model/guide-lines.ts'
import { snapEdge } from '../model/snap.ts'
import { fromScreen, getViewScale, toScreen } from '../model/view.ts'
import { fromMiddle } from './stage-input.ts'

type Axis = 'x' | 'y'

/** Thickness of a ruler, in CSS pixels. */
const thick = 20
/** CSS pixels within which a guide snaps to an edge or a centre. */
const reach = 6

export function Rulers({ area }: { area: { current: HTMLElement | null } }) {
  const canvas = useCanvas()
  const isShown = useObservable(canvas.hasRulers)
  return isShown ? <Shown area={area} /> : null
}

function Shown({ area }: { area: { current: HTMLElement | null } }) {
  const canvas = useCanvas()
  const lines = useObservable(canvas.guideLines)
  useFollowing(canvas, area)
  const box = { width: area.current?.clientWidth ?? 0, height: area.current?.clientHeight ?? 0 }
  const controller = useGuidePointer(canvas, area)
  return (
    <div data-stage-editing className="contents">
      <Ruler axis="x" room={box.width} controller={controller} />
      <Ruler axis="y" room={box.height} controller={controller} />
      {(['x', 'y'] as const).map((axis) =>
        lines[axis].map((place, n) => (
          <Line key={`${axis}${n}`} axis={axis} place={place} n={n} room={box} controller={controller} />
        )),
      )}
      {lines.x.length + lines.y.length > 0 && (
        <PlainButton
          aria-label={t`Clear guides`}
          title={t`Clear guides`}
          onClick={() => canvas.guideLines.set(NO_GUIDES)}
          className="absolute top-0 left-0 flex size-5 items-center justify-center bg-raised text-muted hover:text-ink"
        >
          <X aria-hidden="true" size={14} />
        </PlainButton>
      )}
    </div>
  )
}

/** Renders again when the view or the stage's size has changed. */
function useFollowing(canvas: CanvasModel, area: { current: HTMLElement | null }): void {
  const [, again] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    const sizes = new ResizeObserver(again)
    if (area.current) sizes.observe(area.current)
    const ends = [canvas.view.subscribe(again), canvas.editor.shape.subscribe(again)]
    return () => {
      sizes.disconnect()
      for (const end of ends) end()
    }
  }, [canvas, area])
}

type GuidePointer = ReturnType<typeof useGuidePointer>

/** A guide under the pointer: dragged out of a ruler or moved; dropping it on a ruler deletes it. */
function useGuidePointer(canvas: CanvasModel, area: { current: HTMLElement | null }) {
  const held = useRef<{ axis: Axis; at: number | undefined; targets: readonly Bounds[]; before: GuideLines }>(undefined)
  const findGuidePlace = (event: PointerEvent, axis: Axis): number | undefined => {
    const stage = area.current
    if (!stage) return undefined
    const { left, top, right, bottom } = stage.getBoundingClientRect()
    const isOut =
      axis === 'x'
        ? event.clientX < left + thick || event.clientX > right
        : event.clientY < top + thick || event.clientY > bottom
    if (isOut) return undefined
    const point = fromScreen(canvas.view.get(), canvas.getSize(), fromMiddle(stage, event))
    const near = reach / getViewScale(canvas.view.get())
    const isFree = event.ctrlKey || event.metaKey
    const snapped = isFree
      ? undefined
      : snapEdge(axis, point[axis], boundsBetween(point, point), held.current?.targets ?? [], near)
    return Math.round(point[axis] + (snapped?.by ?? 0))
  }
  const end = () => {
    held.current = undefined
  }
  return {
    take(event: PointerEvent, axis: Axis, at: number | undefined) {
      if (event.button !== 0) return
      event.stopPropagation()
      event.currentTarget.setPointerCapture(event.pointerId)
      held.current = { axis, at, targets: snapTargets(canvas, new Set()), before: canvas.guideLines.get() }
    },
    move(event: PointerEvent) {
      const dragged = held.current
      if (!dragged) return
      const lines = canvas.guideLines.get()
      const to = findGuidePlace(event, dragged.axis)
      if (to === undefined && dragged.at === undefined) return
      const at = to === undefined ? undefined : (dragged.at ?? lines[dragged.axis].length)
      canvas.guideLines.set(withGuide(lines, dragged.axis, dragged.at, to))
      held.current = { ...dragged, at }
    },
    end,
    cancel() {
      if (held.current) canvas.guideLines.set(held.current.before)
      end()
    },
  }
}

function Ruler({ axis, room, controller }: { axis: Axis; room: number; controller: GuidePointer }) {
  const canvas = useCanvas()
  const view = canvas.view.get()
  const size = canvas.getSize()
  const isLevel = axis === 'x'
  const start = toScreen(view, size, { x: 0, y: 0 })[axis] + room / 2
  const ticks = rulerTicks(start, getViewScale(view), room)
  const hint = isLevel ? t`Horizontal ruler: drag down to add a guide` : t`Vertical ruler: drag right to add a guide`
  const add = () => {
    const lines = canvas.guideLines.get()
    canvas.guideLines.set(withGuide(lines, isLevel ? 'y' : 'x', undefined, (isLevel ? size.height : size.width) / 2))
  }
  const place = `absolute top-0 left-0 ${isLevel ? 'h-5 w-full' : 'h-full w-5'}`
  return (
    <>
      <button
        type="button"
        aria-label={t`${hint}; Enter adds one in the middle`}
        onPointerDown={(event) => controller.take(event, isLevel ? 'y' : 'x', undefined)}
        onPointerMove={controller.move}
        onPointerUp={controller.end}
        onPointerCancel={controller.cancel}
        // Only a click by key has no press count.
        onClick={(event) => event.detail === 0 && add()}
        className={`${place} touch-none bg-raised ${isLevel ? 'cursor-row-resize border-b' : 'cursor-col-resize border-r'} border-line -outline-offset-2`}
      />
      <svg aria-hidden="true" className={`canvas-ruler pointer-events-none overflow-hidden text-muted ${place}`}>
        <path d={ticks.map(({ at, length }) => tickPath(isLevel, at, length)).join('')} />
        {ticks
          .filter(({ label }) => label !== undefined)
          .map(({ at, label }) => (
            <text key={label} transform={isLevel ? `translate(${at + 3} 10)` : `translate(10 ${at + 3}) rotate(90)`}>
              {label}
            </text>
          ))}
      </svg>
    </>
  )
}

function tickPath(isLevel: boolean, at: number, length: number): string {
  const place = Math.round(at) + 0.5
  return isLevel ? `M${place} ${thick}v${-length}` : `M${thick} ${place}h${-length}`
}

interface LineProps {
  axis: Axis
  place: number
  n: number
  room: { width: number; height: number }
  controller: GuidePointer
}

function Line({ axis, place, n, room, controller }: LineProps) {
  const canvas = useCanvas()
  const size = canvas.getSize()
  const isUpright = axis === 'x'
  const shown = toScreen(canvas.view.get(), size, { x: place, y: place })[axis]
  const at = shown + (isUpright ? room.width : room.height) / 2
  if (at < thick || at > (isUpright ? room.width : room.height)) return null
  const put = (to: number | undefined) => canvas.guideLines.set(withGuide(canvas.guideLines.get(), axis, n, to))
  const press = (event: KeyboardEvent) => {
    const step = event.shiftKey ? 10 : 1
    const by = { ArrowLeft: -step, ArrowUp: -step, ArrowRight: step, ArrowDown: step }[event.key]
    const isRemoval = event.key === 'Delete' || event.key === 'Backspace'
    if (by === undefined && !isRemoval) return
    event.preventDefault()
    event.stopPropagation()
    put(by === undefined ? undefined : place + by)
  }
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label={isUpright ? t`Vertical guide` : t`Horizontal guide`}
      aria-orientation={isUpright ? 'horizontal' : 'vertical'}
      aria-valuemin={0}
      aria-valuemax={isUpright ? size.width : size.height}
      aria-valuenow={place}
      aria-valuetext={t`${plural(place, { other: `${place} pixels` })}; press Delete to remove it`}
      title={t`${place} px`}
      onKeyDown={press}
      onPointerDown={(event) => controller.take(event, axis, n)}
      onPointerMove={controller.move}
      onPointerUp={controller.end}
      onPointerCancel={controller.cancel}
      style={isUpright ? { left: at - 4 } : { top: at - 4 }}
      className={`canvas-guide absolute touch-none ${isUpright ? 'top-5 bottom-0 w-[9px] cursor-col-resize' : 'right-0 left-5 h-[9px] cursor-row-resize'}`}
    />
  )
}
