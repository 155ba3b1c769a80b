// Fast drawing of the stage during a drag: the layers below and above the dragged ones are cached as images, and only the
// changed part of the canvas is redrawn. After the drag the painter draws everything exactly.
import type { ResolvedDocument } from '@vitrine/document/document'
import type { LayerState, Painter } from '@vitrine/painter/painter'
import { applyEdits, type LayerEdit } from '@vitrine/project/edit'
import { resolveDocument } from '@vitrine/project/resolve'
import type { Painting } from '../../../preview/painting.ts'
import type { CanvasModel } from './canvas-model.ts'
import { type Bounds, IDENTITY, type Matrix, mapBounds, uniteAll } from './geometry.ts'

export interface DragCache {
  /** Shows the dragged layers moved by a matrix of the canvas. */
  show(map: Matrix): void
  /** Shows the dragged layers after operations. */
  showChanged(edits: readonly LayerEdit[]): void
  /** Hides the dragged layers. */
  hide(): void
  /** Restores the normal painting of the stage. */
  release(): void
}

/** A part of the stage in its device pixels. */
type Area = readonly [x: number, y: number, width: number, height: number]

/** A picture of one or several layers, and its position. */
interface Part {
  sheet: HTMLCanvasElement
  area: Area
  blend: string
  /** The dragged layer in the picture. */
  layerId?: string
}

interface DragLayers {
  below: HTMLCanvasElement
  /** Bottom first. */
  parts: readonly Part[]
  width: number
  height: number
  frame: number
  scale: number
  size: { width: number; height: number }
}

type Shown = { by: 'map'; map: Matrix } | { by: 'change'; edits: readonly LayerEdit[] } | { by: 'nothing' }

/** Prepares layers for dragging. Undefined while there is no picture. Layers inside groups include their group. */
export function cacheForDrag(canvas: CanvasModel, layerIds: readonly string[]): DragCache | undefined {
  const { editor } = canvas
  const state = editor.preview.get()
  if (state.status !== 'ready') return undefined
  const { painting } = state
  const topIds = withFollowers(painting.getResolved(), new Set(layerIds.map((id) => findTopLayer(canvas, id))))
  let cache: DragLayers | undefined
  let shown: Shown = { by: 'map', map: IDENTITY }
  let dirty: Area | undefined

  const paint = (target: HTMLCanvasElement, frame: number) => {
    const context = target.getContext('2d', { alpha: false })
    if (!context) return
    if (cache?.width !== target.width || cache.height !== target.height || cache.frame !== frame) {
      cache = keepAround(painting.getPainter(), topIds, target, frame)
      dirty = undefined
    }
    const whole: Area = [0, 0, cache.width, cache.height]
    const drawn =
      shown.by === 'nothing'
        ? []
        : shown.by === 'map'
          ? movedParts(cache, shown.map)
          : changedParts(canvas, painting, cache, topIds, shown.edits)
    const touched = uniteAreas(drawn.map(({ around }) => around))
    const region =
      dirty === undefined ? whole : clip(uniteAreas([dirty, ...(touched ? [touched] : [])]) ?? whole, whole)
    dirty = touched ?? [0, 0, 0, 0]
    if (region) compose(context, cache, drawn, region)
  }
  const put = (next: Shown) => {
    shown = next
    editor.player.invalidate()
  }
  editor.setStagePaint(paint)
  return {
    show: (map) => put({ by: 'map', map }),
    showChanged: (edits) => put({ by: 'change', edits }),
    hide: () => put({ by: 'nothing' }),
    release: () => editor.setStagePaint(undefined),
  }
}

function findTopLayer(canvas: CanvasModel, layerId: string): string {
  let entry = canvas.findEntry(layerId)
  while (entry && entry.into !== null) entry = canvas.findEntry(entry.into)
  return entry?.id ?? layerId
}

/** The ids, with those of all layers that follow them or use them as a matte. */
function withFollowers(document: ResolvedDocument, ids: Set<string>): ReadonlySet<string> {
  let count = 0
  while (count !== ids.size) {
    count = ids.size
    for (const { id, parent, matte } of document.layers) {
      if ((parent !== undefined && ids.has(parent)) || (matte && ids.has(matte.layer))) ids.add(id)
    }
  }
  return ids
}

function createSheet(width: number, height: number): HTMLCanvasElement {
  const sheet = document.createElement('canvas')
  sheet.width = Math.max(1, Math.round(width))
  sheet.height = Math.max(1, Math.round(height))
  return sheet
}

function getContext2d(sheet: HTMLCanvasElement): CanvasRenderingContext2D {
  const context = sheet.getContext('2d')
  if (!context) throw new Error('This browser gives no canvas to draw on')
  return context
}

/** Draws the layers below, and everything from the lowest dragged layer upwards as parts. */
function keepAround(painter: Painter, ids: ReadonlySet<string>, target: HTMLCanvasElement, frame: number): DragLayers {
  const { width, height } = target
  const scale = width / painter.width
  const states = painter.layerStates(frame)
  const lowest = states.findIndex(({ id }) => ids.has(id))
  const first = lowest < 0 ? states.length : lowest
  const below = createSheet(width, height)
  const under = states[first - 1]
  // Only the background is below the lowest layer: no layer has an empty name.
  painter.drawFrame(getContext2d(below), frame, { scale, upTo: under ? under.id : '' })
  const cache = { below, width, height, frame, scale, size: { width: painter.width, height: painter.height } }
  return { ...cache, parts: splitParts(painter, states.slice(first), ids, cache) }
}

function splitParts(
  painter: Painter,
  states: readonly LayerState[],
  ids: ReadonlySet<string>,
  cache: Omit<DragLayers, 'parts'>,
): Part[] {
  const parts: Part[] = []
  let run: LayerState[] = []
  const endRun = () => {
    if (run.length > 0) parts.push(stillPart(painter, run, cache))
    run = []
  }
  for (const one of states) {
    if (ids.has(one.id)) {
      endRun()
      parts.push({ ...layerPart(painter, one.id, cache), blend: one.blend, layerId: one.id })
    } else if (one.overlays) run.push(one)
    else {
      endRun()
      run = [one]
      endRun()
    }
  }
  endRun()
  return parts
}

/** Static layers as one picture, cropped to their bounds. */
function stillPart(
  painter: Painter,
  run: readonly LayerState[],
  { frame, scale, width, height }: Omit<DragLayers, 'parts'>,
): Part {
  const around = uniteAll(run.map(({ bounds }) => bounds ?? [0, 0, painter.width, painter.height]))
  const area = clip(deviceArea(around ?? [0, 0, 0, 0], scale), [0, 0, width, height]) ?? [0, 0, 1, 1]
  const sheet = createSheet(area[2], area[3])
  const context = getContext2d(sheet)
  const target = toTarget(area, scale)
  // Layers with no blending other than opacity can be combined before they are drawn over the layers below.
  for (const { id } of run) painter.drawLayer(context, id, frame, target)
  return { sheet, area, blend: run[0]?.overlays === false ? run[0].blend : 'source-over' }
}

/** One layer as a picture, including up to one canvas outside the canvas. */
function layerPart(
  painter: Painter,
  layerId: string,
  { frame, scale, width, height }: Omit<DragLayers, 'parts'>,
): Omit<Part, 'blend'> {
  const reach = painter.placeOf(layerId, frame)?.reach ?? [0, 0, painter.width, painter.height]
  const area = clip(deviceArea(reach, scale), [-width, -height, width * 3, height * 3]) ?? [0, 0, 1, 1]
  const sheet = createSheet(area[2], area[3])
  painter.drawLayer(getContext2d(sheet), layerId, frame, toTarget(area, scale))
  return { sheet, area }
}

function toTarget([x, y, width, height]: Area, scale: number) {
  return { x: x / scale, y: y / scale, width: width / scale, height: height / scale, scale }
}

/** A part with the device matrix that draws it. */
interface Drawn {
  part: Part
  map: Matrix
  around: Area
}

function movedParts(cache: DragLayers, map: Matrix): Drawn[] {
  const { scale } = cache
  const device: Matrix = [map[0], map[1], map[2], map[3], map[4] * scale, map[5] * scale]
  // A translation by whole pixels keeps a picture sharp.
  const isMove = map[0] === 1 && map[1] === 0 && map[2] === 0 && map[3] === 1
  const whole: Matrix = isMove ? [1, 0, 0, 1, Math.round(device[4]), Math.round(device[5])] : device
  return cache.parts.flatMap((part) => {
    if (part.layerId === undefined) return []
    const [x, y, width, height] = part.area
    return { part, map: whole, around: outward(mapBounds(whole, [x, y, x + width, y + height])) }
  })
}

/** The dragged layers alone, after operations. */
function changedParts(
  canvas: CanvasModel,
  painting: Painting,
  cache: DragLayers,
  ids: ReadonlySet<string>,
  edits: readonly LayerEdit[],
): Drawn[] {
  const changed = applyEdits(canvas.getDocument(), edits)
  const { variants: _, ...rest } = changed
  const needed = neededBy(changed.layers, ids)
  const few = { ...rest, layers: changed.layers.filter(({ id }) => needed.has(id)) }
  const painter = painting.createPainterFor(resolveDocument(few, canvas.editor.store.getContent().values))
  const states = new Map(painter.layerStates(cache.frame).map((state) => [state.id, state]))
  return cache.parts.flatMap(({ layerId }) => {
    const one = layerId === undefined ? undefined : states.get(layerId)
    if (!one) return []
    const part = { ...layerPart(painter, one.id, cache), blend: one.blend, layerId: one.id }
    const [x, y, width, height] = part.area
    return { part, map: IDENTITY, around: [x, y, width, height] }
  })
}

/** The ids, with those of the layers that they follow or use as a matte. */
function neededBy(layers: ResolvedDocument['layers'], ids: ReadonlySet<string>): ReadonlySet<string> {
  const needed = new Set(ids)
  let count = 0
  while (count !== needed.size) {
    count = needed.size
    for (const { id, parent, matte } of layers) {
      if (!needed.has(id)) continue
      if (parent !== undefined) needed.add(parent)
      if (matte) needed.add(matte.layer)
    }
  }
  return needed
}

/** Draws a region of the stage: the layers below, then all parts in order. */
function compose(context: CanvasRenderingContext2D, cache: DragLayers, drawn: readonly Drawn[], region: Area): void {
  const [x, y, width, height] = region
  context.setTransform(1, 0, 0, 1, 0, 0)
  context.globalAlpha = 1
  context.globalCompositeOperation = 'source-over'
  context.drawImage(cache.below, x, y, width, height, x, y, width, height)
  for (const part of cache.parts) {
    if (part.layerId !== undefined) {
      const own = drawn.find((other) => other.part.layerId === part.layerId)
      if (own) drawMoved(context, own, region)
      continue
    }
    const shared = clip(part.area, region)
    if (!shared) continue
    context.globalCompositeOperation = part.blend as GlobalCompositeOperation
    const [left, top, wide, high] = shared
    context.drawImage(part.sheet, left - part.area[0], top - part.area[1], wide, high, left, top, wide, high)
  }
  context.globalCompositeOperation = 'source-over'
}

function drawMoved(context: CanvasRenderingContext2D, { part, map }: Drawn, [x, y, width, height]: Area): void {
  context.save()
  context.beginPath()
  context.rect(x, y, width, height)
  context.clip()
  context.globalCompositeOperation = part.blend as GlobalCompositeOperation
  context.setTransform(...map)
  context.drawImage(part.sheet, part.area[0], part.area[1])
  context.restore()
}

function deviceArea(bounds: Bounds, scale: number): Area {
  return outward(mapBounds([scale, 0, 0, scale, 0, 0], bounds))
}

function outward([left, top, right, bottom]: Bounds): Area {
  const [x, y] = [Math.floor(left) - 1, Math.floor(top) - 1]
  return [x, y, Math.ceil(right) + 1 - x, Math.ceil(bottom) + 1 - y]
}

function clip([x, y, width, height]: Area, [left, top, wide, high]: Area): Area | undefined {
  const [x1, y1] = [Math.max(x, left), Math.max(y, top)]
  const [x2, y2] = [Math.min(x + width, left + wide), Math.min(y + height, top + high)]
  return x2 > x1 && y2 > y1 ? [x1, y1, x2 - x1, y2 - y1] : undefined
}

function uniteAreas(areas: readonly Area[]): Area | undefined {
  const all = uniteAll(
    areas
      .filter(([, , width, height]) => width > 0 && height > 0)
      .map(([x, y, width, height]) => [x, y, x + width, y + height]),
  )
  return all && [all[0], all[1], all[2] - all[0], all[3] - all[1]]
}
