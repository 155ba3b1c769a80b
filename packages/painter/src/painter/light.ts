// Lights: soft gradients that glow, leak, rotate and darken. They are so soft that they can be drawn small and enlarged.

import { type Compiled, compileColor, compileNumber, compileVector } from '@vitrine/document/evaluate'
import { type Context, createSheet, type Host, type Sheet } from '@vitrine/document/host'
import type { LightLayer } from '@vitrine/document/layer'
import { type Bounds, type Matrix, multiply } from '@vitrine/document/matrix'
import { place } from '@vitrine/document/stage'
import type { CompileContext, Content } from './content.ts'
import { transparent } from './particles.ts'
import { chance } from './random.ts'

interface Lamp {
  layer: LightLayer
  host: Host
  colors: readonly Compiled<string>[]
  centre: Compiled<readonly number[]>
  radius: Compiled<number>
  width: number
  height: number
  seed: number
  /** For lights that are drawn small. */
  small: Sheet | undefined
}

/** Compiles a light layer. */
export function compileLight(layer: LightLayer, context: CompileContext): Content {
  const { watch } = context
  const [width, height] = layer.box ? [layer.box[2], layer.box[3]] : [context.width, context.height]
  const amount = compileNumber(layer.amount, 0.6, watch)
  const lamp: Lamp = {
    layer,
    host: context.host,
    colors: layer.colors.map((color) => compileColor(color, '#fff', watch)),
    centre: compileVector(layer.center, [width / 2, height / 2], watch),
    radius: compileNumber(layer.radius, Math.hypot(width, height) / 2, watch),
    width,
    height,
    seed: layer.seed ?? 1,
    small: undefined,
  }
  const moves = layer.kind === 'leak' || layer.kind === 'rays' || layer.kind === 'bokeh' || layer.kind === 'sweep'
  return {
    isSingle: () => layer.kind !== 'bokeh',
    bounds: (frame) => (layer.kind === 'glow' ? computeGlowBounds(lamp, frame) : [0, 0, width, height]),
    key: (frame) => (moves ? String(frame) : ''),
    draw(target, matrix, frame, alpha) {
      const strength = alpha * Math.min(1, Math.max(0, amount.at(frame)))
      if (strength <= 0) return
      target.ctx.globalAlpha = strength
      PAINTERS[layer.kind](target.ctx, lamp, matrix, frame, (frame - layer.in) / context.fps)
      target.ctx.globalAlpha = 1
    },
  }
}

type LampPainter = (ctx: Context, lamp: Lamp, matrix: Matrix, frame: number, seconds: number) => void

const PAINTERS: Record<LightLayer['kind'], LampPainter> = {
  glow: drawGlow,
  leak: drawLeaks,
  vignette: drawVignette,
  rays: drawRays,
  bokeh: drawBokeh,
  sweep: drawSweep,
}

function colorAt(lamp: Lamp, n: number, frame: number): string {
  return lamp.colors[n % lamp.colors.length]?.at(frame) ?? 'rgb(255,255,255)'
}

/** Stops of a soft round light: bell-shaped, because a cone would show a point at the centre. */
const BELL: readonly [number, number][] = [
  [0, 1],
  [0.2, 0.85],
  [0.45, 0.45],
  [0.7, 0.14],
  [1, 0],
]

function drawGlow(ctx: Context, lamp: Lamp, matrix: Matrix, frame: number): void {
  const [x = 0, y = 0] = lamp.centre.at(frame)
  const radius = Math.max(1, lamp.radius.at(frame))
  const gradient = ctx.createRadialGradient(x, y, 0, x, y, radius)
  const css = colorAt(lamp, 0, frame)
  for (const [offset, strength] of BELL) gradient.addColorStop(offset, transparent(css, strength))
  place(ctx, matrix)
  ctx.fillStyle = gradient
  const [left, top, right, bottom] = computeGlowBounds(lamp, frame)
  ctx.fillRect(left, top, right - left, bottom - top)
}

/** The square around a glow, clipped to the layer's box. */
function computeGlowBounds(lamp: Lamp, frame: number): Bounds {
  const [x = 0, y = 0] = lamp.centre.at(frame)
  const radius = Math.max(1, lamp.radius.at(frame))
  const [left, top] = [Math.max(0, x - radius), Math.max(0, y - radius)]
  return [left, top, Math.max(left, Math.min(lamp.width, x + radius)), Math.max(top, Math.min(lamp.height, y + radius))]
}

function drawVignette(ctx: Context, lamp: Lamp, matrix: Matrix, frame: number): void {
  const [x = 0, y = 0] = lamp.centre.at(frame)
  const radius = Math.max(1, lamp.radius.at(frame))
  const css = colorAt(lamp, 0, frame)
  // The unit circle is stretched to the area, so that dark edges follow its shape.
  const stretch = lamp.height / lamp.width
  const gradient = ctx.createRadialGradient(
    x,
    y / stretch,
    0,
    x,
    y / stretch,
    ((radius * lamp.width) / Math.hypot(lamp.width, lamp.height)) * Math.SQRT2,
  )
  for (const [offset, strength] of [
    [0, 0],
    [0.45, 0],
    [0.7, 0.28],
    [0.88, 0.68],
    [1, 1],
  ] as const) {
    gradient.addColorStop(offset, transparent(css, strength))
  }
  place(ctx, multiply(matrix, [1, 0, 0, stretch, 0, 0]))
  ctx.fillStyle = gradient
  ctx.fillRect(0, 0, lamp.width, lamp.height / stretch)
}

/** Leaks are so soft that they are drawn reduced by this factor and enlarged. */
const LEAK_SHRINK = 8

function drawLeaks(ctx: Context, lamp: Lamp, matrix: Matrix, frame: number, seconds: number): void {
  const [width, height] = [Math.ceil(lamp.width / LEAK_SHRINK), Math.ceil(lamp.height / LEAK_SHRINK)]
  lamp.small ??= createSheet(lamp.host, width, height)
  const { small } = lamp
  small.ctx.setTransform(1, 0, 0, 1, 0, 0)
  small.ctx.clearRect(0, 0, width, height)
  drawLeaksIn(small.ctx, lamp, [1 / LEAK_SHRINK, 0, 0, 1 / LEAK_SHRINK, 0, 0], frame, seconds)
  place(ctx, multiply(matrix, [LEAK_SHRINK, 0, 0, LEAK_SHRINK, 0, 0]))
  ctx.imageSmoothingEnabled = true
  ctx.imageSmoothingQuality = 'low'
  ctx.drawImage(
    small.canvas,
    0,
    0,
    lamp.width / LEAK_SHRINK,
    lamp.height / LEAK_SHRINK,
    0,
    0,
    lamp.width / LEAK_SHRINK,
    lamp.height / LEAK_SHRINK,
  )
}

function drawLeaksIn(ctx: Context, lamp: Lamp, matrix: Matrix, frame: number, seconds: number): void {
  const count = lamp.layer.count ?? 3
  const turn = (2 * Math.PI) / (lamp.layer.seconds ?? 8)
  for (let n = 0; n < count; n++) {
    const phase = chance(lamp.seed, n, 1) * 2 * Math.PI
    const side = n % 2 === 0 ? 0 : lamp.width
    const x = side + Math.sin(seconds * turn + phase) * lamp.width * 0.18
    const y =
      lamp.height * (0.15 + 0.7 * chance(lamp.seed, n, 2)) + Math.cos(seconds * turn * 0.7 + phase) * lamp.height * 0.2
    const radius = Math.hypot(lamp.width, lamp.height) * (0.28 + 0.2 * chance(lamp.seed, n, 3))
    const breath = 0.65 + 0.35 * Math.sin(seconds * turn * 1.3 + phase * 2)
    const gradient = ctx.createRadialGradient(0, 0, 0, 0, 0, radius)
    const css = colorAt(lamp, n, frame)
    for (const [offset, strength] of BELL) gradient.addColorStop(offset, transparent(css, strength * breath))
    ctx.fillStyle = gradient
    place(ctx, multiply(matrix, [0.8, 0, 0, 1.5, x, y]))
    ctx.fillRect(-x / 0.8, -y / 1.5, lamp.width / 0.8, lamp.height / 1.5)
  }
}

function drawRays(ctx: Context, lamp: Lamp, matrix: Matrix, frame: number, seconds: number): void {
  const [x = 0, y = 0] = lamp.centre.at(frame)
  const radius = Math.max(1, lamp.radius.at(frame))
  const count = lamp.layer.count ?? 12
  const start = lamp.layer.seconds ? (seconds / lamp.layer.seconds) * 2 * Math.PI : 0
  const path = lamp.host.createPath()
  for (let n = 0; n < count; n++) {
    const angle = start + (n * 2 * Math.PI) / count
    const half = Math.PI / count / 2
    path.moveTo(x, y)
    path.lineTo(x + Math.cos(angle - half) * radius * 1.2, y + Math.sin(angle - half) * radius * 1.2)
    path.lineTo(x + Math.cos(angle + half) * radius * 1.2, y + Math.sin(angle + half) * radius * 1.2)
    path.closePath()
  }
  const gradient = ctx.createRadialGradient(x, y, 0, x, y, radius)
  const css = colorAt(lamp, 0, frame)
  gradient.addColorStop(0, transparent(css, 1))
  gradient.addColorStop(1, transparent(css, 0))
  place(ctx, matrix)
  ctx.fillStyle = gradient
  ctx.fill(path)
}

function drawBokeh(ctx: Context, lamp: Lamp, matrix: Matrix, frame: number, seconds: number): void {
  const count = lamp.layer.count ?? 24
  const pace = 1 / (lamp.layer.seconds ?? 12)
  const base =
    lamp.radius.still && lamp.layer.radius === undefined
      ? Math.min(lamp.width, lamp.height) * 0.07
      : lamp.radius.at(frame)
  place(ctx, matrix)
  for (let n = 0; n < count; n++) {
    const radius = base * (0.4 + 1.2 * chance(lamp.seed, n, 1))
    const travel = (chance(lamp.seed, n, 2) + seconds * pace * (0.4 + chance(lamp.seed, n, 3))) % 1
    const x = chance(lamp.seed, n, 4) * lamp.width + Math.sin(seconds * 0.5 + n) * radius * 0.6
    const y = lamp.height + radius - travel * (lamp.height + 2 * radius)
    const strength = (0.25 + 0.6 * chance(lamp.seed, n, 5)) * Math.sin(Math.PI * travel)
    const css = colorAt(lamp, n, frame)
    const gradient = ctx.createRadialGradient(x, y, 0, x, y, radius)
    for (const [offset, share] of [
      [0, 0.55],
      [0.75, 0.65],
      [0.92, 0.9],
      [1, 0],
    ] as const)
      gradient.addColorStop(offset, transparent(css, share * strength))
    ctx.fillStyle = gradient
    ctx.fillRect(x - radius, y - radius, radius * 2, radius * 2)
  }
}

/** A slanted band of light that crosses the area once per `seconds`, like a reflection on foil. */
function drawSweep(ctx: Context, lamp: Lamp, matrix: Matrix, frame: number, seconds: number): void {
  const period = lamp.layer.seconds ?? 3
  const share = (seconds / period) % 1
  const band = lamp.layer.radius === undefined ? lamp.width * 0.18 : lamp.radius.at(frame)
  const slant = lamp.height * 0.5
  const x = -band - slant + share * (lamp.width + 2 * band + 2 * slant)
  const gradient = ctx.createLinearGradient(x - band, -band * 0.35, x + band, band * 0.35)
  const css = colorAt(lamp, 0, frame)
  for (const [offset, strength] of [
    [0, 0],
    [0.35, 0.25],
    [0.5, 1],
    [0.65, 0.25],
    [1, 0],
  ] as const)
    gradient.addColorStop(offset, transparent(css, strength))
  place(ctx, matrix)
  ctx.fillStyle = gradient
  ctx.fillRect(0, 0, lamp.width, lamp.height)
}
