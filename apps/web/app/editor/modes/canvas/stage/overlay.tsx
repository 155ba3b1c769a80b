// The overlay of the stage, never exported: outlines, handles, guides with distances, and the selection rectangle. Points
// are measured from the centre of the stage.

import { useEffect, useReducer } from 'react'
import { type Observable, useObservable } from '../../../../api/observable.ts'
import type { Point } from '../../../cropper/crop.ts'
import { useCanvas } from '../model/canvas-context.tsx'
import type { CanvasModel } from '../model/canvas-model.ts'
import { type Corners, computeCorners, IDENTITY, type Matrix, mapPoint } from '../model/geometry.ts'
import type { DragFeedback, Handle } from '../model/gesture.ts'
import { isBackground } from '../model/hit.ts'
import {
  computePlacementBounds,
  computePlacementCorners,
  findPlacement,
  selectionBounds,
  whyNotMoved,
} from '../model/layer-placement.ts'
import { distancesBetween, type Guide } from '../model/snap.ts'
import { toScreen } from '../model/view.ts'

/** Distance of the rotation handle from the upper side, in CSS pixels. */
const turnDistance = 26
/** Shorter sides have no handle of their own. */
const minSide = 44

/** Renders again when anything in the overlay has moved. */
function useFollowing(canvas: CanvasModel, feedback: Observable<DragFeedback>): void {
  const [, again] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    const ends = [
      canvas.version.subscribe(again),
      canvas.selection.subscribe(again),
      canvas.activeGroup.subscribe(again),
      canvas.editing.subscribe(again),
      canvas.view.subscribe(again),
      canvas.frame.subscribe(again),
      feedback.subscribe(again),
    ]
    return () => {
      for (const end of ends) end()
    }
  }, [canvas, feedback])
}

interface OverlayProps {
  feedback: Observable<DragFeedback>
  hovered: Observable<string | undefined>
  /** Shows the distances from the selection to the hovered layer, or to the edges. */
  isMeasuring: boolean
}

export function Overlay({ feedback, hovered, isMeasuring }: OverlayProps) {
  const canvas = useCanvas()
  useFollowing(canvas, feedback)
  const pointed = useObservable(hovered)
  const ids = canvas.selection.get()
  const present = feedback.get()
  if (canvas.editor.shownVersion.get() || canvas.editor.player.getTransport().isPlaying) return null
  const put = (corners: Corners) => onScreen(canvas, corners)
  const map = present.map ?? IDENTITY
  const outlined = present.around ? [] : ids
  const outlines = outlined.flatMap((id) => {
    const placement = findPlacement(canvas, id)
    if (!placement?.place.box) return []
    const { matrix, box } = placement.place
    const corners = present.frame ? computeCorners(matrix, present.frame) : computeCorners(matrix, box)
    return [{ id, corners: put(mapCorners(corners, map)), isLocked: whyNotMoved(canvas, id) !== undefined }]
  })
  const isMoving = (present.map ?? present.frame ?? present.around) !== undefined
  const isEditing = canvas.editing.get() !== undefined
  const group = canvas.activeGroup.get()
  return (
    <svg
      aria-hidden="true"
      className="canvas-overlay pointer-events-none absolute top-1/2 left-1/2 size-px overflow-visible"
    >
      {group !== undefined && <Outline corners={findOutline(canvas, group)} look="group" />}
      {pointed !== undefined && !ids.includes(pointed) && (
        <Outline corners={findOutline(canvas, pointed)} look="pointed" />
      )}
      {outlines.map(({ id, corners, isLocked }) => (
        <Outline key={id} corners={corners} look={isLocked ? 'locked' : 'selected'} />
      ))}
      {!isEditing && <Handles canvas={canvas} outlines={outlines} map={map} isMoving={isMoving} />}
      {isMeasuring && !isMoving && !isEditing && <Measures pointed={pointed} />}
      {present.guides?.map((guide, n) => (
        <GuideLine key={n} guide={guide} />
      ))}
      {present.around && <Outline corners={put(computeCorners(IDENTITY, present.around))} look="selected" />}
      {present.marquee && (
        <polygon className="overlay-marquee" points={toPointList(put(computeCorners(IDENTITY, present.marquee)))} />
      )}
      {present.label && (
        <Words
          at={lowest(
            present.around
              ? [put(computeCorners(IDENTITY, present.around))]
              : outlines.map((outline) => outline.corners),
          )}
          label={present.label}
        />
      )}
    </svg>
  )
}

type Look = 'selected' | 'locked' | 'pointed' | 'group'

function Outline({ corners, look }: { corners: Corners | undefined; look: Look }) {
  if (!corners) return null
  return <polygon className={`overlay-outline overlay-${look}`} points={toPointList(corners)} />
}

interface Outlined {
  id: string
  corners: Corners
  isLocked: boolean
}

function Handles(props: { canvas: CanvasModel; outlines: readonly Outlined[]; map: Matrix; isMoving: boolean }) {
  const { canvas, outlines, map, isMoving } = props
  const [only] = outlines
  if (!only) return null
  const bounds = outlines.length > 1 ? selectionBounds(canvas) : undefined
  const corners = bounds ? onScreen(canvas, mapCorners(computeCorners(IDENTITY, bounds), map)) : only.corners
  if (outlines.some(({ isLocked }) => isLocked)) return <LockMark at={corners[0]} />
  const type = outlines.length === 1 ? canvas.findEntry(only.id)?.type : undefined
  const [a, b, c, d] = corners
  const width = Math.hypot(b.x - a.x, b.y - a.y)
  const height = Math.hypot(d.x - a.x, d.y - a.y)
  const hasSides = type !== 'group'
  const middle = between(a, c)
  const up = direction(between(c, d), between(a, b))
  const top = between(a, b)
  const turning = { x: top.x + up.x * turnDistance, y: top.y + up.y * turnDistance }
  return (
    <g className={isMoving ? 'overlay-moving' : undefined}>
      {bounds && <polygon className="overlay-outline overlay-selected" points={toPointList(corners)} />}
      <line className="overlay-stem" x1={top.x} y1={top.y} x2={turning.x} y2={turning.y} />
      <CropGesture at={turning} name="turn" cursor="grab" isRound />
      {hasSides && width > minSide && type !== 'text' && (
        <>
          <CropGesture at={top} name="0,-1" cursor={chooseCursor(middle, top)} />
          <CropGesture at={between(c, d)} name="0,1" cursor={chooseCursor(middle, between(c, d))} />
        </>
      )}
      {hasSides && height > (type === 'text' ? 0 : minSide) && (
        <>
          <CropGesture at={between(a, d)} name="-1,0" cursor={chooseCursor(middle, between(a, d))} />
          <CropGesture at={between(b, c)} name="1,0" cursor={chooseCursor(middle, between(b, c))} />
        </>
      )}
      <CropGesture at={a} name="-1,-1" cursor={chooseCursor(middle, a)} isRound />
      <CropGesture at={b} name="1,-1" cursor={chooseCursor(middle, b)} isRound />
      <CropGesture at={c} name="1,1" cursor={chooseCursor(middle, c)} isRound />
      <CropGesture at={d} name="-1,1" cursor={chooseCursor(middle, d)} isRound />
    </g>
  )
}

/** A handle with a touch area for fingers. */
function CropGesture({ at, name, cursor, isRound }: { at: Point; name: string; cursor: string; isRound?: boolean }) {
  return (
    <g data-handle={name} className="overlay-grip" style={{ cursor }} transform={`translate(${at.x} ${at.y})`}>
      <circle r={14} className="overlay-room" />
      {isRound ? (
        <circle r={5.5} className="overlay-dot" />
      ) : (
        <rect x={-4.5} y={-4.5} width={9} height={9} rx={2} className="overlay-dot" />
      )}
    </g>
  )
}

function LockMark({ at }: { at: Point }) {
  return (
    <g transform={`translate(${at.x + 12} ${at.y + 12})`} className="overlay-lock">
      <circle r={10} />
      <path d="M-4 -1h8v6h-8z M-2.5 -1v-2a2.5 2.5 0 0 1 5 0v2" />
    </g>
  )
}

/** The handle of an element in the overlay. */
export function findHandle(target: EventTarget | null): Handle | 'turn' | undefined {
  const name = target instanceof Element ? target.closest<SVGElement>('[data-handle]')?.dataset.handle : undefined
  if (name === undefined || name === 'turn') return name
  const [x = 0, y = 0] = name.split(',').map(Number)
  return { x: Math.sign(x) as Handle['x'], y: Math.sign(y) as Handle['y'] }
}

function findOutline(canvas: CanvasModel, layerId: string): Corners | undefined {
  const placement = findPlacement(canvas, layerId)
  const corners = placement && computePlacementCorners(placement)
  return corners && onScreen(canvas, corners)
}

function onScreen(canvas: CanvasModel, corners: Corners): Corners {
  const [view, size] = [canvas.view.get(), canvas.getSize()]
  return corners.map((point) => toScreen(view, size, point)) as unknown as Corners
}

function mapCorners(corners: Corners, map: Matrix): Corners {
  return corners.map((point) => mapPoint(map, point)) as unknown as Corners
}

function toPointList(corners: Corners): string {
  return corners.map(({ x, y }) => `${Math.round(x * 2) / 2},${Math.round(y * 2) / 2}`).join(' ')
}

function between(one: Point, other: Point): Point {
  return { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 }
}

function direction(from: Point, to: Point): Point {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1
  return { x: (to.x - from.x) / length, y: (to.y - from.y) / length }
}

function lowest(all: readonly Corners[]): Point {
  const points = all.flat()
  const y = Math.max(...points.map((point) => point.y))
  const x = (Math.min(...points.map((point) => point.x)) + Math.max(...points.map((point) => point.x))) / 2
  return { x, y: y + 22 }
}

const cursors = ['ew-resize', 'nwse-resize', 'ns-resize', 'nesw-resize']

/** The cursor that points from the centre to a handle, for any rotation. */
function chooseCursor(middle: Point, at: Point): string {
  const eighth = Math.round((Math.atan2(at.y - middle.y, at.x - middle.x) / Math.PI) * 4)
  return cursors[((eighth % 4) + 4) % 4] ?? 'move'
}

/** The distances from the selection to the hovered layer. */
function Measures({ pointed }: { pointed: string | undefined }) {
  const canvas = useCanvas()
  return listDistanceGuides(canvas, pointed).map((guide, n) => <GuideLine key={n} guide={guide} />)
}

/** The distances from the selection to another layer, or to the edges of the canvas. */
function listDistanceGuides(canvas: CanvasModel, pointed: string | undefined): Guide[] {
  const selected = selectionBounds(canvas)
  const { width, height } = canvas.getSize()
  const other = pointed === undefined ? undefined : canvas.findEntry(pointed)
  const isOther = other && !canvas.selection.get().includes(other.id) && !isBackground(canvas, other)
  const placement = isOther ? findPlacement(canvas, other.id) : undefined
  const around = (placement && computePlacementBounds(placement)) ?? [0, 0, width, height]
  return selected ? distancesBetween(selected, around) : []
}

function GuideLine({ guide }: { guide: Guide }) {
  const canvas = useCanvas()
  const from = toScreen(canvas.view.get(), canvas.getSize(), guide.from)
  const to = toScreen(canvas.view.get(), canvas.getSize(), guide.to)
  const middle = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 }
  return (
    <g className="overlay-guide">
      <line x1={from.x} y1={from.y} x2={to.x} y2={to.y} />
      {guide.distance !== undefined && (
        <Words at={{ x: middle.x, y: middle.y - 8 }} label={String(Math.round(guide.distance))} />
      )}
    </g>
  )
}

function Words({ at, label }: { at: Point; label: string }) {
  const width = label.length * 7.5 + 12
  return (
    <g transform={`translate(${at.x} ${at.y})`} className="overlay-label">
      <rect x={-width / 2} y={-10} width={width} height={20} rx={5} />
      <text textAnchor="middle" dy="0.35em">
        {label}
      </text>
    </g>
  )
}
