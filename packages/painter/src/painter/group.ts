// Solids (one paint over an area) and groups (layers inside a layer).

import { compileNumber } from '@vitrine/document/evaluate'
import type { GroupLayer, Layer, SolidLayer } from '@vitrine/document/layer'
import { type Bounds, contains, intersect, type Matrix, unite } from '@vitrine/document/matrix'
import { type DrawContext, place } from '@vitrine/document/stage'
import { snap } from '@vitrine/document/time-remap'
import type { CompileContext, Content, LayerNode, VideoFrameRequest } from './content.ts'
import { compilePaint } from './paint.ts'
import { orderFromBack } from './view.ts'

/** Compiles a solid: its box, or the whole composition. */
export function compileSolid(layer: SolidLayer, context: CompileContext): Content {
  const [width, height] = layer.box ? [layer.box[2], layer.box[3]] : [context.width, context.height]
  const paint = compilePaint(layer.color, '#000', [width, height], context.watch)
  return {
    isSingle: () => true,
    bounds: () => [0, 0, width, height],
    draw(target, matrix, frame, alpha) {
      place(target.ctx, matrix)
      target.ctx.globalAlpha = alpha
      target.ctx.fillStyle = paint.style(target.ctx, frame)
      target.ctx.fillRect(0, 0, width, height)
      target.ctx.globalAlpha = 1
    },
  }
}

const EMPTY_BOUNDS: Bounds = [0, 0, 0, 0]

/** How a group draws its children; injected, because children may be groups themselves. */
interface Compositor {
  draw(target: DrawContext, node: LayerNode, base: Matrix, frame: number, alpha: number): void
  bounds(node: LayerNode, frame: number): Bounds | undefined
  key(node: LayerNode, frame: number): string
  videos(node: LayerNode, frame: number): readonly VideoFrameRequest[]
  coveringVideo(node: LayerNode, frame: number, area: Bounds): VideoFrameRequest | undefined
  filters(node: LayerNode, frame: number): boolean
  outlineLength(node: LayerNode, frame: number): number
}

type CompileLayers = (layers: readonly Layer[], context: Omit<CompileContext, 'watch'>) => LayerNode[]

/** Compiles a group of layers. */
export function compileGroup(
  layer: GroupLayer,
  context: CompileContext,
  compileLayers: CompileLayers,
  compositor: Compositor,
): Content {
  const size = layer.box?.slice(2) ?? layer.size
  const [width = context.width, height = context.height] = size ?? []
  const { watch: _own, ...shared } = context
  const nodes = compileLayers(layer.layers, { ...shared, width, height })
  const toGroupTime = compileGroupTime(layer, context)
  const clip = size ? context.host.createPath() : undefined
  clip?.rect(0, 0, width, height)
  const box: Bounds | undefined = clip && [0, 0, width, height]
  const isDeep = nodes.some(({ space, camera }) => space && !camera)
  const shown = (time: number) => nodes.filter((node) => compositor.key(node, time) !== '-')
  /** Bounds of all layers at a time of the group; undefined when they may be anywhere. */
  const boundsAt = (time: number): Bounds | undefined => {
    let all: Bounds | undefined
    for (const node of shown(time)) {
      const one = compositor.bounds(node, time)
      if (!one) return undefined
      all = unite(all, one)
    }
    return all ?? EMPTY_BOUNDS
  }
  return {
    ...(box && { box }),
    isolates: nodes.some(({ blend }) => blend !== 'source-over'),
    isSingle: (frame) => {
      const time = toGroupTime(frame)
      const [only, ...others] = shown(time)
      return only === undefined || (others.length === 0 && only.blend === 'source-over' && only.content.isSingle(time))
    },
    inside: (frame) => ({ nodes, frame: toGroupTime(frame) }),
    key(frame) {
      const time = toGroupTime(frame)
      return nodes.map((node) => compositor.key(node, time)).join('/')
    },
    filters(frame) {
      const time = toGroupTime(frame)
      return nodes.some((node) => compositor.filters(node, time))
    },
    videos(frame) {
      const time = toGroupTime(frame)
      return nodes.flatMap((node) => compositor.videos(node, time))
    },
    coveringVideo(frame, area) {
      const time = toGroupTime(frame)
      const [only, ...others] = shown(time)
      if (!only || others.length > 0 || (clip && !contains([0, 0, width, height], area))) return undefined
      return compositor.coveringVideo(only, time, area)
    },
    outlineLength(frame) {
      const time = toGroupTime(frame)
      return nodes.reduce((sum, node) => sum + compositor.outlineLength(node, time), 0)
    },
    bounds(frame) {
      const all = boundsAt(toGroupTime(frame))
      return all && box ? (intersect(all, box) ?? EMPTY_BOUNDS) : (all ?? box)
    },
    draw(target, matrix, frame, alpha) {
      const { ctx } = target
      const time = toGroupTime(frame)
      // Clipping along rotated edges costs more than drawing what it would cut off.
      const inside = box && boundsAt(time)
      const clipPath = clip && !(inside && contains(box, inside)) ? clip : undefined
      if (clipPath) {
        ctx.save()
        place(ctx, matrix)
        ctx.clip(clipPath)
      }
      const fromBack = isDeep ? orderFromBack(shown(time), time, isDrawn) : nodes.toReversed()
      for (const node of fromBack) compositor.draw(target, node, matrix, time, alpha)
      if (clipPath) ctx.restore()
    },
  }
}

/** Nulls draw nothing, so nothing is in front of or behind them. */
function isDrawn({ layer }: LayerNode): boolean {
  return layer.type !== 'group' || layer.layers.length > 0
}

/** Maps the time of the list that contains a group to the group's own time, both in frames. */
function compileGroupTime(layer: GroupLayer, context: CompileContext): (frame: number) => number {
  const { step } = layer
  const time = compileRunningTime(layer, context)
  return step === undefined ? time : (frame) => snap(Math.floor(snap(time(frame) / step)) * step)
}

function compileRunningTime(layer: GroupLayer, { fps }: CompileContext): (frame: number) => number {
  const [start, stretch] = [layer.st ?? 0, layer.sr ?? 1]
  if (layer.tm === undefined)
    return stretch === 1 ? (frame) => frame - start : (frame) => snap((frame - start) / stretch)
  // Not watched: the children's state at that time determines whether the picture changed.
  const seconds = compileNumber(layer.tm, 0)
  // Not clamped at the end: after its last frame a precomp is empty. After Effects itself puts the last Time Remap keyframe one
  // frame behind it.
  return (frame) => Math.max(0, snap(seconds.at(frame) * fps))
}
