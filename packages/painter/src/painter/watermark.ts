// The mark on unpaid previews: a few large slanted words, readable on light and dark backgrounds.

import type { FontFace } from '@vitrine/document/document'
import { type CanvasSurface, type Context, createSheet, type Host, type Path } from '@vitrine/document/host'
import { listMarkFaces } from '../text/fallback-face.ts'
import { type FontFiles, type FontLibrary, openFonts } from '../text/font.ts'
import type { Shaper } from '../text/shaper.ts'
import { layoutText, type TextLayout } from '../text/text.ts'
import { traceGlyph } from './text-piece.ts'

interface WatermarkOptions {
  host: Host
  shaper: Shaper
  /**
   * The document's fonts, and available files of these and of `listMarkFaces`, for writing the mark. When a letter has no font,
   * the mark is a plain emblem.
   */
  faces?: readonly FontFace[]
  fonts?: FontFiles
}

/** Letter height, and maximum width of a mark, in shares of the frame's shorter side. */
const MARK_SIZE = 0.15
const MARK_WIDTH = 0.72
/** Distance between the marks of a row, in letter heights. */
const GAP = 1
/** Distance between rows in shares of the frame's shorter side: no third of the frame is without a mark. */
const ROW = 0.5

/** A mark for one text, drawn with `draw` over a rendered frame of the given size in device pixels. */
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
          canvas: drawMark(host, openMark(text, Math.min(width, height), host, shaper, faces, fonts), width, height),
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

interface Mark {
  readonly path: Path
  readonly width: number
  /** Height of its letters. */
  readonly size: number
  /** Distance between rows. */
  readonly row: number
}

/** The text as one path around the origin, for a frame whose shorter side is `edge`. */
function openMark(
  text: string,
  edge: number,
  host: Host,
  shaper: Shaper,
  faces: readonly FontFace[],
  fonts: FontFiles = new Map(),
): Mark {
  const path = host.createPath()
  const row = edge * ROW
  const usable = [...listMarkFaces(text), ...faces].filter(({ src }) => fonts.has(src))
  const library = openFonts(shaper, usable, fonts)
  const layoutAt = (size: number) => library && usable[0] && layoutMark(text, size, usable[0], library)
  const layout = text === '' ? undefined : layoutAt(edge * MARK_SIZE)
  const line = layout?.lines[0]
  if (!layout || !line || layout.missing.length > 0) {
    const size = edge * MARK_SIZE
    path.ellipse(0, 0, size, size, 0, 0, Math.PI * 2)
    path.moveTo(size * 0.7, 0)
    path.ellipse(0, 0, size * 0.7, size * 0.7, 0, 0, Math.PI * 2)
    return { path, width: size * 2, size, row }
  }
  // A long name is written smaller, with its rows closer together.
  const share = Math.min(1, (edge * MARK_WIDTH) / line.width)
  const size = edge * MARK_SIZE * share
  const lines = (share < 1 ? layoutAt(size) : layout)?.lines ?? []
  for (const { glyphs } of lines) for (const glyph of glyphs) traceGlyph(path, glyph, size, glyph.x, glyph.y)
  return { path, width: line.width * share, size, row }
}

function layoutMark(text: string, size: number, face: FontFace, library: FontLibrary): TextLayout {
  const style = { family: face.family, weight: face.weight ?? 400, size, tracking: 60 } as const
  return layoutText(text, { ...style, wrap: 'none', align: 'center' }, { width: 0, height: 0 }, library)
}

function drawMark(host: Host, mark: Mark, width: number, height: number): CanvasSurface {
  const { canvas, ctx } = createSheet(host, width, height)
  const stepX = mark.width + mark.size * GAP
  const stepY = mark.row
  const turn = -Math.PI / 7
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)]
  const reach = Math.hypot(width, height) / 2
  for (let row = -Math.ceil(reach / stepY); row <= Math.ceil(reach / stepY); row++) {
    for (let column = -Math.ceil(reach / stepX) - 1; column <= Math.ceil(reach / stepX); column++) {
      const x = (column + (row % 2 === 0 ? 0 : 0.5)) * stepX
      const y = row * stepY
      ctx.setTransform(cos, sin, -sin, cos, width / 2 + x * cos - y * sin, height / 2 + x * sin + y * cos)
      // White with a dark outline is visible on any background.
      ctx.lineWidth = Math.max(1, mark.size * 0.05)
      ctx.lineJoin = 'round'
      ctx.strokeStyle = 'rgba(0,0,0,0.2)'
      ctx.stroke(mark.path)
      ctx.fillStyle = 'rgba(255,255,255,0.22)'
      ctx.fill(mark.path, 'evenodd')
    }
  }
  return canvas
}
