// Hit testing: which layers are at a point of the canvas, by their real outlines and drawn pixels.
import type { Layer } from '@vitrine/document/layer'
import { computeMeanScale, intersect } from '@vitrine/document/matrix'
import type { Painter } from '@vitrine/painter/painter'
import type { Point } from '../../../cropper/crop.ts'
import type { CanvasModel } from './canvas-model.ts'
import { type Bounds, computeCorners, contains, inverse, mapBounds, mapPoint, meets } from './geometry.ts'
import { hasPlace } from './layer-change.ts'
import type { LayerEntry } from './layer-entry.ts'

/** Opacity from which a layer can be hit: fainter light is not what a pointer aims at. */
const seen = 0.08
/** Minimum opacity of a pixel to be hit, of 255. */
const drawn = 24

/** The layers of a list that can be hit, top first: shown at this frame and visible enough. */
export function touchable(canvas: CanvasModel, into: string | undefined): LayerEntry[] {
  const list = into === undefined ? canvas.layers() : (canvas.findEntry(into)?.layers ?? [])
  return list.filter((entry) => {
    if (entry.type === 'audio') return false
    const place = canvas.findPlace(entry.id)
    return place !== undefined && place.opacity >= seen
  })
}

/** Whether a layer cannot be moved: it has no place of its own, or it is the background. */
export function isBackground(canvas: CanvasModel, entry: LayerEntry): boolean {
  const place = canvas.findPlace(entry.id)
  const resolved = canvas.findResolvedLayer(entry.id)
  if (!place || !resolved || !hasPlace({ resolved, place })) return true
  if (entry.type === 'text' || entry.type === 'group') return false
  const { width, height } = canvas.getSize()
  if (!place.box) return true
  const covered = intersect(mapBounds(place.matrix, place.box), [0, 0, width, height])
  return covered !== undefined && (covered[2] - covered[0]) * (covered[3] - covered[1]) >= width * height * 0.98
}

/** Everything under a point, top first; layers that draw there come before those that only have their box there. */
export function layersAt(canvas: CanvasModel, point: Point, into: string | undefined, margin: number): LayerEntry[] {
  const state = canvas.editor.preview.get()
  if (state.status !== 'ready') return []
  const painter = state.painting.getPainter()
  const near = touchable(canvas, into).filter((entry) => {
    const place = canvas.findPlace(entry.id)
    const back = place && inverse(place.matrix)
    if (!place || !back) return false
    if (!place.box) return true
    const scale = Math.sqrt(Math.abs(back[0] * back[3] - back[1] * back[2]))
    return contains(place.box, mapPoint(back, point), margin * scale)
  })
  const ranks = near.map((entry) => computeRank(canvas, painter, entry, point))
  return near
    .map((entry, n) => ({ entry, rank: ranks[n] ?? 0, n }))
    .toSorted((a, b) => a.rank - b.rank || a.n - b.n)
    .map(({ entry }) => entry)
}

/** 0: drawn there; 1: the box is there but nothing is drawn; 2 and 3: background. */
function computeRank(canvas: CanvasModel, painter: Painter, entry: LayerEntry, point: Point): number {
  if (isBackground(canvas, entry)) return entry.isLocked ? 3 : 2
  // The painter draws single layers of the top level only.
  if (entry.depth > 0) return 0
  return isDrawnAt(painter, entry.layer, canvas.frame.get(), point, computeReach(canvas, entry)) ? 0 : 1
}

/** The hit distance from drawn pixels, in pixels of the canvas: texts are also hit between their letters. */
function computeReach(canvas: CanvasModel, { id, type }: LayerEntry): number {
  const place = type === 'text' ? canvas.findPlace(id) : undefined
  return place ? Math.max(2, (canvas.findFontSize(id) ?? 0) * 0.5 * computeMeanScale(place.matrix)) : 1.5
}

/** Side of the sampled square, in device pixels. */
const probeSide = 5
let probe: CanvasRenderingContext2D | null | undefined

/** Whether a layer draws anything around a point of the canvas. */
function isDrawnAt(painter: Painter, layer: Layer, frame: number, { x, y }: Point, reach: number): boolean {
  if (probe === undefined) {
    const canvas = document.createElement('canvas')
    canvas.width = probeSide
    canvas.height = probeSide
    probe = canvas.getContext('2d', { willReadFrequently: true })
  }
  if (!probe) return true
  probe.setTransform(1, 0, 0, 1, 0, 0)
  probe.clearRect(0, 0, probeSide, probeSide)
  const side = reach * 2
  const target = { x: x - reach, y: y - reach, width: side, height: side, scale: probeSide / side, opacity: 1 }
  painter.drawLayer(probe, layer.id, frame, target)
  const { data } = probe.getImageData(0, 0, probeSide, probeSide)
  for (let n = 3; n < data.length; n += 4) if ((data[n] ?? 0) >= drawn) return true
  return false
}

/** Layers that a selection rectangle touches; unselectable ones do not count. */
export function layersWithin(canvas: CanvasModel, bounds: Bounds, into: string | undefined): string[] {
  return touchable(canvas, into)
    .filter((entry) => {
      const place = canvas.findPlace(entry.id)
      if (!place?.box || entry.isLocked || isBackground(canvas, entry)) return false
      return meets(bounds, computeCorners(place.matrix, place.box))
    })
    .map(({ id }) => id)
}
