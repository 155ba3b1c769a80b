// Where layers stand and how they are seen: their maps, bounds and opacity at a frame, and keys that are equal for an equal look.
import { assert } from '@vitrine/document/assert'
import type { Layer } from '@vitrine/document/layer'
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
import { computeShutter } from './motion.ts'
import type { Projection } from './space.ts'
import { computeCameraView, evenMap, isBehind, mapAfter, mapAround, projectBounds } from './view.ts'

/**
 * The map from a layer to the list it stands in, its parents' movement included; for one that is seen in perspective the nearest
 * map around its middle.
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

/** How a layer is seen that no map of the plane shows; undefined for all others. */
export function findPerspective(node: LayerNode, frame: number): Projection | undefined {
  const seen = computeCameraView(node, frame)
  return seen && !evenMap(seen.map) ? seen.map : undefined
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
    const matrix = multiply(outer.matrix, computeLayerMatrix(node, frame))
    const opacity = outer.opacity * computeOpacity(node, frame)
    if (node.layer.id === layerId) {
      const around = node.parent ? multiply(outer.matrix, computeLayerMatrix(node.parent, frame)) : outer.matrix
      const reach = computeLayerBounds(node, frame)
      const box = ownBox(node, frame)
      return { matrix, around, box, reach: reach && mapBounds(outer.matrix, reach), opacity, frame }
    }
    const inside = node.content.inside?.(frame)
    const found = inside && findLayerPlace(inside.nodes, layerId, inside.frame, { matrix, opacity })
    if (found) return found
  }
  return undefined
}

/** A layer that draws, where it stands. */
export interface PlacedLayer extends Pick<LayerPlace, 'matrix' | 'opacity'> {
  layer: Layer
  /** Whether it draws into an area of the canvas; effects, and corners that its frame cuts off, are not looked at. */
  comesInto(area: Bounds): boolean
  /** The innermost group around it that is masked: where two of them meet, one hides the other. */
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

/** All that is drawn at a frame but groups themselves, bottom first. `nodes` begin at the bottom; `outer` maps their list to the canvas. */
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
    // Only groups are compiled for this: most places are asked for without their reach.
    const inside = node.layer.type === 'group' ? node.content.inside?.(frame) : undefined
    const comesInto = (area: Bounds) => {
      const around = reach()
      const back = around && intersect(around, area) ? inverse(matrix) : undefined
      return back !== undefined && (node.content.comesInto?.(mapBounds(back, area), frame) ?? true)
    }
    if (!inside) return [{ layer: node.layer, matrix, opacity, scene: outer.scene, comesInto }]
    const isScene = node.masks !== undefined || node.matte !== undefined
    const clip = isScene || node.content.box ? reach : outer.clip
    const scene = isScene ? node.layer.id : outer.scene
    return listLayerPlaces(inside.nodes.toReversed(), inside.frame, { matrix, opacity, scene, clip })
  })
}

/** Ink may extend beyond the box of a text, and a text may leave most of it empty: the box is what can be dragged. */
function ownBox({ layer, content }: LayerNode, frame: number): Bounds | undefined {
  return layer.type === 'text' ? [0, 0, layer.box[2], layer.box[3]] : (content.box ?? content.bounds(frame))
}

/** Whether the layer is on at a frame, and how strongly (0 to 1). */
export function computeOpacity(node: LayerNode, frame: number): number {
  const { layer, clock } = node
  const time = clock ? clock(frame) : frame
  if (layer.visible === false || time < layer.in || time >= layer.out) return 0
  const seen = computeCameraView(node, frame)
  if (seen && isBehind(seen.map, findLayerBox(node, frame))) return 0
  return node.transform.opacity(frame)
}

/** Around everything the layer covers, in its list's pixels; undefined when that may be the whole canvas. */
export function computeLayerBounds(node: LayerNode, frame: number): Bounds | undefined {
  const around = computeShutterBounds(node, frame, IDENTITY)
  if (!around || !node.effects) return around && grow(around, 1)
  return grow(
    around,
    1 + node.effects.margin(frame, { canvas: 1, list: IDENTITY, layer: computeLayerMatrix(node, frame) }),
  )
}

/** Around the layer without its effects wherever it is while the shutter is open, in the pixels that `base` leads to. */
export function computeShutterBounds(node: LayerNode, frame: number, base: Matrix): Bounds | undefined {
  let all: Bounds | undefined
  for (const time of findShutterMoments(node, frame) ?? [frame]) {
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

/** Around what the masks leave of a layer, in its own pixels; undefined when that may be anywhere. */
function computeMaskedBounds({ content, masks }: LayerNode, frame: number): Bounds | undefined {
  const [own, masked] = [content.bounds(frame), masks?.bounds(frame)]
  return own && masked ? (intersect(own, masked) ?? [own[0], own[1], own[0], own[1]]) : (masked ?? own)
}

/** The box of a layer, in its own pixels: what it draws may be less. */
export function findLayerBox({ content, around }: LayerNode, frame: number): Bounds {
  return content.box ?? content.bounds(frame) ?? around
}

/** When the shutter opens, is half way and closes; undefined for a layer that looks the same all the while. */
export function findShutterMoments(node: LayerNode, frame: number): readonly [number, number, number] | undefined {
  const shutter = computeShutter(node, frame)
  if (!shutter) return undefined
  const keys = shutter.map((time) => lookKey(node, time))
  return keys.every((key) => key === keys[0]) ? undefined : shutter
}

/** Equal texts mean that a picture of the layer at one moment of the shutter is equal. */
export function lookKey(node: LayerNode, frame: number): string {
  return `${placeKey(node, frame)}@${isDrawnAnew(node) ? contentKey(node, frame) : ''}`
}

/** Shapes and texts move in themselves while the shutter is open; what others show is one picture. */
export function isDrawnAnew({ layer }: LayerNode): boolean {
  return layer.type === 'shape' || layer.type === 'text'
}

function placeKey(node: LayerNode, frame: number): string {
  return (computeCameraView(node, frame)?.map ?? computeLayerMatrix(node, frame)).join(',')
}

/** Equal texts mean that the layer's own picture (before place and opacity) is equal. */
export function contentKey(node: LayerNode, frame: number): string {
  if (node.watch.length === 0 && !node.content.key) return ''
  const moving = node.watch.map((compiled) => compiled.key(frame)).join('|')
  return `${moving}#${node.content.key?.(frame) ?? ''}`
}

/** Equal texts mean that the layer looks the same on the picture. */
export function nodeKey(node: LayerNode, frame: number): string {
  const opacity = computeOpacity(node, frame)
  if (opacity <= 0) return '-'
  const matte = node.matte ? nodeKey(node.matte.node, frame) : ''
  const blur = findShutterMoments(node, frame)?.map((time) => lookKey(node, time)) ?? ''
  return `${opacity}@${placeKey(node, frame)}@${contentKey(node, frame)}@${matte}@${blur}`
}

/** Whether an effect changes the layer, or one inside it, at a frame. */
export function filtersAt(node: LayerNode, frame: number): boolean {
  if (computeOpacity(node, frame) <= 0) return false
  return node.effects?.at(frame, evenPixels(1)) !== undefined || (node.content.filters?.(frame) ?? false)
}

/** How long the outlines are that the layer draws at a frame, in its list's pixels. */
export function computeOutlineLength(node: LayerNode, frame: number): number {
  if (computeOpacity(node, frame) <= 0 || !node.content.outlineLength) return 0
  return node.content.outlineLength(frame) * computeMeanScale(computeLayerMatrix(node, frame))
}

/** Videos that the layer shows at a frame. */
export function listVideoRequests(node: LayerNode, frame: number): readonly VideoFrameRequest[] {
  if (computeOpacity(node, frame) <= 0 || !node.content.videos) return []
  const videos = node.content.videos(frame)
  if (videos.every(({ place }) => place === undefined)) return videos
  const matrix = computeLayerMatrix(node, frame)
  return videos.map((video) => (video.place ? { ...video, place: multiply(matrix, video.place) } : video))
}

/** The video that is all a layer shows of an area of its list's pixels: opaque, upright and as it is. Undefined otherwise. */
export function findBareVideo(node: LayerNode, frame: number, area: Bounds): VideoFrameRequest | undefined {
  const { content, blend, masks, matte, effects } = node
  if (!content.bareVideo || blend !== 'source-over' || masks || matte || computeOpacity(node, frame) < 1)
    return undefined
  const matrix = computeLayerMatrix(node, frame)
  const back = inverse(matrix)
  if (
    !back ||
    !isUpright(matrix) ||
    findPerspective(node, frame) ||
    findShutterMoments(node, frame) ||
    effects?.at(frame, evenPixels(1)) !== undefined
  )
    return undefined
  const video = content.bareVideo(frame, mapBounds(back, area))
  return video?.place && { ...video, place: multiply(matrix, video.place) }
}
