// The painter: draws any frame of a resolved document onto any canvas, the same in browsers and on the server.

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
  findCoveringVideo,
  findLayerPlace,
  findPerspective,
  findShutterTimes,
  type LayerPlace,
  listLayerPlaces,
  listVideoRequests,
  nodeKey,
  type PlacedLayer,
} from './layer-place.ts'
import { isGradient } from './paint.ts'
import { measureInk } from './text.ts'

interface PainterOptions {
  document: ResolvedDocument
  host: Host
  shaper: Shaper
  fonts: FontFiles
  pictures: PictureSource
}

/** The state of a top-level layer at a frame, for callers that cache rendered layers and only move or fade them. */
export interface LayerState {
  id: string
  type: string
  /** 0 when it is invisible. */
  opacity: number
  /** From the layer's own pixels to the canvas. */
  matrix: Matrix
  /** Canvas pixels that it covers, including effects, clipped to the canvas. Undefined when it is outside. */
  bounds: Bounds | undefined
  /** Equal for two frames when the layer's own picture is equal; only position and opacity may differ. */
  contentKey: string
  /** Equal for two frames when the layer looks the same on the canvas. */
  key: string
  /** Whether its blend mode is normal, so that it can be composited without knowing the picture below it. */
  overlays: boolean
  /** The canvas name of its composite operation. */
  blend: string
  /** An effect changes it or a nested layer. */
  filters: boolean
  /** Videos that it shows, including its children's but not its matte's. */
  videos: readonly VideoFrameRequest[]
}

/** A video that alone fills the canvas, so that nothing below it is visible. */
export interface VideoCover {
  readonly video: VideoFrameRequest
  /** The layers above it, bottom first; all of them overlay. */
  readonly above: readonly LayerState[]
}

export interface Painter {
  readonly width: number
  readonly height: number
  /** In frames. */
  readonly duration: number
  /**
   * Draws a frame (whole; fractional while scrubbing) over the whole target of `width x height` times `scale` pixels, rounded.
   * The context's state is set as needed and not restored. `upTo` is the id of the highest layer to draw: all by default, none
   * for an empty string. `mayCacheTop` allows caching unchanged top layers as one picture, whose rounding differs by one level:
   * for editors in which one layer changes repeatedly.
   */
  drawFrame(
    ctx: Context,
    frame: number,
    options?: { scale?: number; upTo?: string | undefined; mayCacheTop?: boolean | undefined },
  ): void
  /**
   * Draws one top-level layer alone onto a cleared target, with the canvas point (x, y) at the target's origin. `opacity: 1`
   * ignores the layer's own opacity.
   */
  drawLayer(
    ctx: Context,
    layerId: string,
    frame: number,
    target: { x: number; y: number; width: number; height: number; scale?: number; opacity?: number },
  ): void
  /** The visible layers of a frame, bottom first. */
  layerStates(frame: number): LayerState[]
  /** The topmost video that covers everything below it; undefined when there is none, or when a layer above blends with it. */
  videoCover(frame: number): VideoCover | undefined
  /** Bounds of a layer on the canvas; undefined when it is invisible. */
  layerBounds(layerId: string, frame: number): Bounds | undefined
  /** The position of a layer, including one inside groups or outside its time; undefined when it is hidden or a matte. */
  placeOf(layerId: string, frame: number): LayerPlace | undefined
  /** All drawn layers of a frame except groups themselves, including nested ones, bottom first. */
  layerPlaces(frame: number): PlacedLayer[]
  /** Whether two frames look the same. `upTo` is the id of the highest layer that counts, as for `drawFrame`. */
  isSameFrame(frame: number, other: number, upTo?: string): boolean
  /** Videos whose pictures the frame needs. */
  videos(frame: number): VideoFrameRequest[]
}

/** Replaces live expressions in layers by values. */
function withLiveValues({ layers, rig }: ResolvedDocument, library: ReturnType<typeof openFonts>): readonly Layer[] {
  if (!rig) return layers
  return runLiveExpressions(layers, rig, (layer) => {
    if (!library) throw new ExpressionError('missing', 'There are no fonts to measure words with')
    return measureInk(layer, library)
  })
}

/** State that the next painter of nearly the same document reuses. */
interface PainterInternals {
  options: PainterOptions
  library: ReturnType<typeof openFonts>
  nodes: LayerNodes
  drawn: readonly LayerNode[]
  stages: readonly [StageFor, StageFor]
  cached: BackgroundCache
  above: TopCache
}

const internals = new WeakMap<Painter, PainterInternals>()

/** Whether layers compiled for one painter can be reused by another one. */
function canReuseLayers(one: PainterOptions, other: PainterOptions): boolean {
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
 * @param before a painter of nearly the same document that is no longer used: its compiled and cached equal layers are reused,
 * so that typing a letter recompiles only one layer
 */
export function createPainter(options: PainterOptions, before?: Painter): Painter {
  const { document, host, shaper, fonts, pictures } = options
  const { width, height, duration } = document.canvas
  const earlier = before && internals.get(before)
  const known = earlier && canReuseLayers(earlier.options, options) ? earlier : undefined
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
  // Layers drawn alone have many sizes and must not evict the caches of whole frames.
  const stages = known?.stages ?? ([createStages(host), createStages(host)] as const)
  const [stageFor, stageForLayer] = stages
  const cached: BackgroundCache = known ? backgroundUpTo(known, nodes) : { cached: undefined, lastKeys: [] }
  const above: TopCache = known ? known.above : { cached: undefined, last: undefined }
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
    drawFrame(ctx, frame, { scale = 1, upTo, mayCacheTop = false } = {}) {
      const stage = stageFor(Math.round(width * scale), Math.round(height * scale), scale)
      drawBottomUp(ctx, stage, frame, countUpTo(upTo), mayCacheTop)
    },
    drawLayer(ctx, layerId, frame, { x, y, width: w, height: h, scale = 1, opacity }) {
      const node = find(layerId)
      const own = node ? computeOpacity(node, frame) : 0
      if (!node || own <= 0) return
      const stage = stageForLayer(Math.ceil(w * scale), Math.ceil(h * scale), scale)
      // A copy without caches: what is cached for whole frames has a different position on another canvas.
      const alone = { ...node, blend: 'source-over', cached: undefined, lastKey: '' }
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
  internals.set(painter, { options, library, nodes: compiled, drawn: nodes, stages, cached, above })
  return painter
}

/** The topmost of the nodes, which begin at the bottom, that consists of a video over the whole canvas. */
function findCover(nodes: readonly LayerNode[], frame: number, canvas: Bounds) {
  const shown = nodes.filter((node) => computeOpacity(node, frame) > 0)
  for (const [n, node] of [...shown.entries()].toReversed()) {
    const video = findCoveringVideo(node, frame, canvas)
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
      // Layers drawn alone always have new sizes, so their canvases are not cached for long.
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
  /** Keys of the last frame, lowest layer first. */
  lastKeys: readonly string[]
}

/** The part of the background cache that is still valid. */
function backgroundUpTo(
  { drawn, cached: backgroundCache }: PainterInternals,
  nodes: readonly LayerNode[],
): BackgroundCache {
  let same = 0
  while (same < nodes.length && nodes[same] === drawn[same]) same++
  const { cached, lastKeys } = backgroundCache
  return {
    cached: cached && cached.keys.length <= same ? cached : undefined,
    lastKeys: lastKeys.slice(0, same),
  }
}

/** Layers of a frame with the keys of their look, bottom first. */
interface LayerKeys {
  nodes: readonly LayerNode[]
  keys: readonly string[]
}

/** The top layers, drawn as one picture while they do not change. The next painter can reuse it, because layers are compared. */
interface TopCache {
  cached: (LayerKeys & { stage: Stage; sheet: Sheet }) | undefined
  /** All layers of the last frame. */
  last: LayerKeys | undefined
}

/** How many layers at the top are equal, look equal in both frames, and overlay the others. */
function countCommonTop(one: LayerKeys, other: LayerKeys): number {
  let n = 0
  for (; n < one.nodes.length && n < other.nodes.length; n++) {
    const node = one.nodes.at(-1 - n)
    if (node !== other.nodes.at(-1 - n) || one.keys.at(-1 - n) !== other.keys.at(-1 - n)) break
    if (node?.blend !== 'source-over') break
  }
  return n
}

function isTopCached(cached: TopCache['cached'], top: LayerKeys, stage: Stage): boolean {
  return (
    cached?.stage === stage &&
    cached.nodes.length === top.nodes.length &&
    countCommonTop(cached, top) === top.nodes.length
  )
}

/** Draws whole frames and caches the bottom layers as one picture while none of them changes. */
function createBottomUp(
  nodes: readonly LayerNode[],
  host: Host,
  background: Channels,
  { ground, above }: { ground: BackgroundCache; above: TopCache },
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
  const fillBackground = (ctx: Context, stage: Stage) => {
    clear(ctx, stage)
    ctx.fillStyle = css
    ctx.fillRect(0, 0, stage.width, stage.height)
  }
  return (ctx: Context, stage: Stage, frame: number, count: number, mayCacheTop: boolean): void => {
    const keys = nodes.slice(0, count).map((node) => nodeKey(node, frame))
    const same = countCommonStart(keys, ground.lastKeys)
    ground.lastKeys = keys
    let { cached } = ground
    if (cached && (cached.stage !== stage || countCommonStart(cached.keys, keys) < cached.keys.length))
      cached = undefined
    if (same > (cached?.keys.length ?? 0) && isWorthCaching(nodes.slice(0, same), frame, stage)) {
      // These layers looked the same in the last frame: from now on they are cached as one picture.
      const sheet = cached?.sheet ?? createSheet(host, stage.width, stage.height)
      fillBackground(sheet.ctx, stage)
      draw(sheet.ctx, stage, frame, 0, same)
      cached = { stage, sheet, keys: keys.slice(0, same) }
    }
    ground.cached = cached
    if (cached) {
      clear(ctx, stage)
      ctx.drawImage(cached.sheet.canvas, 0, 0)
    } else fillBackground(ctx, stage)
    const from = cached?.keys.length ?? 0
    const looks = { nodes: nodes.slice(0, count), keys }
    const length = mayCacheTop && above.last ? countCommonTop(looks, above.last) : 0
    above.last = looks
    const to = count - length
    if (to < from || !isWorthCaching(nodes.slice(to, count), frame, stage)) {
      draw(ctx, stage, frame, from, count)
      return
    }
    draw(ctx, stage, frame, from, to)
    const top = { nodes: looks.nodes.slice(to), keys: keys.slice(to) }
    if (!isTopCached(above.cached, top, stage)) {
      const sheet = above.cached?.stage === stage ? above.cached.sheet : createSheet(host, stage.width, stage.height)
      clear(sheet.ctx, stage, false)
      draw(sheet.ctx, stage, frame, to, count, false)
      above.cached = { ...top, stage, sheet }
    }
    ctx.setTransform(1, 0, 0, 1, 0, 0)
    if (above.cached) ctx.drawImage(above.cached.sheet.canvas, 0, 0)
  }
}

function countCommonStart(one: readonly string[], other: readonly string[]): number {
  let n = 0
  while (n < one.length && n < other.length && one[n] === other[n]) n++
  return n
}

/** Copying a picture costs as much as drawing a solid; with software rendering, as much as drawing many shapes. */
function isWorthCaching(nodes: readonly LayerNode[], frame: number, { host, width, height, scale }: Stage): boolean {
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

/** Cost of filling a pixel, in copied pixels; measured with Skia on the server, the same at every size. */
const FILL_COST = 0.5
/** Cost of an outline pixel in copied pixels. */
const OUTLINE_COST = 100

/**
 * Estimates how many pixels could be copied in the time of drawing a layer. `scale` is the number of device pixels per pixel of
 * its list. Infinity for all but plain shapes, texts and solids, including those in groups.
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
  return FILL_COST * filled * own ** 2 + OUTLINE_COST * (content.outlineLength?.(frame) ?? 0) * own
}

/** Whether the layer is drawn directly, without a canvas of its own. */
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
    !findShutterTimes(node, frame)
  )
}
