// Position and visibility of layers: their maps, bounds and opacity at a frame, and keys that are equal for an equal look.
import { assert } from '@vitrine/document/assert'
import type { Layer } from '@vitrine/document/layer'
import { MAX_BLUR_SAMPLES } from '@vitrine/document/layer-base'
import {
  type Bounds,
  computeMeanScale,
  grow,
  IDENTITY,
  intersect,
  inverse,
  isUpright,
  type Matrix,
  mapBounds,
  multiply,
  unite,
} from '@vitrine/document/matrix'
import type { LayerNode, VideoFrameRequest } from './content.ts'
import { evenPixels } from './effect.ts'
import type { Projection } from './space.ts'
import { computeCameraView, evenMap, isBehind, mapAfter, mapAround, projectBounds } from './view.ts'

/**
 * The map from a layer to its list, including its parents' movement; for a layer in perspective, the best affine map around its
 * centre.
 */
export function computeLayerMatrix(node: LayerNode, frame: number): Matrix {
  const seen = computeCameraView(node, frame)
  if (!seen) return computePlaneMatrix(node, frame)
  const even = evenMap(seen.map)
  if (even) return even
  const [left, top, right, bottom] = findLayerBox(node, frame)
  return mapAround(seen.map, (left + right) / 2, (top + bottom) / 2)
}

function computePlaneMatrix(node: LayerNode, frame: number, depth = 0): Matrix {
  assert(depth < 64, `layer ${node.layer.id} follows itself`)
  const own = node.transform.matrix(frame)
  return node.parent ? multiply(computePlaneMatrix(node.parent, frame, depth + 1), own) : own
}

/** The projection of a layer that no affine map represents; undefined for all others. */
export function findPerspective(node: LayerNode, frame: number): Projection | undefined {
  const seen = computeCameraView(node, frame)
  return seen && !evenMap(seen.map) ? seen.map : undefined
}

/** The position of a layer, including one inside groups. */
export interface LayerPlace {
  /** From the layer's own pixels to the canvas. */
  matrix: Matrix
  /** Maps the target pixels of the layer's own transform, including its parents' movement, to the canvas. */
  around: Matrix
  /** Bounds of its drawing in its own pixels, before effects; undefined when it may be anywhere. */
  box: Bounds | undefined
  /** Bounds of everything that it covers with its effects, on and beyond the canvas; undefined when it may be anywhere. */
  reach: Bounds | undefined
  /** 0 to 1, including that of surrounding groups. */
  opacity: number
  /** The frame in the time of its list. */
  frame: number
}

/** Finds a layer among nodes and nested ones. `outer` maps their list to the canvas. */
export function findLayerPlace(
  nodes: readonly LayerNode[],
  layerId: string,
  frame: number,
  outer: { matrix: Matrix; opacity: number },
): LayerPlace | undefined {
  for (const node of nodes) {
    const matrix = multiply(outer.matrix, computeLayerMatrix(node, frame))
    const opacity = outer.opacity * computeOpacity(node, frame)
    if (node.layer.id === layerId) {
      const around = node.parent ? multiply(outer.matrix, computeLayerMatrix(node.parent, frame)) : outer.matrix
      const reach = computeLayerBounds(node, frame)
      const box = findDragBox(node, frame)
      return { matrix, around, box, reach: reach && mapBounds(outer.matrix, reach), opacity, frame }
    }
    const inside = node.content.inside?.(frame)
    const found = inside && findLayerPlace(inside.nodes, layerId, inside.frame, { matrix, opacity })
    if (found) return found
  }
  return undefined
}

/** A drawn layer with its position. */
export interface PlacedLayer extends Pick<LayerPlace, 'matrix' | 'opacity'> {
  layer: Layer
  /** Whether it draws into an area of the canvas, ignoring effects and corners that its frame cuts off. */
  entersArea(area: Bounds): boolean
  /** The innermost surrounding group with masks or mattes: between two different ones, one hides the other. */
  scene: string
}

interface Outer {
  matrix: Matrix
  opacity: number
  scene: string
  clip(): Bounds | undefined
}

function once<Result>(compute: () => Result): () => Result {
  let known: { result: Result } | undefined
  return () => {
    known ??= { result: compute() }
    return known.result
  }
}

/**
 * All drawn layers of a frame except groups themselves, bottom first. `nodes` begin at the bottom; `outer` maps their list to
 * the canvas.
 */
export function listLayerPlaces(nodes: readonly LayerNode[], frame: number, outer: Outer): PlacedLayer[] {
  return nodes.flatMap((node): PlacedLayer[] => {
    const opacity = outer.opacity * computeOpacity(node, frame)
    if (opacity <= 0) return []
    const matrix = multiply(outer.matrix, computeLayerMatrix(node, frame))
    const reach = once(() => {
      const bounds = computeLayerBounds(node, frame)
      const around = bounds && mapBounds(outer.matrix, bounds)
      const clip = around && outer.clip()
      return clip ? intersect(around, clip) : around
    })
    // Only groups are compiled for this: most positions are requested without their reach.
    const inside = node.layer.type === 'group' ? node.content.inside?.(frame) : undefined
    const entersArea = (area: Bounds) => {
      const around = reach()
      const back = around && intersect(around, area) ? inverse(matrix) : undefined
      return back !== undefined && (node.content.entersArea?.(mapBounds(back, area), frame) ?? true)
    }
    if (!inside) return [{ layer: node.layer, matrix, opacity, scene: outer.scene, entersArea }]
    const isScene = node.masks !== undefined || node.matte !== undefined
    const clip = isScene || node.content.box ? reach : outer.clip
    const scene = isScene ? node.layer.id : outer.scene
    return listLayerPlaces(inside.nodes.toReversed(), inside.frame, { matrix, opacity, scene, clip })
  })
}

/** The box of a text, which can be dragged: its ink may extend beyond the box or leave most of it empty. */
function findDragBox({ layer, content }: LayerNode, frame: number): Bounds | undefined {
  return layer.type === 'text' ? [0, 0, layer.box[2], layer.box[3]] : (content.box ?? content.bounds(frame))
}

/** The opacity of a layer at a frame (0 to 1); 0 when it is off. */
export function computeOpacity(node: LayerNode, frame: number): number {
  const { layer, clock } = node
  const time = clock ? clock(frame) : frame
  if (layer.visible === false || time < layer.in || time >= layer.out) return 0
  const seen = computeCameraView(node, frame)
  if (seen && isBehind(seen.map, findLayerBox(node, frame))) return 0
  return node.transform.opacity(frame)
}

/** Bounds of everything that the layer covers, in its list's pixels; undefined when it may be the whole canvas. */
export function computeLayerBounds(node: LayerNode, frame: number): Bounds | undefined {
  const around = computeShutterBounds(node, frame, IDENTITY)
  if (!around || !node.effects) return around && grow(around, 1)
  return grow(
    around,
    1 + node.effects.margin(frame, { canvas: 1, list: IDENTITY, layer: computeLayerMatrix(node, frame) }),
  )
}

/** Bounds of the layer without its effects for the whole time that the shutter is open, in the target pixels of `base`. */
export function computeShutterBounds(node: LayerNode, frame: number, base: Matrix): Bounds | undefined {
  let all: Bounds | undefined
  for (const time of findShutterTimes(node, frame) ?? [frame]) {
    const own = computeMaskedBounds(node, time)
    const map = findPerspective(node, time)
    const one =
      own &&
      (map ? projectBounds(mapAfter(base, map), own) : mapBounds(multiply(base, computeLayerMatrix(node, time)), own))
    if (!one) return undefined
    all = unite(all, one)
  }
  return all
}

/** Bounds of a layer inside its masks, in its own pixels; undefined when they may be anywhere. */
function computeMaskedBounds({ content, masks }: LayerNode, frame: number): Bounds | undefined {
  const [own, masked] = [content.bounds(frame), masks?.bounds(frame)]
  return own && masked ? (intersect(own, masked) ?? [own[0], own[1], own[0], own[1]]) : (masked ?? own)
}

/** The box of a layer, in its own pixels, which its drawing need not fill. */
export function findLayerBox({ content, around }: LayerNode, frame: number): Bounds {
  return content.box ?? content.bounds(frame) ?? around
}

/** When the shutter opens, is half open and closes; undefined for a layer that does not change in between. */
export function findShutterTimes(node: LayerNode, frame: number): readonly [number, number, number] | undefined {
  const shutter = computeShutter(node, frame)
  if (!shutter) return undefined
  const keys = shutter.map((time) => computeLookKey(node, time))
  return keys.every((key) => key === keys[0]) ? undefined : shutter
}

/** A cache key: equal keys mean equal pictures of the layer at one time of the shutter. */
export function computeLookKey(node: LayerNode, frame: number): string {
  return `${placeKey(node, frame)}@${isRasterisedEachTime(node) ? contentKey(node, frame) : ''}`
}

/** Shapes and texts animate while the shutter is open; other layers show one picture. */
export function isRasterisedEachTime({ layer }: LayerNode): boolean {
  return layer.type === 'shape' || layer.type === 'text'
}

function placeKey(node: LayerNode, frame: number): string {
  return (computeCameraView(node, frame)?.map ?? computeLayerMatrix(node, frame)).join(',')
}

/** Equal keys mean that the layer's own picture (before position and opacity) is equal. */
export function contentKey(node: LayerNode, frame: number): string {
  if (node.watch.length === 0 && !node.content.key) return ''
  const moving = node.watch.map((compiled) => compiled.key(frame)).join('|')
  return `${moving}#${node.content.key?.(frame) ?? ''}`
}

/** Equal keys mean that the layer looks equal on the picture. */
export function nodeKey(node: LayerNode, frame: number): string {
  const opacity = computeOpacity(node, frame)
  if (opacity <= 0) return '-'
  const matte = node.matte ? nodeKey(node.matte.node, frame) : ''
  const blur = findShutterTimes(node, frame)?.map((time) => computeLookKey(node, time)) ?? ''
  return `${opacity}@${placeKey(node, frame)}@${contentKey(node, frame)}@${matte}@${blur}`
}

/** Whether an effect changes the layer, or one inside it, at a frame. */
export function filtersAt(node: LayerNode, frame: number): boolean {
  if (computeOpacity(node, frame) <= 0) return false
  return node.effects?.at(frame, evenPixels(1)) !== undefined || (node.content.filters?.(frame) ?? false)
}

/** Length of the outlines that the layer draws at a frame, in its list's pixels. */
export function computeOutlineLength(node: LayerNode, frame: number): number {
  if (computeOpacity(node, frame) <= 0 || !node.content.outlineLength) return 0
  return node.content.outlineLength(frame) * computeMeanScale(computeLayerMatrix(node, frame))
}

/** The videos that the layer shows at a frame. */
export function listVideoRequests(node: LayerNode, frame: number): readonly VideoFrameRequest[] {
  if (computeOpacity(node, frame) <= 0 || !node.content.videos) return []
  const videos = node.content.videos(frame)
  if (videos.every(({ place }) => place === undefined)) return videos
  const matrix = computeLayerMatrix(node, frame)
  return videos.map((video) => (video.place ? { ...video, place: multiply(matrix, video.place) } : video))
}

/**
 * The only video of a layer visible in an area of its list's pixels, when it is opaque, upright and unaltered; undefined
 * otherwise.
 */
export function findCoveringVideo(node: LayerNode, frame: number, area: Bounds): VideoFrameRequest | undefined {
  const { content, blend, masks, matte, effects } = node
  if (!content.coveringVideo || blend !== 'source-over' || masks || matte || computeOpacity(node, frame) < 1)
    return undefined
  const matrix = computeLayerMatrix(node, frame)
  const back = inverse(matrix)
  if (
    !back ||
    !isUpright(matrix) ||
    findPerspective(node, frame) ||
    findShutterTimes(node, frame) ||
    effects?.at(frame, evenPixels(1)) !== undefined
  )
    return undefined
  const video = content.coveringVideo(frame, mapBounds(back, area))
  return video?.place && { ...video, place: multiply(matrix, video.place) }
}

// Motion blur: averages a layer's look while the shutter is open.

/** Distance between two samples in device pixels when After Effects adapts their number. */
const SAMPLE_STEP = 2

/** When the shutter opens and closes for a frame, and the time between; undefined for a layer without motion blur. */
function computeShutter({ layer }: LayerNode, frame: number): readonly [number, number, number] | undefined {
  const { motionBlur } = layer
  if (!motionBlur || motionBlur.angle <= 0) return undefined
  const [open, length] = [frame + motionBlur.phase / 360, motionBlur.angle / 360]
  return [open, open + length / 2, open + length]
}

/**
 * The times of the averaged pictures, evenly from opening to closing. Layers that are rasterised at each time use the comp's
 * number of samples; planar pictures and precomps use more for a longer `way` in device pixels.
 */
export function sampleTimes(
  { layer, space }: LayerNode,
  [from = 0, , to = 0]: readonly number[],
  way: number,
): number[] {
  const isFixed = layer.type === 'shape' || layer.type === 'text' || space !== undefined
  const requestedCount = Math.max(layer.motionBlur?.samples ?? 2, isFixed ? 0 : Math.ceil(way / SAMPLE_STEP))
  const count = Math.min(MAX_BLUR_SAMPLES, Math.max(2, requestedCount))
  return Array.from({ length: count }, (_, n) => from + ((to - from) * (n + 0.5)) / count)
}
