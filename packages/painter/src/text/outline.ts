// The outlines of glyphs as flat lists of numbers, and colour glyphs as lists of filled outlines.
import { inverse, type Matrix, multiply } from '@vitrine/document/matrix'

/** Flat outline: an opcode (`OUTLINE`) followed by its coordinates in em units. */
export type Outline = readonly number[]

/** Opcodes of an outline; `OUTLINE_POINTS` has the number of points that follow each. */
export const OUTLINE = { move: 0, line: 1, quadratic: 2, cubic: 3, close: 4 } as const

/** How many points follow each opcode. */
const OUTLINE_POINTS: readonly number[] = [1, 1, 2, 3, 0]

/** The length of an outline in em units, by its control polygon: slightly more than that of the curves. */
export function outlineLength(outline: Outline): number {
  let [length, x, y] = [0, 0, 0]
  for (let at = 0; at < outline.length; ) {
    const opcode = outline[at++] as number
    const end = at + 2 * (OUTLINE_POINTS[opcode] ?? 0)
    for (; at < end; at += 2) {
      const [nextX, nextY] = [outline[at] as number, outline[at + 1] as number]
      if (opcode !== OUTLINE.move) length += Math.hypot(nextX - x, nextY - y)
      x = nextX
      y = nextY
    }
  }
  return length
}

/** Scales an outline. */
export function scaleOutline(outline: Outline, factor: number): Outline {
  const scaled: number[] = []
  for (let at = 0; at < outline.length; ) {
    const opcode = outline[at++] as number
    scaled.push(opcode)
    const end = at + 2 * (OUTLINE_POINTS[opcode] ?? 0)
    for (; at < end; at++) scaled.push((outline[at] as number) * factor)
  }
  return scaled
}

/** The points of an outline in em units, including control points. */
export function* outlinePoints(outline: Outline): Generator<readonly [number, number]> {
  for (let at = 0; at < outline.length; ) {
    const end = at + 1 + 2 * (OUTLINE_POINTS[outline[at] as number] ?? 0)
    for (at++; at < end; at += 2) yield [outline[at] as number, outline[at + 1] as number]
  }
}

// Colour glyphs (emoji): HarfBuzz walks the font's paint graph, and the result is stored as a list of filled outlines, so that
// both hosts fill the same shapes.

export type HarfBuzz = typeof import('harfbuzzjs')
type HarfBuzzFont = InstanceType<HarfBuzz['Font']>
type ColorLine = Parameters<Parameters<InstanceType<HarfBuzz['PaintFuncs']>['setLinearGradientFunc']>[0]>[0]

interface ColorStop {
  offset: number
  color: string
}

export type GlyphPaint =
  | { kind: 'color'; color: string }
  | { kind: 'linear'; from: readonly [number, number]; to: readonly [number, number]; stops: readonly ColorStop[] }
  | {
      kind: 'radial'
      from: readonly [number, number, number]
      to: readonly [number, number, number]
      stops: readonly ColorStop[]
    }

/** One painting step of a colour glyph. Groups are drawn separately and combined with the content below by their operation. */
export type GlyphStep =
  | { kind: 'fill'; outline: Outline; paint: GlyphPaint; matrix: Matrix }
  | { kind: 'group' }
  | { kind: 'end-group'; operation: string }

/** Reads the colour glyphs of one font. `matrix` of a step maps its outline to em units with y down. */
export function createColorReader(
  harfbuzz: HarfBuzz,
  font: HarfBuzzFont,
  em: number,
  getOutline: (glyphId: number) => Outline,
): (glyphId: number) => readonly GlyphStep[] | undefined {
  const known = new Map<number, readonly GlyphStep[] | undefined>()
  const recorder = createRecorder(harfbuzz, em, getOutline)
  return (glyphId) => {
    if (!known.has(glyphId)) {
      const isPainted = font.paintGlyphOrFail(glyphId, recorder.functions)
      const steps = recorder.take()
      known.set(glyphId, isPainted && steps.length > 0 ? steps : undefined)
    }
    return known.get(glyphId)
  }
}

/** Converts to font units with y up. */
function toFontUnits(outline: Outline, em: number, map: Matrix): Outline {
  const result: number[] = []
  for (let at = 0; at < outline.length; ) {
    const opcode = outline[at++] as number
    result.push(opcode)
    for (let pair = 0; pair < (OUTLINE_POINTS[opcode as number] ?? 0); pair++, at += 2) {
      const [x, y] = [(outline[at] as number) * em, -(outline[at + 1] as number) * em]
      result.push(map[0] * x + map[2] * y + map[4], map[1] * x + map[3] * y + map[5])
    }
  }
  return result
}

function createRecorder(harfbuzz: HarfBuzz, em: number, getOutline: (glyphId: number) => Outline) {
  let steps: GlyphStep[] = []
  // From font units to em units with y down.
  const root: Matrix = [1 / em, 0, 0, -1 / em, 0, 0]
  let transforms: Matrix[] = [root]
  let clips: ({ outline: Outline; matrix: Matrix } | undefined)[] = []
  const current = () => transforms[transforms.length - 1] as Matrix
  const fill = (paint: GlyphPaint) => {
    const clip = clips.findLast((clip) => clip !== undefined)
    const back = inverse(current())
    if (!clip || !back) return
    // Gradients use the coordinates of the paint, so the outline is mapped to them.
    const outline = toFontUnits(clip.outline, em, multiply(back, clip.matrix))
    steps.push({ kind: 'fill', outline, paint, matrix: current() })
  }
  const functions = new harfbuzz.PaintFuncs()
  functions.setPushTransformFunc((xx, yx, xy, yy, dx, dy) => {
    transforms.push(multiply(current(), [xx, yx, xy, yy, dx, dy]))
  })
  functions.setPopTransformFunc(() => {
    transforms.pop()
  })
  functions.setPushClipGlyphFunc((glyph) => {
    clips.push({ outline: getOutline(glyph), matrix: current() })
  })
  functions.setPushClipRectangleFunc(() => {
    // Only bounds the painted area; the glyph's outlines are more precise.
    clips.push(undefined)
  })
  functions.setPopClipFunc(() => {
    clips.pop()
  })
  functions.setColorFunc((_isForeground, color) => fill({ kind: 'color', color: toCssColor(color) }))
  functions.setLinearGradientFunc((line, x0, y0, x1, y1, x2, y2) => {
    fill(linearPaint(line, [x0, y0], [x1, y1], [x2, y2]))
  })
  functions.setRadialGradientFunc((line, x0, y0, r0, x1, y1, r1) => {
    fill(radialPaint(line, [x0, y0, r0], [x1, y1, r1]))
  })
  // The hosts have no common sweep gradient; the first colour is close enough for its use in emoji.
  functions.setSweepGradientFunc((line) =>
    fill({ kind: 'color', color: listColorStops(line)[0]?.color ?? 'rgba(0,0,0,0)' }),
  )
  functions.setPushGroupFunc(() => {
    steps.push({ kind: 'group' })
  })
  functions.setPopGroupFunc((mode) => {
    steps.push({ kind: 'end-group', operation: toCompositeOperation(harfbuzz, mode) })
  })
  return {
    functions,
    take(): readonly GlyphStep[] {
      const taken = steps
      steps = []
      transforms = [root]
      clips = []
      return taken.every((step) => step.kind !== 'end-group' || step.operation === 'source-over')
        ? taken.filter(({ kind }) => kind === 'fill')
        : taken
    },
  }
}

/** Canvas names of the composite modes; unsupported modes draw normally. */
function toCompositeOperation(harfbuzz: HarfBuzz, mode: number): string {
  const modes = harfbuzz.PaintCompositeMode
  const names: Readonly<Record<number, string>> = {
    [modes.SRC_IN]: 'source-in',
    [modes.DEST_IN]: 'destination-in',
    [modes.SRC_OUT]: 'source-out',
    [modes.DEST_OUT]: 'destination-out',
    [modes.SRC_ATOP]: 'source-atop',
    [modes.DEST_OVER]: 'destination-over',
    [modes.XOR]: 'xor',
    [modes.PLUS]: 'lighter',
    [modes.SCREEN]: 'screen',
    [modes.OVERLAY]: 'overlay',
    [modes.DARKEN]: 'darken',
    [modes.LIGHTEN]: 'lighten',
    [modes.MULTIPLY]: 'multiply',
    [modes.HARD_LIGHT]: 'hard-light',
    [modes.SOFT_LIGHT]: 'soft-light',
    [modes.COLOR_DODGE]: 'color-dodge',
    [modes.COLOR_BURN]: 'color-burn',
  }
  return names[mode] ?? 'source-over'
}

function toCssColor({ red, green, blue, alpha }: { red: number; green: number; blue: number; alpha: number }): string {
  return alpha >= 255
    ? `rgb(${red},${green},${blue})`
    : `rgba(${red},${green},${blue},${Math.round((alpha / 255) * 1000) / 1000})`
}

function listColorStops(line: ColorLine): ColorStop[] {
  return line.colorStops
    .map(({ offset, color }) => ({ offset, color: toCssColor(color) }))
    .sort((a, b) => a.offset - b.offset)
}

/** Scales stops to the range 0 to 1, and returns the original first and last offset. */
function normalizeStops(line: ColorLine): { stops: ColorStop[]; first: number; last: number } {
  const stops = listColorStops(line)
  const first = stops[0]?.offset ?? 0
  const last = Math.max(first + 1e-6, stops[stops.length - 1]?.offset ?? 1)
  return {
    stops: stops.map(({ offset, color }) => ({ offset: (offset - first) / (last - first), color })),
    first,
    last,
  }
}

type Point = readonly [number, number]

/**
 * COLRv1 linear gradients have a third point: lines of equal colour run parallel to the line from the first to the third point.
 * A canvas gradient runs along their normal, so the vector from the first to the second point is projected on it.
 */
function linearPaint(line: ColorLine, [x0, y0]: Point, [x1, y1]: Point, [x2, y2]: Point): GlyphPaint {
  const [nx, ny] = [y2 - y0, -(x2 - x0)]
  const length = nx * nx + ny * ny
  const share = length < 1e-9 ? 0 : ((x1 - x0) * nx + (y1 - y0) * ny) / length
  const [dx, dy] = length < 1e-9 ? [x1 - x0, y1 - y0] : [nx * share, ny * share]
  const { stops, first, last } = normalizeStops(line)
  return { kind: 'linear', from: [x0 + dx * first, y0 + dy * first], to: [x0 + dx * last, y0 + dy * last], stops }
}

type Circle = readonly [number, number, number]

function radialPaint(line: ColorLine, from: Circle, to: Circle): GlyphPaint {
  const { stops, first, last } = normalizeStops(line)
  const at = (share: number): Circle => [
    from[0] + (to[0] - from[0]) * share,
    from[1] + (to[1] - from[1]) * share,
    Math.max(0, from[2] + (to[2] - from[2]) * share),
  ]
  return { kind: 'radial', from: at(first), to: at(last), stops }
}
