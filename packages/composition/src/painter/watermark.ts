// The mark on unpaid previews: quiet, repeated on the slant, over light and dark alike.

import type { FontFace } from '../document/document.ts'
import { type FontFiles, type FontLibrary, openFonts } from '../text/font.ts'
import type { Shaper } from '../text/shaper.ts'
import { layoutText, type TextLayout } from '../text/text.ts'
import { traceGlyph } from './glyph-path.ts'
import { type CanvasSurface, type Context, createSheet, type Host, type Path } from './host.ts'

export interface WatermarkOptions {
  host: Host
  shaper: Shaper
  /** Fonts to write with, the wanted one first, and their files. Without one for each letter the mark is drawn as a plain emblem. */
  faces?: readonly FontFace[]
  fonts?: FontFiles
}

/** Height of the letters in shares of the frame's shorter side. */
const MARK_SIZE = 0.048
/** From one mark to the next of its row, and from row to row, in letter heights: no third of the frame is without one. */
const GAP = 3
const ROW = 4.6

/** A mark for one text, drawn with `draw` over a finished frame of the given size in device pixels. */
export interface Watermark {
  draw(ctx: Context, width: number, height: number): void
}

/** Prepares the mark; without a text it is a plain emblem. It is drawn once per size and then copied. */
export function createWatermark(text: string, { host, shaper, faces = [], fonts }: WatermarkOptions): Watermark {
  let known: { canvas: CanvasSurface; width: number; height: number } | undefined
  return {
    draw(ctx, width, height) {
      if (!known || known.width !== width || known.height !== height) {
        known = {
          canvas: drawMark(
            host,
            textPath(text, Math.min(width, height) * MARK_SIZE, host, shaper, faces, fonts),
            width,
            height,
          ),
          width,
          height,
        }
      }
      ctx.setTransform(1, 0, 0, 1, 0, 0)
      ctx.globalAlpha = 1
      ctx.globalCompositeOperation = 'source-over'
      ctx.drawImage(known.canvas, 0, 0)
    },
  }
}

/** The text as one path around the origin, with its width. */
function textPath(
  text: string,
  size: number,
  host: Host,
  shaper: Shaper,
  faces: readonly FontFace[],
  fonts: FontFiles | undefined,
): { path: Path; width: number; size: number } {
  const path = host.createPath()
  const [face] = faces
  const library = face && fonts && openFonts(shaper, faces, fonts)
  const layout = library && text !== '' ? layoutMark(text, size, face, library) : undefined
  if (!layout || layout.missing.length > 0) {
    path.ellipse(0, 0, size, size, 0, 0, Math.PI * 2)
    path.moveTo(size * 0.7, 0)
    path.ellipse(0, 0, size * 0.7, size * 0.7, 0, 0, Math.PI * 2)
    // As far apart as words are: marks cost bytes in every frame of a preview.
    return { path, width: size * 4.5, size }
  }
  for (const line of layout.lines) for (const glyph of line.glyphs) traceGlyph(path, glyph, size, glyph.x, glyph.y)
  return { path, width: layout.lines[0]?.width ?? size, size }
}

function layoutMark(text: string, size: number, face: FontFace, library: FontLibrary): TextLayout {
  const style = { family: face.family, weight: face.weight ?? 400, size, tracking: 60 } as const
  return layoutText(text, { ...style, wrap: 'none', align: 'center' }, { width: 0, height: 0 }, library)
}

function drawMark(
  host: Host,
  mark: { path: Path; width: number; size: number },
  width: number,
  height: number,
): CanvasSurface {
  const { canvas, ctx } = createSheet(host, width, height)
  const stepX = mark.width + mark.size * GAP
  const stepY = mark.size * ROW
  const turn = -Math.PI / 7
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)]
  const reach = Math.hypot(width, height) / 2
  for (let row = -Math.ceil(reach / stepY); row <= Math.ceil(reach / stepY); row++) {
    for (let column = -Math.ceil(reach / stepX) - 1; column <= Math.ceil(reach / stepX); column++) {
      const x = (column + (row % 2 === 0 ? 0 : 0.5)) * stepX
      const y = row * stepY
      ctx.setTransform(cos, sin, -sin, cos, width / 2 + x * cos - y * sin, height / 2 + x * sin + y * cos)
      // White with a dark rim is seen on any ground.
      ctx.lineWidth = Math.max(1, mark.size * 0.04)
      ctx.lineJoin = 'round'
      ctx.strokeStyle = 'rgba(0,0,0,0.15)'
      ctx.stroke(mark.path)
      ctx.fillStyle = 'rgba(255,255,255,0.2)'
      ctx.fill(mark.path, 'evenodd')
    }
  }
  return canvas
}
