// The view of the canvas: zoom about a point, pan, fit, and the mapping of points to the screen.
import type { Point, Size } from '../../../cropper/crop.ts'
import type { View } from './canvas-model.ts'
import { type Bounds, findMiddle, type Matrix } from './geometry.ts'

/** The largest scale, in CSS pixels per pixel of the canvas. */
const largest = 8
const minZoom = 0.2
/** This much of the canvas stays visible, in CSS pixels. */
const inSight = 48

/** CSS pixels per pixel of the canvas. */
export function getViewScale({ fit, zoom }: View): number {
  return fit * zoom
}

/** Points of the screen are measured from the centre of the stage. */
export function toScreen(view: View, size: Size, { x, y }: Point): Point {
  const scale = getViewScale(view)
  return { x: view.panX + (x - size.width / 2) * scale, y: view.panY + (y - size.height / 2) * scale }
}

export function fromScreen(view: View, size: Size, { x, y }: Point): Point {
  const scale = getViewScale(view)
  return { x: (x - view.panX) / scale + size.width / 2, y: (y - view.panY) / scale + size.height / 2 }
}

/** Zooms around a point of the screen. */
export function zoomAt(view: View, factor: number, at: Point = { x: 0, y: 0 }): View {
  const max = Math.max(4, largest / view.fit)
  const zoom = Math.min(max, Math.max(minZoom, view.zoom * factor))
  const share = zoom / view.zoom
  return { ...view, zoom, panX: at.x - (at.x - view.panX) * share, panY: at.y - (at.y - view.panY) * share }
}

/** Shows one pixel of the canvas as one of the screen. */
export function zoomToPixels(view: View): View {
  return zoomAt(view, 1 / getViewScale(view))
}

export function fitView(view: View): View {
  return { ...view, zoom: 1, panX: 0, panY: 0 }
}

/** The share of the stage that a part fills when it is zoomed to. */
const air = 0.85

/** Shows a part of the canvas in the middle of the stage, as large as possible. */
export function createFittedView(view: View, size: Size, room: Size, [left, top, right, bottom]: Bounds): View {
  const scale = Math.min(room.width / Math.max(1, right - left), room.height / Math.max(1, bottom - top)) * air
  const near = zoomAt({ ...view, panX: 0, panY: 0 }, scale / getViewScale(view))
  const middle = toScreen(near, size, findMiddle([left, top, right, bottom]))
  return { ...near, panX: -middle.x, panY: -middle.y }
}

/** Pans, but keeps a part of the canvas visible. `area` is the stage. */
export function panBy(view: View, by: Point, size: Size, area: Size): View {
  const scale = getViewScale(view)
  const limit = (pan: number, canvas: number, room: number) => {
    const max = Math.max(0, (canvas * scale + room) / 2 - inSight)
    return Math.min(max, Math.max(-max, pan))
  }
  return {
    ...view,
    panX: limit(view.panX + by.x, size.width, area.width),
    panY: limit(view.panY + by.y, size.height, area.height),
  }
}

/**
 * The CSS transform that places an element over a part of a layer, with its origin at a point in the layer's own
 * pixels.
 */
export function toCssMatrix(view: View, size: Size, [a, b, c, d, e, f]: Matrix, origin: Point): string {
  const scale = getViewScale(view)
  const at = toScreen(view, size, { x: a * origin.x + c * origin.y + e, y: b * origin.x + d * origin.y + f })
  return `matrix(${a * scale}, ${b * scale}, ${c * scale}, ${d * scale}, ${at.x}, ${at.y})`
}
