// Gestures on layers: preview and outlines follow the pointer, and the end of the gesture is one undo step.
import { t } from '@lingui/core/macro'
import type { LayerEdit } from '@vitrine/project/edit'
import type { Point } from '../../../cropper/crop.ts'
import { gesturePrefix } from '../../../project/project-store.ts'
import type { CanvasModel } from './canvas-model.ts'
import { cacheForDrag, type DragCache } from './drag-cache.ts'
import {
  type Bounds,
  boundsBetween,
  computeAngle,
  computeDistance,
  computeTurn,
  findMiddle,
  IDENTITY,
  inverse,
  type Matrix,
  type Motion,
  mapPoint,
  moveBounds,
  REST,
  toMatrix,
} from './geometry.ts'
import { NO_GUIDES } from './guide-lines.ts'
import { isBackground, layersWithin, touchable } from './hit.ts'
import { changeByFrame, changeByMotion, changeByStretch, type LayerPlacement } from './layer-change.ts'
import { computePlacementBounds, selectedPlacements, selectionBounds } from './layer-placement.ts'
import { duplicateSelection, getSelectionName } from './selected-layers.ts'
import { type Guide, snapBounds, snapEdge, UNSNAPPED } from './snap.ts'
import { measureTextBounds } from './text-box.ts'
import { getViewScale } from './view.ts'

/** What is drawn over the picture during a gesture. */
export interface DragFeedback {
  /** Moves the outlines of the selection. */
  map?: Matrix
  /** The new rectangle of the only selected layer, in its own pixels. */
  frame?: Bounds
  /** The new rectangle around all selected layers, on the canvas. */
  around?: Bounds
  guides?: readonly Guide[]
  marquee?: Bounds
  /** Shown next to the pointer: a rotation, a size. */
  label?: string
}

/** The pressed modifier keys. */
export interface ModifierKeys {
  shift: boolean
  alt: boolean
  /** Snapping is off: by Control or Command, or, where snapping is turned off, without them. */
  isLoose: boolean
}

export interface Gesture {
  /** Layers follow the pointer, so a second finger may continue as a pinch. */
  isMove?: boolean
  /** A pointer at a point of the canvas. */
  move(point: Point, keys: ModifierKeys): DragFeedback
  end(): void
  cancel(): void
}

/** Handles by their direction from the centre: -1, 0 or 1 along both axes of the layer. */
export interface Handle {
  x: -1 | 0 | 1
  y: -1 | 0 | 1
}

/** The snap distance in CSS pixels. */
const snapReach = 6
/** Degrees within which a rotation snaps to 45° steps. */
const turnReach = 2.5
const turnStep = 15
/** The smallest side of a resized layer, in CSS pixels. */
const minSide = 6

type Hold = ReturnType<typeof holdLayers>
type Change = (placement: LayerPlacement) => LayerEdit[] | undefined

/** Layers being dragged: previews their changes, and applies them at the end. */
function holdLayers(
  canvas: CanvasModel,
  placements: readonly LayerPlacement[],
  createLabel: (name: string) => string,
  group?: string,
) {
  let dragCache: DragCache | undefined
  let change: Change | undefined
  const isNested = placements.some(({ layer }) => canvas.findEntry(layer.id)?.into !== null)
  const edits = () => {
    const each = change ? placements.map(change) : []
    return each.every((changes) => changes !== undefined) ? each.flat() : undefined
  }
  return {
    /** With `map` their cached pictures are moved; without it they are redrawn. */
    show(next: Change, map?: Matrix) {
      change = next
      dragCache ??= cacheForDrag(
        canvas,
        placements.map(({ layer }) => layer.id),
      )
      if (map && !isNested) dragCache?.show(map)
      else dragCache?.showChanged(edits() ?? [])
    },
    end() {
      const done = edits()
      if (done)
        canvas.run(done, { label: createLabel(getSelectionName(canvas)), ...(group !== undefined && { group }) })
      else canvas.refuse(t`A field of the template sets its position.`)
      dragCache?.release()
    },
    cancel: () => dragCache?.release(),
  }
}

/** Snap targets of moving layers: the canvas first, then all visible layers, then guides. */
export function snapTargets(
  canvas: CanvasModel,
  moving: ReadonlySet<string> = new Set(canvas.selection.get()),
): Bounds[] {
  const { width, height } = canvas.getSize()
  const others = touchable(canvas, canvas.activeGroup.get()).flatMap((entry) => {
    const place = canvas.findPlace(entry.id)
    const resolved = canvas.findResolvedLayer(entry.id)
    if (moving.has(entry.id) || !place || !resolved || isBackground(canvas, entry)) return []
    const bounds = computePlacementBounds({
      layer: entry.layer,
      resolved,
      place,
      isOwn: entry.isOwn,
      isStyleLocked: false,
    })
    return bounds ? [{ bounds }] : []
  })
  const { x, y } = canvas.hasRulers.get() ? canvas.guideLines.get() : NO_GUIDES
  const guides = [...x.map((at): Bounds => [at, 0, at, height]), ...y.map((at): Bounds => [0, at, width, at])]
  return [[0, 0, width, height], ...others.map(({ bounds }) => bounds), ...guides]
}

let copies = 0

/** Moves copies of the selection; the originals stay. One undo step. */
export function startCopy(canvas: CanvasModel, start: Point): Gesture {
  const { store } = canvas.editor
  const before = canvas.selection.get()
  const group = `${gesturePrefix}copy-${++copies}`
  const isCopied = duplicateSelection(canvas, { group })
  const gesture = startMove(canvas, isCopied ? selectedPlacements(canvas) : [], start, group)
  return {
    ...gesture,
    end() {
      if (isCopied) gesture.end()
      else gesture.cancel()
      store.endGroup()
    },
    cancel() {
      gesture.cancel()
      if (isCopied) store.cancelGesture()
      canvas.select(before)
    },
  }
}

export function startMove(
  canvas: CanvasModel,
  placements: readonly LayerPlacement[],
  start: Point,
  group?: string,
): Gesture {
  const hold = holdLayers(canvas, placements, (name) => t`Move ${name}`, group)
  const bounds = selectionBounds(canvas)
  const targets = snapTargets(canvas)
  const reach = snapReach / getViewScale(canvas.view.get())
  return {
    isMove: true,
    move(point, keys) {
      const raw = { x: point.x - start.x, y: point.y - start.y }
      if (keys.shift) raw[Math.abs(raw.x) < Math.abs(raw.y) ? 'x' : 'y'] = 0
      const snapped = bounds && !keys.isLoose ? snapBounds(moveBounds(bounds, raw), targets, reach) : UNSNAPPED
      // A move along one axis stays on that axis.
      const by = keys.shift ? { x: raw.x === 0 ? 0 : snapped.by.x, y: raw.y === 0 ? 0 : snapped.by.y } : snapped.by
      const motion: Motion = { ...REST, move: { x: raw.x + by.x, y: raw.y + by.y } }
      const map = toMatrix(motion)
      hold.show((placement) => changeByMotion(placement, motion), map)
      return { map, guides: snapped.guides }
    },
    end: hold.end,
    cancel: hold.cancel,
  }
}

export function startTurn(canvas: CanvasModel, placements: readonly LayerPlacement[], start: Point): Gesture {
  const hold = holdLayers(canvas, placements, (name) => t`Rotate ${name}`)
  const [only] = placements
  const isSingle = placements.length === 1
  const center =
    isSingle && only?.place.box
      ? mapPoint(only.place.matrix, findMiddle(only.place.box))
      : findMiddle(selectionBounds(canvas) ?? [0, 0, 0, 0])
  const before = isSingle && only ? computeTurn(only.place.matrix) : 0
  const from = computeAngle(center, start)
  return {
    move(point, keys) {
      const angle = before + computeAngle(center, point) - from
      const eighth = Math.round(angle / 45) * 45
      const rest = keys.shift
        ? Math.round(angle / turnStep) * turnStep
        : Math.abs(angle - eighth) < turnReach && !keys.isLoose
          ? eighth
          : Math.round(angle * 10) / 10
      const motion: Motion = { ...REST, center, turn: rest - before }
      const map = toMatrix(motion)
      hold.show((placement) => changeByMotion(placement, motion), map)
      return { map, label: `${Math.round(((((rest + 180) % 360) + 360) % 360) - 180)}°` }
    },
    end: hold.end,
    cancel: hold.cancel,
  }
}

/** Moves, rotates and scales the selection with two fingers. */
export function startPinch(canvas: CanvasModel, placements: readonly LayerPlacement[], start: readonly [Point, Point]) {
  const hold = holdLayers(canvas, placements, (name) => t`Change ${name}`)
  const middle = (pair: readonly [Point, Point]) => ({ x: (pair[0].x + pair[1].x) / 2, y: (pair[0].y + pair[1].y) / 2 })
  const center = middle(start)
  return {
    move(pair: readonly [Point, Point]): DragFeedback {
      const now = middle(pair)
      const rotation = computeAngle(pair[0], pair[1]) - computeAngle(start[0], start[1])
      const motion: Motion = {
        center,
        move: { x: now.x - center.x, y: now.y - center.y },
        // Tiny rotations of a pinch are ignored.
        turn: Math.abs(rotation) < turnReach ? 0 : Math.round(rotation * 10) / 10,
        scale: Math.min(20, Math.max(0.05, computeDistance(...pair) / Math.max(1, computeDistance(...start)))),
      }
      const map = toMatrix(motion)
      hold.show((placement) => changeByMotion(placement, motion), map)
      return { map }
    },
    end: hold.end,
    cancel: hold.cancel,
  }
}

/** Resizes several layers as one; each keeps its place in the rectangle around all. */
export function startResizeAll(
  canvas: CanvasModel,
  placements: readonly LayerPlacement[],
  handle: Handle,
  start: Point,
): Gesture {
  const bounds = selectionBounds(canvas) ?? [0, 0, 1, 1]
  const hold = holdLayers(canvas, placements, (name) => t`Resize ${name}`)
  const even = resizeEvenly(canvas, hold, bounds, handle, IDENTITY)
  const free = resizeTogether(canvas, hold, bounds, handle, start)
  const isCorner = handle.x !== 0 && handle.y !== 0
  return {
    move: (point, keys) => (isCorner && !keys.shift ? even : free).move(point, keys),
    end: hold.end,
    cancel: hold.cancel,
  }
}

/**
 * Resizes one layer: corners keep its aspect ratio unless Shift is held, sides change one length; Alt keeps the centre
 * in place.
 */
export function startResize(
  canvas: CanvasModel,
  placement: LayerPlacement,
  handle: Handle,
  start: Point,
): Gesture | undefined {
  const { place, resolved } = placement
  const { box, matrix } = place
  const back = inverse(matrix)
  if (!box || !back) return undefined
  const hold = holdLayers(canvas, [placement], (name) => t`Resize ${name}`)
  const even = resizeEvenly(canvas, hold, box, handle, matrix)
  const free = resizeFreely(canvas, hold, placement, box, handle, mapPoint(back, start))
  const isCorner = handle.x !== 0 && handle.y !== 0
  return {
    move(point, keys) {
      const keepsShape = isCorner && (!keys.shift || resolved.type === 'text' || resolved.type === 'group')
      return (keepsShape ? even : free).move(point, keys)
    },
    end: hold.end,
    cancel: hold.cancel,
  }
}

function resizeEvenly(canvas: CanvasModel, hold: Hold, box: Bounds, handle: Handle, matrix: Matrix): Gesture {
  const targets = snapTargets(canvas)
  const view = getViewScale(canvas.view.get())
  const isUpright = Math.abs(matrix[1]) < 1e-6 && Math.abs(matrix[2]) < 1e-6
  const grip = mapPoint(matrix, { x: handle.x < 0 ? box[0] : box[2], y: handle.y < 0 ? box[1] : box[3] })
  const opposite = mapPoint(matrix, { x: handle.x < 0 ? box[2] : box[0], y: handle.y < 0 ? box[3] : box[1] })
  const middle = mapPoint(matrix, findMiddle(box))
  return {
    move(point, keys) {
      const center = keys.alt ? middle : opposite
      const [dx, dy] = [grip.x - center.x, grip.y - center.y]
      const length = dx * dx + dy * dy || 1
      let scale = ((point.x - center.x) * dx + (point.y - center.y) * dy) / length
      let guides: readonly Guide[] = []
      if (isUpright && !keys.isLoose) {
        const at = { x: center.x + dx * scale, y: center.y + dy * scale }
        const moved = boundsBetween(center, at)
        const found = (['x', 'y'] as const)
          .flatMap((axis) => {
            const way = axis === 'x' ? dx : dy
            const snapped = Math.abs(way) < 1 ? undefined : snapEdge(axis, at[axis], moved, targets, snapReach / view)
            return snapped ? [{ by: snapped.by, scale: scale + snapped.by / way, guides: snapped.guides }] : []
          })
          .toSorted((a, b) => Math.abs(a.by) - Math.abs(b.by))[0]
        if (found) {
          scale = found.scale
          guides = found.guides
        }
      }
      const min = minSide / view / Math.sqrt(length)
      const motion: Motion = { ...REST, center, scale: Math.max(min, scale) }
      const map = toMatrix(motion)
      hold.show((placement) => changeByMotion(placement, motion), map)
      return { map, guides, label: `${Math.round(motion.scale * 100)} %` }
    },
    end: hold.end,
    cancel: hold.cancel,
  }
}

/** The sides of a rectangle after one handle has moved. `snap` receives a side in its own pixels. */
function pullSides(
  box: Bounds,
  handle: Handle,
  way: Point,
  { min, isFromMiddle }: { min: readonly [number, number]; isFromMiddle: boolean },
  snap: (axis: 'x' | 'y', value: number) => { by: number; guides: readonly Guide[] } | undefined,
): { next: Bounds; guides: readonly Guide[] } {
  const guides: Guide[] = []
  const next: [number, number, number, number] = [...box]
  for (const axis of ['x', 'y'] as const) {
    const side = handle[axis]
    if (side === 0) continue
    const n = axis === 'x' ? 0 : 1
    const far = axis === 'x' ? 2 : 3
    const [at, other] = side < 0 ? ([n, far] as const) : ([far, n] as const)
    const snapped = snap(axis, box[at] + way[axis])
    const value = box[at] + way[axis] + (snapped?.by ?? 0)
    if (snapped) guides.push(...snapped.guides)
    next[at] = side < 0 ? Math.min(value, box[other] - min[n]) : Math.max(value, box[other] + min[n])
    if (isFromMiddle) next[other] = box[other] - (next[at] - box[at])
  }
  return { next, guides }
}

const sizeText = (width: number, height: number) => `${Math.round(width)} × ${Math.round(height)}`

/** Resizes the rectangle around several layers, each side separately. */
function resizeTogether(canvas: CanvasModel, hold: Hold, box: Bounds, handle: Handle, start: Point): Gesture {
  const targets = snapTargets(canvas)
  const view = getViewScale(canvas.view.get())
  const min = [minSide / view, minSide / view] as const
  return {
    move(point, keys) {
      const way = { x: point.x - start.x, y: point.y - start.y }
      const { next, guides } = pullSides(box, handle, way, { min, isFromMiddle: keys.alt }, (axis, value) =>
        keys.isLoose ? undefined : snapEdge(axis, value, box, targets, snapReach / view),
      )
      const [x, y] = [(next[2] - next[0]) / (box[2] - box[0] || 1), (next[3] - next[1]) / (box[3] - box[1] || 1)]
      // The start and end of the left and upper sides determine the fixed point.
      const center = { x: still(box[0], next[0], x), y: still(box[1], next[1], y) }
      hold.show((placement) => changeByStretch(placement, { center, x, y }))
      return { around: next, guides, label: sizeText(next[2] - next[0], next[3] - next[1]) }
    },
    end: hold.end,
    cancel: hold.cancel,
  }
}

/** The fixed point of a scaling along an axis that takes `from` to `to`. */
function still(from: number, to: number, factor: number): number {
  return factor === 1 ? from : (to - from * factor) / (1 - factor)
}

/** Resizes a layer along its own sides, each separately. */
function resizeFreely(
  canvas: CanvasModel,
  hold: Hold,
  placement: LayerPlacement,
  box: Bounds,
  handle: Handle,
  start: Point,
): Gesture {
  const { matrix } = placement.place
  const back = inverse(matrix)
  const targets = snapTargets(canvas)
  const view = getViewScale(canvas.view.get())
  const isUpright = Math.abs(matrix[1]) < 1e-6 && Math.abs(matrix[2]) < 1e-6
  const grow = [Math.hypot(matrix[0], matrix[1]), Math.hypot(matrix[2], matrix[3])] as const
  const min = [minSide / view / (grow[0] || 1), minSide / view / (grow[1] || 1)] as const
  return {
    move(point, keys) {
      const local = back ? mapPoint(back, point) : start
      const way = { x: local.x - start.x, y: local.y - start.y }
      const { next, guides } = pullSides(box, handle, way, { min, isFromMiddle: keys.alt }, (axis, value) => {
        if (!isUpright || keys.isLoose) return undefined
        const along = matrix[axis === 'x' ? 0 : 3]
        const onCanvas = along * value + matrix[axis === 'x' ? 4 : 5]
        const snapped = snapEdge(axis, onCanvas, computePlacementBounds(placement) ?? box, targets, snapReach / view)
        return snapped && { by: snapped.by / along, guides: snapped.guides }
      })
      const { resolved } = placement
      const frame = resolved.type === 'text' ? measureTextBounds(canvas, resolved, next) : next
      hold.show((placement) => changeByFrame(placement, box, frame))
      const label = sizeText((frame[2] - frame[0]) * grow[0], (frame[3] - frame[1]) * grow[1])
      return { frame, guides, label }
    },
    end: hold.end,
    cancel: hold.cancel,
  }
}

/** A selection rectangle on the background, which selects the layers it touches. Shift extends the selection. */
export function startMarquee(canvas: CanvasModel, start: Point, isAdding: boolean): Gesture {
  const before = isAdding ? canvas.selection.get() : []
  return {
    move(point) {
      const marquee = boundsBetween(start, point)
      const found = layersWithin(canvas, marquee, canvas.activeGroup.get())
      canvas.select([...new Set([...before, ...found])])
      return { marquee }
    },
    end() {},
    cancel: () => canvas.select(before),
  }
}
