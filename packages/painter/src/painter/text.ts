// Text layers: laid out once, drawn as outlines, as a whole or in parts.

import { mixCss } from '@vitrine/document/color'
import { type Compiled, compileColor, compileNumber, compileVector } from '@vitrine/document/evaluate'
import type { Context, Host, Path, Sheet } from '@vitrine/document/host'
import type { TextLayer } from '@vitrine/document/layer'
import { type Bounds, grow, type Matrix, mapBounds, multiply, unite } from '@vitrine/document/matrix'
import type { Property } from '@vitrine/document/property'
import { type DrawContext, place, type Region, toRegion } from '@vitrine/document/stage'
import type { TextAnimation } from '@vitrine/document/text-animation'
import type { FontLibrary } from '../text/font.ts'
import { type GlyphPaint, type GlyphStep, outlineLength, outlinePoints } from '../text/outline.ts'
import { layoutText, type PlacedGlyph, type TextLayout } from '../text/text.ts'
import { type CompileContext, type Content, STROKE_OUTLINES } from './content.ts'
import { type CompiledPaint, compilePaint } from './paint.ts'
import { type Cut, computeReveal, cutPieces, type Piece, type Reveal, rankPieces, traceOutline } from './text-piece.ts'
import { compileRanges, type RangeState, type Ranges } from './text-range.ts'

interface TextPaint {
  fill: CompiledPaint
  stroke: { color: Compiled<string>; width: Compiled<number>; join: Context['lineJoin']; over: boolean } | undefined
  shadow: { color: Compiled<string>; blur: Compiled<number>; x: Compiled<number>; y: Compiled<number> } | undefined
}

/** Lays out a resolved text layer; the editor also uses it to report texts that do not fit. */
export function layoutTextLayer(layer: TextLayer, fonts: FontLibrary): TextLayout {
  const [, , width, height] = layer.box
  const text = typeof layer.text === 'string' ? layer.text : ''
  return layoutText(text, { ...layer, family: layer.font, size: Number(layer.size) }, { width, height }, fonts)
}

/** Bounds of the letters of each non-empty line, in pixels of the layer's box. */
export function measureLineInk({ lines, fontSize }: TextLayout): Bounds[] {
  return lines.flatMap(({ glyphs }): Bounds[] => {
    let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
    for (const { font, id, x, y } of glyphs)
      for (const [ox, oy] of outlinePoints(font.outline(id))) {
        left = Math.min(left, x + ox * fontSize)
        right = Math.max(right, x + ox * fontSize)
        top = Math.min(top, y + oy * fontSize)
        bottom = Math.max(bottom, y + oy * fontSize)
      }
    return right < left ? [] : [[left, top, right, bottom]]
  })
}

/** Bounds of a text's letters in After Effects' pixels of the layer: relative to its anchor instead of its box. */
export function measureInk(
  layer: TextLayer,
  fonts: FontLibrary,
): { left: number; top: number; width: number; height: number } {
  const ink = measureLineInk(layoutTextLayer(layer, fonts)).reduce<Bounds | undefined>(unite, undefined)
  if (!ink) return { left: 0, top: 0, width: 0, height: 0 }
  const [left, top, right, bottom] = ink
  return { left: left + layer.box[0], top: top + layer.box[1], width: right - left, height: bottom - top }
}

/** Compiles a text layer. Without any font it draws nothing. */
export function compileText({ wordings, ...layer }: TextLayer, context: CompileContext): Content {
  const first = compileWording(layer, context)
  if (!wordings) return first
  // All texts have the same style, so the watched properties of the first suffice.
  const known = new Map([[0, first]])
  const indexAt = (frame: number) =>
    Math.max(
      0,
      wordings.findLastIndex(([from]) => from <= frame),
    )
  const contentAt = (frame: number) => {
    const index = indexAt(frame)
    const content =
      known.get(index) ??
      compileWording({ ...layer, text: wordings[index]?.[1] ?? layer.text }, { ...context, watch: [] })
    known.set(index, content)
    return content
  }
  return {
    isSingle: (frame) => contentAt(frame).isSingle(frame),
    bounds: (frame) => contentAt(frame).bounds(frame),
    outlineLength: (frame) => contentAt(frame).outlineLength?.(frame) ?? 0,
    key: (frame) => String(indexAt(frame)),
    draw: (target, matrix, frame, alpha) => contentAt(frame).draw(target, matrix, frame, alpha),
  }
}

function compileWording(layer: TextLayer, context: CompileContext): Content {
  const { watch } = context
  const layout = context.fonts ? layoutTextLayer(layer, context.fonts) : undefined
  const size: [number, number] = [layer.box[2], layer.box[3]]
  const looks: TextPaint = {
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
  const animators = layer.animate ?? []
  const reveals: Reveal[] = animators
    .filter((animator) => 'progress' in animator)
    .map((reveal) => ({ ...reveal, at: compileNumber(reveal.progress, 100, watch), count: 0 }))
  const rangeAnimators = animators.filter((animator) => 'range' in animator)
  const whole = layout ? cutPieces(context.host, layout, 'all').filter(({ inked }) => inked) : []
  const cut = layout && animators.length > 0 ? cutPieces(context.host, layout, findFinestCut(animators)) : whole
  const pieces = cut.filter(({ inked }) => inked)
  rankPieces(pieces, reveals)
  const grouping = layer.anchorGrouping && {
    by: layer.anchorGrouping.by,
    align: compileVector(layer.anchorGrouping.align as Property<readonly number[]> | undefined, [0, 0], watch),
  }
  const ranged = {
    pieces: cut,
    fontSize: layout?.fontSize ?? 0,
    alignShare: computeAlignShare(layer, layout),
    grouping,
  }
  const ranges = compileRanges(rangeAnimators, ranged, watch)
  const length = layout ? inkLength(layout) * (looks.stroke ? 1 + STROKE_OUTLINES : 1) * (looks.shadow ? 2 : 1) : 0
  return {
    isSingle: () =>
      pieces.length <= 1 &&
      !looks.stroke &&
      !looks.shadow &&
      !ranges &&
      pieces.every(({ colored }) => colored.length === 0),
    bounds: (frame) => inkBounds(layout, layer, looks, ranges, frame),
    outlineLength: () => length,
    draw(target, matrix, frame, alpha) {
      const isAtRest = !ranges && reveals.every((reveal) => reveal.at.at(frame) >= 100)
      const states = ranges?.at(frame)
      const all = ranges ? cut : isAtRest ? whole : pieces
      const placed = all.flatMap((piece, n): PlacedPiece[] => {
        if (!piece.inked) return []
        const { m, opacity } = computeReveal(piece, isAtRest ? [] : reveals, matrix, frame)
        const state = states?.[n]
        const strength = opacity * alpha * (state?.opacity ?? 1)
        return strength > 0 ? [{ piece, m: state ? multiply(m, state.matrix) : m, opacity: strength, state }] : []
      })
      // All shadows are below all letters: a letter's shadow must not fall onto the previous one.
      for (const one of looks.shadow ? placed : []) drawShadow(target, one, looks, frame)
      for (const one of placed) drawPiece(target, one, looks, layout?.fontSize ?? 0, frame)
      target.ctx.globalAlpha = 1
    },
  }
}

/** Length of the outlines of all glyphs, in pixels of the layer. */
function inkLength({ lines, fontSize }: TextLayout): number {
  const glyphs = lines.flatMap((line) => line.glyphs)
  return glyphs.reduce((sum, { font, id }) => sum + outlineLength(font.outline(id)) * fontSize, 0)
}

/** A part with its state at a frame. */
interface PlacedPiece {
  piece: Piece
  m: Matrix
  opacity: number
  state: RangeState | undefined
}

/** The smallest parts that any animator moves separately; ranges move every letter, whichever unit they count in. */
function findFinestCut(animators: readonly TextAnimation[]): Cut {
  if (animators.some((animator) => 'range' in animator)) return 'character'
  if (animators.some(({ by }) => by === 'char')) return 'char'
  return animators.some(({ by }) => by === 'word') ? 'word' : 'line'
}

/** Share of a line's growth that goes to its left. */
function computeAlignShare({ align = 'start', box }: TextLayer, layout: TextLayout | undefined): number {
  if (align === 'center' || align === 'justify-center') return 0.5
  if (align === 'right' || align === 'justify-right') return 1
  if (align === 'left' || !layout) return 0
  // Start and end depend on the reading direction, which the position of the first line shows.
  const [line] = layout.lines
  return line && line.x > box[2] - line.x - line.width + 1 ? 1 : 0
}

/** Further away than any canvas is wide: letters are drawn there when only their shadow is needed. */
const SHADOW_OFFSET = 20_000

function drawShadow(
  { ctx, stage }: DrawContext,
  { piece, m, opacity }: PlacedPiece,
  looks: TextPaint,
  frame: number,
): void {
  const { shadow, stroke } = looks
  if (!shadow) return
  place(ctx, [m[0], m[1], m[2], m[3], m[4] - SHADOW_OFFSET, m[5]])
  ctx.globalAlpha = opacity
  ctx.shadowColor = shadow.color.at(frame)
  ctx.shadowBlur = shadow.blur.at(frame) * stage.scale
  ctx.shadowOffsetX = shadow.x.at(frame) * stage.scale + SHADOW_OFFSET
  ctx.shadowOffsetY = shadow.y.at(frame) * stage.scale
  if (stroke && stroke.width.at(frame) > 0) {
    ctx.strokeStyle = '#000'
    setStroke(ctx, stroke.width.at(frame), stroke.join)
    ctx.stroke(piece.path)
  } else {
    ctx.fillStyle = '#000'
    ctx.fill(piece.path)
  }
  ctx.shadowColor = 'rgba(0,0,0,0)'
}

function setStroke(ctx: Context, width: number, join: Context['lineJoin']): void {
  ctx.lineWidth = width
  ctx.lineJoin = join
  ctx.lineCap = 'butt'
  ctx.miterLimit = 4
}

function drawPiece(
  target: DrawContext,
  one: PlacedPiece,
  { fill, stroke }: TextPaint,
  fontSize: number,
  frame: number,
): void {
  const { ctx } = target
  const { piece, m, opacity, state } = one
  place(ctx, m)
  ctx.globalAlpha = opacity
  const width = (stroke?.width.at(frame) ?? 0) + (state?.strokeWidth ?? 0)
  const strokePath = () => {
    const ink = stroke?.color.at(frame) ?? state?.strokes[0]?.color
    if (width <= 0 || ink === undefined) return
    setStroke(ctx, width, stroke?.join ?? 'miter')
    ctx.strokeStyle = state ? mixColors(ink, state.strokes) : ink
    ctx.stroke(piece.path)
  }
  if (!stroke?.over) strokePath()
  const style = fill.style(ctx, frame)
  const fills = state?.fills ?? []
  ctx.fillStyle = typeof style === 'string' ? mixColors(style, fills) : style
  ctx.fill(piece.path)
  // Colours cannot be mixed into a gradient, so they are drawn over it.
  for (const { color, share } of typeof style === 'string' ? [] : fills) {
    ctx.globalAlpha = opacity * share
    ctx.fillStyle = color
    ctx.fill(piece.path)
  }
  ctx.globalAlpha = opacity
  if (stroke?.over) strokePath()
  for (const glyph of piece.colored) drawColorGlyph(target, glyph, fontSize, m, opacity)
}

/** Mixes further colours into a colour, one after another. */
function mixColors(color: string, others: readonly { color: string; share: number }[]): string {
  return others.reduce((mixed, other) => mixCss(mixed, other.color, other.share), color)
}

/** Bounds of everything that the layer may cover, including the movement of animated parts. */
function inkBounds(
  layout: TextLayout | undefined,
  layer: TextLayer,
  looks: TextPaint,
  ranges: Ranges | undefined,
  frame: number,
): Bounds {
  if (!layout?.bounds) return [0, 0, 0, 0]
  const travels = (layer.animate ?? []).map((animator) => {
    if ('range' in animator) return 0
    const { from } = animator
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
  const travel = travels.reduce((sum, value) => sum + value, ranges?.reach(frame) ?? 0)
  // Swashes and stacked marks leave the line's own box; half a font size covers those of every bundled font.
  return grow(layout.bounds, layout.fontSize * 0.5 + shadow + stroke + travel)
}

const paths = new WeakMap<GlyphStep, Path>()

/** Draws a colour glyph with the transform of its text. */
function drawColorGlyph(target: DrawContext, glyph: PlacedGlyph, size: number, matrix: Matrix, opacity: number): void {
  const steps = glyph.font.colors(glyph.id)
  if (!steps) return
  const full = multiply(matrix, [size, 0, 0, size, glyph.x, glyph.y])
  const { ctx, stage } = target
  // Its fills overlap: translucent ones are drawn on a separate canvas first, so that they do not show through each other.
  if (opacity >= 1 && steps.every(({ kind }) => kind === 'fill')) {
    drawSteps(target, steps, full)
    return
  }
  const region = toRegion(mapBounds(full, [-0.3, -1.5, glyph.advance / size + 0.3, 0.6]), stage)
  if (!region) return
  const sheet = stage.acquire(region)
  drawSteps({ ctx: sheet.ctx, stage }, steps, full, region)
  drawSheet(ctx, sheet, region, 'source-over', opacity)
  stage.release(sheet)
}

function drawSheet(ctx: Context, sheet: Sheet, region: Region, operation: string, opacity: number): void {
  ctx.setTransform(1, 0, 0, 1, 0, 0)
  ctx.globalAlpha = opacity
  ctx.globalCompositeOperation = operation
  ctx.drawImage(sheet.canvas, ...region, ...region)
  ctx.globalCompositeOperation = 'source-over'
  ctx.globalAlpha = 1
}

/** `region` is needed for steps with groups. */
function drawSteps({ ctx, stage }: DrawContext, steps: readonly GlyphStep[], full: Matrix, region?: Region): void {
  const groups: Sheet[] = []
  const top = () => groups[groups.length - 1]?.ctx ?? ctx
  for (const step of steps) {
    if (step.kind === 'group') {
      if (region) groups.push(stage.acquire(region))
    } else if (step.kind === 'end-group') {
      const sheet = groups.pop()
      if (!sheet || !region) continue
      drawSheet(top(), sheet, region, step.operation, 1)
      stage.release(sheet)
    } else {
      const to = top()
      place(to, multiply(full, step.matrix))
      to.globalAlpha = 1
      to.fillStyle = createFillStyle(to, step.paint)
      to.fill(getGlyphPath(stage.host, step))
    }
  }
}

function getGlyphPath(host: Host, step: Extract<GlyphStep, { kind: 'fill' }>): Path {
  let path = paths.get(step)
  if (!path) {
    path = host.createPath()
    traceOutline(path, step.outline, 1, 0, 0)
    paths.set(step, path)
  }
  return path
}

function createFillStyle(ctx: Context, paint: GlyphPaint): string | object {
  if (paint.kind === 'color') return paint.color
  const gradient =
    paint.kind === 'linear'
      ? ctx.createLinearGradient(...paint.from, ...paint.to)
      : ctx.createRadialGradient(...paint.from, ...paint.to)
  for (const { offset, color } of paint.stops) gradient.addColorStop(Math.min(1, Math.max(0, offset)), color)
  return gradient
}
