// Text layers: laid out once, drawn as outlines, whole or piece by piece.
import type { TextAnimator, TextLayer } from '../document/document.ts'
import { type Compiled, compileColor, compileNumber } from '../evaluate/evaluate.ts'
import { type Bounds, grow, type Matrix, multiply } from '../evaluate/matrix.ts'
import type { FontLibrary } from '../text/font.ts'
import { layoutText, type PlacedGlyph, type TextLayout } from '../text/text.ts'
import type { Content, Workshop } from './content.ts'
import { traceGlyph } from './glyph-path.ts'
import type { Context, Host, Path } from './host.ts'
import { type CompiledPaint, compilePaint } from './paint.ts'
import { chance } from './random.ts'
import { type Pen, place } from './stage.ts'

/** A part of the text that is drawn and moved as one, around its own centre. */
interface Piece {
  path: Path
  centreX: number
  centreY: number
  lineCentreX: number
  /** Place in each animator's order. */
  ranks: readonly number[]
}

interface Looks {
  fill: CompiledPaint
  stroke: { color: Compiled<string>; width: Compiled<number>; join: Context['lineJoin']; over: boolean } | undefined
  shadow: { color: Compiled<string>; blur: Compiled<number>; x: Compiled<number>; y: Compiled<number> } | undefined
}

/** Lays out a resolved text layer; the editor asks the same to say what does not fit. */
export function layoutTextLayer(layer: TextLayer, fonts: FontLibrary): TextLayout {
  const [, , width, height] = layer.box
  const text = typeof layer.text === 'string' ? layer.text : ''
  return layoutText(text, { ...layer, family: layer.font, size: Number(layer.size) }, { width, height }, fonts)
}

/** Compiles a text layer. Without any font at hand it draws nothing. */
export function compileText(layer: TextLayer, workshop: Workshop): Content {
  const { watch } = workshop
  const layout = workshop.fonts ? layoutTextLayer(layer, workshop.fonts) : undefined
  const size: [number, number] = [layer.box[2], layer.box[3]]
  const looks: Looks = {
    fill: compilePaint(layer.fill, '#000', size, watch),
    stroke: layer.stroke && {
      color: compileColor(layer.stroke.color, '#000', watch),
      width: compileNumber(layer.stroke.width, 1, watch),
      join: layer.stroke.join ?? 'round',
      over: layer.stroke.over ?? false,
    },
    shadow: layer.shadow && {
      color: compileColor(layer.shadow.color, '#000', watch),
      blur: compileNumber(layer.shadow.blur, 0, watch),
      x: compileNumber(layer.shadow.x, 0, watch),
      y: compileNumber(layer.shadow.y, 0, watch),
    },
  }
  const animators = (layer.animate ?? []).map((animator) => ({
    ...animator,
    at: compileNumber(animator.progress, 100, watch),
    count: 0,
  }))
  const whole = layout ? cutPieces(workshop.host, layout, []) : []
  const pieces = layout && animators.length > 0 ? cutPieces(workshop.host, layout, animators) : whole
  return {
    isSingle: () => pieces.length <= 1 && !looks.stroke && !looks.shadow,
    bounds: (frame) => inkBounds(layout, layer, looks, frame),
    draw(pen, matrix, frame, alpha) {
      const isAtRest = animators.every((animator) => animator.at.at(frame) >= 100)
      const placed = (isAtRest ? whole : pieces).flatMap((piece) => {
        const state = pieceState(piece, isAtRest ? [] : animators, frame)
        const { x, y, scaleX, scaleY, turn, opacity } = state
        const m = isAtRest ? matrix : multiply(matrix, around(piece.centreX, piece.centreY, x, y, scaleX, scaleY, turn))
        return opacity > 0 && scaleX !== 0 && scaleY !== 0 ? [{ path: piece.path, m, opacity: opacity * alpha }] : []
      })
      // All shadows lie below all letters: a letter's shadow must not fall onto the one before it.
      for (const { path, m, opacity } of looks.shadow ? placed : []) drawShadow(pen, path, m, opacity, looks, frame)
      for (const { path, m, opacity } of placed) {
        place(pen.ctx, m)
        pen.ctx.globalAlpha = opacity
        drawPiece(pen.ctx, path, looks, frame)
      }
      pen.ctx.globalAlpha = 1
    },
  }
}

type Animator = TextAnimator & { at: Compiled<number>; count: number }

/** The map that scales and turns around (cx, cy), then moves. */
function around(cx: number, cy: number, x: number, y: number, sx: number, sy: number, turn: number) {
  const [a, b, c, d] = [Math.cos(turn) * sx, Math.sin(turn) * sx, -Math.sin(turn) * sy, Math.cos(turn) * sy]
  return [a, b, c, d, cx + x - a * cx - c * cy, cy + y - b * cx - d * cy] as const
}

/** Cuts the text into the smallest pieces that any animator moves by itself. Sets the animators' piece counts. */
function cutPieces(host: Host, layout: TextLayout, animators: Animator[]): Piece[] {
  const finest = animators.some(({ by }) => by === 'char')
    ? 'char'
    : animators.some(({ by }) => by === 'word')
      ? 'word'
      : 'line'
  const groups = new Map<string, { glyphs: PlacedGlyph[]; line: number }>()
  layout.lines.forEach((line, lineNumber) => {
    for (const glyph of line.glyphs) {
      const key =
        animators.length === 0
          ? 'all'
          : finest === 'char'
            ? `c${glyph.grapheme}`
            : finest === 'word'
              ? `w${glyph.word}`
              : `l${lineNumber}`
      const group = groups.get(key) ?? { glyphs: [], line: lineNumber }
      group.glyphs.push(glyph)
      groups.set(key, group)
    }
  })
  // Joined scripts put several graphemes into one glyph, so numbers have gaps: pieces are counted by rank instead.
  const unitOf = (by: TextAnimator['by'], group: { glyphs: PlacedGlyph[]; line: number }): number =>
    by === 'line' ? group.line : by === 'word' ? (group.glyphs[0]?.word ?? 0) : (group.glyphs[0]?.grapheme ?? 0)
  const list = [...groups.values()].filter(({ glyphs }) => glyphs.some(({ font, id }) => font.outline(id).length > 0))
  const rankings = animators.map((animator) => {
    const units = [...new Set(list.map((group) => unitOf(animator.by, group)))].sort((one, other) => one - other)
    animator.count = units.length
    return ranksOf(units, animator)
  })
  return list.map((group) => {
    const path = host.createPath()
    for (const glyph of group.glyphs) traceGlyph(path, glyph, layout.fontSize, glyph.x, glyph.y)
    const left = Math.min(...group.glyphs.map(({ x }) => x))
    const right = Math.max(...group.glyphs.map(({ x, advance }) => x + advance))
    const line = layout.lines[group.line]
    return {
      path,
      centreX: (left + right) / 2,
      centreY: (line?.baseline ?? 0) - layout.fontSize * 0.35,
      lineCentreX: (line?.x ?? 0) + (line?.width ?? 0) / 2,
      ranks: rankings.map((ranking, n) => ranking.get(unitOf((animators[n] as Animator).by, group)) ?? 0),
    }
  })
}

/** In which turn each unit starts to move. */
function ranksOf(units: readonly number[], animator: TextAnimator): Map<number, number> {
  const last = units.length - 1
  if (animator.order === 'random') {
    const shuffled = units
      .map((unit, n) => ({ unit, key: chance(animator.seed ?? 1, n) }))
      .sort((a, b) => a.key - b.key)
    return new Map(shuffled.map(({ unit }, rank) => [unit, rank]))
  }
  const rank = (n: number) => {
    if (animator.order === 'backward') return last - n
    if (animator.order === 'centre') return Math.abs(n - last / 2) * 2
    return n
  }
  return new Map(units.map((unit, n) => [unit, rank(n)]))
}

const EASES: Record<NonNullable<TextAnimator['ease']>, (t: number) => number> = {
  linear: (t) => t,
  out: (t) => 1 - (1 - t) ** 3,
  'in-out': (t) => t * t * (3 - 2 * t),
  back: (t) => 1 + 2.70158 * (t - 1) ** 3 + 1.70158 * (t - 1) ** 2,
}

function pieceState(piece: Piece, animators: readonly Animator[], frame: number) {
  const state = { x: 0, y: 0, scaleX: 1, scaleY: 1, turn: 0, opacity: 1 }
  animators.forEach((animator, n) => {
    const spread = Math.max(0.001, animator.spread ?? 3)
    const progress = animator.at.at(frame) / 100
    const time = Math.min(1, Math.max(0, (progress * (animator.count - 1 + spread) - (piece.ranks[n] ?? 0)) / spread))
    const eased = EASES[animator.ease ?? 'out'](time)
    const left = 1 - eased
    const { p, s, r, o, tracking } = animator.from
    state.x += (p?.[0] ?? 0) * left + ((tracking ?? 0) / 1000) * (piece.centreX - piece.lineCentreX) * left
    state.y += (p?.[1] ?? 0) * left
    state.scaleX *= 1 + ((s?.[0] ?? 100) / 100 - 1) * left
    state.scaleY *= 1 + ((s?.[1] ?? s?.[0] ?? 100) / 100 - 1) * left
    state.turn += (((r ?? 0) * Math.PI) / 180) * left
    // Opacity never overshoots, whatever the ease does.
    state.opacity *= 1 + ((o ?? 100) / 100 - 1) * Math.min(1, Math.max(0, left))
  })
  return state
}

/** Farther away than any canvas is wide: where letters are drawn when only their shadow is wanted. */
const OUT_OF_SIGHT = 20_000

function drawShadow(
  { ctx, stage }: Pen,
  path: Path,
  m: Matrix,
  opacity: number,
  { shadow, stroke }: Looks,
  frame: number,
): void {
  if (!shadow) return
  place(ctx, [m[0], m[1], m[2], m[3], m[4] - OUT_OF_SIGHT, m[5]])
  ctx.globalAlpha = opacity
  ctx.shadowColor = shadow.color.at(frame)
  ctx.shadowBlur = shadow.blur.at(frame) * stage.scale
  ctx.shadowOffsetX = shadow.x.at(frame) * stage.scale + OUT_OF_SIGHT
  ctx.shadowOffsetY = shadow.y.at(frame) * stage.scale
  if (stroke && stroke.width.at(frame) > 0) {
    ctx.strokeStyle = '#000'
    setStroke(ctx, stroke, frame)
    ctx.stroke(path)
  } else {
    ctx.fillStyle = '#000'
    ctx.fill(path)
  }
  ctx.shadowColor = 'rgba(0,0,0,0)'
}

function setStroke(ctx: Context, stroke: NonNullable<Looks['stroke']>, frame: number): void {
  ctx.lineWidth = stroke.width.at(frame)
  ctx.lineJoin = stroke.join
  ctx.lineCap = 'butt'
  ctx.miterLimit = 4
}

function drawPiece(ctx: Context, path: Path, { fill, stroke }: Looks, frame: number): void {
  const strokeIt = () => {
    if (!stroke || stroke.width.at(frame) <= 0) return
    ctx.strokeStyle = stroke.color.at(frame)
    setStroke(ctx, stroke, frame)
    ctx.stroke(path)
  }
  if (!stroke?.over) strokeIt()
  ctx.fillStyle = fill.style(ctx, frame)
  ctx.fill(path)
  if (stroke?.over) strokeIt()
}

/** Around everything the layer may cover; animated pieces are allowed the distance that they travel. */
function inkBounds(layout: TextLayout | undefined, layer: TextLayer, looks: Looks, frame: number): Bounds {
  if (!layout?.bounds) return [0, 0, 0, 0]
  const travels = (layer.animate ?? []).map(({ from }) => {
    const scale = Math.max(1, ...(from.s ?? [100]).map((percent) => Math.abs(percent) / 100))
    const swing = from.tracking ? Math.abs(from.tracking / 1000) * layer.box[2] : 0
    return (
      Math.hypot(from.p?.[0] ?? 0, from.p?.[1] ?? 0) * 1.3 + (scale - 1) * layout.fontSize * 2 + swing + layout.fontSize
    )
  })
  const shadow = looks.shadow
    ? looks.shadow.blur.at(frame) * 1.5 +
      Math.max(Math.abs(looks.shadow.x.at(frame)), Math.abs(looks.shadow.y.at(frame)))
    : 0
  const stroke = looks.stroke ? looks.stroke.width.at(frame) : 0
  // Swashes and stacked marks leave the line's own box; half a size holds those of every bundled font.
  return grow(layout.bounds, layout.fontSize * 0.5 + shadow + stroke + travels.reduce((sum, travel) => sum + travel, 0))
}
