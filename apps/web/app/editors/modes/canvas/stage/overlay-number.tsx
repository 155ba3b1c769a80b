// Overlays with numbers: guides with distances, measures, and labels beside the pointer.

import type { Point } from '../../../core/cropper/crop.ts'
import { useCanvas } from '../model/canvas-context.tsx'
import type { CanvasModel } from '../model/canvas-model.ts'
import { distancesBetween } from '../model/distance.ts'
import { isBackground } from '../model/hit.ts'
import { boundsOfPlacement, placementOf, selectionBounds } from '../model/layer-placement.ts'
import type { Guide } from '../model/snap.ts'
import { toScreen } from '../model/view.ts'

/** The ways from what is selected to what is pointed at. */
export function Measures({ pointed }: { pointed: string | undefined }) {
  const canvas = useCanvas()
  return measured(canvas, pointed).map((guide, n) => <GuideLine key={n} guide={guide} />)
}

/** From what is selected to another layer, or to the edges of the canvas. */
function measured(canvas: CanvasModel, pointed: string | undefined): Guide[] {
  const selected = selectionBounds(canvas)
  const { width, height } = canvas.getSize()
  const other = pointed === undefined ? undefined : canvas.findEntry(pointed)
  const isOther = other && !canvas.selection.get().includes(other.id) && !isBackground(canvas, other)
  const placement = isOther ? placementOf(canvas, other.id) : undefined
  const around = (placement && boundsOfPlacement(placement)) ?? [0, 0, width, height]
  return selected ? distancesBetween(selected, around) : []
}

export function GuideLine({ guide }: { guide: Guide }) {
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

export function Words({ at, label }: { at: Point; label: string }) {
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
