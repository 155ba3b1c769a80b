// Draws each layer onto the picture: position, perspective, motion blur, opacity, masks, matte, effects and blending.

import { canvasMode } from '@vitrine/document/color'
import type { EffectSpace, EffectStep } from '@vitrine/document/definition'
import type { Sheet } from '@vitrine/document/host'
import { type Bounds, grow, intersect, type Matrix, mapBounds, multiply } from '@vitrine/document/matrix'
import { addPixels, changePixels, lumaToAlpha, writeMean } from '@vitrine/document/pixels'
import { type DrawContext, place, type Region, type Stage, toRegion, translatePixels } from '@vitrine/document/stage'
import type { LayerNode } from './content.ts'
import { drawFiltered, effectKey, effectReach, evenPixels } from './effect.ts'
import {
  computeLayerBounds,
  computeLayerMatrix,
  computeLookKey,
  computeOpacity,
  computeShutterBounds,
  contentKey,
  findLayerBox,
  findPerspective,
  findShutterTimes,
  isRasterisedEachTime,
  nodeKey,
  sampleTimes,
} from './layer-place.ts'
import type { Projection } from './space.ts'
import { computeCameraView, drawWarped, invertProjection, mapAfter, mapAround, mapBefore, seenFrom } from './view.ts'

/** A layer that is being drawn. */
interface Shot {
  readonly node: LayerNode
  readonly frame: number
  /** Maps the layer's list to the device. */
  readonly base: Matrix
  /** Maps the layer to the device. */
  readonly matrix: Matrix
  readonly opacity: number
  readonly effects: EffectStep[] | undefined
  /** Maps the layer to the device, for a layer in perspective. */
  readonly map: Projection | undefined
  /** When the shutter opens, is half open and closes, for a layer with visible motion blur. */
  readonly moments: readonly [number, number, number] | undefined
}

/** Draws a layer onto the picture. `base` maps its list to the device. */
export function drawNode(target: DrawContext, node: LayerNode, base: Matrix, frame: number, alpha: number): void {
  const opacity = alpha * computeOpacity(node, frame)
  if (opacity <= 0) return
  const matrix = multiply(base, computeLayerMatrix(node, frame))
  const map = findPerspective(node, frame)
  const shot: Shot = {
    ...{ node, frame, base, matrix, opacity },
    effects: node.effects?.at(frame, { canvas: target.stage.scale, list: base, layer: matrix }),
    map: map && mapAfter(base, map),
    moments: findShutterTimes(node, frame),
  }
  const { effects } = shot
  if (node.layer.type === 'adjustment') {
    if (effects) drawAdjusted(target, shot, effects)
    return
  }
  const clip = node.masks?.clipAt(frame)
  const isPlain = node.blend === 'source-over' && opacity >= 1
  const isDirect =
    !effects &&
    !node.matte &&
    !map &&
    !shot.moments &&
    (!node.masks || (clip && isOnePicture(node, frame))) &&
    !node.content.isolates &&
    (isPlain || node.content.isSingle(frame))
  if (!isDirect) {
    drawApart(target, shot)
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

/** Clipping each layer of a group along a soft edge costs more than clipping the rendered group once. */
function isOnePicture({ layer, content }: LayerNode, frame: number): boolean {
  return layer.type !== 'group' || content.isSingle(frame)
}

/** Draws the content below through the effects of an adjustment layer, inside its silhouette. */
function drawAdjusted(target: DrawContext, shot: Shot, effects: EffectStep[]): void {
  const { ctx, stage } = target
  const region: Region = [0, 0, stage.width, stage.height]
  const below = stage.acquire(region)
  below.ctx.drawImage(ctx.canvas, 0, 0)
  const changed = stage.acquire(region)
  drawFiltered(changed.ctx, stage, below, effects, { region, shift: [0, 0], ...effectSpace(shot) })
  stage.release(below)
  const cover = drawContent(stage, shot, region)
  keepWhere(changed, cover, 'destination-in', region, shot.opacity)
  ctx.setTransform(1, 0, 0, 1, 0, 0)
  ctx.globalCompositeOperation = canvasMode(shot.node.layer.bm)
  if (!target.opaque && ctx.globalCompositeOperation === 'source-over') {
    // Where the content below may be transparent, the changed picture replaces it instead of being drawn over it.
    ctx.globalAlpha = shot.opacity
    ctx.globalCompositeOperation = 'destination-out'
    ctx.drawImage(cover.canvas, 0, 0)
    ctx.globalAlpha = 1
    ctx.globalCompositeOperation = 'lighter'
  }
  ctx.drawImage(changed.canvas, 0, 0)
  ctx.globalCompositeOperation = 'source-over'
  stage.release(cover)
  stage.release(changed)
}

/**
 * The coordinates of effect points: the layer's own pixels, or for shapes and texts the pixels of their list, as in After
 * Effects for everything that it rasterises at each size.
 */
function effectSpace({ node, base, matrix, frame }: Shot): EffectSpace {
  if (isRasterisedEachTime(node)) return { matrix: base, box: node.around }
  return { matrix, box: findLayerBox(node, frame) }
}

/** Draws the layer on a canvas of its own, then that canvas onto the picture. */
function drawApart(target: DrawContext, shot: Shot): void {
  const { ctx, stage } = target
  const { node, frame, base, matrix, effects } = shot
  const bounds = cutCover(computeShutterBounds(node, frame, base), shot)
  const margin = (node.effects?.margin(frame, { canvas: stage.scale, list: base, layer: matrix }) ?? 0) + 1
  const around: Bounds = bounds ? grow(bounds, margin) : [0, 0, stage.width, stage.height]
  const region = toRegion(around, stage)
  if (!region) return
  const matteKey = node.matte ? nodeKey(node.matte.node, frame) : ''
  const blurKey = shot.moments?.map((time) => computeLookKey(node, time)) ?? ''
  const key = `${(shot.map ?? shot.matrix).join(',')}@${contentKey(node, frame)}@${effects ? effectKey(effects) : ''}@${matteKey}@${blurKey}@${region.join()}`
  const [x, y, width, height] = region
  let finished = node.cachedPicture
  if (!finished || finished.key !== key || finished.on !== stage) {
    if (finished) finished.stage.release(finished.sheet)
    const near = createPartStage(stage, region)
    const sheet = finish(near, moveShot(shot, -x, -y), [0, 0, width, height], moveBounds(around, -x, -y))
    finished = { key, sheet, stage: near, on: stage }
    node.cachedPicture = undefined
  }
  ctx.setTransform(1, 0, 0, 1, 0, 0)
  ctx.globalAlpha = shot.opacity
  ctx.globalCompositeOperation = node.blend
  ctx.drawImage(finished.sheet.canvas, 0, 0, width, height, x, y, width, height)
  ctx.globalCompositeOperation = 'source-over'
  ctx.globalAlpha = 1
  // What looked the same twice is likely to stay: its canvas is cached.
  if (node.lastKey === key) node.cachedPicture = finished
  else finished.stage.release(finished.sheet)
  node.lastKey = key
}

/** A stage for a part of another one, because hosts copy whole canvases, however little of them is drawn. */
function createPartStage(stage: Stage, [, , width, height]: Region): Stage {
  const near = stage.other(width, height, { scale: stage.scale })
  return near.width * near.height < 0.9 * stage.width * stage.height ? near : stage
}

/** The same layer, moved by whole device pixels. */
function moveShot(shot: Shot, x: number, y: number): Shot {
  const { base, matrix, map } = shot
  return {
    ...shot,
    base: translatePixels(base, x, y),
    matrix: translatePixels(matrix, x, y),
    map: map && mapAfter([1, 0, 0, 1, x, y], map),
  }
}

function moveBounds([left, top, right, bottom]: Bounds, x: number, y: number): Bounds {
  return [left + x, top + y, right + x, bottom + y]
}

/** The part of an area that a matte leaves visible, in device pixels. */
function cutCover(own: Bounds | undefined, { node, frame, base }: Shot): Bounds | undefined {
  const { matte } = node
  const passage = matte && !matte.inverted ? computeLayerBounds(matte.node, frame) : undefined
  if (!passage) return own
  const cut = mapBounds(base, passage)
  return own ? (intersect(own, cut) ?? [own[0], own[1], own[0], own[1]]) : cut
}

function finish(stage: Stage, shot: Shot, region: Region, around: Bounds): Sheet {
  const { effects, map } = shot
  if (map) return finishInPerspective(stage, shot, map, region)
  if (!effects) return drawContent(stage, shot, region)
  // A blur includes pixels outside the picture, so the layer is drawn with a margin.
  const pad = Math.ceil(effectReach(effects, stage) / 64) * 64
  const { stage: wide, room } = stage.padded(pad)
  const inner = toRegion(
    [around[0] + room - pad, around[1] + room - pad, around[2] + room + pad, around[3] + room + pad],
    wide,
  )
  const sheet = stage.acquire(region)
  if (!inner) return sheet
  const inside = moveShot(shot, room, room)
  const drawn = drawUncut(wide, inside, inner)
  drawFiltered(sheet.ctx, wide, drawn, effects, { region: inner, shift: [-room, -room], ...effectSpace(inside) })
  wide.release(drawn)
  // As in After Effects, a matte applies to the result of the effects.
  cutByMatte(stage, shot, sheet, region)
  return sheet
}

/** Draws the layer flat with its effects, then in perspective. */
function finishInPerspective(stage: Stage, shot: Shot, map: Projection, region: Region): Sheet {
  const { node, frame, base } = shot
  const sheet = stage.acquire(region)
  const own = flatArea(node, frame, map, region)
  if (own) {
    const scale = flatScale(map, own, stage)
    const [left, top] = own
    const [width, height] = [Math.ceil((own[2] - left) * scale), Math.ceil((own[3] - top) * scale)]
    const flat = stage.other(width, height, { scale, isRead: true })
    const matrix: Matrix = [scale, 0, 0, scale, -left * scale, -top * scale]
    const all: Region = [0, 0, width, height]
    const still = { ...node, matte: undefined }
    const effects = node.effects?.at(frame, evenPixels(scale))
    const picture = finish(
      flat,
      { ...shot, node: still, base: matrix, matrix, effects, map: undefined, moments: undefined },
      all,
      all,
    )
    const back: Matrix = [1 / scale, 0, 0, 1 / scale, left, top]
    const maps = listShutterTimes(shot, stage.scale).map((time) => {
      const seen = time === frame ? map : mapAfter(base, (computeCameraView(node, time) ?? { map }).map)
      return mapBefore(seen, back)
    })
    drawWarped(sheet, { from: picture, size: [width, height], maps, region })
    flat.release(picture)
  }
  cutByMatte(stage, shot, sheet, region)
  return sheet
}

/** The part of the layer's own pixels that is visible in a region, with a margin for its effects. */
function flatArea(node: LayerNode, frame: number, map: Projection, [x, y, width, height]: Region): Bounds | undefined {
  const own = node.content.bounds(frame) ?? node.around
  const whole = grow(own, 1 + (node.effects?.margin(frame, evenPixels(1)) ?? 0))
  const back = invertProjection(map)
  const corners = back && seenFrom(back, [x - 2, y - 2, x + width + 2, y + height + 2])
  return corners && !node.effects ? intersect(whole, grow(corners, 2)) : whole
}

/** Limits of a flat picture: its area relative to the stage, and its side length. */
const MAX_FLAT_AREA = 2
const MAX_FLAT_SIDE = 4096

/** The pixel density at which the nearest part of the layer is visible, within limits. */
function flatScale(map: Projection, [left, top, right, bottom]: Bounds, stage: Stage): number {
  const corners = [
    [left, top],
    [right, top],
    [left, bottom],
    [right, bottom],
    [(left + right) / 2, (top + bottom) / 2],
  ] as const
  const nearest = Math.max(...corners.map(([x, y]) => computeMaxScale(mapAround(map, x, y))))
  const [width, height] = [right - left, bottom - top]
  const fitting = Math.sqrt((MAX_FLAT_AREA * stage.width * stage.height) / (width * height))
  return Math.max(1e-4, Math.min(nearest, fitting, MAX_FLAT_SIDE / width, MAX_FLAT_SIDE / height))
}

/** The larger scale of the map's two axes. */
function computeMaxScale([a, b, c, d]: Matrix): number {
  return Math.max(Math.hypot(a, b), Math.hypot(c, d))
}

/** The times of all pictures that are averaged for a frame. */
function listShutterTimes({ node, moments, frame }: Shot, scale: number): readonly number[] {
  if (!moments) return [frame]
  const [left, top, right, bottom] = findLayerBox(node, frame)
  const corners = [
    [left, top],
    [right, top],
    [left, bottom],
    [right, bottom],
  ] as const
  const places = moments.map((time) => {
    const matrix = computeLayerMatrix(node, time)
    return corners.map(([x, y]) => [
      matrix[0] * x + matrix[2] * y + matrix[4],
      matrix[1] * x + matrix[3] * y + matrix[5],
    ])
  })
  const way = (from: number, to: number) =>
    Math.max(
      ...corners.map((_, n) => {
        const [one = [], other = []] = [places[from]?.[n], places[to]?.[n]]
        return Math.hypot((other[0] ?? 0) - (one[0] ?? 0), (other[1] ?? 0) - (one[1] ?? 0))
      }),
    )
  return sampleTimes(node, moments, (way(0, 1) + way(1, 2)) * scale)
}

/** Draws the content and applies masks and matte. */
function drawContent(stage: Stage, shot: Shot, region: Region): Sheet {
  const sheet = drawUncut(stage, shot, region)
  cutByMatte(stage, shot, sheet, region)
  return sheet
}

/** Draws the content with its masks, before its matte. */
function drawUncut(stage: Stage, shot: Shot, region: Region): Sheet {
  return shot.moments ? drawMoving(stage, shot, region) : drawMasked(stage, shot, region)
}

/** Averages the content at all times while the shutter is open. */
function drawMoving(stage: Stage, shot: Shot, region: Region): Sheet {
  const { node, base, frame } = shot
  const [x, y, width, height] = region
  const near = stage.other(width, height, { scale: stage.scale, isRead: true })
  const sums = new Float32Array(width * height * 4)
  const times = listShutterTimes(shot, stage.scale)
  const origin = translatePixels(base, -x, -y)
  for (const time of times) {
    // Position and content at this time; rasterised layers change their content too.
    const shown = isRasterisedEachTime(node) ? time : frame
    const own = node.content.bounds(shown)
    const matrix = multiply(origin, computeLayerMatrix(node, time))
    const around = own ? grow(mapBounds(matrix, own), 1) : [0, 0, width, height]
    const area = toRegion(
      [around[0] ?? 0, around[1] ?? 0, Math.min(width, around[2] ?? 0), Math.min(height, around[3] ?? 0)],
      near,
    )
    if (!area) continue
    const one = drawMasked(near, { ...shot, matrix, frame: shown }, area)
    addPixels(sums, width, one.ctx.getImageData(...area).data, area)
    near.release(one)
  }
  const mean = stage.acquire(region)
  writeMean(mean, sums, times.length, region)
  return mean
}

function drawMasked(stage: Stage, { node, matrix, frame }: Shot, region: Region): Sheet {
  const sheet = stage.acquire(region)
  drawWithin(sheet, stage, region, () => node.content.draw({ ctx: sheet.ctx, stage }, matrix, frame, 1))
  const gap = node.masks?.gapAt(frame)
  if (gap) {
    // Erasing the outside needs no picture of the mask.
    const { ctx } = sheet
    place(ctx, matrix)
    ctx.globalCompositeOperation = 'destination-out'
    ctx.fillStyle = '#000'
    ctx.fill(gap.path, gap.rule)
    ctx.globalCompositeOperation = 'source-over'
  } else if (node.masks) {
    const mask = stage.acquire(region)
    node.masks.drawMatte({ ctx: mask.ctx, stage }, matrix, frame, region)
    keepWhere(sheet, mask, 'destination-in', region)
    stage.release(mask)
  }
  return sheet
}

function cutByMatte(stage: Stage, { node, base, frame }: Shot, sheet: Sheet, region: Region): void {
  if (!node.matte) return
  const matte = stage.acquire(region)
  const { node: source, inverted, opacity } = node.matte
  drawWithin(matte, stage, region, () => drawNode({ ctx: matte.ctx, stage }, source, base, frame, 1))
  if (opacity === undefined) changePixels(matte, region, lumaToAlpha)
  keepWhere(sheet, matte, inverted ? 'destination-out' : 'destination-in', region, opacity)
  stage.release(matte)
}

/** Limits drawing to a region; content outside is skipped early. */
function drawWithin({ ctx }: Sheet, stage: Stage, [x, y, width, height]: Region, draw: () => void): void {
  if (x === 0 && y === 0 && width === stage.width && height === stage.height) {
    draw()
    return
  }
  const path = stage.host.createPath()
  path.rect(x, y, width, height)
  ctx.save()
  ctx.setTransform(1, 0, 0, 1, 0, 0)
  ctx.clip(path)
  draw()
  ctx.restore()
}

function keepWhere(sheet: Sheet, other: Sheet, operation: string, [x, y, width, height]: Region, alpha = 1): void {
  const { ctx } = sheet
  ctx.setTransform(1, 0, 0, 1, 0, 0)
  ctx.globalAlpha = alpha
  ctx.globalCompositeOperation = operation
  ctx.drawImage(other.canvas, x, y, width, height, x, y, width, height)
  ctx.globalCompositeOperation = 'source-over'
  ctx.globalAlpha = 1
}
