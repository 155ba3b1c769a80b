// The one painter: draws any frame of a resolved document onto any canvas, the same in browsers and on the server.

import { ExpressionError } from '@vitrine/after-effects/expression-error'
import { runLiveExpressions } from '@vitrine/after-effects/live'
import { type Channels, toChannels, toCss } from '@vitrine/document/color'
import { framesPerSecond, type ResolvedDocument } from '@vitrine/document/document'
import { type Context, createSheet, type Host, type PictureSource, type Sheet } from '@vitrine/document/host'
import type { Layer } from '@vitrine/document/layer'
import { type Bounds, computeMeanScale, IDENTITY, intersect, type Matrix } from '@vitrine/document/matrix'
import { isSameJson } from '@vitrine/document/same-json'
import { createStage, type Stage } from '@vitrine/document/stage'
import { compileTimeRemap } from '@vitrine/document/time-remap'
import { type FontFiles, openFonts } from '../text/font.ts'
import type { Shaper } from '../text/shaper.ts'
import type { LayerNode, VideoFrameRequest } from './content.ts'
import { compileNodes, type LayerNodes, listDrawnNodes } from './layer.ts'
import { drawNode } from './layer-drawing.ts'
import {
  computeLayerBounds,
  computeLayerMatrix,
  computeOpacity,
  contentKey,
  filtersAt,
  findBareVideo,
  findLayerPlace,
  findPerspective,
  findShutterMoments,
  type LayerPlace,
  listLayerPlaces,
  listVideoRequests,
  nodeKey,
  type PlacedLayer,
} from './layer-place.ts'
import { measureInk } from './text.ts'

export interface PainterOptions {
  document: ResolvedDocument
  host: Host
  shaper: Shaper
  fonts: FontFiles
  pictures: PictureSource
}

/** What one layer looks like at a frame, for callers that keep and move finished layers instead of drawing them anew. */
export interface LayerState {
  id: string
  type: string
  /** 0 when it is not to be seen. */
  opacity: number
  /** From the layer's own pixels to the canvas. */
  matrix: Matrix
  /** On the canvas, in its pixels, effects included; never beyond the canvas. Undefined when nothing is on it. */
  bounds: Bounds | undefined
  /** Equal for two frames when the layer's own picture is equal; only place and opacity may differ. */
  contentKey: string
  /** Equal for two frames when the layer looks the same on the canvas. */
  key: string
  /** Laid over what is below with nothing but its opacity. False: it blends and needs the picture below it. */
  overlays: boolean
  /** The canvas's name of how it is laid over what is below. */
  blend: string
  /** An effect changes it, or a layer inside it. */
  filters: boolean
  /** Videos that it shows itself, its children included, its matte not. */
  videos: readonly VideoFrameRequest[]
}

/** A video that fills the canvas alone, so that nothing below it is seen. */
export interface VideoCover {
  readonly video: VideoFrameRequest
  /** What lies over it, bottom first; all of it overlays. */
  readonly above: readonly LayerState[]
}

export interface Painter {
  readonly width: number
  readonly height: number
  /** Frames. */
  readonly duration: number
  /**
   * Draws a frame (whole; fractions are allowed while scrubbing) over the whole target of `width x height` times
   * `scale` pixels, rounded. The context's state is set as needed and not restored. `upTo` names the highest layer that is
   * drawn; all unless given, none for an empty text. `mayGather` lets it draw the top layers that look as in the last frame as
   * one picture, whose rounding differs by a step: for editors in which one layer changes again and again.
   */
  drawFrame(
    ctx: Context,
    frame: number,
    options?: { scale?: number; upTo?: string | undefined; mayGather?: boolean | undefined },
  ): void
  /**
   * Draws one top-level layer by itself onto a cleared target, with the canvas's point (x, y) at the target's origin.
   * `opacity: 1` leaves the layer's own opacity out.
   */
  drawLayer(
    ctx: Context,
    layerId: string,
    frame: number,
    target: { x: number; y: number; width: number; height: number; scale?: number; opacity?: number },
  ): void
  /** The visible layers of a frame, bottom first. */
  layerStates(frame: number): LayerState[]
  /** The topmost video that covers all below it; undefined when there is none, or when what is above blends with it. */
  videoCover(frame: number): VideoCover | undefined
  /** Where a layer stands on the canvas, or undefined when it is not to be seen there. */
  layerBounds(layerId: string, frame: number): Bounds | undefined
  /** Where a layer stands, also one inside groups or out of its time; undefined when it is hidden or a matte. */
  placeOf(layerId: string, frame: number): LayerPlace | undefined
  /** All that is drawn at a frame but groups themselves, also what is inside them, bottom first. */
  layerPlaces(frame: number): PlacedLayer[]
  /** Whether two frames look the same. `upTo` names the highest layer that counts, as for `drawFrame`. */
  isSameFrame(frame: number, other: number, upTo?: string): boolean
  /** Videos whose pictures the frame needs. */
  videos(frame: number): VideoFrameRequest[]
}

/** The layers with values in the place of expressions that follow words or controls. */
function withLiveValues({ layers, rig }: ResolvedDocument, library: ReturnType<typeof openFonts>): readonly Layer[] {
  if (!rig) return layers
  return runLiveExpressions(layers, rig, (layer) => {
    if (!library) throw new ExpressionError('missing', 'There are no fonts to measure words with')
    return measureInk(layer, library)
  })
}

/** What a painter passes on to its successor. */
interface Inside {
  options: PainterOptions
  library: ReturnType<typeof openFonts>
  nodes: LayerNodes
  drawn: readonly LayerNode[]
  stages: readonly [StageFor, StageFor]
  cached: BackgroundCache
  above: AboveCache
}

const insides = new WeakMap<Painter, Inside>()

/** Whether layers compiled for one painter are right for another one. */
function isSameSurroundings(one: PainterOptions, other: PainterOptions): boolean {
  const parts = ({ document: { canvas, fonts, assets, pace } }: PainterOptions) => ({ canvas, fonts, assets, pace })
  return (
    one.host === other.host &&
    one.shaper === other.shaper &&
    one.fonts === other.fonts &&
    one.pictures === other.pictures &&
    isSameJson(parts(one), parts(other))
  )
}

/**
 * Compiles a resolved document for drawing.
 * @param before a painter of nearly the same document that is not used any more: what it has compiled and keeps of layers
 * that are equal is taken over, so that a letter that is typed costs the layer with the letter
 */
export function createPainter(options: PainterOptions, before?: Painter): Painter {
  const { document, host, shaper, fonts, pictures } = options
  const { width, height, duration } = document.canvas
  const earlier = before && insides.get(before)
  const known = earlier && isSameSurroundings(earlier.options, options) ? earlier : undefined
  const library = known ? known.library : openFonts(shaper, document.fonts, fonts)
  const fps = framesPerSecond(document.canvas.fps)
  const compiled = compileNodes(
    withLiveValues(document, library),
    {
      host,
      fonts: library,
      pictures,
      assets: document.assets,
      width,
      height,
      fps,
      pace: document.pace && compileTimeRemap(document.pace, duration),
    },
    known?.nodes,
  )
  const nodes = listDrawnNodes(compiled).toReversed()
  // Layers drawn by themselves come in many sizes; those must not take the place of what is kept for whole frames.
  const stages = known?.stages ?? ([createStages(host), createStages(host)] as const)
  const [stageFor, stageForLayer] = stages
  const cached: BackgroundCache = known ? backgroundUpTo(known, nodes) : { cached: undefined, lastKeys: [] }
  const above: AboveCache = known ? known.above : { cached: undefined, last: undefined }
  const drawBottomUp = createBottomUp(nodes, host, toChannels(document.canvas.background ?? '#000'), {
    ground: cached,
    above,
  })
  const canvasBounds: Bounds = [0, 0, width, height]
  const countUpTo = (layerId: string | undefined) =>
    layerId === undefined ? nodes.length : nodes.findIndex(({ layer }) => layer.id === layerId) + 1
  const find = (layerId: string) => nodes.find(({ layer }) => layer.id === layerId)
  const visibleBounds = (node: LayerNode, frame: number): Bounds | undefined => {
    if (computeOpacity(node, frame) <= 0) return undefined
    return intersect(computeLayerBounds(node, frame) ?? canvasBounds, canvasBounds)
  }
  const stateAt = (node: LayerNode, frame: number) => createLayerState(node, frame, visibleBounds(node, frame))
  const painter: Painter = {
    width,
    height,
    duration,
    drawFrame(ctx, frame, { scale = 1, upTo, mayGather = false } = {}) {
      const stage = stageFor(Math.round(width * scale), Math.round(height * scale), scale)
      drawBottomUp(ctx, stage, frame, countUpTo(upTo), mayGather)
    },
    drawLayer(ctx, layerId, frame, { x, y, width: w, height: h, scale = 1, opacity }) {
      const node = find(layerId)
      const own = node ? computeOpacity(node, frame) : 0
      if (!node || own <= 0) return
      const stage = stageForLayer(Math.ceil(w * scale), Math.ceil(h * scale), scale)
      // A copy without memory: what is kept for whole frames has another place on another canvas.
      const alone = { ...node, blend: 'source-over', kept: undefined, lastKey: '' }
      const base: Matrix = [scale, 0, 0, scale, -x * scale, -y * scale]
      drawNode({ ctx, stage }, alone, base, frame, opacity === undefined ? 1 : opacity / own)
    },
    layerStates: (frame) => nodes.filter((node) => computeOpacity(node, frame) > 0).map((node) => stateAt(node, frame)),
    videoCover(frame) {
      const cover = findCover(nodes, frame, canvasBounds)
      return cover && { video: cover.video, above: cover.above.map((node) => stateAt(node, frame)) }
    },
    layerBounds(layerId, frame) {
      const node = find(layerId)
      return node && visibleBounds(node, frame)
    },
    placeOf: (layerId, frame) => findLayerPlace(nodes, layerId, frame, { matrix: IDENTITY, opacity: 1 }),
    layerPlaces: (frame) =>
      listLayerPlaces(nodes, frame, { matrix: IDENTITY, opacity: 1, scene: '', clip: () => undefined }),
    isSameFrame: (frame, other, upTo) =>
      nodes.slice(0, countUpTo(upTo)).every((node) => nodeKey(node, frame) === nodeKey(node, other)),
    videos: (frame) => nodes.flatMap((node) => listVideoRequests(node, frame)),
  }
  insides.set(painter, { options, library, nodes: compiled, drawn: nodes, stages, cached, above })
  return painter
}

/** The topmost of the nodes, which begin at the bottom, that shows nothing but a video all over the canvas. */
function findCover(nodes: readonly LayerNode[], frame: number, canvas: Bounds) {
  const shown = nodes.filter((node) => computeOpacity(node, frame) > 0)
  for (const [n, node] of [...shown.entries()].toReversed()) {
    const video = findBareVideo(node, frame, canvas)
    if (video) return { video, above: shown.slice(n + 1) }
    if (node.blend !== 'source-over') return undefined
  }
  return undefined
}

function createLayerState(node: LayerNode, frame: number, bounds: Bounds | undefined): LayerState {
  const own = contentKey(node, frame)
  return {
    id: node.layer.id,
    type: node.layer.type,
    opacity: computeOpacity(node, frame),
    matrix: computeLayerMatrix(node, frame),
    bounds,
    contentKey: node.matte ? `${own}@${nodeKey(node.matte.node, frame)}` : own,
    key: nodeKey(node, frame),
    overlays: node.blend === 'source-over',
    filters: filtersAt(node, frame),
    blend: node.blend,
    videos: listVideoRequests(node, frame),
  }
}

type StageFor = (width: number, height: number, scale: number) => Stage

/** Stages by size, so that their spare canvases are reused. */
function createStages(host: Host): StageFor {
  const stages = new Map<string, Stage>()
  return (width, height, scale) => {
    const key = `${width}x${height}@${scale}`
    let stage = stages.get(key)
    if (!stage) {
      // Layers drawn by themselves come in ever new sizes; their canvases are not worth keeping for long.
      if (stages.size > 8) stages.clear()
      stage = createStage(host, width, height, scale)
      stages.set(key, stage)
    }
    return stage
  }
}

/** The bottom layers, drawn once while they do not change. */
interface Background {
  stage: Stage
  sheet: Sheet
  keys: readonly string[]
}

interface BackgroundCache {
  cached: Background | undefined
  /** Of the last frame, the lowest layer first. */
  lastKeys: readonly string[]
}

/** The part of the background cache that is still valid. */
function backgroundUpTo({ drawn, cached: kept }: Inside, nodes: readonly LayerNode[]): BackgroundCache {
  let same = 0
  while (same < nodes.length && nodes[same] === drawn[same]) same++
  const { cached, lastKeys } = kept
  return {
    cached: cached && cached.keys.length <= same ? cached : undefined,
    lastKeys: lastKeys.slice(0, same),
  }
}

/** Layers as they looked in a frame, bottom first. */
interface Looks {
  nodes: readonly LayerNode[]
  keys: readonly string[]
}

/** The top layers, gathered while they do not change. Painters pass it on: nodes are compared one by one. */
interface AboveCache {
  cached: (Looks & { stage: Stage; sheet: Sheet }) | undefined
  /** All layers of the last frame. */
  last: Looks | undefined
}

/** How many layers at the top are the same and look the same in both, and lie over the others with their opacity alone. */
function commonTop(one: Looks, other: Looks): number {
  let n = 0
  for (; n < one.nodes.length && n < other.nodes.length; n++) {
    const node = one.nodes.at(-1 - n)
    if (node !== other.nodes.at(-1 - n) || one.keys.at(-1 - n) !== other.keys.at(-1 - n)) break
    if (node?.blend !== 'source-over') break
  }
  return n
}

function isGathered(cached: AboveCache['cached'], top: Looks, stage: Stage): boolean {
  return (
    cached?.stage === stage && cached.nodes.length === top.nodes.length && commonTop(cached, top) === top.nodes.length
  )
}

/** Draws whole frames and caches the bottom layers as one picture for as long as none of them changes. */
function createBottomUp(
  nodes: readonly LayerNode[],
  host: Host,
  background: Channels,
  { ground: kept, above }: { ground: BackgroundCache; above: AboveCache },
) {
  const css = toCss(background)
  const isOpaque = background[3] >= 1
  const draw = (ctx: Context, stage: Stage, frame: number, from: number, to: number, opaque = isOpaque) => {
    const base: Matrix = stage.scale === 1 ? IDENTITY : [stage.scale, 0, 0, stage.scale, 0, 0]
    for (let n = from; n < to; n++) drawNode({ ctx, stage, opaque }, nodes[n] as LayerNode, base, frame, 1)
  }
  const clear = (ctx: Context, stage: Stage, isCovered = isOpaque) => {
    ctx.setTransform(1, 0, 0, 1, 0, 0)
    ctx.globalAlpha = 1
    ctx.globalCompositeOperation = 'source-over'
    if (!isCovered) ctx.clearRect(0, 0, stage.width, stage.height)
  }
  const lay = (ctx: Context, stage: Stage) => {
    clear(ctx, stage)
    ctx.fillStyle = css
    ctx.fillRect(0, 0, stage.width, stage.height)
  }
  return (ctx: Context, stage: Stage, frame: number, count: number, mayGather: boolean): void => {
    const keys = nodes.slice(0, count).map((node) => nodeKey(node, frame))
    const same = commonLength(keys, kept.lastKeys)
    kept.lastKeys = keys
    let { cached } = kept
    if (cached && (cached.stage !== stage || commonLength(cached.keys, keys) < cached.keys.length)) cached = undefined
    if (same > (cached?.keys.length ?? 0) && isWorthKeeping(nodes.slice(0, same), frame, stage)) {
      // These layers looked the same in the last frame: from now on they are one picture.
      const sheet = cached?.sheet ?? createSheet(host, stage.width, stage.height)
      lay(sheet.ctx, stage)
      draw(sheet.ctx, stage, frame, 0, same)
      cached = { stage, sheet, keys: keys.slice(0, same) }
    }
    kept.cached = cached
    if (cached) {
      clear(ctx, stage)
      ctx.drawImage(cached.sheet.canvas, 0, 0)
    } else lay(ctx, stage)
    const from = cached?.keys.length ?? 0
    const looks = { nodes: nodes.slice(0, count), keys }
    const length = mayGather && above.last ? commonTop(looks, above.last) : 0
    above.last = looks
    const to = count - length
    if (to < from || !isWorthKeeping(nodes.slice(to, count), frame, stage)) {
      draw(ctx, stage, frame, from, count)
      return
    }
    draw(ctx, stage, frame, from, to)
    const top = { nodes: looks.nodes.slice(to), keys: keys.slice(to) }
    if (!isGathered(above.cached, top, stage)) {
      const sheet = above.cached?.stage === stage ? above.cached.sheet : createSheet(host, stage.width, stage.height)
      clear(sheet.ctx, stage, false)
      draw(sheet.ctx, stage, frame, to, count, false)
      above.cached = { ...top, stage, sheet }
    }
    ctx.setTransform(1, 0, 0, 1, 0, 0)
    if (above.cached) ctx.drawImage(above.cached.sheet.canvas, 0, 0)
  }
}

function commonLength(one: readonly string[], other: readonly string[]): number {
  let n = 0
  while (n < one.length && n < other.length && one[n] === other[n]) n++
  return n
}

/** Copying a picture costs as much as drawing a solid; where the processor draws, as much as drawing many shapes. */
function isWorthKeeping(nodes: readonly LayerNode[], frame: number, { host, width, height, scale }: Stage): boolean {
  if (nodes.every(({ layer }) => layer.type === 'solid' && !isGradient(layer.color)) && nodes.length <= 1) return false
  if (!host.isSoftware) return true
  const copied = width * height
  let cost = 0
  for (const node of nodes) {
    cost += drawingCost(node, frame, scale)
    if (cost > copied) return true
  }
  return false
}

/** Filling a pixel costs so much of copying one; Skia on the server, whatever the size. */
const FILLED = 0.5
/** A pixel of an outline costs as much as copying so many. */
const OUTLINED = 100

/**
 * Roughly how many pixels could be copied while a layer is drawn, `scale` of its list's pixels being one of the device. Infinity for all but
 * plain shapes, texts and solids, also those in groups.
 */
function drawingCost(node: LayerNode, frame: number, scale: number): number {
  if (computeOpacity(node, frame) <= 0) return 0
  if (!isPlain(node, frame)) return Infinity
  const { content, layer } = node
  const own = scale * computeMeanScale(computeLayerMatrix(node, frame))
  const inside = content.inside?.(frame)
  if (inside) return inside.nodes.reduce((sum, one) => sum + drawingCost(one, inside.frame, own), 0)
  const isFlat = layer.type === 'shape' || layer.type === 'text' || (layer.type === 'solid' && !isGradient(layer.color))
  if (!isFlat) return Infinity
  const [left, top, right, bottom] = content.bounds(frame) ?? [0, 0, 0, 0]
  const filled = content.filledArea?.(frame) ?? (right - left) * (bottom - top)
  return FILLED * filled * own ** 2 + OUTLINED * (content.outlineLength?.(frame) ?? 0) * own
}

/** Whether the layer is drawn as it is, without a canvas of its own. */
function isPlain(node: LayerNode, frame: number): boolean {
  const { content, blend, masks, matte, effects } = node
  return (
    blend === 'source-over' &&
    !masks &&
    !matte &&
    !effects &&
    !content.isolates &&
    (computeOpacity(node, frame) >= 1 || content.isSingle(frame)) &&
    !findPerspective(node, frame) &&
    !findShutterMoments(node, frame)
  )
}

function isGradient(paint: unknown): boolean {
  return typeof paint === 'object' && paint !== null && 'gradient' in paint
}
