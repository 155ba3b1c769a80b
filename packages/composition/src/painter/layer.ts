// Compiles the layers of a list and puts each onto the picture: place, opacity, masks, matte, effects and blending.
import { assert } from '../assert.ts'
import { canvasMode } from '../document/blend-mode.ts'
import type { Layer } from '../document/layer.ts'
import type { Watch } from '../evaluate/evaluate.ts'
import { compileTransform } from '../evaluate/transform.ts'
import { type Bounds, grow, inverse, isUpright, type Matrix, mapBounds, multiply, scaleOf } from '../matrix.ts'
import { isSame } from '../same.ts'
import { compileAlphaVideo } from './alpha-video.ts'
import type { CompileContext, Content, LayerNode, VideoFrameRequest } from './content.ts'
import { compileEffects, drawFiltered, type EffectStep, effectKey, effectReach } from './effect.ts'
import { compileGroup, compileSolid } from './group.ts'
import type { Sheet } from './host.ts'
import { compileLight } from './light.ts'
import { compileMasks } from './mask.ts'
import { compileParticles } from './particles.ts'
import { compileImage, compileMedia } from './picture.ts'
import { changePixels, lumaToAlpha } from './pixels.ts'
import { compileShape } from './shape.ts'
import type { EffectSpace } from './spatial-effect.ts'
import { type DrawContext, place, type Region, regionOf, type Stage, shifted } from './stage.ts'
import { compileText } from './text.ts'
import { compileTexture } from './texture.ts'
import { remapContent, remapEffects, remapMasks, remapTransform, remapWatch } from './time-remap.ts'

/** In the place of a blend mode: the layer changes what lies below it, so it can neither be gathered nor drawn alone. */
const ADJUSTS = 'adjusts'

/** Compiles a list of layers, top first. Sound, hidden layers and mattes are not drawn and not in the result. */
export function compileLayers(layers: readonly Layer[], context: Omit<CompileContext, 'watch'>): LayerNode[] {
  return drawnOf(compileNodes(layers, context))
}

/** Layers that were compiled, by their ids; hidden ones and mattes too. */
export type LayerNodes = ReadonlyMap<string, LayerNode>

/** Compiles a list of layers. Those that are equal in `known`, compiled in the same surroundings, are taken from there. */
export function compileNodes(
  layers: readonly Layer[],
  context: Omit<CompileContext, 'watch'>,
  known: LayerNodes = new Map(),
): LayerNodes {
  const byId = new Map(layers.map((layer) => [layer.id, layer]))
  // What a matte shows is part of the finished picture that a layer keeps.
  const isKnown = (layer: Layer | undefined): boolean =>
    layer !== undefined &&
    isSame(known.get(layer.id)?.layer, layer) &&
    (layer.matte === undefined || isKnown(byId.get(layer.matte.layer)))
  const nodes = new Map<string, LayerNode>()
  for (const layer of layers) {
    if (layer.type === 'audio') continue
    const same = isKnown(layer) ? known.get(layer.id) : undefined
    nodes.set(layer.id, same ?? compileLayer(layer, context))
  }
  for (const node of nodes.values()) {
    if (node.layer.parent !== undefined) node.parent = nodes.get(node.layer.parent)
    const { matte } = node.layer
    const source = matte && nodes.get(matte.layer)
    if (matte && source)
      node.matte = { node: source, inverted: matte.mode.endsWith('inverted'), luma: matte.mode.startsWith('luma') }
  }
  return nodes
}

/** The layers that are drawn by themselves: not hidden, and no mattes of others. */
export function drawnOf(nodes: LayerNodes): LayerNode[] {
  const mattes = new Set([...nodes.values()].map(({ matte }) => matte?.node))
  return [...nodes.values()].filter((node) => node.layer.visible !== false && !mattes.has(node))
}

function compileLayer(layer: Layer, shared: Omit<CompileContext, 'watch'>): LayerNode {
  const [look, shown]: [Watch, Watch] = [[], []]
  const clock = layer.paced ? shared.pace : undefined
  const runsOn = layer.paced === 'place'
  const box = 'box' in layer && layer.type !== 'particles' ? layer.box : undefined
  const rest = box
    ? { anchor: [box[2] / 2, box[3] / 2] as const, corner: [box[0], box[1]] as const }
    : { anchor: [0, 0] as const }
  const content = compileContent(layer, { ...shared, watch: shown })
  const transform = compileTransform(layer.ks, { ...rest, orient: layer.autoOrient ?? false })
  const masks = compileMasks(layer.mask, shared.host, look)
  const effects = compileEffects(layer.effects, look)
  return {
    layer,
    blend: layer.type === 'adjustment' ? ADJUSTS : canvasMode(layer.bm),
    content: clock && !runsOn ? remapContent(content, clock) : content,
    transform: clock ? remapTransform(transform, clock) : transform,
    masks: clock && masks ? remapMasks(masks, clock) : masks,
    effects: clock && effects ? remapEffects(effects, clock) : effects,
    watch: clock ? [...remapWatch(look, clock), ...(runsOn ? shown : remapWatch(shown, clock))] : [...look, ...shown],
    clock,
    around: [0, 0, shared.width, shared.height],
    parent: undefined,
    matte: undefined,
    kept: undefined,
    lastKey: '',
  }
}

function compileContent(layer: Layer, context: CompileContext): Content {
  switch (layer.type) {
    case 'solid':
      return compileSolid(layer, context)
    case 'adjustment':
      return compileSolid({ ...layer, type: 'solid', color: '#ffffff' }, context)
    case 'shape':
      return compileShape(layer.shapes, context)
    case 'text':
      return compileText(layer, context)
    case 'image':
      return compileImage(layer, context)
    case 'media':
      return compileMedia(layer, context)
    case 'plate':
      return compileAlphaVideo(layer, context)
    case 'group':
      return compileGroup(layer, context, compileLayers, {
        draw: drawNode,
        bounds: boundsOf,
        key: nodeKey,
        videos: videosOf,
        bareVideo: bareVideoOf,
        filters: filtersAt,
        outlineLength: outlineLengthOf,
      })
    case 'particles':
      return compileParticles(layer, context)
    case 'texture':
      return compileTexture(layer, context)
    case 'light':
      return compileLight(layer, context)
    case 'audio':
      throw new Error(`Sound has no picture: ${layer.id}`)
  }
}

/** The map from a layer to the list it stands in, its parents' movement included. */
export function matrixOf(node: LayerNode, frame: number, depth = 0): Matrix {
  assert(depth < 64, `layer ${node.layer.id} follows itself`)
  const own = node.transform.matrix(frame)
  return node.parent ? multiply(matrixOf(node.parent, frame, depth + 1), own) : own
}

/** Where a layer stands, also one inside groups. */
export interface LayerPlace {
  /** From the layer's own pixels to the canvas. */
  matrix: Matrix
  /** From the pixels that the layer's own transform leads to, its parents' movement included, to the canvas. */
  around: Matrix
  /** Of what it draws, in its own pixels, before effects; undefined when that may be anywhere. */
  box: Bounds | undefined
  /** Around everything that it covers with its effects, on the canvas and beyond; undefined when that may be anywhere. */
  reach: Bounds | undefined
  /** 0 to 1, that of the groups around it included. */
  opacity: number
  /** The frame in the time of the list that it stands in. */
  frame: number
}

/** Finds a layer among nodes and what is inside them. `outer` maps their list to the canvas. */
export function findLayerPlace(
  nodes: readonly LayerNode[],
  layerId: string,
  frame: number,
  outer: { matrix: Matrix; opacity: number },
): LayerPlace | undefined {
  for (const node of nodes) {
    const matrix = multiply(outer.matrix, matrixOf(node, frame))
    const opacity = outer.opacity * opacityOf(node, frame)
    if (node.layer.id === layerId) {
      const around = node.parent ? multiply(outer.matrix, matrixOf(node.parent, frame)) : outer.matrix
      const reach = boundsOf(node, frame)
      const box = ownBox(node, frame)
      return { matrix, around, box, reach: reach && mapBounds(outer.matrix, reach), opacity, frame }
    }
    const inside = node.content.inside?.(frame)
    const found = inside && findLayerPlace(inside.nodes, layerId, inside.frame, { matrix, opacity })
    if (found) return found
  }
  return undefined
}

/** Ink may extend beyond the box of a text, and a text may leave most of it empty: the box is what can be dragged. */
function ownBox({ layer, content }: LayerNode, frame: number): Bounds | undefined {
  return layer.type === 'text' ? [0, 0, layer.box[2], layer.box[3]] : content.bounds(frame)
}

/** Whether the layer is on at a frame, and how strongly (0 to 1). */
export function opacityOf(node: LayerNode, frame: number): number {
  const { layer, clock } = node
  const time = clock ? clock(frame) : frame
  if (layer.visible === false || time < layer.in || time >= layer.out) return 0
  return node.transform.opacity(frame)
}

/** Around everything the layer covers, in its list's pixels; undefined when that may be the whole canvas. */
export function boundsOf(node: LayerNode, frame: number): Bounds | undefined {
  const own = node.content.bounds(frame)
  if (!own) return undefined
  return grow(mapBounds(matrixOf(node, frame), own), 1 + (node.effects?.margin(frame) ?? 0))
}

/** Equal texts mean that the layer's own picture (before place and opacity) is equal. */
export function contentKey(node: LayerNode, frame: number): string {
  if (node.watch.length === 0 && !node.content.key) return ''
  const moving = node.watch.map((compiled) => compiled.key(frame)).join('|')
  return `${moving}#${node.content.key?.(frame) ?? ''}`
}

/** Equal texts mean that the layer looks the same on the picture. */
export function nodeKey(node: LayerNode, frame: number): string {
  const opacity = opacityOf(node, frame)
  if (opacity <= 0) return '-'
  const matte = node.matte ? nodeKey(node.matte.node, frame) : ''
  return `${opacity}@${matrixOf(node, frame).join(',')}@${contentKey(node, frame)}@${matte}`
}

/** Whether an effect changes the layer, or one inside it, at a frame. */
export function filtersAt(node: LayerNode, frame: number): boolean {
  if (opacityOf(node, frame) <= 0) return false
  return node.effects?.at(frame, 1) !== undefined || (node.content.filters?.(frame) ?? false)
}

/** How long the outlines are that the layer draws at a frame, in its list's pixels. */
export function outlineLengthOf(node: LayerNode, frame: number): number {
  if (opacityOf(node, frame) <= 0 || !node.content.outlineLength) return 0
  return node.content.outlineLength(frame) * scaleOf(matrixOf(node, frame))
}

/** Videos that the layer shows at a frame. */
export function videosOf(node: LayerNode, frame: number): readonly VideoFrameRequest[] {
  if (opacityOf(node, frame) <= 0 || !node.content.videos) return []
  const videos = node.content.videos(frame)
  if (videos.every(({ place }) => place === undefined)) return videos
  const matrix = matrixOf(node, frame)
  return videos.map((video) => (video.place ? { ...video, place: multiply(matrix, video.place) } : video))
}

/** The video that is all a layer shows of an area of its list's pixels: opaque, upright and as it is. Undefined otherwise. */
export function bareVideoOf(node: LayerNode, frame: number, area: Bounds): VideoFrameRequest | undefined {
  const { content, blend, masks, matte, effects } = node
  if (!content.bareVideo || blend !== 'source-over' || masks || matte || opacityOf(node, frame) < 1) return undefined
  const matrix = matrixOf(node, frame)
  const back = inverse(matrix)
  if (!back || !isUpright(matrix) || effects?.at(frame, 1) !== undefined) return undefined
  const video = content.bareVideo(frame, mapBounds(back, area))
  return video?.place && { ...video, place: multiply(matrix, video.place) }
}

/** Draws a layer onto the picture. `base` maps its list to the device. */
export function drawNode(target: DrawContext, node: LayerNode, base: Matrix, frame: number, alpha: number): void {
  const opacity = alpha * opacityOf(node, frame)
  if (opacity <= 0) return
  const matrix = multiply(base, matrixOf(node, frame))
  const effects = node.effects?.at(frame, target.stage.scale)
  if (node.blend === ADJUSTS) {
    if (effects) drawAdjusted(target, node, base, matrix, frame, opacity, effects)
    return
  }
  const clip = node.masks?.clipAt(frame)
  const isPlain = node.blend === 'source-over' && opacity >= 1
  const isDirect =
    !effects &&
    !node.matte &&
    (!node.masks || clip) &&
    !node.content.isolates &&
    (isPlain || node.content.isSingle(frame))
  if (!isDirect) {
    drawApart(target, node, base, matrix, frame, opacity, effects)
    return
  }
  const { ctx } = target
  if (clip) {
    ctx.save()
    place(ctx, matrix)
    ctx.clip(clip.path, clip.rule)
  }
  ctx.globalCompositeOperation = node.blend
  node.content.draw(target, matrix, frame, opacity)
  ctx.globalCompositeOperation = 'source-over'
  ctx.globalAlpha = 1
  if (clip) ctx.restore()
}

/** Shows what lies below through the effects of an adjustment layer, as far as the layer covers it. */
function drawAdjusted(
  target: DrawContext,
  node: LayerNode,
  base: Matrix,
  matrix: Matrix,
  frame: number,
  opacity: number,
  effects: EffectStep[],
): void {
  const { ctx, stage } = target
  const region: Region = [0, 0, stage.width, stage.height]
  const below = stage.acquire(region)
  below.ctx.drawImage(ctx.canvas, 0, 0)
  const changed = stage.acquire(region)
  drawFiltered(changed.ctx, stage, below, effects, { region, shift: [0, 0], ...effectSpace(node, base, matrix, frame) })
  stage.release(below)
  const cover = drawContent(stage, node, base, matrix, frame, region)
  keepWhere(changed, cover, 'destination-in', region)
  ctx.setTransform(1, 0, 0, 1, 0, 0)
  ctx.globalAlpha = opacity
  ctx.globalCompositeOperation = canvasMode(node.layer.bm)
  if (!target.opaque && ctx.globalCompositeOperation === 'source-over') {
    // Where there may be nothing below, the changed picture takes the place of the other instead of lying over it.
    ctx.globalCompositeOperation = 'destination-out'
    ctx.drawImage(cover.canvas, 0, 0)
    ctx.globalCompositeOperation = 'lighter'
  }
  ctx.drawImage(changed.canvas, 0, 0)
  ctx.globalCompositeOperation = 'source-over'
  ctx.globalAlpha = 1
  stage.release(cover)
  stage.release(changed)
}

/**
 * Where the points of a layer's effects lie: in its own pixels, but those of shapes and texts in the pixels of their list, as
 * After Effects has it for everything that it draws anew at each size.
 */
function effectSpace(node: LayerNode, base: Matrix, matrix: Matrix, frame: number): EffectSpace {
  const { type } = node.layer
  if (type === 'shape' || type === 'text') return { matrix: base, box: node.around }
  return { matrix, box: node.content.bounds(frame) ?? node.around }
}

/** Draws the layer on a canvas of its own first, then that canvas onto the picture. */
function drawApart(
  target: DrawContext,
  node: LayerNode,
  base: Matrix,
  matrix: Matrix,
  frame: number,
  opacity: number,
  effects: EffectStep[] | undefined,
): void {
  const { ctx, stage } = target
  const bounds = node.content.bounds(frame)
  const margin = (node.effects?.margin(frame) ?? 0) * stage.scale + 1
  const around: Bounds = bounds ? grow(mapBounds(matrix, bounds), margin) : [0, 0, stage.width, stage.height]
  const region = regionOf(around, stage)
  if (!region) return
  const matteKey = node.matte ? nodeKey(node.matte.node, frame) : ''
  const key = `${matrix.join(',')}@${contentKey(node, frame)}@${effects ? effectKey(effects) : ''}@${matteKey}@${region.join()}`
  let finished = node.kept
  if (!finished || finished.key !== key || finished.stage !== stage) {
    if (finished) finished.stage.release(finished.sheet)
    const sheet = finish(target, node, base, matrix, frame, effects, region, around)
    finished = { key, sheet, stage, region }
    node.kept = undefined
  }
  ctx.setTransform(1, 0, 0, 1, 0, 0)
  ctx.globalAlpha = opacity
  ctx.globalCompositeOperation = node.blend
  const [x, y, width, height] = region
  ctx.drawImage(finished.sheet.canvas, x, y, width, height, x, y, width, height)
  ctx.globalCompositeOperation = 'source-over'
  ctx.globalAlpha = 1
  // What looked the same twice is likely to stay: it keeps its canvas instead of being drawn again.
  if (node.lastKey === key) node.kept = finished
  else stage.release(finished.sheet)
  node.lastKey = key
}

function finish(
  target: DrawContext,
  node: LayerNode,
  base: Matrix,
  matrix: Matrix,
  frame: number,
  effects: EffectStep[] | undefined,
  region: Region,
  around: Bounds,
): Sheet {
  const { stage } = target
  if (!effects) return drawContent(stage, node, base, matrix, frame, region)
  // A blur takes in what lies outside the picture, so the layer is drawn with room around it.
  const pad = Math.ceil(effectReach(effects, stage) / 64) * 64
  const { stage: wide, room } = stage.padded(pad)
  const shift = (m: Matrix) => shifted(m, room, room)
  const inner = regionOf(
    [around[0] + room - pad, around[1] + room - pad, around[2] + room + pad, around[3] + room + pad],
    wide,
  )
  const sheet = stage.acquire(region)
  if (!inner) return sheet
  const drawn = drawContent(wide, node, shift(base), shift(matrix), frame, inner)
  const space = effectSpace(node, shift(base), shift(matrix), frame)
  drawFiltered(sheet.ctx, wide, drawn, effects, { region: inner, shift: [-room, -room], ...space })
  wide.release(drawn)
  return sheet
}

/** Draws the content and lets masks and matte take away from it. */
function drawContent(
  stage: Stage,
  node: LayerNode,
  base: Matrix,
  matrix: Matrix,
  frame: number,
  region: Region,
): Sheet {
  const sheet = stage.acquire(region)
  const inner: DrawContext = { ctx: sheet.ctx, stage }
  node.content.draw(inner, matrix, frame, 1)
  if (node.masks) {
    const mask = stage.acquire(region)
    node.masks.drawMatte({ ctx: mask.ctx, stage }, matrix, frame, region)
    keepWhere(sheet, mask, 'destination-in', region)
    stage.release(mask)
  }
  if (node.matte) {
    const matte = stage.acquire(region)
    drawNode({ ctx: matte.ctx, stage }, node.matte.node, base, frame, 1)
    if (node.matte.luma) changePixels(matte, region, lumaToAlpha)
    keepWhere(sheet, matte, node.matte.inverted ? 'destination-out' : 'destination-in', region)
    stage.release(matte)
  }
  return sheet
}

function keepWhere(sheet: Sheet, other: Sheet, operation: string, [x, y, width, height]: Region): void {
  const { ctx } = sheet
  ctx.setTransform(1, 0, 0, 1, 0, 0)
  ctx.globalAlpha = 1
  ctx.globalCompositeOperation = operation
  ctx.drawImage(other.canvas, x, y, width, height, x, y, width, height)
  ctx.globalCompositeOperation = 'source-over'
}
