// Reduced drawing of videos. Their pictures change at each frame, so nothing is cached: halving and a subpixel shift remove too
// fine details at the cost of a copy, with equal results on every host. The server applies the same to videos that it draws
// without a canvas (see `computeVideoReduction`).

import { type Context, createSheet, type Host, type Sheet } from '@vitrine/document/host'
import { computeMeanScale, type Matrix, multiply } from '@vitrine/document/matrix'
import { type DrawContext, place } from '@vitrine/document/stage'

const MAX_HALVINGS = 6
/** From this scale on smoothing alone suffices; below it the shift increases as the scale decreases. */
const SHIFTED_BELOW = 0.75
/** Hosts interpolate in sixteenths of a pixel. */
const SHIFT_STEPS = 16
const MAX_SHEETS = 4

/** A picture of a video, or a half of one. */
export interface VideoPart {
  readonly width: number
  readonly height: number
  /** Draws all of it into a rectangle. */
  draw(ctx: Context, x: number, y: number, width: number, height: number): void
}

/**
 * How a video's picture is prepared for a scale: a number of halvings, then a shift in pixels of the halved picture. A shifted
 * pixel is mixed with those to its right and below; a shift of half a pixel mixes equal parts and removes patterns of single
 * pixels completely.
 */
export function computeVideoReduction(scale: number): { halvings: number; shift: number } {
  // Slightly less than half counts as half.
  const halvings = Math.min(MAX_HALVINGS, Math.max(0, Math.floor(Math.log2(1 / Math.max(scale, 1e-9)) + 1e-9)))
  const left = scale * 2 ** halvings
  const shift = Math.min(0.5, Math.max(0, 2 * (SHIFTED_BELOW - left)))
  return { halvings, shift: Math.round(shift * SHIFT_STEPS) / SHIFT_STEPS }
}

/** How planes are sampled to draw a video at another size without a canvas; positions and steps in 1/65536 of a plane's pixels. */
interface PlaneSteps {
  /** From one pixel of the result to the next, horizontally and vertically; equal for luma and colour. */
  readonly step: readonly [number, number]
  /** Position of the first pixel of the result. */
  readonly luma: readonly [number, number]
  readonly color: readonly [number, number]
  /** The share, in 256ths, of the next pixel that is mixed in. */
  readonly soft: number
}

/**
 * Computes how 4:2:0 planes after a number of halvings are sampled, by linear interpolation, to draw a video like `drawVideo`.
 * @param start position of the result's first pixel in the whole picture, across and down
 * @param step pixels of the whole picture per pixel of the result
 */
export function planeSteps(
  start: readonly [number, number],
  step: readonly [number, number],
  { halvings, shift }: { halvings: number; shift: number },
): PlaneSteps {
  const shrink = 2 ** halvings
  // Pixel centres are at half pixels.
  const luma = (axis: 0 | 1) => (start[axis] + step[axis] / 2) / shrink - 0.5 - shift
  // Colour samples are at the left one of their pixels and between their rows; halving moves them to the mean.
  const colorX = ((start[0] + step[0] / 2 - 0.5) / shrink - (shrink - 1) / shrink) / 2 - shift
  const colorY = ((start[1] + step[1]) / shrink - 1) / 2 - shift
  return {
    step: [fixed(step[0] / shrink), fixed(step[1] / shrink)],
    luma: [fixed(luma(0)), fixed(luma(1))],
    color: [fixed(colorX), fixed(colorY)],
    soft: Math.round(shift * 256),
  }
}

const fixed = (value: number) => Math.round(value * 65_536)

/** Draws a picture of a video with a matrix from its pixels to the device. */
export function drawVideo({ ctx, stage }: DrawContext, video: VideoPart, matrix: Matrix): void {
  const { halvings, shift } = computeVideoReduction(computeMeanScale(matrix))
  const sheets = getSheetPool(stage.host)
  let part = video
  for (let n = 0; n < halvings && part.width > 1 && part.height > 1; n++) part = halve(sheets, part)
  if (shift > 0) part = translatePixels(sheets, part, shift)
  place(ctx, multiply(matrix, [video.width / part.width, 0, 0, video.height / part.height, 0, 0]))
  smooth(ctx)
  part.draw(ctx, 0, 0, part.width, part.height)
}

function smooth(ctx: Context): void {
  ctx.imageSmoothingEnabled = true
  ctx.imageSmoothingQuality = 'low'
}

function halve(getSheet: SheetPool, part: VideoPart): VideoPart {
  const [width, height] = [Math.ceil(part.width / 2), Math.ceil(part.height / 2)]
  const { ctx, canvas } = getSheet(width, height)
  smooth(ctx)
  part.draw(ctx, 0, 0, width, height)
  return { width, height, draw: (to, ...where) => to.drawImage(canvas, 0, 0, width, height, ...where) }
}

function translatePixels(getSheet: SheetPool, { width, height, draw }: VideoPart, shift: number): VideoPart {
  const { ctx, canvas } = getSheet(width + 1, height + 1)
  // To the left and up, except for a whole pixel, which leaves room for the first one.
  const at = 1 - shift
  smooth(ctx)
  // The shifted picture covers the outermost pixels only partly, so the edge itself is drawn below.
  draw(ctx, 0, 0, width + 1, height + 1)
  draw(ctx, at, at, width, height)
  return { width, height, draw: (to, ...where) => to.drawImage(canvas, at, at, width, height, ...where) }
}

type SheetPool = (width: number, height: number) => Sheet

const sheetsByHost = new WeakMap<Host, SheetPool>()

/** Sheets by size: each picture of a video replaces the previous one. */
function getSheetPool(host: Host): SheetPool {
  const known = sheetsByHost.get(host)
  if (known) return known
  const sheets = new Map<string, Sheet>()
  const getSheet: SheetPool = (width, height) => {
    const key = `${width}x${height}`
    const sheet = sheets.get(key) ?? createSheet(host, width, height)
    sheets.delete(key)
    sheets.set(key, sheet)
    for (const oldest of sheets.keys()) {
      if (sheets.size <= MAX_SHEETS) break
      sheets.delete(oldest)
    }
    return sheet
  }
  sheetsByHost.set(host, getSheet)
  return getSheet
}
