// Grain and patterns: one seeded tile, repeated over the area.

import { toChannels } from '@vitrine/document/color'
import { compileColor, compileNumber } from '@vitrine/document/evaluate'
import { type CanvasSurface, createSheet, type Host } from '@vitrine/document/host'
import type { TextureLayer } from '@vitrine/document/layer'
import { multiply } from '@vitrine/document/matrix'
import { place } from '@vitrine/document/stage'
import type { CompileContext, Content } from './content.ts'
import { chance } from './random.ts'

const TILE = 256

/** Compiles a texture. Its colour is read once, because the colour of grain is not animated. */
export function compileTexture(layer: TextureLayer, context: CompileContext): Content {
  const amount = compileNumber(layer.amount, 0.3, context.watch)
  const [left, top, width, height] = layer.box
    ? [0, 0, layer.box[2], layer.box[3]]
    : [0, 0, context.width, context.height]
  const color = compileColor(
    layer.color,
    layer.kind === 'film' || layer.kind === 'paper' ? '#808080' : '#000',
    context.watch,
  )
  const hasColor = layer.color !== undefined
  const every = Math.max(1, layer.every ?? 2)
  const step = (frame: number) => (layer.kind === 'film' ? Math.floor((frame - layer.in) / every) : 0)
  const scale = layer.scale ?? 1
  let cloth: { canvas: CanvasSurface; tint: string } | undefined
  return {
    isSingle: () => true,
    bounds: () => [left, top, left + width, top + height],
    key: (frame) => String(step(frame)),
    draw(target, matrix, frame, alpha) {
      const { ctx } = target
      const tint = color.at(frame)
      const [across, down] = [Math.ceil(width / scale), Math.ceil(height / scale)]
      if (cloth?.tint !== tint)
        cloth = {
          canvas: drawCloth(context.host, drawTile(context.host, layer, tint, hasColor), across + TILE, down + TILE),
          tint,
        }
      const n = step(frame)
      // The offset is whole tile pixels, so that grain stays crisp.
      const dx = n === 0 ? 0 : Math.floor(chance(layer.seed, n, 1) * TILE)
      const dy = n === 0 ? 0 : Math.floor(chance(layer.seed, n, 2) * TILE)
      place(ctx, multiply(matrix, [scale, 0, 0, scale, left, top]))
      ctx.globalAlpha = alpha * Math.min(1, Math.max(0, amount.at(frame)))
      ctx.imageSmoothingEnabled = true
      ctx.imageSmoothingQuality = 'low'
      ctx.drawImage(cloth.canvas, dx, dy, across, down, 0, 0, across, down)
      ctx.globalAlpha = 1
    },
  }
}

/** Fills an area with the tile once: copying the result is many times cheaper than filling with a pattern at each frame. */
function drawCloth(host: Host, tile: CanvasSurface, width: number, height: number): CanvasSurface {
  const { canvas, ctx } = createSheet(host, width, height)
  for (let y = 0; y < height; y += TILE) for (let x = 0; x < width; x += TILE) ctx.drawImage(tile, x, y)
  return canvas
}

/** Coverage 0 to 1 at a pixel of the tile (negative is dark, positive is light grain). */
type Grain = (x: number, y: number) => number

function createGrain(kind: TextureLayer['kind'], seed: number): Grain {
  const noise = (x: number, y: number, cell: number, salt: number) =>
    smoothNoise(seed + salt, x / cell, y / cell, TILE / cell)
  if (kind === 'film') return (x, y) => (chance(seed, x, y) + chance(seed, x, y, 7) - 1) * 0.9
  if (kind === 'paper') {
    return (x, y) =>
      (noise(x, y, 32, 1) - 0.5) * 0.5 + (noise(x, y, 8, 2) - 0.5) * 0.5 + (chance(seed, x, y) - 0.5) * 0.45
  }
  if (kind === 'linen') {
    return (x, y) => {
      const thread = (at: number, other: number) =>
        ((at & 3) < 2 ? 0.35 : -0.35) * (0.6 + 0.8 * chance(seed, at, other >> 3))
      return (thread(x, y) + thread(y, x + 999)) * 0.5
    }
  }
  if (kind === 'lines') return (x, y) => Math.max(0, 1 - Math.abs(((x + y) % 16) - 8) / 1.2)
  const cell = kind === 'halftone' ? 8 : 32
  const radius = kind === 'halftone' ? 2.6 : 3
  return (x, y) => {
    const row = Math.floor(y / cell)
    const dx = ((x + (row % 2) * (cell / 2)) % cell) - cell / 2 + 0.5
    const dy = (y % cell) - cell / 2 + 0.5
    return Math.min(1, Math.max(0, radius - Math.hypot(dx, dy) + 0.5))
  }
}

/** Value noise on a lattice that repeats after `period` cells. */
function smoothNoise(seed: number, x: number, y: number, period: number): number {
  const [ix, iy] = [Math.floor(x), Math.floor(y)]
  const ease = (t: number) => t * t * (3 - 2 * t)
  const [fx, fy] = [ease(x - ix), ease(y - iy)]
  const at = (cx: number, cy: number) => chance(seed, cx % period, cy % period, 5)
  const upper = at(ix, iy) + (at(ix + 1, iy) - at(ix, iy)) * fx
  const lower = at(ix, iy + 1) + (at(ix + 1, iy + 1) - at(ix, iy + 1)) * fx
  return upper + (lower - upper) * fy
}

/** Film and paper without a colour have black and white grain; other textures use their colour. */
function drawTile(host: Host, layer: TextureLayer, css: string, hasColor: boolean): CanvasSurface {
  const { canvas, ctx } = createSheet(host, TILE, TILE)
  const pixels = ctx.createImageData(TILE, TILE)
  const [r = 0, g = 0, b = 0, a = 1] = (css.match(/[\d.]+/g) ?? []).map(Number)
  const isGrey = !hasColor && (layer.kind === 'film' || layer.kind === 'paper' || layer.kind === 'linen')
  const own = toChannels([r / 255, g / 255, b / 255, a])
  const grain = createGrain(layer.kind, layer.seed)
  for (let y = 0; y < TILE; y++) {
    for (let x = 0; x < TILE; x++) {
      const value = grain(x, y)
      const at = (y * TILE + x) * 4
      const grey = value > 0 ? 255 : 0
      pixels.data[at] = isGrey ? grey : own[0]
      pixels.data[at + 1] = isGrey ? grey : own[1]
      pixels.data[at + 2] = isGrey ? grey : own[2]
      pixels.data[at + 3] = Math.round(Math.min(1, Math.abs(value)) * own[3] * 255)
    }
  }
  ctx.putImageData(pixels, 0, 0)
  return canvas
}
