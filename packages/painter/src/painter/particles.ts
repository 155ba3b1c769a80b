// Particle layers: the position, rotation and fade of every particle are computed from the seed and the frame alone, so that
// any frame can be drawn without the previous ones.

import { compileColor } from '@vitrine/document/evaluate'
import { type CanvasSurface, createSheet, type Host, type Path } from '@vitrine/document/host'
import type { ParticlesLayer, Range, Sprite } from '@vitrine/document/layer'
import { computeMeanScale, type Matrix, multiply } from '@vitrine/document/matrix'
import { type DrawContext, place } from '@vitrine/document/stage'
import type { CompileContext, Content } from './content.ts'
import { star, traceContour } from './contour.ts'
import { between, chance } from './random.ts'
import { parsePathData } from './svg-path.ts'

/** Side of the picture that glows are drawn from. */
const GLOW_SIZE = 64

/** One particle at one time. */
interface Moment {
  x: number
  y: number
  size: number
  turn: number
  flip: number
  opacity: number
  sprite: Sprite
  color: number
}

/** Compiles a particle layer. */
export function compileParticles(layer: ParticlesLayer, context: CompileContext): Content {
  const colors = layer.colors.map((color) => compileColor(color, '#fff', context.watch))
  const sprites: readonly Sprite[] = typeof layer.sprite === 'string' ? [layer.sprite] : layer.sprite
  const paths = new Map<Sprite, Path>(sprites.map((sprite) => [sprite, spritePath(context.host, sprite)]))
  const glows = new Map<string, CanvasSurface>()
  return {
    isSingle: () => false,
    bounds: () => undefined,
    key: (frame) => String(frame),
    draw(target, matrix, frame, alpha) {
      const seconds = (frame - layer.in) / context.fps
      const scale = computeMeanScale(matrix)
      for (let n = 0; n < layer.count; n++) {
        const moment = computeMoment(layer, sprites, colors.length, n, seconds)
        if (!moment || moment.opacity <= 0 || moment.size * scale < 0.1) continue
        const color = colors[moment.color]?.at(frame) ?? '#fff'
        target.ctx.globalAlpha = alpha * moment.opacity
        if (moment.sprite === 'soft' && moment.size * scale > GLOW_SIZE / 2) drawSoft(target, matrix, moment, color)
        else if (isGlow(moment.sprite))
          drawGlow(target, getGlow(glows, context.host, color, moment.sprite), matrix, moment)
        else drawOutline(target, paths.get(moment.sprite) as Path, matrix, moment, color)
      }
      target.ctx.globalAlpha = 1
    },
  }
}

function computeMoment(
  layer: ParticlesLayer,
  sprites: readonly Sprite[],
  colorCount: number,
  n: number,
  seconds: number,
): Moment | undefined {
  const life = between(layer.life, chance(layer.seed, n, 1))
  const isBurst = layer.mode === 'burst'
  // A particle of a stream is emitted again after each life; lives are staggered so that some are always under way.
  const clock = isBurst
    ? seconds - chance(layer.seed, n, 2) * (layer.over ?? 0)
    : seconds + chance(layer.seed, n, 2) * life
  const round = isBurst ? 0 : Math.floor(clock / life)
  const age = clock - round * life
  if (age < 0 || age >= life) return undefined
  const draw = (what: number) => chance(layer.seed, n, 10 + what, round)
  const pick = (range: Range | undefined, fallback: Range, what: number) => between(range ?? fallback, draw(what))

  const heading = (((layer.direction ?? 90) + (draw(0) - 0.5) * (layer.spread ?? 0)) * Math.PI) / 180
  const speed = pick(layer.speed, [0, 0], 1)
  const reach = computeTravel(layer.drag ?? 0, age)
  const fall = (layer.gravity ?? 0) * computeFall(layer.drag ?? 0, age)
  const [left, top, width, height] = layer.box
  let x = left + draw(2) * width + Math.cos(heading) * speed * reach + (layer.drift ?? 0) * age
  const y = top + draw(3) * height + Math.sin(heading) * speed * reach + fall
  if (layer.sway) x += layer.sway.amount * Math.sin(2 * Math.PI * (age / layer.sway.seconds + draw(4)))

  const share = age / life
  const grown = layer.grow ? between(layer.grow, share) : 1
  return {
    x,
    y,
    size: (pick(layer.size, [1, 1], 5) / 2) * grown,
    turn: ((draw(6) * 360 * (layer.spin || layer.flutter ? 1 : 0) + pick(layer.spin, [0, 0], 7) * age) * Math.PI) / 180,
    flip: layer.flutter ? Math.cos(age * (2 + draw(8) * 4) + draw(9) * 6.283) : 1,
    opacity: pick(layer.opacity, [1, 1], 10) * fadeAt(layer.fade, share) * twinkleAt(layer.twinkle, seconds, draw(11)),
    sprite: sprites[Math.floor(draw(12) * sprites.length)] ?? 'circle',
    color: Math.floor(draw(13) * colorCount),
  }
}

/** Distance per unit of initial speed under air resistance k: (1 - e^-kt) / k. */
function computeTravel(drag: number, age: number): number {
  return drag < 1e-3 ? age : (1 - Math.exp(-drag * age)) / drag
}

/** Distance fallen per unit of gravity: t²/2 without resistance, approaching a constant speed with it. */
function computeFall(drag: number, age: number): number {
  return drag < 1e-3 ? (age * age) / 2 : (age - computeTravel(drag, age)) / drag
}

function fadeAt(fade: ParticlesLayer['fade'], share: number): number {
  const start = fade?.in ?? 0.1
  const end = fade?.out ?? 0.25
  const rising = start > 0 ? Math.min(1, share / start) : 1
  const falling = end > 0 ? Math.min(1, (1 - share) / end) : 1
  return rising * falling
}

function twinkleAt(strength: number | undefined, seconds: number, phase: number): number {
  if (!strength) return 1
  const wave = 0.5 + 0.5 * Math.sin(seconds * (5 + phase * 6) + phase * 40)
  return 1 - strength + strength * wave * wave
}

function drawOutline(target: DrawContext, path: Path, matrix: Matrix, moment: Moment, color: string): void {
  const { x, y, size, turn, flip } = moment
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)]
  // An edge-on particle would vanish, so its width has a minimum.
  const depth = Math.sign(flip || 1) * Math.max(0.08, Math.abs(flip))
  place(target.ctx, multiply(matrix, [cos * size * depth, sin * size * depth, -sin * size, cos * size, x, y]))
  target.ctx.fillStyle = color
  target.ctx.fill(path, 'evenodd')
}

function drawGlow(target: DrawContext, glow: CanvasSurface, matrix: Matrix, { x, y, size, turn }: Moment): void {
  const k = size / (GLOW_SIZE / 2)
  const [cos, sin] = [Math.cos(turn) * k, Math.sin(turn) * k]
  place(target.ctx, multiply(matrix, [cos, sin, -sin, cos, x, y]))
  target.ctx.imageSmoothingEnabled = true
  target.ctx.imageSmoothingQuality = 'low'
  target.ctx.drawImage(glow, -GLOW_SIZE / 2, -GLOW_SIZE / 2)
}

/** A large soft disc with its own gradient: an enlarged picture would show steps, and hosts enlarge differently. */
function drawSoft(target: DrawContext, matrix: Matrix, { x, y, size }: Moment, color: string): void {
  const gradient = target.ctx.createRadialGradient(x, y, 0, x, y, size)
  gradient.addColorStop(0, color)
  gradient.addColorStop(0.3, transparent(color, 0.6))
  gradient.addColorStop(1, transparent(color))
  place(target.ctx, matrix)
  target.ctx.fillStyle = gradient
  target.ctx.fillRect(x - size, y - size, size * 2, size * 2)
}

/** A glow in one colour, drawn once: a soft disc, or a four-pointed spark. */
function getGlow(known: Map<string, CanvasSurface>, host: Host, color: string, sprite: Sprite): CanvasSurface {
  const key = `${sprite}${color}`
  const ready = known.get(key)
  if (ready) return ready
  const { canvas, ctx } = createSheet(host, GLOW_SIZE, GLOW_SIZE)
  const middle = GLOW_SIZE / 2
  const clear = transparent(color)
  const gradient = ctx.createRadialGradient(middle, middle, 0, middle, middle, middle)
  gradient.addColorStop(0, color)
  gradient.addColorStop(
    sprite === 'spark' ? 0.12 : 0.3,
    sprite === 'spark' ? transparent(color, 0.5) : transparent(color, 0.6),
  )
  gradient.addColorStop(1, clear)
  ctx.fillStyle = gradient
  if (sprite === 'soft') ctx.fillRect(0, 0, GLOW_SIZE, GLOW_SIZE)
  else {
    const path = host.createPath()
    path.moveTo(middle, 0)
    for (const [cx, cy, x, y] of [
      [34, 30, 64, 32],
      [34, 34, 32, 64],
      [30, 34, 0, 32],
      [30, 30, 32, 0],
    ] as const) {
      path.quadraticCurveTo(cx, cy, x, y)
    }
    ctx.fill(path)
    ctx.globalAlpha = 0.45
    ctx.setTransform(0.5, 0, 0, 0.5, middle / 2, middle / 2)
    ctx.fillRect(0, 0, GLOW_SIZE, GLOW_SIZE)
  }
  if (known.size > 64) known.clear()
  known.set(key, canvas)
  return canvas
}

/** The same `rgb()` or `rgba()` colour with another alpha; `rgba(…,0)` of the same hue prevents grey edges. */
export function transparent(css: string, alpha = 0): string {
  const [r = '0', g = '0', b = '0', own = '1'] = css.match(/[\d.]+/g) ?? []
  return `rgba(${r},${g},${b},${Math.round(Number(own) * alpha * 1000) / 1000})`
}

/** Sprites that are a glow instead of an outline. */
function isGlow(sprite: Sprite): boolean {
  return sprite === 'soft' || sprite === 'spark'
}

const DRAWN: Partial<Record<Sprite, string>> = {
  petal: 'M0 -1C.62 -.7 .72 .2 .12 .92Q0 1 -.12 .92C-.72 .2 -.62 -.7 0 -1Z',
  leaf: 'M0 -1C.75 -.55 .7 .45 0 1C-.7 .45 -.75 -.55 0 -1Z',
  heart:
    'M0 .92C-.6 .44 -1 .08 -1 -.4C-1 -.72 -.76 -.92 -.48 -.92C-.28 -.92 -.1 -.82 0 -.64C.1 -.82 .28 -.92 .48 -.92C.76 -.92 1 -.72 1 -.4C1 .08 .6 .44 0 .92Z',
  flame: 'M0 -1C.16 -.5 .62 -.14 .58 .38C.55 .76 .3 1 0 1C-.3 1 -.55 .76 -.58 .38C-.55 0 -.2 -.4 0 -1Z',
  confetti: 'M-.5 -.9H.5V.9H-.5Z',
  ribbon: 'M-.2 -1C.5 -.7 -.6 -.2 .1 .1C.6 .4 -.4 .7 .2 1L.5 .85C0 .6 .9 .3 .4 -.05C-.3 -.35 .8 -.75 .1 -1.1Z',
}

/** The outline of a sprite. */
function spritePath(host: Host, sprite: Sprite): Path {
  const path = host.createPath()
  const data = DRAWN[sprite]
  if (data) for (const contour of parsePathData(data)) traceContour(path, contour)
  else if (sprite === 'star') {
    traceContour(path, star({ x: 0, y: 0, points: 5, outer: 1, inner: 0.42, outerRound: 0, innerRound: 0, degrees: 0 }))
  } else if (sprite === 'flake') {
    for (let arm = 0; arm < 3; arm++) {
      const turn = (arm * Math.PI) / 3
      const [x, y] = [Math.cos(turn), Math.sin(turn)]
      const [nx, ny] = [-y * 0.07, x * 0.07]
      path.moveTo(x + nx, y + ny)
      path.lineTo(-x + nx, -y + ny)
      path.lineTo(-x - nx, -y - ny)
      path.lineTo(x - nx, y - ny)
      path.closePath()
    }
  } else {
    path.ellipse(0, 0, 1, 1, 0, 0, Math.PI * 2)
    if (sprite === 'ring') {
      path.moveTo(0.82, 0)
      path.ellipse(0, 0, 0.82, 0.82, 0, 0, Math.PI * 2)
    }
  }
  return path
}
